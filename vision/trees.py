"""Boosted trees, walked: many small questions to a row of numbers, whose answers are added up.

They are grown by LightGBM on made pictures (`vision.training.boost`); to use them takes nothing but numpy.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt


class Trees:
    """Trees as arrays over their knots: what is asked, of which number, and where each answer leads.

    A leaf asks nothing and leads to itself, so that all rows go down all trees together, a step at a time.
    """

    def __init__(self, data: Mapping[str, npt.NDArray[np.generic]], name: str) -> None:
        """Take the trees called `name` from arrays; see `NAMES`.

        Raises:
            KeyError: they are not among them.
        """
        self._feature, self._limit, self._low, self._high, self._value, self._roots = (
            np.asarray(data[f"{name}_{part}"]) for part in NAMES
        )
        self._deep = self._depth()

    def _depth(self) -> int:
        knots, deep = self._roots, 0
        while len(knots := knots[self._low[knots] != knots]):
            knots, deep = np.concatenate([self._low[knots], self._high[knots]]), deep + 1
        return deep

    def odds(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Log odds for rows of features (N × F)."""
        count = len(rows)
        at = np.tile(self._roots, (count, 1))
        row = np.arange(count)[:, None]
        for _ in range(self._deep):
            low = rows[row, self._feature[at]] <= self._limit[at]
            at = np.where(low, self._low[at], self._high[at])
        return np.asarray(self._value[at].sum(axis=1, dtype=np.float64))


NAMES = ("feature", "limit", "low", "high", "value", "roots")
"""For each knot: the number it asks for, the limit up to which the answer is low, the knots that a low and a high
answer lead to, what a leaf adds; and where each tree begins."""
