"""Finding top faces: one small network, looked through at a few scales.

A picture of which nothing is known is seen 320, 160 and 80 pixels wide, which costs little; what is seen there says
how large the dice are, and so how large to look at all of it; what then is still too small is looked at more closely.
In a running game the size of a die is known, so one look at the part in which dice are thrown is enough: that makes
live frames fast.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Face, decode
from vision.mosaic import mosaic
from vision.reading import Hints, Image

Floats = npt.NDArray[np.float32]

STRIDE = 4
MULTIPLE = 32
WIDE = 640
"""Half, a quarter and an eighth of this are the longer side of the small looks, in network pixels; a look for dice of
known size is at most one and a half times as long."""
GOOD_EDGE = 28.0
"""Edge at which dice are found best, in network pixels: the aim of a closer look."""
IN_GAME = 24.0
"""Edge, in network pixels, at which dice of known size are looked for: a quarter faster, and half of a hundredth fewer
dice found; a camera in a game looks again."""
LARGEST, SMALLEST = 96.0, 7.0
"""Edges that one scale can find, in network pixels."""
SURE = 1.0
"""Places of at least this score (log odds) tell how large the dice are."""
OTHER_SIZE = 2.2
"""Where the dice's size is known, what is so many times larger or smaller is none of them."""
WHOLE_EDGE = 45.0
"""In a look at the whole picture the usual die is no larger than this, in network pixels: there are farther ones."""
FINEST = 1.5
"""How much a picture may be enlarged."""
CLOSER, MOST_PIXELS = 1.25, 320_000
"""A closer look is worth it if it shows dice this much larger; no look takes more network pixels than that."""
TOO_SMALL, FAINT = 24.0, -0.8
"""Faces of at least this score that were never seen larger than so many network pixels deserve one more look."""
MOST = 60
"""More candidates than this at one scale are noise."""
TRAY = 6.0
"""So many times larger than a die may be what dice lie in."""
NOT_SEEN = -3.0
"""Stands for the score of what was not seen at all."""
FLOOR = -1.3
"""Objectness (log odds) below which a place is not worth a second look."""


class Look(IntEnum):
    """The ways to look at a picture."""

    WHOLE = 0
    HALF = 1
    QUARTER = 2
    EIGHTH = 3
    CLOSER = 4
    CLOSEST = 5


SMALL = (Look.HALF, Look.QUARTER, Look.EIGHTH)


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
    look: Look = Look.WHOLE
    """At which of the scales it was seen best."""
    second: float = NOT_SEEN
    """The best score at another scale; the score itself where only one was looked at."""


