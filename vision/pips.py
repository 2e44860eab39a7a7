"""The second opinion: which die pattern do the marks on a rectified face match?

No learning here. The face's contrast with its own body is compared with every pattern a die can show, at a few
spacings, pip sizes and small shifts, by normalised correlation. It errs in other ways than the network does, so when
both agree the reading is worth more than either.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

Floats = npt.NDArray[np.float32]

SIZE = 40
"""Side of the rectified face given to `match`."""
EDGE = 34
"""Edge of the face in it."""

NOTHING = np.zeros((0, 0), np.float32)
"""What is added to a product to which nothing is added."""

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
    best: tuple[int, ...]
    """For 1 to 6: which of the templates fits best."""

    @property
    def value(self) -> int:
        """The number that fits best."""
        return 1 + max(range(6), key=lambda k: self.scores[k])

    def lead(self, value: int) -> float:
        """How much better `value` fits than the best other number; negative if another fits better."""
        return self.scores[value - 1] - max(s for k, s in enumerate(self.scores) if k != value - 1)

    def pips(self, value: int) -> npt.NDArray[np.bool_]:
        """The pixels of the face that belong to pips if it shows `value` (SIZE × SIZE)."""
        bank = _bank()
        where = np.zeros((SIZE, SIZE), dtype=bool)
        where[bank.inside] = bank.discs[self.best[value - 1]] > 0.6
        return where


NO_MATCH = Match((0.0,) * 6, 0.0, (0,) * 6)
"""Of a face that was not compared with any pattern."""


@dataclass(frozen=True, slots=True)
class _Bank:
    """All patterns, drawn: T templates over the P pixels inside a face."""

    plain: Floats
    """T × P, zero mean and unit length."""
    discs: Floats
    """T × P, 1 where a pip is."""
    starts: npt.NDArray[np.intp]
    """The first template of each number, 1 to 6; they lie in this order."""
    inside: npt.NDArray[np.bool_]
    """SIZE × SIZE: the face without its rounded corners."""


@functools.cache
def _bank() -> _Bank:
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
    starts = np.searchsorted(numbers, range(1, 7))
    return _Bank(np.array(plain, dtype=np.float32), np.array(discs, dtype=np.float32), starts, mask)


def match(face: Image) -> Match:
    """Compare one rectified face (SIZE × SIZE × 3) with all patterns; see `match_all`."""
    return match_all(face[None])[0]


def match_all(faces: npt.NDArray[np.uint8]) -> list[Match]:
    """Compare rectified faces (N × SIZE × SIZE × 3, edge EDGE in the middle) with all patterns."""
    bank = _bank()
    if not len(faces):
        return []
    pixels = faces[:, bank.inside].astype(np.float32)
    body = np.median(pixels, axis=1, keepdims=True)
    away = np.sqrt(np.square(pixels - body).sum(axis=2))
    lit = away - away.mean(axis=1, keepdims=True)
    length = np.linalg.norm(lit, axis=1, keepdims=True)
    # Not `@`: for a product as small as this its threads wait for each other, 20 ms where another program runs, too.
    fits = cv2.gemm(bank.plain, lit / np.maximum(length, 1e-3), 1.0, NOTHING, 0.0, flags=cv2.GEMM_2_T).T
    high, low = np.percentile(away, (95, 30), axis=1)
    groups = np.split(fits, bank.starts[1:], axis=1)
    best = np.stack([g.argmax(axis=1) for g in groups], axis=1) + bank.starts
    scores = np.stack([g.max(axis=1) for g in groups], axis=1)
    return [
        Match(tuple(s), contrast, tuple(b))
        for s, contrast, b in zip(scores.tolist(), (high - low).tolist(), best.tolist(), strict=True)
    ]
