"""Pip colours as learned for one set of dice under one light: what calibration gives the reader.

A pip is measured against its own die's body, so that lamps and white balance fall out of it; what is left is where a
set's inks lie on this camera, and how far they scatter. `calibration.colours` learns that from a few throws; here is
only the value, and how it is asked.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import ORDER
from vision.reading import Image, PipColour

Floats = npt.NDArray[np.float64]

DARK = 0.004
"""Light that counts as none: keeps ratios of dark pixels from jumping about."""
STRAY = 0.01
"""How often a die is not of the learned set: its colour then may be any."""
WIDE = (0.9, 0.9, 0.6)
"""How far any ink at all may lie from none, as deviations: the alternative to the learned ones."""
_TO_LIGHT: Floats = (np.arange(256) / 255) ** 2.2
"""Screen values as light."""
TAILS = 4.0
"""Faces now and then lie far off (a reflection, a corner misplaced): the smaller, the more of them are expected."""
EDGE = 0.125
"""Share of the rectified picture along each side that is left out: the die's rounded edge and what lies beyond."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A face's pips against its body."""

    place: tuple[float, float, float]
    """How much more green is swallowed than red; how much more blue than both; how dark the pips are, 0 to 1.

    The first two are shares of the channel that is swallowed most. Blur mixes body into the pips, which makes them
    lighter but moves neither of the two.
    """
    body: tuple[float, float, float]
    """The body's blue, green and red, 0 to 255, as the camera gives them."""


@dataclass(frozen=True, slots=True)
class LearnedColours:
    """Where the inks of a set of dice lie under one light."""

    colours: tuple[PipColour, ...]
    """The set's colours; the two tuples below are in this order."""
    means: tuple[tuple[float, float, float], ...]
    covariances: tuple[tuple[float, ...], ...]
    """Nine numbers each, row by row: how far single faces scatter, and how well the mean is known."""
    body: tuple[float, float, float]
    """The bodies' blue, green and red, 0 to 255, when they were learned: the reference for drift."""

    def chances(self, tint: Tint) -> tuple[float, ...]:
        """Log probabilities of the colours in `vision.colour.ORDER`, for a face of which only the ink is known."""
        means, inverses, constants = _prepared(self)
        away = np.array(tint.place) - means
        far = np.einsum("ij,ijk,ik->i", away, inverses, away)
        logs = constants - (TAILS + 3) / 2 * np.log1p(far / TAILS)
        # The last is any ink at all. Of a stray's ink nothing is known: as likely none of the named colours as one.
        stray = math.log(STRAY) + float(logs[-1])
        rows = np.full(len(ORDER), stray - math.log(2 * (len(ORDER) - 1)))
        rows[ORDER.index(PipColour.OTHER)] = stray - math.log(2)
        known = math.log((1 - STRAY) / len(self.colours))
        for colour, log in zip(self.colours, logs.tolist(), strict=False):
            rows[ORDER.index(colour)] = np.logaddexp(rows[ORDER.index(colour)], known + log)
        return tuple((rows - np.logaddexp.reduce(rows)).tolist())

    def told(self, face: Image, pips: npt.NDArray[np.bool_]) -> tuple[float, ...] | None:
        """As `chances`, for a rectified face; None if pips or body cannot be seen. See `measure_tint`."""
        tint = measure_tint(face, pips)
        return None if tint is None else self.chances(tint)


def measure_tint(face: Image, pips: npt.NDArray[np.bool_]) -> Tint | None:
    """Measure a rectified face (H × W × 3, as `vision.pips` wants it) whose pips are where `pips` (H × W) says.

    Returns:
        None if pips or body cannot be seen.
    """
    near, far = _grown(pips, 1), _grown(pips, 2)
    inner = np.zeros_like(pips)
    height, width = pips.shape
    y, x = round(EDGE * height), round(EDGE * width)
    inner[y : height - y, x : width - x] = True
    rest = inner & ~far
    if rest.sum() < 20:
        rest = inner & ~near
    near = near & inner
    if rest.sum() < 20 or near.sum() < 6 or not pips.any():
        return None
    level = np.median(face[rest], axis=0)
    body = (level / 255) ** 2.2
    light = _TO_LIGHT[face]
    swallowed = 1 - (light + DARK) / (body + DARK)
    blue, green, red = swallowed[near].mean(axis=0).tolist()
    most = max(blue, green, red, 1e-3)
    depth = float(swallowed[pips].mean(axis=0).max())
    return Tint(
        place=(_bounded((green - red) / most), _bounded((blue - (green + red) / 2) / most), _bounded(depth)),
        body=(float(level[0]), float(level[1]), float(level[2])),
    )


def _bounded(value: float) -> float:
    """White pips on a coloured body swallow less than nothing; beyond this it says no more."""
    return max(-2.0, min(2.0, value))


@functools.lru_cache(maxsize=16)
def _prepared(learned: LearnedColours) -> tuple[Floats, Floats, Floats]:
    """Means, inverse spreads and constants of the inks and, last, of any ink at all.

    Inks scatter with long tails (Student's, of `TAILS` degrees of freedom).
    """
    means = np.array([*learned.means, (0.0, 0.0, 0.0)])
    shapes = [*(np.array(c).reshape(3, 3) for c in learned.covariances), np.diag(np.square(WIDE))]
    spreads = np.array(shapes) * (TAILS - 2) / TAILS
    constant = math.lgamma((TAILS + 3) / 2) - math.lgamma(TAILS / 2) - 1.5 * math.log(TAILS * math.pi)
    volumes: Floats = np.linalg.slogdet(spreads)[1]
    return means, np.asarray(np.linalg.inv(spreads)), constant - volumes / 2


@functools.cache
def _disc(radius: int) -> Image:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)), np.uint8)


def _grown(mask: npt.NDArray[np.bool_], radius: int) -> npt.NDArray[np.bool_]:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), _disc(radius)) > 0)
