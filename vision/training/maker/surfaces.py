"""What a point of a surface looks like: grain of the material, pips, print."""

from __future__ import annotations

from math import floor, sin, sqrt

from vision.training.maker.jit import compiled
from vision.training.maker.world import (
    ALBEDO,
    GRAIN,
    GRAIN_SHARE,
    GRAIN_SIZE,
    MARBLE,
    MARK,
    PIP_DEPTH,
    PIP_WEAR,
    PRINT,
    SECOND,
    SIZE,
    SPECKLE,
    TIMBER,
    World,
)


@compiled
def _lattice(i: int, j: int, k: int) -> float:
    n = (i * 374761393 + j * 668265263 + k * 2147483647) & 0x7FFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0x7FFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 65535.0


@compiled
def noise(x: float, y: float, z: float) -> float:
    """Smooth noise between 0 and 1 with features of length 1."""
    fx, fy, fz = floor(x), floor(y), floor(z)
    i, j, k = int(fx), int(fy), int(fz)
    u, v, w = x - fx, y - fy, z - fz
    u, v, w = u * u * (3 - 2 * u), v * v * (3 - 2 * v), w * w * (3 - 2 * w)
    a = _lattice(i, j, k) * (1 - u) + _lattice(i + 1, j, k) * u
    b = _lattice(i, j + 1, k) * (1 - u) + _lattice(i + 1, j + 1, k) * u
    c = _lattice(i, j, k + 1) * (1 - u) + _lattice(i + 1, j, k + 1) * u
    d = _lattice(i, j + 1, k + 1) * (1 - u) + _lattice(i + 1, j + 1, k + 1) * u
    return (a * (1 - v) + b * v) * (1 - w) + (c * (1 - v) + d * v) * w


@compiled
def grain(world: World, look: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Colour of a material at a point inside it."""
    m = world.looks
    kind = int(m[look, GRAIN])
    b, g, r = m[look, ALBEDO], m[look, ALBEDO + 1], m[look, ALBEDO + 2]
    if kind == 0:
        return b, g, r
    s = 1.0 / m[look, GRAIN_SIZE]
    # Each look cuts another part out of the endless noise.
    x, y, z = x * s + 7.3 * look, y * s + 3.1 * look, z * s + 11.7 * look
    share = m[look, GRAIN_SHARE]
    if kind == MARBLE:
        w = 2.0 * noise(x, y, z) + noise(2.1 * x, 2.1 * y, 2.1 * z)
        f = 0.5 + 0.5 * sin(4.0 * w + 2.0 * x + 9.0 * (share - 0.5))
        f *= f
    elif kind == SPECKLE:
        f = 1.0 if noise(x, y, z) > 1.0 - 0.5 * share else 0.0
    elif kind == TIMBER:
        ring = sqrt(x * x + y * y) + 0.6 * noise(0.3 * x, 0.3 * y, 0.1 * z)
        f = share * (0.5 + 0.5 * sin(12.0 * ring)) + 0.3 * share * noise(9.0 * x, 9.0 * y, 0.4 * z)
    else:
        f = share * (0.6 * noise(x, y, z) + 0.4 * noise(2.7 * x, 2.7 * y, 2.7 * z))
    return (
        b + f * (m[look, SECOND] - b),
        g + f * (m[look, SECOND + 1] - g),
        r + f * (m[look, SECOND + 2] - r),
    )


@compiled
def die_face(a: float, b: float, c: float) -> tuple[int, float, float]:
    """Which face of a cube a point (in half edges) lies on, and where on it: face number, u, v."""
    x, y, z = abs(a), abs(b), abs(c)
    if x >= y and x >= z:
        return (0, b, c) if a > 0 else (1, c, b)
    if y >= z:
        return (2, c, a) if b > 0 else (3, a, c)
    return (4, a, b) if c > 0 else (5, b, a)


@compiled
def face_direction(face: int, u: float, v: float, w: float) -> tuple[float, float, float]:
    """A direction given along a face's u, v and outwards, in the die's own coordinates."""
    if face == 0:
        return w, u, v
    if face == 1:
        return -w, v, u
    if face == 2:
        return v, w, u
    if face == 3:
        return u, -w, v
    if face == 4:
        return u, v, w
    return v, u, -w


@compiled
def to_face(face: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The inverse of `face_direction`."""
    if face == 0:
        return y, z, x
    if face == 1:
        return z, y, -x
    if face == 2:
        return z, x, y
    if face == 3:
        return x, z, -y
    if face == 4:
        return x, y, z
    return y, x, -z


@compiled
def pip_at(world: World, style: int, face: int, u: float, v: float) -> int:
    """The number of the pip that covers a place on a face, or -1."""
    for i in range(world.pip_count[style, face]):
        du, dv, r = u - world.pips[style, face, i, 0], v - world.pips[style, face, i, 1], world.pips[style, face, i, 2]
        if du * du + dv * dv < r * r:
            return i
    return -1


@compiled
def worn(world: World, style: int, face: int, u: float, v: float) -> bool:
    """Whether the paint is gone at a place inside a pip."""
    wear = world.pip_style[style, PIP_WEAR]
    if wear <= 0.0:
        return False
    return bool(noise(9.0 * u + 5.0 * face + 13.0 * style, 9.0 * v, 1.7 * face) < wear)


@compiled
def bowl(world: World, style: int, face: int, pip: int, u: float, v: float) -> tuple[float, float, float, float]:
    """Normal (along u, v, outwards) and depth in half edges of the hollow of a pip."""
    depth = world.pip_style[style, PIP_DEPTH]
    r = world.pips[style, face, pip, 2]
    if depth <= 0.0:
        return 0.0, 0.0, 1.0, 0.0
    du, dv = u - world.pips[style, face, pip, 0], v - world.pips[style, face, pip, 1]
    d = depth * r
    ball = (r * r + d * d) / (2.0 * d)
    h = sqrt(max(ball * ball - du * du - dv * dv, 1e-9))
    return -du / ball, -dv / ball, h / ball, h - (ball - d)


@compiled
def print_at(world: World, k: int, x: float, y: float) -> tuple[float, float, float]:
    """Colour of the picture printed on the upper side of solid `k` at a local place."""
    look = int(world.solids[k, 1])
    m = world.looks
    u0, v0, w, h = m[look, PRINT], m[look, PRINT + 1], m[look, PRINT + 2], m[look, PRINT + 3]
    sx, sy = world.solids[k, SIZE], world.solids[k, SIZE + 1]
    if m[look, PRINT + 4] > 0.0:
        sx = sy = m[look, PRINT + 4]
    fu = min(max(0.5 + 0.5 * x / sx, 0.0), 0.9999) * (w - 1.0)
    fv = min(max(0.5 - 0.5 * y / sy, 0.0), 0.9999) * (h - 1.0)
    i, j = int(fu), int(fv)
    a, b = fu - i, fv - j
    i, j = i + int(u0), j + int(v0)
    t = world.atlas
    i1, j1 = min(i + 1, t.shape[1] - 1), min(j + 1, t.shape[0] - 1)
    p, q, r, s = (1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b
    return (
        p * t[j, i, 0] + q * t[j, i1, 0] + r * t[j1, i, 0] + s * t[j1, i1, 0],
        p * t[j, i, 1] + q * t[j, i1, 1] + r * t[j1, i, 1] + s * t[j1, i1, 1],
        p * t[j, i, 2] + q * t[j, i1, 2] + r * t[j1, i, 2] + s * t[j1, i1, 2],
    )


@compiled
def die_style(world: World, look: int) -> int:
    """The die style a look points to."""
    return int(world.looks[look, MARK])