class FaceFinder:
    """The finder's network and the scales to look at. Holds no state between pictures but the network's buffers."""

    def __init__(self, weights: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(weights), cv2.dnn.ENGINE_CLASSIC)

    def find(self, image: Image, hints: Hints) -> list[Candidate]:
        """Top faces in a picture, best first, each reported once; none where `hints.places` has no room for dice."""
        height, width = image.shape[:2]
        x0, y0, x1, y1 = 0, 0, width, height
        if hints.area is not None:
            x0, y0 = max(0, int(hints.area[0])), max(0, int(hints.area[1]))
            x1, y1 = min(width, int(hints.area[2])), min(height, int(hints.area[3]))
            if x1 - x0 < MULTIPLE or y1 - y0 < MULTIPLE:
                x0, y0, x1, y1 = 0, 0, width, height
        part = image[y0:y1, x0:x1]
        long = max(part.shape[:2])
        if hints.die_px is not None and hints.die_px > 0:
            found = self._look(part, min(IN_GAME / hints.die_px, 2.0, WIDE / long * 1.5), Look.WHOLE)
            found = [c for c in found if 1 / OTHER_SIZE < c.face.edge / hints.die_px < OTHER_SIZE]
        else:
            found = self._search(part)
        if x0 or y0:
            found = [replace(c, face=c.face.scaled(1, x0, y0)) for c in found]
        possible = [c for c in found if hints.possible((c.face.x, c.face.y), width, height)]
        return apart(possible, 1 if hints.die_px else 2)

    def _search(self, image: Image) -> list[Candidate]:
        """Look small first, which says how large dice are; then at all of it; then at what is still too small."""
        found = self._small_looks(image)
        scale, largest = _whole(image, found), _whole(image, [])
        whole = self._look(image, scale, Look.WHOLE)
        if scale < largest and not any(c.score > SURE for c in whole):
            # What seemed so large that less would do is no die, but perhaps the tray in which small ones lie.
            whole = self._look(image, largest, Look.WHOLE)
        found += whole
        for look in (Look.CLOSER, Look.CLOSEST):
            found += self._closer(image, found, look)
        return found

    def _small_looks(self, image: Image) -> list[Candidate]:
        """Half, quarter and eighth, in one go."""
        height, width = image.shape[:2]
        scales = tuple(WIDE / max(height, width) / 2 ** int(look) for look in SMALL)
        canvas, tiles = mosaic(image, scales, MULTIPLE)
        maps = _forward(self._net, canvas)
        out = []
        for look, tile in zip(SMALL, tiles, strict=True):
            rows = slice(tile.y // STRIDE, -(-(tile.y + tile.high) // STRIDE))
            columns = slice(tile.x // STRIDE, -(-(tile.x + tile.wide) // STRIDE))
            out += _placed(maps[:, rows, columns], (tile.wide, tile.high), (width, height), look)
        return out

    def _closer(self, image: Image, found: list[Candidate], look: Look) -> list[Candidate]:
        """A finer look at the part in which there may be dice that have not been seen well yet."""
        height, width = image.shape[:2]
        small = [c for c in apart(found, 2) if c.network_edge < TOO_SMALL and c.score > FAINT]
        if not small:
            return []
        edge = float(np.median([c.face.edge for c in small]))
        xs, ys = [c.face.x for c in small], [c.face.y for c in small]
        x0, y0 = max(0, int(min(xs) - 3 * edge)), max(0, int(min(ys) - 3 * edge))
        x1, y1 = min(width, int(max(xs) + 3 * edge)), min(height, int(max(ys) + 3 * edge))
        scale = min(FINEST, GOOD_EDGE / edge, math.sqrt(MOST_PIXELS / max(1, (x1 - x0) * (y1 - y0))))
        if scale < CLOSER * max(c.network_edge / c.face.edge for c in found):
            return []
        closer = self._look(image[y0:y1, x0:x1], scale, look)
        return [replace(c, face=c.face.scaled(1, x0, y0)) for c in closer]

    def _look(self, image: Image, scale: float, look: Look) -> list[Candidate]:
        height, width = image.shape[:2]
        wide, high = max(1, round(width * scale)), max(1, round(height * scale))
        if (wide, high) != (width, height):
            small = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        else:
            small = image
        right, below = -wide % MULTIPLE, -high % MULTIPLE
        if right or below:
            small = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
        return _placed(_forward(self._net, np.asarray(small, dtype=np.uint8)), (wide, high), (width, height), look)


def _forward(net: cv2.dnn.Net, image: Image) -> Floats:
    """The network's maps of a picture whose sides are multiples of MULTIPLE: channels × H / STRIDE × W / STRIDE."""
    net.setInput(cv2.dnn.blobFromImage(image, 1 / 255))
    return np.asarray(net.forward()[0], dtype=np.float32)


def _placed(maps: Floats, seen: tuple[int, int], size: tuple[int, int], look: Look) -> list[Candidate]:
    """What the maps show of a picture of some size that was seen `seen` pixels wide and high, in its own pixels."""
    fx, fy = seen[0] / size[0], seen[1] / size[1]
    return [
        replace(c, face=_unscaled(c.face, fx, fy), look=look)
        for c in peaks(maps)
        if c.face.x < seen[0] and c.face.y < seen[1]
    ]


def _whole(image: Image, found: list[Candidate]) -> float:
    """How large a whole picture is looked at: as large as there is time for, unless its dice are large themselves."""
    height, width = image.shape[:2]
    most = math.sqrt(MOST_PIXELS / (width * height))
    sure = [c.face.edge for c in found if c.score > SURE]
    return min(most, FINEST, WHOLE_EDGE / float(np.median(sure))) if sure else min(most, FINEST)


def _unscaled(face: Face, fx: float, fy: float) -> Face:
    return Face(
        (face.x + 0.5) / fx - 0.5,
        (face.y + 0.5) / fy - 0.5,
        face.ux / fx,
        face.uy / fy,
        face.vx / fx,
        face.vy / fy,
    )


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


def apart(found: list[Candidate], looks: int) -> list[Candidate]:
    """One candidate for each place: a weaker one whose centre lies inside a better one's ellipse goes.

    A very much smaller or larger one stays: a tray with dice in it may itself look like a die. What goes was, if seen
    at another scale, a second sight of the same face: the better one remembers its score.
    """
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda c: -_worth(c)):
        for k, other in enumerate(kept):
            if apart_by(other.face, one.face) <= 0.8 and 1 / TRAY < other.face.edge / one.face.edge < TRAY:
                if one.look != other.look and one.score > other.second:
                    kept[k] = replace(other, second=one.score)
                break
        else:
            kept.append(replace(one, second=one.score if looks == 1 else NOT_SEEN))
    return kept


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
