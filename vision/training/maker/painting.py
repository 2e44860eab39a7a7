"""The loops over pixels: which solid is where, the light on the table, and the picture."""

from __future__ import annotations

from math import sqrt

import numpy as np

from vision.training.maker.jit import compiled
from vision.training.maker.shading import around, gloss, shade
from vision.training.maker.solids import to_local
from vision.training.maker.surfaces import die_face, pip_at
from vision.training.maker.tracing import first_hit, hit, lamp_share, openness, ray
from vision.training.maker.world import LOOK, MARK, MARKS, PIPS, PLACE, PRINTED, SIZE, Floats, Integers, Singles, World

OPEN = -1
"""The owner of a pixel that shows the table, or the room behind it."""


@compiled
def find_owners(
    world: World, camera: Floats, boxes: Integers, depth: Singles, owner: Integers, key: Integers, fine: float
) -> None:
    """Fill in, for the middle of every pixel, the nearest solid, its distance, and a key of the part that is seen."""
    for k in range(boxes.shape[0]):
        for y in range(boxes[k, 1], boxes[k, 3]):
            for x in range(boxes[k, 0], boxes[k, 2]):
                dx, dy, dz = ray(camera, x, y)
                t = hit(world, k, camera[0], camera[1], camera[2], dx, dy, dz, depth[y, x], fine)
                if t >= 0.0:
                    depth[y, x] = t
                    owner[y, x] = k
                    key[y, x] = part(world, camera, k, t, dx, dy, dz)


@compiled
def part(world: World, camera: Floats, k: int, t: float, dx: float, dy: float, dz: float) -> int:
    """A number that changes where the look of solid `k` jumps: another face, a pip."""
    s = world.solids
    look = int(s[k, LOOK])
    marks = int(world.looks[look, MARKS])
    if marks == PRINTED:
        return -64 * k - 2
    if marks != PIPS:
        return 64 * k
    x, y, z = (
        camera[0] + t * dx - s[k, PLACE],
        camera[1] + t * dy - s[k, PLACE + 1],
        camera[2] + t * dz - s[k, PLACE + 2],
    )
    x, y, z = to_local(world, k, x, y, z)
    half = s[k, SIZE]
    face, u, v = die_face(x / half, y / half, z / half)
    pip = pip_at(world, int(world.looks[look, MARK]), face, u, v)
    return 64 * k + 8 * face + pip + 1


@compiled
def light_table(
    world: World, camera: Floats, step: int, rough: float, shine: float, mirror: float, light: Singles, polish: Singles
) -> None:
    """Fill in, for every `step`-th pixel, the light that falls on the table and the light its polish throws back."""
    height, width = light.shape[0], light.shape[1]
    a = world.air
    for j in range(height):
        for i in range(width):
            dx, dy, dz = ray(camera, i * step + 0.5 * (step - 1), j * step + 0.5 * (step - 1))
            if dz > -1e-3:
                continue
            t = -camera[2] / dz
            x, y = camera[0] + t * dx, camera[1] + t * dy
            if t > 400.0:
                continue
            open_share = openness(world, -1, x, y, 0.0, 0.0, 0.0, 1.0, 1.4)
            for c in range(3):
                light[j, i, c] = (a[0, c] + 0.35 * a[1, c]) * open_share
            nv = max(-dz, 0.02)
            for n in range(world.lights.shape[0]):
                lamp = world.lights[n]
                tx, ty, tz = lamp[0] - x, lamp[1] - y, lamp[2]
                d2 = tx * tx + ty * ty + tz * tz
                far = sqrt(d2)
                tx, ty, tz = tx / far, ty / far, tz / far
                spread = lamp[6] / far
                share = lamp_share(world, -2, x, y, 1e-4, tx, ty, tz, far, spread)
                if share <= 0.0:
                    continue
                fall = share * lamp[7] / d2
                for c in range(3):
                    light[j, i, c] += tz * fall * lamp[3 + c]
                if shine > 0.0:
                    hx, hy, hz = tx - dx, ty - dy, tz - dz
                    h = 1.0 / sqrt(hx * hx + hy * hy + hz * hz + 1e-12)
                    vh = max(-(dx * hx + dy * hy + dz * hz) * h, 0.0)
                    wide = min(sqrt(rough * rough + 0.5 * spread), 1.0)
                    strong = gloss(tz, nv, hz * h, wide) * tz * fall * 3.1416 * (shine + (1 - shine) * (1 - vh) ** 5)
                    for c in range(3):
                        polish[j, i, c] += strong * lamp[3 + c]
            if shine > 0.0:
                f = shine + (max(1.0 - rough, shine) - shine) * (1.0 - nv) ** 5
                b, g, r = around(world, dx, dy, -dz, rough)
                if mirror > 0.0:
                    k, u = first_hit(world, x, y, 1e-3, dx, dy, -dz, 12.0, 2e-3)
                    if k >= 0:
                        mb, mg, mr = shade(world, k, x + u * dx, y + u * dy, 1e-3 - u * dz, -dx, -dy, dz, 0.02)
                        q = mirror / (1.0 + 2.0 * rough * u)
                        b, g, r = b + q * (mb - b), g + q * (mg - g), r + q * (mr - r)
                polish[j, i, 0] += f * b
                polish[j, i, 1] += f * g
                polish[j, i, 2] += f * r


