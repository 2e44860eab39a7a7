"""Finding top faces: a small network that is shown what may be dice, one size all.

The spotter says where to look, and how large things are there (`vision.spots`). Each place is then cut out so that its
die would be about 32 pixels wide (`vision.windows`), and the finder says where in there top faces lie, if any.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Face, decode
from vision.reading import Hints, Image
from vision.spots import Spot, Spotter
from vision.windows import DOWN, FEW_DOWN, WINDOW, laid, pages

Floats = npt.NDArray[np.float32]

STRIDE = 4
WIDE = 448
"""Longer side of a picture of which nothing is known, in the spotter's pixels; it is also seen at half, a quarter and
an eighth of that."""
IN_GAME = 12.0
"""Edge of dice of known size in the spotter's pixels …"""
LARGE = 640.0
"""… if the longer side of what is searched is no longer than this then."""
GOOD_EDGE = 32.0
"""Edge at which dice are found best, in network pixels."""
LARGEST, SMALLEST = 96.0, 7.0
"""Edges that one look can find, in network pixels."""
OTHER_SIZE = 2.2
"""Where the dice's size is known, what is so many times larger or smaller is none of them."""
SPOTS = 60
"""No more places of a picture are looked at, the likeliest first."""
MOST = 60
"""More candidates than this on one page are noise."""
TRAY = 6.0
"""So many times larger than a die may be what dice lie in."""
SPOTTED = 0.5
"""A spot so many edges from the middle of a face is on it."""
NOT_SEEN = -3.0
"""Stands for the score of what was not seen at all."""
FLOOR = -1.3
"""Objectness (log odds) below which a place is not worth another look."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where the finder sees a top face, in pixels of the whole picture."""

    face: Face
    score: float
    """Log odds that there is one."""
    values: tuple[float, ...]
    """The finder's own opinion of the number: six log odds."""
    hidden: float
    """Log odds that something covers part of it."""
    cocked: float
    """Log odds that the die leans."""
    network_edge: float
    """Edge in network pixels: how large the finder saw it."""
    heat: float = NOT_SEEN
    """Log odds that a top face is here, by the spotter."""


class FaceFinder:
    """Spotter and finder. Holds no state between pictures but the networks' buffers.

    Raises:
        cv2.error: a network cannot be loaded.
    """

    def __init__(self, folder: Path) -> None:
        # A network pays for every change of its input's size: each size of page has its own copy.
        self._nets = {
            down: cv2.dnn.readNetFromONNX(str(folder / "find.onnx"), cv2.dnn.ENGINE_CLASSIC)
            for down in (FEW_DOWN, DOWN)
        }
        self._spotter = Spotter(folder / "spot.onnx")

    def find(self, image: Image, hints: Hints) -> list[Candidate]:
        """Top faces in a picture, best first, each reported once; none where `hints.places` has no room for dice."""
        height, width = image.shape[:2]
        x0, y0, x1, y1 = 0, 0, width, height
        if hints.area is not None:
            x0, y0 = max(0, int(hints.area[0])), max(0, int(hints.area[1]))
            x1, y1 = min(width, int(hints.area[2])), min(height, int(hints.area[3]))
            if x1 - x0 < WINDOW / 2 or y1 - y0 < WINDOW / 2:
                x0, y0, x1, y1 = 0, 0, width, height
        part = image[y0:y1, x0:x1]
        if hints.die_px is not None and hints.die_px > 0:
            scale = min(IN_GAME / hints.die_px, 1.0, LARGE / max(part.shape[:2]))
            spots = self._spotter.spots(part, (scale,))
            found = self._look(part, spots)
            found = [c for c in found if 1 / OTHER_SIZE < c.face.edge / hints.die_px < OTHER_SIZE]
        else:
            scale = min(1.0, WIDE / max(part.shape[:2]))
            spots = self._spotter.spots(part, (scale, scale / 2, scale / 4, scale / 8))
            found = self._look(part, spots)
        if x0 or y0:
            found = [replace(c, face=c.face.scaled(1, x0, y0)) for c in found]
        possible = [c for c in found if hints.possible((c.face.x, c.face.y), width, height)]
        spotted = [replace(spot, x=spot.x + x0, y=spot.y + y0) for spot in spots]
        return [replace(c, heat=_heat(c.face, spotted)) for c in apart(possible)]

    def _look(self, image: Image, spots: list[Spot]) -> list[Candidate]:
        """What the finder sees in windows round spots."""
        height, width = image.shape[:2]
        found = []
        for page in pages(laid(spots[:SPOTS], GOOD_EDGE)):
            for one in peaks(_forward(self._nets[page.down], page.drawn(image))):
                place = page.back(one.face.x, one.face.y)
                if place is not None and 0 <= place[1][0] < width and 0 <= place[1][1] < height:
                    face = replace(one.face.scaled(1 / place[0].scale), x=place[1][0], y=place[1][1])
                    found.append(replace(one, face=face))
        return found


