"""Finds the tray that the dice lie in: its floor looks alike round all of them, has four corners, and ends at walls.

No learning and no lines needed. The strips round the dice say what colours the floor has; what has these colours and
hangs together is floor. How alike is alike enough depends on light and cloth, so several answers are tried, and only
one that comes out as a solid piece with four corners that ends inside the picture counts. On an open or patterned table
none does, which is right: then the whole picture is searched.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from calibration.table.area import Area, inside
from vision.reading import Image

WIDE = 200
"""Longer side to which the picture is brought."""
REACHES = (7.0, 10.0, 14.0, 19.0, 26.0)
"""Distances in colour within which a pixel counts as floor."""
STEEPS = (None, 9.0)
"""Slopes of colour, per pixel, at which a floor ends in any case."""
DIM = 0.55
"""Brightness counts less than hue: lamps and walls shade the floor."""
LARGEST = 0.75
"""Share of the picture beyond which a floor is the table itself."""
SMALLEST = 2.5
"""Least width and height of a floor, in dice."""
SOLID = 0.84
"""Least share of its outline that a floor must fill."""
SQUARE = 0.8
"""Least overlap of a floor's outline with a figure of four corners."""
RUNS_OUT = 0.1
"""Share of one of the picture's sides along which a floor may run out of it."""

Boxes = Sequence[tuple[float, float, float, float]]
Mask = npt.NDArray[np.uint8]
Singles = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Scene:
    """A reduced picture with what is known of its dice."""

    colours: Singles = field(repr=False)
    """Lab with less brightness: rows × columns × 3."""
    dice: Mask = field(repr=False)
    """What dice and their shadows may cover."""
    rings: tuple[Mask, ...] = field(repr=False)
    """Strips round each die."""
    edge: float
    steep: Singles = field(repr=False)
    """How steeply the colour changes, per pixel."""


def find_tray(image: Image, dice: Boxes) -> Area | None:
    """The upright rectangle round the tray, or None if there seems to be none.

    Args:
        image: a picture with the dice at rest.
        dice: x0, y0, x1, y1 of their top faces; at least two.
    """
    if len(dice) < 2:
        return None
    height, width = image.shape[:2]
    factor = WIDE / max(width, height)
    scene = _scene(image, [(a * factor, b * factor, c * factor, d * factor) for a, b, c, d in dice], factor)
    palette = _palette(scene)
    if palette is None:
        return None
    found = [
        answer
        for reach, steep in itertools.product(REACHES, STEEPS)
        if (answer := _floor(scene, palette, reach, steep)) is not None
    ]
    if not found:
        return None
    _, (x, y, w, h) = max(found, key=lambda pair: pair[0])
    # Dice stand up from the floor and lean on the walls: their top faces lie up to an edge and a half beyond it.
    e = scene.edge
    area = inside(
        ((x - 0.6 * e) / factor, (y - 1.3 * e) / factor, (x + w + 0.6 * e) / factor, (y + h + 0.4 * e) / factor),
        (width, height),
    )
    for box in dice:
        if box[0] < area[0] or box[1] < area[1] or box[2] > area[2] or box[3] > area[3]:
            return None  # a die lies outside: whatever this is, dice are not thrown in it alone
    return area


def _scene(image: Image, boxes: list[tuple[float, float, float, float]], factor: float) -> _Scene:
    height, width = image.shape[:2]
    size = (max(8, round(width * factor)), max(8, round(height * factor)))
    small = cv2.GaussianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB) * np.array([DIM, 1, 1], np.float32)
    edge = float(np.median([max(b[2] - b[0], b[3] - b[1]) for b in boxes]))
    dice = np.zeros(lab.shape[:2], np.uint8)
    for box in boxes:
        _square(dice, box, 0.6 * edge + 1)
    rings = []
    for box in boxes:
        ring = np.zeros_like(dice)
        _square(ring, box, 1.6 * edge + 2)
        rings.append(ring & (1 - dice))
    slopes = [cv2.Sobel(lab, cv2.CV_32F, dx, dy, ksize=3) / 8 for dx, dy in ((1, 0), (0, 1))]
    steep = np.sqrt(sum((slope**2).sum(axis=-1) for slope in slopes))
    return _Scene(np.asarray(lab, np.float32), dice, tuple(rings), edge, np.asarray(steep, np.float32))


