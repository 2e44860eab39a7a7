"""Finds the mat in a picture, partly covered or seen at a slant, and says what it tells."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from calibration.mat.sheet import DICTIONARY, IDS, MARKER, Sheet, lay_out
from calibration.table.plane import Plane, Size, plane_of_matrix
from vision.reading import Image

Floats = npt.NDArray[np.float64]

LEAST = 2
"""Markers that must be seen: their eight corners fix the sheet; one alone would leave its far side to chance."""
GIVE = 0.06
"""Largest distance of a marker's corner from where the sheet says it is, as a share of the marker's edge."""
CELL = 8
"""Pixels to which a marker's cell is brought for comparing."""
ALIKE = 0.7
"""Least likeness (correlation) of a square to a marker; other markers reach 0.5."""
CLIPPED = 250
"""Levels from which a channel is burnt out."""
ROUGH = 0.12
"""Spread of a patch, as a share of its brightness, beyond which something lies on it."""


@dataclass(frozen=True, slots=True)
class MatView:
    """The mat as one picture shows it."""

    sheet: Sheet = field(repr=False)
    plane: Plane
    """From millimetres on the sheet to pixels."""
    seen: tuple[int, ...]
    """Numbers of the markers that were seen."""

    def play_area(self, size: Size) -> tuple[int, int, int, int]:
        """The upright rectangle of the picture (x0, y0, x1, y1) that holds play area and kept dice."""
        spots = np.concatenate([self.sheet.play.corners, *(rect.corners for rect in self.sheet.kept)])
        flat = self.plane.to_pixels(spots)
        x0, y0 = np.floor(flat.min(axis=0))
        x1, y1 = np.ceil(flat.max(axis=0))
        # Dice stand up from the sheet: at the far side they reach above it.
        rise = 16.0 * self.plane.scale_at(*self.plane.to_pixels(self.sheet.play.corners[:1])[0])
        return (
            int(np.clip(x0 - 0.3 * rise, 0, size[0])),
            int(np.clip(y0 - rise, 0, size[1])),
            int(np.clip(x1 + 0.3 * rise, 0, size[0])),
            int(np.clip(y1 + 0.3 * rise, 0, size[1])),
        )

    def white(self, image: Image) -> tuple[float, float, float] | None:
        """What the camera makes of white here: blue, green and red in linear light, green 1; None if it cannot say."""
        votes = []
        for patch in self.sheet.patches:
            pixels = _inside(image, self.plane.to_pixels(patch.rect.inset(2.5).corners))
            if pixels is None or patch.grey < 0.2:
                continue
            middle = np.median(pixels, axis=0)
            if middle.max() >= CLIPPED or middle.min() < 12 or pixels.std(axis=0).max() > ROUGH * middle.max() + 3:
                continue
            light = (middle / 255) ** 2.2
            votes.append(light / light[1])
        if len(votes) < 2:
            return None
        blue, green, red = np.median(np.array(votes), axis=0)
        return float(blue), float(green), float(red)


def find_mat(image: Image) -> MatView | None:
    """The mat in `image`; None if fewer than two of its markers are seen."""
    corners = find_markers(image)
    best: MatView | None = None
    for paper, numbers in IDS.items():
        mine = {n: corners[n] for n in numbers if n in corners}
        if len(mine) >= LEAST and (best is None or len(mine) > len(best.seen)):
            best = _fitted(lay_out(paper), mine) or best
    return best


def find_markers(image: Image) -> dict[int, Floats]:
    """The mat's markers in `image`: number → corners in pixels (4 × 2), clockwise from the marker's own upper left.

    OpenCV finds the squares, but gives up on many that are a little blurred or slanted, because it decides cell by
    cell; with eight markers to choose from, comparing whole pictures is easy and surer.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8) if image.ndim == 3 else image
    found, _, refused = _detector().detectMarkers(grey)
    best: dict[int, tuple[float, Floats]] = {}
    for quad in (*found, *refused):
        corners = np.asarray(quad, np.float64).reshape(4, 2)
        number, turn, fit = _recognised(grey, corners)
        if fit > best.get(number, (ALIKE,))[0]:
            best[number] = fit, np.roll(corners, turn, axis=0)
    return {number: _refined(grey, corners) for number, (_, corners) in best.items()}


def _refined(grey: Image, corners: Floats) -> Floats:
    """Corners to a fraction of a pixel; the window stays within the marker's black border."""
    edge = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min())
    reach = max(2, round(edge / 10))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.01)
    exact = cv2.cornerSubPix(grey, corners.astype(np.float32).reshape(-1, 1, 2), (reach, reach), (-1, -1), stop)
    exact = np.asarray(exact, np.float64).reshape(4, 2)
    return exact if np.linalg.norm(exact - corners, axis=1).max() < reach else corners


def _recognised(grey: Image, corners: Floats) -> tuple[int, int, float]:
    """Which marker a square shows, by how many corners it is turned, and how well it fits (−1 to 1)."""
    side = 6 * CELL
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    flat = np.asarray(cv2.warpPerspective(grey, matrix, (side, side)), np.float64)
    names, book = _book()
    flat = flat.reshape(-1) - flat.mean()
    fits = book @ (flat / max(float(np.linalg.norm(flat)), 1.0))
    number, turn = names[int(np.argmax(fits))]
    return number, turn, float(fits.max())


@functools.cache
def _book() -> tuple[list[tuple[int, int]], Floats]:
    """All markers in all four turns: names, and pictures of mean 0 and length 1 (32 × pixels)."""
    names, rows = [], []
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    for number in (n for numbers in IDS.values() for n in numbers):
        cells = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 6), np.float64)
        picture = np.kron(cells, np.ones((CELL, CELL)))
        for turn in range(4):
            flat = np.rot90(picture, turn).reshape(-1)
            flat = flat - flat.mean()
            names.append((number, turn))
            rows.append(flat / np.linalg.norm(flat))
    return names, np.array(rows)


def _fitted(sheet: Sheet, corners: dict[int, Floats]) -> MatView | None:
    """The view in which the markers lie where the sheet says, without those that contradict the others."""
    while len(corners) >= LEAST:
        table = np.concatenate([sheet.markers[n].corners for n in corners])
        pixels = np.concatenate(list(corners.values()))
        matrix, _ = cv2.findHomography(table, pixels, 0)
        if matrix is None:
            return None
        plane = plane_of_matrix(np.asarray(matrix, np.float64), unit_mm=1.0)
        errors = {
            n: float(np.linalg.norm(plane.to_pixels(sheet.markers[n].corners) - c, axis=1).max())
            / max(1.0, MARKER * plane.scale_at(*c.mean(axis=0)))
            for n, c in corners.items()
        }
        worst = max(errors, key=lambda n: errors[n])
        if errors[worst] <= GIVE and not plane.mirrored:
            return MatView(sheet, plane, tuple(sorted(corners)))
        corners = {n: c for n, c in corners.items() if n != worst}
    return None


def _inside(image: Image, corners: Floats) -> Floats | None:
    """The pixels of a quadrilateral (N × 3); None if it is partly out of the picture or tiny."""
    height, width = image.shape[:2]
    if corners.min() < 0 or corners[:, 0].max() > width - 1 or corners[:, 1].max() > height - 1:
        return None
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    pixels = image[mask > 0].astype(np.float64)
    return pixels if len(pixels) >= 6 else None


def _detector() -> cv2.aruco.ArucoDetector:
    """A new one each time, which costs next to nothing: two threads may look for the mat at once."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.02
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)
