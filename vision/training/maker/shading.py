"""Light on a surface: lamps, sky, table; hollows of pips; polish."""

from __future__ import annotations

from math import sqrt

from vision.training.maker.jit import compiled
from vision.training.maker.solids import local_normal, to_local, to_world
from vision.training.maker.surfaces import (
    bowl,
    die_face,
    face_direction,
    grain,
    pip_at,
    print_at,
    to_face,
    worn,
)
from vision.training.maker.tracing import lamp_share, openness
from vision.training.maker.world import (
    BALL,
    BOX,
    CLEAR,
    GEM,
    KIND,
    LOOK,
    MARK,
    MARKS,
    METAL,
    PIP_ROUGH,
    PIP_SHINE,
    PIPS,
    PLACE,
    PRINTED,
    ROUGH,
    SHINE,
    SIZE,
    SOFT,
    World,
)


@compiled
def gloss(nl: float, nv: float, nh: float, rough: float) -> float:
    """The GGX lobe: how much of a lamp a surface of a roughness throws towards the eye."""
    a = rough * rough
    a2 = a * a
    d = nh * nh * (a2 - 1.0) + 1.0
    k = (rough + 1.0) * (rough + 1.0) / 8.0
    return a2 / (3.1416 * d * d + 1e-9) / (4.0 * (nv * (1 - k) + k) * (nl * (1 - k) + k))


@compiled
def around(world: World, x: float, y: float, z: float, rough: float) -> tuple[float, float, float]:
    """What a mirror of a roughness sees of the room in a direction."""
    a = world.air
    up = z / (0.25 + 0.75 * rough + abs(z))
    if up >= 0.0:
        b, g, r = (
            a[1, 0] + up * (a[0, 0] - a[1, 0]),
            a[1, 1] + up * (a[0, 1] - a[1, 1]),
            a[1, 2] + up * (a[0, 2] - a[1, 2]),
        )
    else:
        b, g, r = (
            a[1, 0] - up * (a[2, 0] - a[1, 0]),
            a[1, 1] - up * (a[2, 1] - a[1, 1]),
            a[1, 2] - up * (a[2, 2] - a[1, 2]),
        )
    for i in range(world.windows.shape[0]):
        w = world.windows[i]
        c = x * w[0] + y * w[1] + z * w[2]
        blur = 0.5 * rough * rough + 1e-3
        inner, outer = w[6] + 0.3 * blur, w[7] - blur
        if c > outer:
            f = min((c - outer) / (inner - outer), 1.0)
            f = f * f * (3 - 2 * f) * (1.0 - w[6]) / (1.0 - w[6] + 0.6 * blur)
            b, g, r = b + f * w[3], g + f * w[4], r + f * w[5]
    return b, g, r


