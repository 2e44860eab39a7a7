"""The second opinion: which die pattern do the marks on a rectified face match?

No learning here. The face's contrast with its own body is compared with every pattern a die can show, at a few
spacings, pip sizes and small shifts, by normalised correlation. It errs in other ways than the network does, so when
both agree the reading is worth more than either.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.reading import Image

Floats = npt.NDArray[np.float32]

SIZE = 40
"""Side of the rectified face given to `match`."""
EDGE = 34
"""Edge of the face in it."""

_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
PATTERNS: dict[int, tuple[tuple[tuple[float, float], ...], ...]] = {
    1: (((0, 0),),),
    2: (((-1, -1), (1, 1)), ((1, -1), (-1, 1))),
    3: (((-1, -1), (0, 0), (1, 1)), ((1, -1), (0, 0), (-1, 1))),
    4: (_CORNERS,),
    5: ((*_CORNERS, (0, 0)),),
    6: ((*_CORNERS, (-1, 0), (1, 0)), (*_CORNERS, (0, -1), (0, 1))),
}
"""Where pips lie, in spacings from the middle, for each number and way round."""
_SPACINGS = (0.44, 0.52, 0.6)
_RADII = (0.16, 0.23)
_SHIFTS = ((0.0, 0.0), (-2.0, 0.0), (2.0, 0.0), (0.0, -2.0), (0.0, 2.0))


@dataclass(frozen=True, slots=True)
class Match:
    """How well each number's patterns fit a face."""

    scores: tuple[float, ...]
    """Best correlation for 1 to 6, −1 to 1."""
    contrast: float
    """How far the marks stand out from the body, in grey levels."""
    pips: tuple[npt.NDArray[np.bool_], ...]
    """For 1 to 6: the pixels of the face that belong to pips under the best fit (SIZE × SIZE)."""

    @property
    def value(self) -> int:
        """The number that fits best."""
        return 1 + max(range(6), key=lambda k: self.scores[k])

    def lead(self, value: int) -> float:
        """How much better `value` fits than the best other number; negative if another fits better."""
        return self.scores[value - 1] - max(s for k, s in enumerate(self.scores) if k != value - 1)


@functools.cache
def _bank() -> tuple[Floats, Floats, npt.NDArray[np.intp], Floats]:
    """Templates (T × pixels, zero mean, unit length, inside the face), their raw discs, their numbers, and the mask."""
    ys, xs = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) - (SIZE - 1) / 2
    half = EDGE / 2
    mask = (np.abs(xs) ** 4 + np.abs(ys) ** 4) ** 0.25 < 0.92 * half
    plain, discs, numbers = [], [], []
    for value, ways in PATTERNS.items():
        for way, spacing, radius in itertools.product(ways, _SPACINGS, _RADII):
            for dx, dy in _SHIFTS:
                disc = np.zeros_like(xs)
                for px, py in way:
                    far = np.hypot(xs - px * spacing * half - dx, ys - py * spacing * half - dy)
                    disc = np.maximum(disc, np.clip((radius * half - far) / 1.6 + 0.5, 0, 1))
                flat = disc[mask]
                flat = flat - flat.mean()
                plain.append(flat / np.linalg.norm(flat))
                discs.append(disc[mask])
                numbers.append(value)
    return (
        np.array(plain, dtype=np.float32),
        np.array(discs, dtype=np.float32),
        np.array(numbers),
        np.asarray(mask, dtype=np.float32),
    )


def match(face: Image) -> Match:
    """Compare a rectified face (SIZE × SIZE × 3, edge EDGE in the middle) with all patterns."""
    templates, discs, numbers, mask = _bank()
    inside = mask > 0
    pixels = face[inside].astype(np.float32)
    body = np.median(pixels, axis=0)
    away = np.sqrt(((pixels - body) ** 2).sum(axis=1))
    lit = away - away.mean()
    length = float(np.linalg.norm(lit))
    fits = templates @ (lit / max(length, 1e-3))
    scores, pips = [], []
    for value in range(1, 7):
        mine = np.flatnonzero(numbers == value)
        best = mine[int(np.argmax(fits[mine]))]
        scores.append(float(fits[best]))
        where = np.zeros(inside.shape, dtype=bool)
        where[inside] = discs[best] > 0.6
        pips.append(where)
    contrast = float(np.percentile(away, 95) - np.percentile(away, 30))
    return Match(tuple(scores), contrast, tuple(pips))
