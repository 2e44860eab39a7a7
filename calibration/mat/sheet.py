"""What lies where on the mat, in millimetres from the sheet's upper left corner, y downwards.

The four markers differ from sheet to sheet, so that the camera knows which paper it sees, and were chosen without
single white cells: those look like pips. Play area and kept dice lie between the markers, so that the picture's part
that is searched for dice holds no marker when the camera looks from above.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

PAPERS: dict[str, tuple[float, float]] = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
"""Width and height in millimetres, lying on the long side."""
IDS: dict[str, tuple[int, int, int, int]] = {"a4": (7, 10, 15, 33), "letter": (17, 29, 43, 45)}
"""Markers of `DICT_4X4_50`: upper left, upper right, lower right, lower left."""
DICTIONARY = cv2.aruco.DICT_4X4_50
MARGIN = 8.0
"""What a printer may leave white."""
MARKER = 27.0
"""Edge of a marker, black border included: six cells of 4.5 mm."""
PATCH = 15.0
GREYS = (1.0, 0.55, 0.3, 0.1)
"""Greys of the patches as printed, 1: bare paper. Left and right stand in mirrored order, against slanting light."""
TINT = 0.8
"""Grey of the play area. White dice on white paper are read worse; darker than this gains nothing (`trials/LOG.md`)."""
KEPT = 23.0
"""Edge of the place for one kept die."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> Floats:
        """Clockwise from the upper left: 4 × 2."""
        x0, y0, x1, y1 = self.x, self.y, self.x + self.width, self.y + self.height
        return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])

    def inset(self, by: float) -> Rect:
        """The same, smaller by `by` on all sides."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled rectangle; 0 is black, 1 is paper."""

    rect: Rect
    grey: float


@dataclass(frozen=True, slots=True)
class Line:
    """The outline of a rectangle."""

    rect: Rect
    wide: float
    grey: float


@dataclass(frozen=True, slots=True)
class Text:
    """Words, from their lower left corner."""

    x: float
    y: float
    size: float
    words: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole mat."""

    paper: str
    width: float
    height: float
    markers: dict[int, Rect]
    patches: tuple[Fill, ...]
    """For white balance: neutral, of known order of brightness."""
    play: Rect
    kept: tuple[Rect, ...]
    fills: tuple[Fill, ...]
    """All that is filled, markers and patches included, in the order of painting."""
    lines: tuple[Line, ...]
    texts: tuple[Text, ...]


def paper_name(paper: str) -> str:
    """What people call a paper of `PAPERS`."""
    return paper.capitalize()


def lay_out(paper: str = "a4") -> Sheet:
    """The mat for a paper of `PAPERS`.

    Raises:
        KeyError: there is no such paper.
    """
    width, height = PAPERS[paper]
    right, low = width - MARGIN - MARKER, height - MARGIN - MARKER
    places = ((MARGIN, MARGIN), (right, MARGIN), (right, low), (MARGIN, low))
    markers = {number: Rect(x, y, MARKER, MARKER) for number, (x, y) in zip(IDS[paper], places, strict=True)}
    play = Rect(MARGIN, MARGIN + MARKER + 6, width - 2 * MARGIN, height - 2 * (MARGIN + MARKER + 6))
    patches = _patches(width)
    step = KEPT + 5
    left = width / 2 - 2 * step - KEPT / 2
    kept = tuple(Rect(left + n * step, low + 1, KEPT, KEPT) for n in range(5))
    fills = [Fill(play, TINT), *patches]
    for number, rect in markers.items():
        fills += marker_fills(number, rect)
    lines = [Line(play, 0.6, 0.55), *(Line(rect, 0.5, 0.4) for rect in kept)]
    lines += [Line(patch.rect, 0.3, 0.4) for patch in patches]
    ruler = Rect(width / 2 - 50, MARGIN + MARKER, 100, 1.2)
    fills.append(Fill(ruler, 0.0))
    texts = (
        Text(width / 2 - 50, MARGIN + 5, 4.2, "Kismet play mat"),
        Text(width / 2 - 50, MARGIN + 9.5, 2.6, f"{paper_name(paper)} paper, print at 100 %"),
        Text(width / 2 - 50, MARGIN + 15, 3.0, "Throw in the middle, put kept dice into the squares,"),
        Text(width / 2 - 50, MARGIN + 19, 3.0, "leave two corner marks in view."),
        Text(width / 2 - 50, ruler.y - 1.5, 2.6, "This bar is 100 mm long."),
        Text(left, low - 1.5, 3.0, "kept dice"),
    )
    return Sheet(paper, width, height, markers, patches, play, kept, tuple(fills), tuple(lines), texts)


def _patches(width: float) -> tuple[Fill, ...]:
    out = []
    y, first = MARGIN + 2.0, MARGIN + MARKER + 4
    for n, grey in enumerate(GREYS):
        x = first + n * (PATCH + 1)
        if n > 1:  # two rows, so that the words have room between the two groups
            x, row = first + (n - 2) * (PATCH + 1), y + 0.5 * MARKER
        else:
            row = y - 1.5
        side = 0.5 * MARKER - 2
        out.append(Fill(Rect(x, row, PATCH, side), grey))
        out.append(Fill(Rect(width - x - PATCH, row, PATCH, side), grey))
    return tuple(out)


def marker_fills(number: int, rect: Rect) -> list[Fill]:
    """A marker as rectangles: black, then white runs along rows and columns (both, so that no seams show)."""
    book = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    cells = np.asarray(cv2.aruco.generateImageMarker(book, number, 6)) > 0
    step = rect.width / 6
    out = [Fill(rect, 0.0)]
    for upright, grid in ((False, cells), (True, cells.T)):
        for row, line in enumerate(grid):
            start = 0
            while start < 6:
                stop = start
                while stop < 6 and line[stop]:
                    stop += 1
                if stop > start:
                    a, b, c = start * step, row * step, (stop - start) * step
                    spot = Rect(rect.x + b, rect.y + a, step, c) if upright else Rect(rect.x + a, rect.y + b, c, step)
                    out.append(Fill(spot, 1.0))
                start = stop + 1
    return out