@compiled
def shade(
    world: World, k: int, px: float, py: float, pz: float, vx: float, vy: float, vz: float, fine: float
) -> tuple[float, float, float]:
    """Light that leaves solid `k` at a point towards direction v. `fine`: width of a pixel there."""
    s, m = world.solids, world.looks
    look = int(s[k, LOOK])
    lx, ly, lz = to_local(world, k, px - s[k, PLACE], py - s[k, PLACE + 1], pz - s[k, PLACE + 2])
    kind = int(s[k, KIND])
    nx, ny, nz = local_normal(world, k, lx, ly, lz, max(0.5 * fine, 2e-3))
    rough, shine, metal = m[look, ROUGH], m[look, SHINE], m[look, METAL]
    marks = int(m[look, MARKS])
    face, pip, style = -1, -1, 0
    fu, fv, depth, radius = 0.0, 0.0, 0.0, 1.0
    hollow = 1.0
    if marks == PRINTED and nz > 0.7:
        b, g, r = print_at(world, k, lx, ly)
    else:
        b, g, r = grain(world, look, lx, ly, lz)
    if marks == PIPS:
        half = s[k, SIZE]
        style = int(m[look, MARK])
        face, fu, fv = die_face(lx / half, ly / half, lz / half)
        pip = pip_at(world, style, face, fu, fv)
        if pip >= 0:
            cu, cv, cw, depth = bowl(world, style, face, pip, fu, fv)
            if depth > 0.0:
                # Look a little deeper along the ray: hollows shift against their rims.
                ex, ey, ez = to_local(world, k, vx, vy, vz)
                eu, ev, ew = to_face(face, ex, ey, ez)
                shift = 0.5 * depth / max(ew, 0.3)
                if pip_at(world, style, face, fu - shift * eu, fv - shift * ev) == pip:
                    fu, fv = fu - shift * eu, fv - shift * ev
                cu, cv, cw, depth = bowl(world, style, face, pip, fu, fv)
                nx, ny, nz = face_direction(face, cu, cv, cw)
                radius = world.pips[style, face, pip, 2]
                hollow = 1.0 - 0.55 * min(depth / radius, 1.0)
            if not worn(world, style, face, fu, fv):
                b, g, r = world.pip_ink[style, face, 0], world.pip_ink[style, face, 1], world.pip_ink[style, face, 2]
                rough, shine = world.pip_style[style, PIP_ROUGH], world.pip_style[style, PIP_SHINE]
                metal = 0.0
    nx, ny, nz = to_world(world, k, nx, ny, nz)
    nv = nx * vx + ny * vy + nz * vz
    if nv < 0.02:
        nv = 0.02
    convex = kind in (BOX, GEM, BALL)
    skip = k if convex else -2
    lift = 1e-3 if convex else 0.02
    qx, qy, qz = px + nx * lift, py + ny * lift, pz + nz * lift
    open_share = openness(world, k, k, qx, qy, qz, nx, ny, nz, 0.9) * hollow
    soft = m[look, SOFT] if pip < 0 else 0.3 * m[look, SOFT]
    clear = m[look, CLEAR]
    # Light from all sides: sky above, table below.
    up = 0.5 + 0.5 * nz
    a = world.air
    low = 1.0 - 0.5 * min(max(pz, 0.0) / 6.0, 1.0)
    eb = (up * a[0, 0] + (1 - up) * a[2, 0] * low + 0.35 * a[1, 0]) * open_share
    eg = (up * a[0, 1] + (1 - up) * a[2, 1] * low + 0.35 * a[1, 1]) * open_share
    er = (up * a[0, 2] + (1 - up) * a[2, 2] * low + 0.35 * a[1, 2]) * open_share
    hb = hg = hr = 0.0
    for i in range(world.lights.shape[0]):
        lamp = world.lights[i]
        tx, ty, tz = lamp[0] - qx, lamp[1] - qy, lamp[2] - qz
        d2 = tx * tx + ty * ty + tz * tz
        far = sqrt(d2)
        tx, ty, tz = tx / far, ty / far, tz / far
        nl = nx * tx + ny * ty + nz * tz
        wrapped = (nl + soft) / (1.0 + soft)
        if wrapped <= 0.0:
            continue
        spread = lamp[6] / far
        share = lamp_share(world, k, skip, qx, qy, qz, tx, ty, tz, far, spread)
        if pip >= 0 and depth > 0.0:
            # The rim of the hollow shades its own floor.
            ex, ey, ez = to_local(world, k, tx, ty, tz)
            eu, ev, ew = to_face(face, ex, ey, ez)
            if ew > 0.02:
                au = fu + eu * depth / ew - world.pips[style, face, pip, 0]
                av = fv + ev * depth / ew - world.pips[style, face, pip, 1]
                over = (sqrt(au * au + av * av) - radius) / (0.15 * radius + depth * spread * 2.0)
                share *= 1.0 - min(max(0.5 + over, 0.0), 1.0)
            else:
                share = 0.0
        if share <= 0.0:
            continue
        fall = share * lamp[7] / d2
        eb += wrapped * fall * lamp[3]
        eg += wrapped * fall * lamp[4]
        er += wrapped * fall * lamp[5]
        if nl > 0.0:
            hx, hy, hz = tx + vx, ty + vy, tz + vz
            n = 1.0 / sqrt(hx * hx + hy * hy + hz * hz + 1e-12)
            nh = max((nx * hx + ny * hy + nz * hz) * n, 0.0)
            vh = max((vx * hx + vy * hy + vz * hz) * n, 0.0)
            wide = min(sqrt(rough * rough + 0.5 * spread), 1.0)
            f = (1.0 - vh) ** 5
            strong = gloss(nl, nv, nh, wide) * nl * fall * 3.1416 * (shine + (1.0 - shine) * f)
            hb += strong * lamp[3]
            hg += strong * lamp[4]
            hr += strong * lamp[5]
    # What the polish mirrors.
    rx, ry, rz = 2 * nv * nx - vx, 2 * nv * ny - vy, 2 * nv * nz - vz
    mb, mg, mr = around(world, rx, ry, rz, rough)
    f = (shine + (max(1.0 - rough, shine) - shine) * (1.0 - nv) ** 5) * open_share
    hb, hg, hr = hb + f * mb, hg + f * mg, hr + f * mr
    if clear > 0.0 and pip < 0:
        cb, cg, cr = _through(world, k, look, lx, ly, lz, vx, vy, vz, nx, ny, nz)
        b, g, r = b * (1 - clear), g * (1 - clear), r * (1 - clear)
        hb, hg, hr = hb + clear * cb, hg + clear * cg, hr + clear * cr
    rest = 1.0 - metal
    tint_b, tint_g, tint_r = 1.0, 1.0, 1.0
    if metal > 0.0:
        tint_b, tint_g, tint_r = rest + metal * b, rest + metal * g, rest + metal * r
    return eb * b * rest + hb * tint_b, eg * g * rest + hg * tint_g, er * r * rest + hr * tint_r


