"""Rays against solids: the first hit, and how much of a lamp is seen past them."""

from __future__ import annotations

from math import sqrt

from vision.training.maker.jit import compiled
from vision.training.maker.solids import distance, local_distance, to_local
from vision.training.maker.world import BOX, KIND, PLACE, REACH, SIZE, Floats, World


@compiled
def ray(camera: Floats, px: float, py: float) -> tuple[float, float, float]:
    """Unit direction in the world of the ray through a pixel."""
    xd, yd = (px - camera[13]) / camera[12], (py - camera[14]) / camera[12]
    x, y = xd, yd
    k = camera[15]
    if k != 0.0:
        for _ in range(4):
            s = 1.0 + k * (x * x + y * y)
            x, y = xd / s, yd / s
    dx = camera[3] * x + camera[4] * y + camera[5]
    dy = camera[6] * x + camera[7] * y + camera[8]
    dz = camera[9] * x + camera[10] * y + camera[11]
    n = 1.0 / sqrt(dx * dx + dy * dy + dz * dz)
    return dx * n, dy * n, dz * n


@compiled
def hit(
    world: World, k: int, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, far: float, fine: float
) -> float:
    """Distance along a ray to solid `k`, or -1 if it is not met before `far`; `fine` is the precision per distance."""
    s = world.solids
    x, y, z = ox - s[k, PLACE], oy - s[k, PLACE + 1], oz - s[k, PLACE + 2]
    r = s[k, REACH]
    b = x * dx + y * dy + z * dz
    q = b * b - (x * x + y * y + z * z) + r * r
    if q <= 0.0:
        return -1.0
    q = sqrt(q)
    t, end = max(-b - q, 0.0), min(q - b, far)
    if t >= end:
        return -1.0
    lx, ly, lz = to_local(world, k, x, y, z)
    vx, vy, vz = to_local(world, k, dx, dy, dz)
    if int(s[k, KIND]) == BOX:
        # Start at the enclosing sharp box: exact for flat sheets, and near for the rest.
        for axis in range(3):
            o, v, h = lx, vx, s[k, SIZE + axis]
            if axis == 1:
                o, v = ly, vy
            elif axis == 2:
                o, v = lz, vz
            if abs(v) < 1e-9:
                if abs(o) > h:
                    return -1.0
            else:
                t0, t1 = (-h - o) / v, (h - o) / v
                if t0 > t1:
                    t0, t1 = t1, t0
                t, end = max(t, t0), min(end, t1)
                if t > end:
                    return -1.0
    for _ in range(64):
        d = local_distance(world, k, lx + t * vx, ly + t * vy, lz + t * vz)
        if d < fine * t + 1e-5:
            return float(t)
        t += d
        if t > end:
            return -1.0
    return -1.0


@compiled
def first_hit(
    world: World, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, far: float, fine: float
) -> tuple[int, float]:
    """The nearest solid a ray meets, and how far away; -1 if none before `far`."""
    found = -1
    for k in range(world.solids.shape[0]):
        t = hit(world, k, ox, oy, oz, dx, dy, dz, far, fine)
        if t >= 0.0:
            found, far = k, t
    return found, far


@compiled
def lamp_share(
    world: World, skip: int, x: float, y: float, z: float, dx: float, dy: float, dz: float, far: float, spread: float
) -> float:
    """Share (0 to 1) of a round lamp that is seen from a point; solid `skip` casts no shadow.

    The lamp lies in direction d at distance `far` and looks `spread` = radius ÷ distance large. A ray is walked past
    every solid; how near it passes, against how wide the beam to the lamp is there, is the share that gets by.
    """
    s = world.solids
    share = 1.0
    for k in range(s.shape[0]):
        if k == skip:
            continue
        cx, cy, cz = s[k, PLACE] - x, s[k, PLACE + 1] - y, s[k, PLACE + 2] - z
        along = cx * dx + cy * dy + cz * dz
        r = s[k, REACH]
        if along < -r or along > far + r:
            continue
        beam = r + spread * max(along, 0.0)
        miss = cx * cx + cy * cy + cz * cz - along * along
        if miss > beam * beam:
            continue
        half = sqrt(max(beam * beam - miss, 0.0))
        t, end = max(along - half, 0.0), min(along + half, far)
        # From here on in the solid's own coordinates.
        lx, ly, lz = to_local(world, k, -cx, -cy, -cz)
        vx, vy, vz = to_local(world, k, dx, dy, dz)
        if int(s[k, KIND]) == BOX:
            wide = spread * end + 0.01
            for axis in range(3):
                o, v, h = lx, vx, s[k, SIZE + axis] + wide
                if axis == 1:
                    o, v = ly, vy
                elif axis == 2:
                    o, v = lz, vz
                if abs(v) < 1e-9:
                    if abs(o) > h:
                        end = -1.0
                else:
                    t0, t1 = (-h - o) / v, (h - o) / v
                    t, end = max(t, min(t0, t1)), min(end, max(t0, t1))
        if t >= end:
            continue
        t = max(t, 1e-3)
        least = 1.0
        for _ in range(20):
            d = local_distance(world, k, lx + t * vx, ly + t * vy, lz + t * vz)
            seen = d / (spread * t + 1e-4)
            if seen < least:
                least = seen
                if least <= -1.0:
                    break
            t += max(0.85 * abs(d), 0.4 * spread * t) + 2e-3
            if t > end:
                break
        least = 0.5 + 0.5 * max(least, -1.0)
        share = min(share, least * least * (3.0 - 2.0 * least))
        if share < 0.004:
            return 0.0
    return share


@compiled
def openness(
    world: World, skip: int, x: float, y: float, z: float, nx: float, ny: float, nz: float, unit: float
) -> float:
    """How open the half space above a point is, 0 to 1: darkens where solids meet. `unit`: how far it looks."""
    s = world.solids
    far = 0.52 * unit
    near = False
    for k in range(s.shape[0]):
        cx, cy, cz = x + nx * far - s[k, PLACE], y + ny * far - s[k, PLACE + 1], z + nz * far - s[k, PLACE + 2]
        reach = s[k, REACH] + 2.0 * far
        if k != skip and cx * cx + cy * cy + cz * cz < reach * reach:
            near = True
            break
    if not near and (skip == -1 or z > 2.0 * far):
        return 1.0
    shut = 0.0
    weight = 1.0
    for i in range(1, 5):
        h = unit * 0.0325 * i * i
        px, py, pz = x + nx * h, y + ny * h, z + nz * h
        d = h if skip == -1 else min(max(pz, 0.0), h)
        if near:
            for k in range(s.shape[0]):
                if k == skip:
                    continue
                cx, cy, cz = px - s[k, PLACE], py - s[k, PLACE + 1], pz - s[k, PLACE + 2]
                reach = s[k, REACH] + h
                if cx * cx + cy * cy + cz * cz < reach * reach:
                    d = min(d, distance(world, k, px, py, pz))
        shut += weight * max(h - d, 0.0) / h
        weight *= 0.75
    return max(0.0, 1.0 - 0.36 * shut)
