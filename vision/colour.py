"""The colour of pips, measured against the die's own body.

Light on a table is seldom white, but it falls on pips and body alike: pip over body, channel by channel, is the pip's
own colour as long as the body is light. A green pip under a warm lamp is brown to the camera and green by this measure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.reading import Image, PipColour

ORDER = (PipColour.BLACK, PipColour.RED, PipColour.GREEN, PipColour.BLUE, PipColour.WHITE, PipColour.OTHER)
"""The network's order of colours."""


@dataclass(frozen=True, slots=True)
class Ink:
    """What was measured on a face."""

    ratio: tuple[float, float, float]
    """Pip over body, for blue, green and red, in linear light; above 1: the pips are lighter."""
    body: float
    """Brightness of the body, 0 to 1, as the camera gives it."""

    @property
    def colour(self) -> PipColour:
        """The plain name of what was measured."""
        _, green, red = self.ratio
        high, low = max(self.ratio), min(self.ratio)
        if high > 1.25 and low > 0.9:
            return PipColour.WHITE
        if high < 0.1 or (high - low) / max(high, 1e-6) < 0.4:
            return PipColour.BLACK if high < 0.75 else PipColour.OTHER
        if red == high:
            return PipColour.RED if green < 0.6 * red else PipColour.OTHER
        return PipColour.GREEN if green == high else PipColour.BLUE


def measure(face: Image, pips: npt.NDArray[np.bool_]) -> Ink | None:
    """Ink of a rectified face (H × W × 3) whose pips are where `pips` (H × W) says; None if that is nowhere."""
    light = (face.astype(np.float32) / 255) ** 2.2
    height, width = pips.shape
    edge = int(0.16 * min(height, width))
    inner = np.zeros_like(pips)
    inner[edge : height - edge, edge : width - edge] = True
    rest = inner & ~_grown(pips)
    if pips.sum() < 6 or rest.sum() < 20:
        return None
    body = np.median(light[rest], axis=0)
    marks = light[pips]
    away = ((marks - body) ** 2).sum(axis=1)
    core = np.median(marks[away >= np.median(away)], axis=0)
    ratio = (core + 0.002) / (body + 0.002)
    return Ink((float(ratio[0]), float(ratio[1]), float(ratio[2])), float(face[rest].mean() / 255))


def _grown(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    out[:, 1:] |= mask[:, :-1]
    out[:, :-1] |= mask[:, 1:]
    return out