@compiled
def _through(
    world: World, k: int, look: int, lx: float, ly: float, lz: float, vx: float, vy: float, vz: float,
    nx: float, ny: float, nz: float,
) -> tuple[float, float, float]:  # fmt: skip
    """What is seen through a clear die: its far faces with their pips, and the table or room behind, tinted."""
    s, m = world.solids, world.looks
    half = s[k, SIZE]
    # Bend the ray into the body.
    eta = 0.67
    c = nx * vx + ny * vy + nz * vz
    q = sqrt(max(1.0 - eta * eta * (1.0 - c * c), 0.0))
    tx, ty, tz = -eta * vx + (eta * c - q) * nx, -eta * vy + (eta * c - q) * ny, -eta * vz + (eta * c - q) * nz
    ux, uy, uz = to_local(world, k, tx, ty, tz)
    t = 1e9
    for axis in range(3):
        o, v = lx, ux
        if axis == 1:
            o, v = ly, uy
        elif axis == 2:
            o, v = lz, uz
        if abs(v) > 1e-6:
            e = ((half if v > 0 else -half) - o) / v
            if 1e-4 < e < t:
                t = e
    x, y, z = lx + t * ux, ly + t * uy, lz + t * uz
    face, fu, fv = die_face(x / half, y / half, z / half)
    style = int(m[look, MARK])
    b, g, r = m[look, 0], m[look, 1], m[look, 2]
    # Thicker is darker.
    thick = min(t / (2.0 * half), 1.5)
    kb, kg, kr = b ** (0.6 * thick), g ** (0.6 * thick), r ** (0.6 * thick)
    a = world.air
    down = (to_world(world, k, x, y, z)[2] + s[k, PLACE + 2]) < 0.3 * half
    if pip_at(world, style, face, fu, fv) >= 0:
        w = 0.5 * (a[0, 0] + a[2, 0]), 0.5 * (a[0, 1] + a[2, 1]), 0.5 * (a[0, 2] + a[2, 2])
        ink = world.pip_ink[style, face]
        return kb * w[0] * ink[0], kg * w[1] * ink[1], kr * w[2] * ink[2]
    if down:
        return kb * a[2, 0] * 0.7, kg * a[2, 1] * 0.7, kr * a[2, 2] * 0.7
    eb, eg, er = around(world, tx, ty, tz, 0.4)
    return kb * eb, kg * eg, kr * er
