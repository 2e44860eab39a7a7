"""From a described scene to the light that reaches every pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.training.maker.build import outline
from vision.training.maker.camera import Camera
from vision.training.maker.grounds import Rng
from vision.training.maker.painting import find_owners, paint
from vision.training.maker.tabling import light_table
from vision.training.maker.tracing import find_near
from vision.training.maker.world import TILE, Integers, Singles, World

GLOSSY = {
    "plain": 0.5,
    "wood": 0.6,
    "stone": 0.6,
    "tiles": 0.5,
    "leather": 0.4,
    "felt": 0.0,
    "carpet": 0.0,
    "cloth": 0.0,
}
"""How often a kind of table is polished."""


@dataclass(frozen=True)
class Polish:
    """How a table shines."""

    shine: float = 0.0
    """Share of light thrown back straight; 0: a dull table."""
    rough: float = 0.5
    mirror: float = 0.0
    """How clearly things are mirrored in it."""


def draw_polish(rng: Rng, kind: str) -> Polish:
    """The polish of a kind of table."""
    if rng.random() >= GLOSSY.get(kind, 0.2):
        return Polish()
    rough = rng.uniform(0.12, 0.6)
    return Polish(0.04, rough, 1.0 if rough < 0.4 and rng.random() < 0.7 else 0.0)


def cast(
    world: World,
    camera: Camera,
    table: Singles,
    polish: Polish,
    many: int,
    base: Singles | None = None,
    window: tuple[int, int, int, int] | None = None,
) -> tuple[Singles, Integers]:
    """Light reaching every pixel; `table` holds the table's colours; edges get `many`² samples.

    With `base` and `window` (x0, y0, x1, y1) only that part is cast, and the rest is taken from `base`.
    Also gives the number of the solid that is seen in the middle of every pixel, or −1 (outside the window, too).
    """
    numbers = camera.numbers()
    x0, y0, x1, y1 = window or (0, 0, camera.width, camera.height)
    view = np.array([x0, y0, x1, y1], np.int64)
    lit, shine = np.ones_like(table), np.zeros_like(table)
    boxes = np.array([camera.cover(*outline(world, k)) for k in range(len(world.solids))], np.int64).reshape(-1, 4)
    boxes[:, 0::2] = np.clip(boxes[:, 0::2], x0, x1)
    boxes[:, 1::2] = np.clip(boxes[:, 1::2], y0, y1)
    depth = np.full((camera.height, camera.width), 1e6, np.float32)
    owner, key = np.full(depth.shape, -1, np.int64), np.full(depth.shape, -1, np.int64)
    fine = 0.25 / camera.focal
    count = len(world.solids)
    tiles = -(-camera.width // TILE) * -(-camera.height // TILE)
    near, many_near = np.zeros((count + tiles, max(count, 1)), np.int64), np.zeros(count + tiles, np.int64)
    world = world._replace(near=near, near_count=many_near)
    find_near(world, numbers, camera.width, camera.height, near, many_near)
    find_owners(world, numbers, boxes, depth, owner, key, fine)
    light_table(world, numbers, owner, polish.rough, polish.shine, polish.mirror, lit, shine, view)
    light = np.ascontiguousarray(table * lit + shine, np.float32)
    paint(world, numbers, boxes, depth, owner, key, light, fine, many, view)
    if base is not None:
        whole = base.copy()
        whole[y0:y1, x0:x1] = light[y0:y1, x0:x1]
        light = whole
    return light, owner


def reach_of(world: World, camera: Camera, solids: list[int]) -> tuple[int, int, int, int]:
    """The part of the picture (x0, y0, x1, y1) in which these solids or their shadows can be seen."""
    rectangle = (camera.width, camera.height, 0, 0)
    for k in solids:
        points, radii = outline(world, k)
        if points[:, 2].max() < -100:
            continue
        radii = radii + 0.8
        parts = [camera.cover(points, radii)]
        for lamp in world.lights:
            along = points[:, 2] / np.maximum(lamp[2] - points[:, 2], 1.0)
            far = np.linalg.norm(points - lamp[:3], axis=1)
            soft = lamp[6] / far * points[:, 2] * far / np.maximum(lamp[2] - points[:, 2], 1.0)
            spots = points + (points - lamp[:3]) * along[:, None]
            parts.append(camera.cover(spots, radii * far / np.maximum(lamp[2] - points[:, 2], 1.0) + 1.3 * soft))
        for part in parts:
            if part[2] > part[0] and part[3] > part[1]:
                low = min(rectangle[0], part[0]), min(rectangle[1], part[1])
                rectangle = (*low, max(rectangle[2], part[2]), max(rectangle[3], part[3]))
    return rectangle
