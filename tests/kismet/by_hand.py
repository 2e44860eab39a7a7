"""Optimal play of a few open boxes, the slow and obvious way, in exact fractions. Shares no code with the solver.

Fractions are kept as whole numbers over a common denominator, 6^15 for each turn still to play, which is exact and much
faster than reducing each.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from kismet.boxes import BASIC_BOXES, Box, score
from kismet.dice import Dice
from kismet.rules import Rules, VoluntaryZero
from kismet.sheet import bonus_for

Kept = tuple[int, ...]
Value = tuple[int, int]
"""Mean and mean square of the points still to come, times the denominator."""

TURN = 6**15


@cache
def keeps(roll: Kept) -> frozenset[Kept]:
    patterns = product((False, True), repeat=5)
    return frozenset(tuple(d for d, kept in zip(roll, pattern, strict=True) if kept) for pattern in patterns)


ROLLS = frozenset(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=5))
OUTCOMES = {
    kept: [tuple(sorted(kept + throw)) for throw in product(range(1, 7), repeat=5 - len(kept))]
    for kept in frozenset().union(*map(keeps, ROLLS))
}
"""Every keep with all that throwing the other dice can make of it."""


def legal(vacant: frozenset[Box], roll: Kept, rules: Rules) -> list[Box]:
    """The boxes the rules allow for a final roll."""
    points = {box: score(box, Dice(roll), rules) for box in vacant}
    strict = rules.voluntary_zero is VoluntaryZero.ONLY_IF_STUCK
    if any(points.values()) and (strict or (rules.yarborough_first and Box.YARBOROUGH in vacant)):
        return [box for box in vacant if points[box]]
    return list(vacant)


class ByHand:
    """Plays from sheets with few vacant boxes."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._value = cache(self._find)

    def moments(self, vacant: frozenset[Box], subtotal: int) -> tuple[Fraction, Fraction]:
        """Mean and mean square of the points still to come under best play."""
        mean, square = self._value(vacant, subtotal)
        return Fraction(mean, TURN ** len(vacant)), Fraction(square, TURN ** len(vacant))

    def _find(self, vacant: frozenset[Box], subtotal: int) -> Value:
        if not vacant:
            return bonus_for(subtotal), bonus_for(subtotal) ** 2

        def end(roll: Kept) -> Value:
            return max(self._entry(vacant, subtotal, roll, box) for box in legal(vacant, roll, self._rules))

        last = expect({roll: end(roll) for roll in ROLLS})
        second = expect(choose(last))
        return expect(choose(second))[()]

    def _entry(self, vacant: frozenset[Box], subtotal: int, roll: Kept, box: Box) -> Value:
        points = score(box, Dice(roll), self._rules)
        after = vacant - {box}
        mean, square = self._value(after, subtotal + points * (box in BASIC_BOXES))
        one = TURN ** len(after)
        return mean + points * one, square + 2 * points * mean + points**2 * one


def expect(ends: dict[Kept, Value]) -> dict[Kept, Value]:
    """The value of each keep before the other dice are thrown; the denominator grows by 6^5."""

    def mean(kept: Kept, part: int) -> int:
        weight: int = 6 ** len(kept)
        return sum(ends[roll][part] for roll in OUTCOMES[kept]) * weight

    return {kept: (mean(kept, 0), mean(kept, 1)) for kept in OUTCOMES}


def choose(expected: dict[Kept, Value]) -> dict[Kept, Value]:
    """The value of each roll when its best keep is kept."""
    return {roll: max(expected[kept] for kept in keeps(roll)) for roll in ROLLS}
