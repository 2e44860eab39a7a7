"""Does a stated 99 % hold 99 times of 100? Dice in bins of stated confidence, with the share that was right.

A die read where none lies counts as wrong: the confidence says that there is a die and that it shows this number.
Bins grow finer towards certainty, since 97 % and 99.9 % are worlds apart at a table where five dice are read a throw.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable
from dataclasses import dataclass

from vision.measure.score import Judged

EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999)
"""Where bins begin; the last one ends with certainty."""
Z = 1.96
"""Standard errors in a range that holds 95 times of 100."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Dice whose stated confidence lies between `low` and `high`."""

    low: float
    high: float
    dice: int
    right: int
    stated: float
    """Mean of the stated confidences."""

    @property
    def share(self) -> float:
        """Share of the dice that were right."""
        return self.right / self.dice

    @property
    def range(self) -> tuple[float, float]:
        """Between which shares the truth lies, 95 times of 100 (Wilson's interval): few dice prove little."""
        n, share = self.dice, self.share
        middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def honest(self) -> bool:
        """Whether the stated confidence lies in the range: the dice do not speak against it."""
        low, high = self.range
        return low <= self.stated <= high


@dataclass(frozen=True, slots=True)
class Curve:
    """Stated confidence against the truth."""

    bins: tuple[Bin, ...]
    """Those that hold dice, in order."""

    @property
    def dice(self) -> int:
        """How many dice were read."""
        return sum(one.dice for one in self.bins)

    @property
    def error(self) -> float | None:
        """Expected calibration error: by how much a stated confidence is off, on average; `None` without dice."""
        if not self.bins:
            return None
        return sum(one.dice * abs(one.share - one.stated) for one in self.bins) / self.dice


def outcomes(judged: Iterable[Judged]) -> list[tuple[float, bool]]:
    """Stated confidence and whether it was right, for each die that was read and can be scored."""
    out = []
    for row in judged:
        out += [(found.confidence, found.value == die.value) for found, die in row.scored]
        out += [(row.reading.dice[index].confidence, False) for index in row.loose]
    return out


def curve(pairs: Iterable[tuple[float, bool]]) -> Curve:
    """The dice in their bins."""
    dice: list[list[tuple[float, bool]]] = [[] for _ in EDGES]
    for stated, right in pairs:
        dice[max(0, bisect.bisect_right(EDGES, stated) - 1)].append((stated, right))
    bins = [
        Bin(
            low, high, len(inside), sum(right for _, right in inside), sum(stated for stated, _ in inside) / len(inside)
        )
        for low, high, inside in zip(EDGES, (*EDGES[1:], 1.0), dice, strict=True)
        if inside
    ]
    return Curve(tuple(bins))


def height(share: float) -> float:
    """Where a share stands on the drawn scale, 0 to 1: each further nine is as far again, up to 99.9 %."""
    return min(1.0, -math.log10(max(1e-3, 1.0 - share)) / 3.0)