def _square(mask: Mask, box: tuple[float, float, float, float], grow: float) -> None:
    x0, y0, x1, y1 = box
    cv2.rectangle(mask, (int(x0 - grow), int(y0 - grow)), (int(x1 + grow), int(y1 + grow)), 1, -1)


def _palette(scene: _Scene) -> Singles | None:
    """The floor's colours: those that are found round most of the dice, so that a wall near one does not count."""
    every = np.any(scene.rings, axis=0)
    colours = scene.colours[every]
    if len(colours) < 20:
        return None
    count = min(5, len(colours))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(1)
    labels = np.zeros((len(colours), 1), np.int32)
    _, _, centres = cv2.kmeans(np.ascontiguousarray(colours), count, labels, stop, 2, cv2.KMEANS_PP_CENTERS)
    nearest = np.linalg.norm(scene.colours[:, :, None, :] - centres, axis=-1).argmin(axis=-1)
    shares = np.array([[(nearest[ring > 0] == k).mean() for k in range(count)] for ring in scene.rings if ring.any()])
    common = (shares > 0.12).mean(axis=0)
    keep = (common > 0.5) | (shares.mean(axis=0) > 0.4)
    return np.asarray(centres[keep], np.float32) if keep.any() else None


def _floor(
    scene: _Scene, palette: Singles, reach: float, steep: float | None
) -> tuple[float, tuple[int, int, int, int]] | None:
    """How much like a tray the floor within `reach` is, and its rectangle (x, y, width, height); None if it is none."""
    far = np.linalg.norm(scene.colours[:, :, None, :] - palette, axis=-1).min(axis=-1)
    close = cv2.morphologyEx((far < reach).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    alike = np.asarray(close, np.uint8)
    if steep is not None:
        alike = alike & (scene.steep < steep).astype(np.uint8)
    _, labels = cv2.connectedComponents(alike, connectivity=4)
    every = np.any(scene.rings, axis=0) & (alike > 0)
    names, counts = np.unique(labels[every], return_counts=True)
    if not len(names):
        return None
    floor = (labels == names[np.argmax(counts)]).astype(np.uint8)
    outline = cv2.convexHull(cv2.findNonZero(floor).reshape(-1, 2))
    filled = np.zeros_like(floor)
    cv2.fillConvexPoly(filled, outline, 1)
    x, y, w, h = cv2.boundingRect(outline)
    sides = (floor[0], floor[-1], floor[:, 0], floor[:, -1])
    open_sides = sum(float(side.mean()) > RUNS_OUT for side in sides)
    solid = float((floor | scene.dice)[filled > 0].mean())
    square = _four_corners(outline, filled)
    if open_sides > 2 or solid < SOLID or square < SQUARE:
        return None
    if min(w, h) < SMALLEST * scene.edge or filled.mean() > LARGEST or filled.mean() < 0.01:
        return None
    return solid * square - 0.1 * open_sides, (x, y, w, h)


def _four_corners(outline: npt.NDArray[np.int32], filled: Mask) -> float:
    """Overlap (intersection over union) of an outline with the figure of four corners nearest to it."""
    length = cv2.arcLength(outline, True)
    for share in np.geomspace(0.01, 0.12, 14):
        corners = cv2.approxPolyDP(outline, share * length, True)
        if len(corners) == 4:
            other = np.zeros_like(filled)
            cv2.fillConvexPoly(other, corners.reshape(-1, 2), 1)
            return float((other & filled).sum() / max(1, (other | filled).sum()))
        if len(corners) < 4:
            break
    return 0.0
