"""Distances to solids: the geometry of the ray caster.

Every solid is a signed distance function in its own coordinates. One function then serves three ends: it is walked
along to find a hit, its slope is the normal, and how closely a ray passes it is the softness of its shadow.
"""

from __future__ import annotations

from math import sqrt

from vision.training.maker.jit import compiled
from vision.training.maker.world import (
    BALL,
    BOWL,
    BOX,
    CUP,
    DISC,
    FIRST,
    GEM,
    KIND,
    LAST,
    LIMBS,
    PLACE,
    RING,
    SIZE,
    TURN,
    World,
)


@compiled
def box_distance(x: float, y: float, z: float, a: float, b: float, c: float, r: float) -> float:
    """Distance to a box with rounded edges."""
    qx, qy, qz = abs(x) - a + r, abs(y) - b + r, abs(z) - c + r
    ox, oy, oz = max(qx, 0.0), max(qy, 0.0), max(qz, 0.0)
    return sqrt(ox * ox + oy * oy + oz * oz) + min(max(qx, max(qy, qz)), 0.0) - r


@compiled
def segment_distance(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance in the plane from p to the segment from a to b."""
    dx, dy = bx - ax, by - ay
    h = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy + 1e-12)
    h = min(max(h, 0.0), 1.0)
    ex, ey = px - ax - h * dx, py - ay - h * dy
    return sqrt(ex * ex + ey * ey)


@compiled
def _disc(p: float, z: float, r: float, h: float, e: float) -> float:
    qx, qz = p - r + e, abs(z) - h + e
    ox, oz = max(qx, 0.0), max(qz, 0.0)
    return sqrt(ox * ox + oz * oz) + min(max(qx, qz), 0.0) - e


@compiled
def _limbs(world: World, first: int, last: int, blend: float, x: float, y: float, z: float) -> float:
    s = world.shapes
    total = 1e9
    for i in range(first, last):
        ax, ay, az = s[i, 0], s[i, 1], s[i, 2]
        dx, dy, dz = s[i, 3] - ax, s[i, 4] - ay, s[i, 5] - az
        h = ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz + 1e-12)
        h = min(max(h, 0.0), 1.0)
        ex, ey, ez = x - ax - h * dx, y - ay - h * dy, z - az - h * dz
        d = sqrt(ex * ex + ey * ey + ez * ez) - (s[i, 6] + h * (s[i, 7] - s[i, 6]))
        m = max(blend - abs(d - total), 0.0) / blend
        total = min(d, total) - m * m * blend * 0.25
    return total


@compiled
def local_distance(world: World, k: int, x: float, y: float, z: float) -> float:
    """Signed distance from a point in the coordinates of solid `k` to its surface."""
    s = world.solids
    kind = int(s[k, KIND])
    a, b, c = s[k, SIZE], s[k, SIZE + 1], s[k, SIZE + 2]
    if kind == BOX:
        d = box_distance(x, y, z, a, b, c, s[k, SIZE + 3])
        cut = s[k, SIZE + 4]
        if cut > 0.0:
            ball = sqrt(x * x + y * y + z * z) - cut
            soft = 0.03 * a
            m = max(soft - abs(d - ball), 0.0) / soft
            d = max(d, ball) + m * m * soft * 0.25
        return d
    if kind == DISC:
        p = sqrt(x * x + y * y)
        d = _disc(p, z, a, b, c)
        holes = int(s[k, SIZE + 3])
        if holes > 0:
            off, radius = s[k, SIZE + 4], s[k, SIZE + 5]
            hx, hy = abs(x) - off, y
            if holes == 4:
                hy = abs(y) - off
            d = max(d, radius - sqrt(hx * hx + hy * hy))
        # A raised rim, as coins and buttons have.
        rim = s[k, SIZE + 6]
        if rim > 0.0:
            d = max(d, -_disc(p, z - b, a * (1.0 - rim), 0.35 * b, 0.0))
        return d
    if kind == GEM:
        d = -1e9
        for i in range(int(s[k, FIRST]), int(s[k, LAST])):
            f = world.shapes[i]
            d = max(d, f[0] * x + f[1] * y + f[2] * z - f[3] + a)
        return float(d - a)
    if kind == LIMBS:
        return _limbs(world, int(s[k, FIRST]), int(s[k, LAST]), a, x, y, z)
    if kind == BALL:
        return float(sqrt(x * x + y * y + z * z) - a)
    p = sqrt(x * x + y * y)
    if kind == CUP:
        wall = min(segment_distance(p, z, a, -c, b, c), segment_distance(p, z, 0.0, -c, a, -c))
        return float(wall - s[k, SIZE + 3])
    if kind == RING:
        q = p - a
        return float(sqrt(q * q + z * z) - b)
    if kind == BOWL:
        if z < 0.0:
            return float(abs(sqrt(p * p + z * z) - a) - b)
        q = p - a
        return float(sqrt(q * q + z * z) - b)
    return 1e9


@compiled
def distance(world: World, k: int, x: float, y: float, z: float) -> float:
    """Signed distance from a point of the world to solid `k`."""
    s = world.solids
    x, y, z = x - s[k, PLACE], y - s[k, PLACE + 1], z - s[k, PLACE + 2]
    return local_distance(
        world,
        k,
        s[k, TURN] * x + s[k, TURN + 3] * y + s[k, TURN + 6] * z,
        s[k, TURN + 1] * x + s[k, TURN + 4] * y + s[k, TURN + 7] * z,
        s[k, TURN + 2] * x + s[k, TURN + 5] * y + s[k, TURN + 8] * z,
    )


@compiled
def to_local(world: World, k: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A direction of the world in the coordinates of solid `k`."""
    s = world.solids
    return (
        s[k, TURN] * x + s[k, TURN + 3] * y + s[k, TURN + 6] * z,
        s[k, TURN + 1] * x + s[k, TURN + 4] * y + s[k, TURN + 7] * z,
        s[k, TURN + 2] * x + s[k, TURN + 5] * y + s[k, TURN + 8] * z,
    )


@compiled
def to_world(world: World, k: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A direction in the coordinates of solid `k` in those of the world."""
    s = world.solids
    return (
        s[k, TURN] * x + s[k, TURN + 1] * y + s[k, TURN + 2] * z,
        s[k, TURN + 3] * x + s[k, TURN + 4] * y + s[k, TURN + 5] * z,
        s[k, TURN + 6] * x + s[k, TURN + 7] * y + s[k, TURN + 8] * z,
    )


@compiled
def local_normal(world: World, k: int, x: float, y: float, z: float, e: float) -> tuple[float, float, float]:
    """The outward normal of solid `k` near a point; but for boxes, from four distances `e` away."""
    s = world.solids
    if int(s[k, KIND]) == BOX:
        a, b, c, r, cut = s[k, SIZE], s[k, SIZE + 1], s[k, SIZE + 2], s[k, SIZE + 3], s[k, SIZE + 4]
        qx, qy, qz = abs(x) - a + r, abs(y) - b + r, abs(z) - c + r
        nx, ny, nz = max(qx, 0.0), max(qy, 0.0), max(qz, 0.0)
        n = sqrt(nx * nx + ny * ny + nz * nz)
        if n < 1e-9:
            nx = 1.0 if qx >= qy and qx >= qz else 0.0
            ny = 1.0 if qy > qx and qy >= qz else 0.0
            nz = 1.0 if qz > qx and qz > qy else 0.0
            n = 1.0
        nx, ny, nz = nx / n * (1 if x > 0 else -1), ny / n * (1 if y > 0 else -1), nz / n * (1 if z > 0 else -1)
        if cut > 0.0:
            length = sqrt(x * x + y * y + z * z)
            soft = 0.03 * a
            share = min(max(0.5 + 0.5 * (length - cut - box_distance(x, y, z, a, b, c, r)) / soft, 0.0), 1.0)
            nx, ny, nz = nx + share * (x / length - nx), ny + share * (y / length - ny), nz + share * (z / length - nz)
            n = 1.0 / sqrt(nx * nx + ny * ny + nz * nz + 1e-20)
            nx, ny, nz = nx * n, ny * n, nz * n
        return nx, ny, nz
    d1 = local_distance(world, k, x + e, y - e, z - e)
    d2 = local_distance(world, k, x - e, y - e, z + e)
    d3 = local_distance(world, k, x - e, y + e, z - e)
    d4 = local_distance(world, k, x + e, y + e, z + e)
    nx, ny, nz = d1 - d2 - d3 + d4, -d1 - d2 + d3 + d4, -d1 + d2 - d3 + d4
    n = 1.0 / sqrt(nx * nx + ny * ny + nz * nz + 1e-20)
    return nx * n, ny * n, nz * n