@compiled
def _colour(
    world: World, camera: Floats, k: int, t: float, dx: float, dy: float, dz: float
) -> tuple[float, float, float]:
    fine = t / camera[12]
    return shade(world, k, camera[0] + t * dx, camera[1] + t * dy, camera[2] + t * dz, -dx, -dy, -dz, fine)


@compiled
def paint(
    world: World, camera: Floats, boxes: Integers, depth: Singles, owner: Integers, key: Integers, picture: Singles,
    fine: float, many: int,
) -> None:  # fmt: skip
    """Paint the solids over `picture`, which holds the table; edges are sampled `many` × `many` times a pixel."""
    height, width = owner.shape
    near = np.empty(boxes.shape[0], np.int64)
    for y in range(height):
        for x in range(width):
            here = key[y, x]
            edge = here < OPEN
            if not edge:
                for n in range(8):
                    j, i = y + (-1, -1, -1, 0, 0, 1, 1, 1)[n], x + (-1, 0, 1, -1, 1, -1, 0, 1)[n]
                    if 0 <= j < height and 0 <= i < width and key[j, i] != here:
                        edge = True
                        break
            if not edge:
                if owner[y, x] >= 0:
                    dx, dy, dz = ray(camera, x, y)
                    b, g, r = _colour(world, camera, owner[y, x], depth[y, x], dx, dy, dz)
                    picture[y, x, 0], picture[y, x, 1], picture[y, x, 2] = b, g, r
                continue
            count = 0
            for k in range(boxes.shape[0]):
                if boxes[k, 0] <= x < boxes[k, 2] and boxes[k, 1] <= y < boxes[k, 3]:
                    near[count] = k
                    count += 1
            sb = sg = sr = 0.0
            for n in range(many * many):
                px, py = x + (n % many + 0.5) / many - 0.5, y + (n // many + 0.5) / many - 0.5
                dx, dy, dz = ray(camera, px, py)
                best, far = -1, 1e6
                for c in range(count):
                    t = hit(world, near[c], camera[0], camera[1], camera[2], dx, dy, dz, far, fine)
                    if t >= 0.0:
                        best, far = near[c], t
                if best >= 0:
                    b, g, r = _colour(world, camera, best, far, dx, dy, dz)
                    sb, sg, sr = sb + b, sg + g, sr + r
                else:
                    sb, sg, sr = sb + picture[y, x, 0], sg + picture[y, x, 1], sr + picture[y, x, 2]
            picture[y, x, 0], picture[y, x, 1], picture[y, x, 2] = (
                sb / (many * many), sg / (many * many), sr / (many * many),
            )  # fmt: skip


@compiled
def seen(world: World, camera: Floats, k: int, points: Floats, out: Integers) -> None:
    """For points on solid `k`, whether no other solid hides them from the camera: 1 or 0."""
    for i in range(points.shape[0]):
        dx, dy, dz = points[i, 0] - camera[0], points[i, 1] - camera[1], points[i, 2] - camera[2]
        far = sqrt(dx * dx + dy * dy + dz * dz)
        dx, dy, dz = dx / far, dy / far, dz / far
        out[i] = 1
        for other in range(world.solids.shape[0]):
            if other != k and hit(world, other, camera[0], camera[1], camera[2], dx, dy, dz, far - 0.02, 5e-4) >= 0.0:
                out[i] = 0
                break
