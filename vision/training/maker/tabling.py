"""The table in the picture: its own colours seen through the camera, and the light that falls on it."""

from __future__ import annotations

from math import log2, sqrt

import numpy as np

from vision.training.maker.jit import compiled
from vision.training.maker.shading import around, gloss, shade
from vision.training.maker.tracing import first_hit, lamp_share, openness, ray
from vision.training.maker.world import TILE, Bytes, Floats, Integers, Singles, World

HORIZON = 400.0
"""Centimetres beyond which there is no table."""
BLOCK = 4
"""The light is computed at every fourth pixel, and between them only where it changes."""


@compiled
def _sample(atlas: Bytes, light: Singles, side: int, level: int, x: float, y: float) -> tuple[float, float, float]:
    """A copy of the table's picture, halved `level` times, at a place in pixels of the whole one."""
    n = side >> level
    left, top = 0, 0
    if level > 0:
        left = side
        for i in range(1, level):
            top += side >> i
    small = 1.0 / (1 << level)
    u, v = abs(x * small - 0.5), abs(y * small - 0.5)
    # Outside, the picture is mirrored.
    if u > n - 1:
        u = u % (2.0 * n)
        if u > n - 1:
            u = max(2.0 * n - 1 - u, 0.0)
    if v > n - 1:
        v = v % (2.0 * n)
        if v > n - 1:
            v = max(2.0 * n - 1 - v, 0.0)
    u, v = min(u, n - 1.001), min(v, n - 1.001)
    i, j = int(u), int(v)
    a, b = u - i, v - j
    i, j = i + left, j + top
    p, q, r, s = (1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b
    t = atlas
    return (
        p * light[t[j, i, 0]] + q * light[t[j, i + 1, 0]] + r * light[t[j + 1, i, 0]] + s * light[t[j + 1, i + 1, 0]],
        p * light[t[j, i, 1]] + q * light[t[j, i + 1, 1]] + r * light[t[j + 1, i, 1]] + s * light[t[j + 1, i + 1, 1]],
        p * light[t[j, i, 2]] + q * light[t[j, i + 1, 2]] + r * light[t[j + 1, i, 2]] + s * light[t[j + 1, i + 1, 2]],
    )


@compiled
def view_table(
    camera: Floats, atlas: Bytes, light: Singles, side: int, levels: int, scale: float, corner: Floats, out: Singles
) -> None:
    """Fill in the table's colour at every pixel; where no table is seen, nothing. `light`: of each 8-bit level.

    Seen aslant, a pixel covers a long strip: it is covered with up to four samples of a copy as fine as the strip is
    narrow.
    """
    height, width = out.shape[0], out.shape[1]
    for y in range(height):
        for x in range(width):
            dx, dy, dz = ray(camera, x, y)
            if dz > -2e-3:
                continue
            t = -camera[2] / dz
            if t > HORIZON:
                continue
            u = (camera[0] + t * dx - corner[0]) * scale
            v = side - (camera[1] + t * dy - corner[1]) * scale
            short = max(t / camera[12] * scale, 1e-3)
            long = short / max(-dz, 0.05)
            taps = int(min(max(long / max(short, 1.0) + 0.5, 1.0), 4.0))
            level = min(max(log2(max(long / taps, short)), 0.0), levels - 1.001)
            low = int(level)
            f = level - low
            flat = sqrt(dx * dx + dy * dy) + 1e-9
            su, sv = dx / flat * long / taps, -dy / flat * long / taps
            tb = tg = tr = 0.0
            for n in range(taps):
                q = n - 0.5 * (taps - 1)
                b, g, r = _sample(atlas, light, side, low, u + q * su, v + q * sv)
                if f > 0.04:
                    b1, g1, r1 = _sample(atlas, light, side, low + 1, u + q * su, v + q * sv)
                    b, g, r = b + f * (b1 - b), g + f * (g1 - g), r + f * (r1 - r)
                tb, tg, tr = tb + b, tg + g, tr + r
            out[y, x, 0], out[y, x, 1], out[y, x, 2] = tb / taps, tg / taps, tr / taps


@compiled
def _light_at(
    world: World,
    camera: Floats,
    px: int,
    py: int,
    rough: float,
    shine: float,
    mirror: float,
    lit: Singles,
    polish: Singles,
) -> None:
    for c in range(3):
        lit[py, px, c], polish[py, px, c] = 1.0, 0.0
    dx, dy, dz = ray(camera, px, py)
    if dz > -1e-3:
        return
    t = -camera[2] / dz
    x, y = camera[0] + t * dx, camera[1] + t * dy
    if t > HORIZON:
        return
    width = lit.shape[1]
    a = world.air
    row = world.solids.shape[0] + (py // TILE) * ((width + TILE - 1) // TILE) + px // TILE
    open_share = openness(world, row, -1, x, y, 0.0, 0.0, 0.0, 1.0, 1.4)
    for c in range(3):
        lit[py, px, c] = (a[0, c] + 0.35 * a[1, c]) * open_share
    nv = max(-dz, 0.02)
    for n in range(world.lights.shape[0]):
        lamp = world.lights[n]
        tx, ty, tz = lamp[0] - x, lamp[1] - y, lamp[2]
        d2 = tx * tx + ty * ty + tz * tz
        far = sqrt(d2)
        tx, ty, tz = tx / far, ty / far, tz / far
        spread = lamp[6] / far
        share = lamp_share(world, row, -2, x, y, 1e-4, tx, ty, tz, far, spread)
        if share <= 0.0:
            continue
        fall = share * lamp[7] / d2
        for c in range(3):
            lit[py, px, c] += tz * fall * lamp[3 + c]
        if shine > 0.0:
            hx, hy, hz = tx - dx, ty - dy, tz - dz
            h = 1.0 / sqrt(hx * hx + hy * hy + hz * hz + 1e-12)
            vh = max(-(dx * hx + dy * hy + dz * hz) * h, 0.0)
            wide = min(sqrt(rough * rough + 0.5 * spread), 1.0)
            strong = gloss(tz, nv, hz * h, wide) * tz * fall * 3.1416 * (shine + (1 - shine) * (1 - vh) ** 5)
            for c in range(3):
                polish[py, px, c] += strong * lamp[3 + c]
    if shine > 0.0:
        f = shine + (max(1.0 - rough, shine) - shine) * (1.0 - nv) ** 5
        b, g, r = around(world, dx, dy, -dz, rough)
        if mirror > 0.0:
            k, u = first_hit(world, x, y, 1e-3, dx, dy, -dz, 12.0, 2e-3)
            if k >= 0:
                mb, mg, mr = shade(world, k, x + u * dx, y + u * dy, 1e-3 - u * dz, -dx, -dy, dz, 0.02)
                q = mirror / (1.0 + 2.0 * rough * u)
                b, g, r = b + q * (mb - b), g + q * (mg - g), r + q * (mr - r)
        polish[py, px, 0] += f * b
        polish[py, px, 1] += f * g
        polish[py, px, 2] += f * r


@compiled
def light_table(
    world: World,
    camera: Floats,
    owner: Integers,
    rough: float,
    shine: float,
    mirror: float,
    lit: Singles,
    polish: Singles,
    window: Integers,
) -> None:
    """Fill in the light that falls on the table, and what its polish throws back, for every pixel that shows it.

    Only inside the `window` x0, y0, x1, y1, and at most a block beyond.
    """
    height, width = owner.shape
    rows, columns = (height + BLOCK - 2) // BLOCK, (width + BLOCK - 2) // BLOCK
    open_block = np.zeros((rows, columns), np.uint8)
    node = np.zeros((rows + 1, columns + 1), np.uint8)
    j0, j1 = window[1] // BLOCK, min((window[3] + BLOCK - 1) // BLOCK, rows)
    i0, i1 = window[0] // BLOCK, min((window[2] + BLOCK - 1) // BLOCK, columns)
    for j in range(j0, j1):
        for i in range(i0, i1):
            for y in range(j * BLOCK, min(j * BLOCK + BLOCK + 1, height)):
                for x in range(i * BLOCK, min(i * BLOCK + BLOCK + 1, width)):
                    if owner[y, x] < 0:
                        open_block[j, i] = 1
            if open_block[j, i]:
                node[j, i] = node[j + 1, i] = node[j, i + 1] = node[j + 1, i + 1] = 1
    for j in range(j0, j1 + 1):
        for i in range(i0, i1 + 1):
            if node[j, i]:
                x, y = min(i * BLOCK, width - 1), min(j * BLOCK, height - 1)
                _light_at(world, camera, x, y, rough, shine, mirror, lit, polish)
    for j in range(j0, j1):
        for i in range(i0, i1):
            if not open_block[j, i]:
                continue
            x0, y0 = i * BLOCK, j * BLOCK
            x1, y1 = min(x0 + BLOCK, width - 1), min(y0 + BLOCK, height - 1)
            low, high, size = 1e9, -1e9, 0.0
            plow, phigh = 1e9, -1e9
            for n in range(4):
                y, x = (y0, y0, y1, y1)[n], (x0, x1, x0, x1)[n]
                v, p = lit[y, x, 1], polish[y, x, 1]
                low, high, size = min(low, v), max(high, v), max(size, v + p)
                plow, phigh = min(plow, p), max(phigh, p)
            uneven = high - low > 0.05 * size or phigh - plow > 0.05 * size
            if uneven and x1 - x0 == BLOCK and y1 - y0 == BLOCK and high - low < 0.4 * size:
                # A slope, as in a soft shadow's edge, is no reason to look closer: only a bend is.
                y, x = y0 + BLOCK // 2, x0 + BLOCK // 2
                _light_at(world, camera, x, y, rough, shine, mirror, lit, polish)
                v = 0.25 * (lit[y0, x0, 1] + lit[y0, x1, 1] + lit[y1, x0, 1] + lit[y1, x1, 1])
                q = 0.25 * (polish[y0, x0, 1] + polish[y0, x1, 1] + polish[y1, x0, 1] + polish[y1, x1, 1])
                uneven = abs(lit[y, x, 1] - v) > 0.012 * size or abs(polish[y, x, 1] - q) > 0.012 * size
            for y in range(y0, y1 + (y1 == height - 1)):
                for x in range(x0, x1 + (x1 == width - 1)):
                    if (y in (y0, y1)) and (x in (x0, x1)):
                        continue
                    if uneven:
                        if owner[y, x] < 0 or _beside(owner, y, x):
                            _light_at(world, camera, x, y, rough, shine, mirror, lit, polish)
                        continue
                    a, b = (x - x0) / max(x1 - x0, 1), (y - y0) / max(y1 - y0, 1)
                    for c in range(3):
                        up = (1 - a) * lit[y0, x0, c] + a * lit[y0, x1, c]
                        low_row = (1 - a) * lit[y1, x0, c] + a * lit[y1, x1, c]
                        lit[y, x, c] = (1 - b) * up + b * low_row
                        up = (1 - a) * polish[y0, x0, c] + a * polish[y0, x1, c]
                        low_row = (1 - a) * polish[y1, x0, c] + a * polish[y1, x1, c]
                        polish[y, x, c] = (1 - b) * up + b * low_row


@compiled
def _beside(owner: Integers, y: int, x: int) -> bool:
    """Whether a pixel next to this one shows the table: its edge is then mixed from both."""
    for j in range(max(y - 1, 0), min(y + 2, owner.shape[0])):
        for i in range(max(x - 1, 0), min(x + 2, owner.shape[1])):
            if owner[j, i] < 0:
                return True
    return False