def _forward(net: cv2.dnn.Net, image: Image) -> Floats:
    """The network's maps of a picture whose sides are multiples of 32: channels × H / STRIDE × W / STRIDE."""
    net.setInput(cv2.dnn.blobFromImage(image, 1 / 255))
    return np.asarray(net.forward()[0], dtype=np.float32)


def peaks(maps: Floats) -> list[Candidate]:
    """The local maxima of the objectness map, decoded; pixels are those of the network's input."""
    heat = np.ascontiguousarray(maps[0])
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, cols = np.nonzero((heat >= top) & (heat > FLOOR))
    if len(rows) > MOST:
        best = np.argsort(-heat[rows, cols])[:MOST]
        rows, cols = rows[best], cols[best]
    out = []
    for row, col in zip(rows.tolist(), cols.tolist(), strict=True):
        cell = maps[:, row, col].tolist()
        x = (col + cell[7] + 0.5) * STRIDE - 0.5
        y = (row + cell[8] + 0.5) * STRIDE - 0.5
        face = decode(x, y, min(cell[9], 6.0), min(cell[10], 6.0), cell[11], cell[12], cell[13])
        edge = face.edge
        if SMALLEST * 0.8 <= edge <= LARGEST * 1.3 and math.isfinite(edge):
            out.append(Candidate(face, cell[0], tuple(cell[1:7]), cell[14], cell[15], edge))
    return out


def apart(found: list[Candidate]) -> list[Candidate]:
    """One candidate for each place: a weaker one whose centre lies inside a better one's ellipse goes.

    A very much smaller or larger one stays: a tray with dice in it may itself look like a die.
    """
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda c: -_worth(c)):
        if not any(_same(other.face, one.face) for other in kept):
            kept.append(one)
    return kept


def _same(a: Face, b: Face) -> bool:
    """Whether two faces are one, seen twice."""
    return apart_by(a, b) <= 0.8 and 1 / TRAY < a.edge / b.edge < TRAY


def _heat(face: Face, spots: list[Spot]) -> float:
    """How sure the spotter is of a face: the hottest spot on it of about its size."""
    here = (
        spot.heat
        for spot in spots
        if math.hypot(spot.x - face.x, spot.y - face.y) < SPOTTED * face.edge and 0.5 < spot.edge / face.edge < 2
    )
    return max(here, default=NOT_SEEN)


def _worth(one: Candidate) -> float:
    """Its score, less for each time that it was seen too small or too large: a face is laid best near `GOOD_EDGE`."""
    return one.score - abs(math.log(one.network_edge / GOOD_EDGE))


def apart_by(a: Face, b: Face) -> float:
    """Centre to centre in half edges, by the ellipse of the larger face: two squares side by side are 2 apart."""
    big = a if a.edge >= b.edge else b
    xx, xy, yy = big.moments
    dx, dy = a.x - b.x, a.y - b.y
    det = max(1e-6, xx * yy - xy * xy)
    return math.sqrt(max(0.0, (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / det))
