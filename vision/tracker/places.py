"""Which die is which from one reading to the next: told by where they lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from vision.reading import DieReading, Point


def edge(die: DieReading) -> float:
    """Length of the top face's edge in pixels, seen from above or not: that of a square of the same area."""
    area = 0.0
    for (x0, y0), (x1, y1) in zip(die.quad, (*die.quad[1:], die.quad[0]), strict=True):
        area += x0 * y1 - x1 * y0
    return math.sqrt(abs(area) / 2) or 1.0


def distance(a: DieReading, b: DieReading) -> float:
    """How far apart two dice lie, in edges of a die."""
    return math.dist(a.centre, b.centre) / (0.5 * (edge(a) + edge(b)))


def shifted(die: DieReading, x: float, y: float) -> DieReading:
    """The die as seen by (`x`, `y`) pixels elsewhere."""

    def move(point: Point) -> Point:
        return point[0] + x, point[1] + y

    x0, y0, x1, y1 = die.box
    a, b, c, d = die.quad
    return replace(
        die,
        centre=move(die.centre),
        box=(x0 + x, y0 + y, x1 + x, y1 + y),
        quad=(move(a), move(b), move(c), move(d)),
    )


def pair(old: Sequence[DieReading], new: Sequence[DieReading], within: float) -> dict[int, int]:
    """Pairs of dice that lie at the same place, nearest first.

    Args:
        old: dice of an earlier reading.
        new: dice of a later one.
        within: largest distance in edges.

    Returns:
        Index into `new` → index into `old`; each at most once.
    """
    near = sorted(
        (gap, i, j) for i, a in enumerate(old) for j, b in enumerate(new) if (gap := distance(a, b)) <= within
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in near:
        if j not in pairs and i not in taken:
            pairs[j] = i
            taken.add(i)
    return pairs
