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
        x = np.array(tint.place)
        logs = {colour: _log_student(x, *shape) for colour, shape in zip(self.colours, self._shapes, strict=True)}
        any_ink = _log_student(x, np.zeros(3), np.diag(np.square(WIDE)))
        known, stray = math.log((1 - STRAY) / len(self.colours)), math.log(STRAY) + any_ink
        # Of a stray's ink nothing is known: as likely none of the named colours as one of them.
        share = {c: stray - math.log(2 if c is PipColour.OTHER else 2 * (len(ORDER) - 1)) for c in ORDER}
        rows = [np.logaddexp(known + logs[c], share[c]) if c in logs else share[c] for c in ORDER]
        total = np.logaddexp.reduce(rows)
        return tuple(float(v - total) for v in rows)

    def told(self, face: Image, pips: npt.NDArray[np.bool_]) -> tuple[float, ...] | None:
        """As `chances`, for a rectified face; None if pips or body cannot be seen. See `measure_tint`."""
        tint = measure_tint(face, pips)
        return None if tint is None else self.chances(tint)

    @property
    def _shapes(self) -> list[tuple[Floats, Floats]]:
        return [(np.array(m), np.array(c).reshape(3, 3)) for m, c in zip(self.means, self.covariances, strict=True)]


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
    light = (face.astype(np.float64) / 255) ** 2.2
    body = np.median(light[rest], axis=0)
    swallowed = 1 - (light + DARK) / (body + DARK)
    blue, green, red = swallowed[near].mean(axis=0).tolist()
    most = max(blue, green, red, 1e-3)
    depth = float(swallowed[pips].mean(axis=0).max())
    level = np.median(face[rest], axis=0).tolist()
    return Tint(
        place=(_bounded((green - red) / most), _bounded((blue - (green + red) / 2) / most), _bounded(depth)),
        body=(float(level[0]), float(level[1]), float(level[2])),
    )


def _bounded(value: float) -> float:
    """White pips on a coloured body swallow less than nothing; beyond this it says no more."""
    return max(-2.0, min(2.0, value))


def _log_student(x: Floats, mean: Floats, covariance: Floats) -> float:
    """Log density of a scatter with long tails (Student's, of `TAILS` degrees of freedom)."""
    away, size = x - mean, len(x)
    spread = covariance * (TAILS - 2) / TAILS
    far = float(away @ np.linalg.solve(spread, away))
    _, volume = np.linalg.slogdet(spread)
    constant = math.lgamma((TAILS + size) / 2) - math.lgamma(TAILS / 2) - size / 2 * math.log(TAILS * math.pi)
    return float(constant - volume / 2 - (TAILS + size) / 2 * math.log1p(far / TAILS))


@functools.cache
def _disc(radius: int) -> Image:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)), np.uint8)


def _grown(mask: npt.NDArray[np.bool_], radius: int) -> npt.NDArray[np.bool_]:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), _disc(radius)) > 0)
