"""Where to look: places in a picture that may be dice, and how large they would be.

Most of a picture is table, and the finder's work grows with what it is shown. A network of a tenth of its cost, which
sees dice half as large, says where something like a top face may be: far too often, since what it passes over is lost.
The finder is shown those places alone, each as large as it likes dice best.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.mosaic import mosaic
from vision.reading import Image

STRIDE, MULTIPLE = 4, 16
"""Input pixels of the spotter to a cell of its map; its input's sides are multiples of the latter."""
DIM = -1.0
"""Log odds from which a place is worth a look."""
SMALLEST = 3.5
"""Edge, in pixels of its input, below which the spotter cannot judge."""
SAME, ALIKE = 0.4, 1.6
"""Spots nearer than so many edges whose edges differ by less than this factor are one, seen at two scales."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that may be a top face, in pixels of the picture."""

    x: float
    y: float
    edge: float
    heat: float
    """Log odds that its middle is here."""


class Spotter:
    """The spotter's network.

    Raises:
        cv2.error: it cannot be loaded.
    """

    def __init__(self, weights: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(weights), cv2.dnn.ENGINE_CLASSIC)

    def spots(self, image: Image, scales: tuple[float, ...]) -> list[Spot]:
        """What may be dice in a picture seen at some scales, the largest first; the hottest first, each place once."""
        canvas, tiles = mosaic(image, scales, MULTIPLE)
        self._net.setInput(cv2.dnn.blobFromImage(canvas, 1 / 255))
        maps = np.asarray(self._net.forward()[0], dtype=np.float32)
        heat = np.ascontiguousarray(maps[0])
        rows, columns = np.nonzero((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > DIM))
        found = []
        for row, column in sorted(zip(rows.tolist(), columns.tolist(), strict=True), key=lambda at: -heat[at]):
            edge = math.exp(min(6.0, float(maps[1, row, column])))
            x, y = (column + 0.5) * STRIDE, (row + 0.5) * STRIDE
            for tile in tiles:
                if tile.x <= x < tile.x + tile.wide and tile.y <= y < tile.y + tile.high and edge > SMALLEST:
                    fx, fy = tile.wide / image.shape[1], tile.high / image.shape[0]
                    at = (x - tile.x) / fx - 0.5, (y - tile.y) / fy - 0.5
                    found.append(Spot(*at, edge / math.sqrt(fx * fy), float(heat[row, column])))
        return each_once(found)


def each_once(spots: list[Spot]) -> list[Spot]:
    """The hottest of spots that are one place, in their order, which is the hottest first."""
    kept: list[Spot] = []
    for one in spots:
        for other in kept:
            near = math.hypot(one.x - other.x, one.y - other.y) < SAME * min(one.edge, other.edge)
            if near and 1 / ALIKE < one.edge / other.edge < ALIKE:
                break
        else:
            kept.append(one)
    return kept
