"""What the finder is shown: small windows cut out of a picture, laid side by side on pages.

A network pays dearly for every change of its input's size, so all pages are of one size, however many windows there are
and however large what they show.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Image, Point
from vision.shrink import averaged
from vision.spots import Spot

WINDOW, ACROSS, DOWN = 64, 3, 3
"""Network pixels of a window's sides, and how many windows make a page."""
FEW_DOWN = 2
"""As DOWN, where there are no more than a few places."""
BORDER = 6
"""What lies nearer to a window's border, in network pixels, is seen better in another window."""
COVERED, AS_LARGE = 10.0, 1.3
"""A spot nearer to the middle of a window than so many network pixels, and larger or smaller by no more than this,
needs no window of its own."""
FINEST = 2.0
"""How much a picture may be enlarged."""


@dataclass(frozen=True, slots=True)
class Window:
    """A square cut out of a picture, WINDOW network pixels wide."""

    left: int
    top: int
    side: int
    """In the picture's pixels."""

    @property
    def scale(self) -> float:
        """Network pixels to one of the picture's."""
        return WINDOW / self.side

    def covers(self, spot: Spot) -> bool:
        """Whether a spot lies in the middle of it."""
        middle = self.left + self.side / 2, self.top + self.side / 2
        return math.dist(middle, (spot.x + 0.5, spot.y + 0.5)) * self.scale < COVERED

    def cut(self, image: Image) -> Image:
        """What it shows of a picture; outside, the border is repeated."""
        height, width = image.shape[:2]
        right, below = self.left + self.side, self.top + self.side
        part: Image = image[max(0, self.top) : max(0, below), max(0, self.left) : max(0, right)]
        if part.shape[:2] != (self.side, self.side):
            beyond = (max(0, -self.top), max(0, below - height), max(0, -self.left), max(0, right - width))
            part = np.asarray(cv2.copyMakeBorder(part, *beyond, cv2.BORDER_REPLICATE), dtype=np.uint8)
        if self.side == WINDOW:
            return part
        if self.side > WINDOW:
            return averaged(part, WINDOW, WINDOW)
        return np.asarray(cv2.resize(part, (WINDOW, WINDOW), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def laid(spots: list[Spot], edge: float) -> list[Window]:
    """Windows round spots in which dice are `edge` network pixels wide; a spot that one shows well gets no other."""
    made: list[tuple[Window, Spot]] = []
    for spot in spots:
        if any(1 / AS_LARGE < spot.edge / other.edge < AS_LARGE and w.covers(spot) for w, other in made):
            continue
        side = max(4.0, WINDOW / min(FINEST, edge / spot.edge))
        step = 2 ** max(0, math.floor(math.log2(side / WINDOW)))  # So that it can be halved.
        side = round(side / step) * step
        window = Window(round(spot.x + 0.5 - side / 2), round(spot.y + 0.5 - side / 2), side)
        made.append((window, spot))
    return [window for window, _ in made]


@dataclass(frozen=True, slots=True)
class Page:
    """Windows of a picture on one canvas, row by row."""

    windows: tuple[Window, ...]
    down: int
    """How many rows it has."""

    def drawn(self, image: Image) -> Image:
        """What it shows of a picture: down · WINDOW × ACROSS · WINDOW × 3; black where there is no window."""
        canvas = np.zeros((self.down * WINDOW, ACROSS * WINDOW, 3), np.uint8)
        for number, window in enumerate(self.windows):
            row, column = divmod(number, ACROSS)
            canvas[row * WINDOW : (row + 1) * WINDOW, column * WINDOW : (column + 1) * WINDOW] = window.cut(image)
        return canvas

    def back(self, x: float, y: float) -> tuple[Window, Point] | None:
        """The window at a place of the canvas, and where in the picture that is; None near windows' borders."""
        column, row = int((x + 0.5) // WINDOW), int((y + 0.5) // WINDOW)
        u, v = x + 0.5 - column * WINDOW, y + 0.5 - row * WINDOW
        number = row * ACROSS + column
        if number >= len(self.windows) or min(u, v) < BORDER or max(u, v) > WINDOW - BORDER:
            return None
        window = self.windows[number]
        return window, (window.left + u / window.scale - 0.5, window.top + v / window.scale - 0.5)


def pages(windows: list[Window]) -> Iterator[Page]:
    """Windows on as many pages as it takes: large ones, and small ones where that wastes less."""
    first = 0
    while (left := len(windows) - first) > 0:
        small, large = ACROSS * FEW_DOWN, ACROSS * DOWN
        down = FEW_DOWN if left <= small or large < left <= 2 * small else DOWN
        yield Page(tuple(windows[first : first + ACROSS * down]), down)
        first += ACROSS * down
