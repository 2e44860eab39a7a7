"""Several small copies of a picture side by side, to be looked at in one go.

A network pays for every change of its input's size, and small pictures cost little more than that. So a picture's
half, quarter and eighth share one canvas, far enough apart that none is mistaken for a part of another.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Image
from vision.shrink import shrunk

GAP = 32
"""Pixels between two copies, at least; either copy's border is repeated over half of them."""


@dataclass(frozen=True, slots=True)
class Tile:
    """Where a copy lies on the canvas, in pixels."""

    x: int
    y: int
    wide: int
    high: int


def mosaic(image: Image, scales: tuple[float, ...], multiple: int) -> tuple[Image, list[Tile]]:
    """Copies of a picture on one canvas, the largest first and the others beside it.

    Args:
        image: H × W × 3.
        scales: the copies' sizes as shares of the picture's; the first is the largest.
        multiple: the canvas's sides, and where copies begin, are multiples of this.

    Returns:
        The canvas, and a tile for each scale.
    """
    height, width = image.shape[:2]
    copies: list[Image] = []
    for scale in scales:
        source = copies[-1] if copies else image
        copies.append(shrunk(source, max(1, round(width * scale)), max(1, round(height * scale))))
    if height > width:
        canvas, tiles = _beside([c.transpose(1, 0, 2) for c in copies], multiple)
        return np.ascontiguousarray(canvas.transpose(1, 0, 2)), [Tile(t.y, t.x, t.high, t.wide) for t in tiles]
    return _beside(copies, multiple)


def _beside(copies: list[Image], multiple: int) -> tuple[Image, list[Tile]]:
    """The first copy to the left, the second right of it, the others side by side under the second."""

    def after(v: int) -> int:
        return -(-v // multiple) * multiple

    first, *rest = copies
    tiles = [Tile(0, 0, first.shape[1], first.shape[0])]
    edge = after(first.shape[1] + GAP)
    x, y = edge, 0
    for copy in rest:
        tiles.append(Tile(x, y, copy.shape[1], copy.shape[0]))
        x, y = (after(x + copy.shape[1] + GAP), y) if y else (edge, after(copy.shape[0] + GAP))
    wide = after(max(t.x + t.wide for t in tiles))
    high = after(max(t.y + t.high for t in tiles))
    canvas = np.empty((high, wide, 3), np.uint8)
    for number, (copy, tile) in enumerate(zip(copies, tiles, strict=True)):
        # Every copy's border is repeated as far as its share of the canvas goes.
        beside = [t.x for t in tiles[number + 1 :] if t.x > tile.x and t.y == tile.y]
        under = [t.y for t in tiles[number + 1 :] if t.x == tile.x and t.y > tile.y]
        left, top = max(0, tile.x - GAP // 2), max(0, tile.y - GAP // 2)
        right = beside[0] - GAP // 2 if beside else wide
        below = under[0] - GAP // 2 if under else high
        canvas[top:below, left:right] = cv2.copyMakeBorder(
            copy,
            tile.y - top,
            below - tile.y - tile.high,
            tile.x - left,
            right - tile.x - tile.wide,
            cv2.BORDER_REPLICATE,
        )
    return canvas, tiles
