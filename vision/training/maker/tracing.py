"""Rays against solids: the first hit, and how much of a lamp is seen past them."""

from __future__ import annotations

from math import sqrt

from vision.training.maker.jit import compiled
from vision.training.maker.solids import distance, local_distance, to_local
from vision.training.maker.world import BOX, KIND, PLACE, REACH, SIZE, TILE, Floats, Integers, World


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
    world: World,
    row: int,
    skip: int,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    dz: float,
    far: float,
    spread: float,
) -> float:
    """Share (0 to 1) of a round lamp that is seen from a point; of the solids in `row` of `near`, `skip` is clear.

    The lamp lies in direction d at distance `far` and looks `spread` = radius ÷ distance large. A ray is walked past
    every solid; how near it passes, against how wide the beam to the lamp is there, is the share that gets by.
    """
    s = world.solids
    share = 1.0
    for n in range(world.near_count[row]):
        k = world.near[row, n]
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
    world: World, row: int, skip: int, x: float, y: float, z: float, nx: float, ny: float, nz: float, unit: float
) -> float:
    """How open the half space above a point is, 0 to 1: darkens where solids meet. `unit`: how far it looks.

    Only the solids in `row` of `near` are looked at, and not `skip`; −1 stands for the table.
    """
    s = world.solids
    far = 0.52 * unit
    near = False
    count = world.near_count[row]
    for n in range(count):
        k = world.near[row, n]
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
            for n in range(count):
                k = world.near[row, n]
                if k == skip:
                    continue
                cx, cy, cz = px - s[k, PLACE], py - s[k, PLACE + 1], pz - s[k, PLACE + 2]
                reach = s[k, REACH] + h
                if cx * cx + cy * cy + cz * cz < reach * reach:
                    d = min(d, distance(world, k, px, py, pz))
        shut += weight * max(h - d, 0.0) / h
        weight *= 0.75
    return max(0.0, 1.0 - 0.36 * shut)


@compiled
def _may_shade(world: World, j: int, x: float, y: float, z: float, r: float) -> bool:
    """Whether solid `j` may darken some point of a ball, by lying close or in the light of a lamp."""
    s = world.solids
    reach = s[j, REACH] + r
    cx, cy, cz = s[j, PLACE] - x, s[j, PLACE + 1] - y, s[j, PLACE + 2] - z
    away = cx * cx + cy * cy + cz * cz
    if away < (reach + 1.6) * (reach + 1.6):
        return True
    for n in range(world.lights.shape[0]):
        lamp = world.lights[n]
        dx, dy, dz = lamp[0] - x, lamp[1] - y, lamp[2] - z
        far = sqrt(dx * dx + dy * dy + dz * dz)
        along = (cx * dx + cy * dy + cz * dz) / far
        if along < -reach or along > far + reach:
            continue
        beam = reach + 1.1 * lamp[6] / far * max(along + reach, 0.0)
        if away - along * along < beam * beam:
            return True
    return False


@compiled
def find_near(world: World, camera: Floats, width: int, height: int, near: Integers, count: Integers) -> None:
    """Fill in `World.near`: for every solid, then for every tile of the picture (of the table seen there)."""
    s = world.solids
    n = s.shape[0]
    for k in range(n):
        m = 0
        for j in range(n):
            if _may_shade(world, j, s[k, PLACE], s[k, PLACE + 1], s[k, PLACE + 2], s[k, REACH]):
                near[k, m] = j
                m += 1
        count[k] = m
    row = n
    for ty in range((height + TILE - 1) // TILE):
        for tx in range((width + TILE - 1) // TILE):
            low_x, low_y, high_x, high_y = 1e9, 1e9, -1e9, -1e9
            seen, sky = False, False
            for c in range(4):
                px = tx * TILE + (-1.0 if c % 2 == 0 else TILE + 1.0)
                py = ty * TILE + (-1.0 if c < 2 else TILE + 1.0)
                dx, dy, dz = ray(camera, px, py)
                if dz > -1e-3:
                    sky = True
                    continue
                seen = True
                t = -camera[2] / dz
                x, y = camera[0] + t * dx, camera[1] + t * dy
                low_x, low_y, high_x, high_y = min(low_x, x), min(low_y, y), max(high_x, x), max(high_y, y)
            m = 0
            if seen:
                r = 0.5 * sqrt((high_x - low_x) ** 2 + (high_y - low_y) ** 2)
                for j in range(n):
                    if sky or _may_shade(world, j, 0.5 * (low_x + high_x), 0.5 * (low_y + high_y), 0.0, r):
                        near[row, m] = j
                        m += 1
            count[row] = m
            row += 1
