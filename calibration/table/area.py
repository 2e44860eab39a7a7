"""The part of the picture in which dice are thrown: pure functions for moving it by hand, and for judging it.

The screen calls `moved` and `resized` with arrow keys; the reader gets the result as `Hints.area`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

Area = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels: left, upper, right, lower; x1 and y1 are the first outside."""
Size = tuple[int, int]

LEAST = 64
"""Smallest side of an area in pixels."""
STEP = 1 / 40
"""One press of an arrow key moves by this share of the picture's width."""


class Way(StrEnum):
    """Which arrow key."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


_SHIFTS = {Way.LEFT: (-1, 0), Way.RIGHT: (1, 0), Way.UP: (0, -1), Way.DOWN: (0, 1)}


def whole(size: Size) -> Area:
    """The whole picture."""
    return 0, 0, size[0], size[1]


def inside(area: tuple[float, float, float, float], size: Size) -> Area:
    """The area in whole pixels, cut to the picture, and not smaller than `LEAST` where the picture allows it."""
    x0, x1 = _span(area[0], area[2], size[0])
    y0, y1 = _span(area[1], area[3], size[1])
    return x0, y0, x1, y1


def moved(area: Area, way: Way, size: Size, steps: int = 1) -> Area:
    """The area moved by arrow keys, its size kept: it stops at the picture's edge."""
    step = max(1, round(size[0] * STEP)) * steps
    x, y = _SHIFTS[way]
    dx = min(max(x * step, -area[0]), size[0] - area[2])
    dy = min(max(y * step, -area[1]), size[1] - area[3])
    return area[0] + dx, area[1] + dy, area[2] + dx, area[3] + dy


def resized(area: Area, way: Way, size: Size, steps: int = 1) -> Area:
    """The area with its right or lower side moved by arrow keys: right and down make it larger."""
    step = max(1, round(size[0] * STEP)) * steps
    x, y = _SHIFTS[way]
    x1 = min(max(area[2] + x * step, area[0] + LEAST), size[0])
    y1 = min(max(area[3] + y * step, area[1] + LEAST), size[1])
    return area[0], area[1], max(x1, area[0] + 1), max(y1, area[1] + 1)


def scaled(area: Area, old: Size, new: Size) -> Area:
    """The same area in a picture of another size of the same view."""
    fx, fy = new[0] / old[0], new[1] / old[1]
    return inside((area[0] * fx, area[1] * fy, area[2] * fx, area[3] * fy), new)


def outside(area: Area, spots: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Those of the spots (pixels) that the area leaves out."""
    return [(x, y) for x, y in spots if not (area[0] <= x < area[2] and area[1] <= y < area[3])]


def _span(low: float, high: float, end: int) -> tuple[int, int]:
    low, high = max(0.0, min(low, high)), min(float(end), max(low, high))
    if high - low < LEAST:
        middle = min(max((low + high) / 2, LEAST / 2), max(end - LEAST / 2, LEAST / 2))
        low, high = middle - LEAST / 2, middle + LEAST / 2
    return max(0, int(low)), min(end, int(high + 0.999))
