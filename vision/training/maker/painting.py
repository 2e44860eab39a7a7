"""The loops over pixels: which solid is where, and the picture."""

from __future__ import annotations

from math import sqrt

import numpy as np

from vision.training.maker.jit import compiled
from vision.training.maker.shading import shade
from vision.training.maker.solids import to_local
from vision.training.maker.surfaces import die_face, pip_at
from vision.training.maker.tracing import hit, ray
from vision.training.maker.world import LOOK, MARK, MARKS, PIPS, PLACE, SIZE, Floats, Integers, Singles, World

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
    if int(world.looks[look, MARKS]) != PIPS:
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
def _colour(
    world: World, camera: Floats, k: int, t: float, dx: float, dy: float, dz: float
) -> tuple[float, float, float]:
    fine = t / camera[12]
    return shade(world, k, camera[0] + t * dx, camera[1] + t * dy, camera[2] + t * dz, -dx, -dy, -dz, fine)


@compiled
def paint(
    world: World,
    camera: Floats,
    boxes: Integers,
    depth: Singles,
    owner: Integers,
    key: Integers,
    picture: Singles,
    fine: float,
    many: int,
    window: Integers,
) -> None:
    """Paint the solids over `picture`, which holds the table; edges are sampled `many` × `many` times a pixel.

    Only inside the `window` x0, y0, x1, y1.

    Of the samples in one pixel, only the first two of every part are lit: light hardly changes within a pixel, it is
    the share of each part that matters.
    """
    height, width = owner.shape
    near = np.empty(boxes.shape[0], np.int64)
    parts = np.empty(many * many, np.int64)
    count = np.empty(many * many, np.int64)
    sums = np.empty((many * many, 3))
    for y in range(window[1], window[3]):
        for x in range(window[0], window[2]):
            here = key[y, x]
            edge = False
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
            here_many = 0
            for k in range(boxes.shape[0]):
                if boxes[k, 0] <= x < boxes[k, 2] and boxes[k, 1] <= y < boxes[k, 3]:
                    near[here_many] = k
                    here_many += 1
            different = 0
            for n in range(many * many):
                px, py = x + (n % many + 0.5) / many - 0.5, y + (n // many + 0.5) / many - 0.5
                dx, dy, dz = ray(camera, px, py)
                best, far = -1, 1e6
                for c in range(here_many):
                    t = hit(world, near[c], camera[0], camera[1], camera[2], dx, dy, dz, far, fine)
                    if t >= 0.0:
                        best, far = near[c], t
                which = OPEN if best < 0 else part(world, camera, best, far, dx, dy, dz)
                slot = 0
                while slot < different and parts[slot] != which:
                    slot += 1
                if slot == different:
                    parts[slot], count[slot], different = which, 0, different + 1
                    sums[slot, 0] = sums[slot, 1] = sums[slot, 2] = 0.0
                count[slot] += 1
                if count[slot] > 2:
                    continue
                b, g, r = picture[y, x, 0], picture[y, x, 1], picture[y, x, 2]
                if best >= 0:
                    b, g, r = _colour(world, camera, best, far, dx, dy, dz)
                sums[slot, 0] += b
                sums[slot, 1] += g
                sums[slot, 2] += r
            b = g = r = 0.0
            for slot in range(different):
                share = count[slot] / min(count[slot], 2) / (many * many)
                b, g, r = b + share * sums[slot, 0], g + share * sums[slot, 1], r + share * sums[slot, 2]
            picture[y, x, 0], picture[y, x, 1], picture[y, x, 2] = b, g, r


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
