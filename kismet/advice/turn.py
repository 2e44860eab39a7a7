"""One turn from one sheet: what every end and every keep is worth, with the solved table for what comes after.

All in float64: only the table's own values carry float32's rounding.
"""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kismet.advice.card import BASIC, Zeros
from kismet.advice.keeps import CHANCE, FIRST_ROLL, KEEPS, ONE_MORE, PARTS, ROLLS, size_of
from kismet.advice.space import Start
from kismet.advice.table import Table
from kismet.dice import COUNT, FACES

Values: TypeAlias = NDArray[np.float64]

_COUNTS = np.array(ROLLS, dtype=np.intp)
"""How many dice of each face, by roll: (252, 6)."""
_SIZES = [size_of(size) for size in range(COUNT)]


class TurnValues:
    """Expected points from here to the end of the game, this turn and the bonus included, points so far left out.

    Raises:
        NotCovered: if the table does not know `state`.
    """

    def __init__(self, table: Table, state: Start) -> None:
        card = table.card
        after = table.after(state)
        self.entries: Values = card.scores.astype(np.float64)
        """By roll and box, (252, boxes): filling the box, whether the rules allow it or not; a filled box has minus
        infinity."""
        self.entries[:, BASIC:] += after[BASIC:, 0]
        self.entries[:, :BASIC] += after[np.arange(BASIC), _COUNTS]
        self._barred = self._zeros_barred(table, state)
        self.boxes: Values = self.entries if self._barred is None else np.where(self._barred, -np.inf, self.entries)
        """The same, with minus infinity also for zeros that the rules forbid."""
        self.ends: Values = self.boxes.max(axis=1)
        """By roll: the best box."""

    @staticmethod
    def _zeros_barred(table: Table, state: Start) -> NDArray[np.bool_] | None:
        card = table.card
        vacant = np.array([not state.filled >> box & 1 for box in range(card.boxes)])
        if card.zeros is Zeros.FREE:
            return None
        if card.zeros is Zeros.NOT_WHILE_OPEN and (card.first is None or not vacant[card.first]):
            return None
        scoring = (card.scores > 0) & vacant
        barred: NDArray[np.bool_] = ~scoring & scoring.any(axis=1)[:, None]
        return barred

    @cached_property
    def one_left(self) -> Values:
        """By keep, (462,): rolling the other dice, the last time. Whole rolls stand for stopping."""
        return expected(self.ends)

    @cached_property
    def second_roll(self) -> Values:
        """By roll, (252,): the best that can be done with it as the second one."""
        best: Values = self.one_left[PARTS].max(axis=1)
        return best

    @cached_property
    def two_left(self) -> Values:
        """By keep: rolling the other dice with another roll to follow. Whole rolls stand for waiting for that one."""
        return expected(self.second_roll)

    @cached_property
    def first_roll(self) -> Values:
        """By roll: the best that can be done with it as the first one."""
        best: Values = self.two_left[PARTS].max(axis=1)
        return best

    @cached_property
    def start(self) -> float:
        """Before the first roll."""
        return float(CHANCE @ self.first_roll)

    def keeps(self, roll: int) -> Values:
        """By keep: keeping it after roll number `roll`, 1 or 2."""
        return self.two_left if roll == 1 else self.one_left

    def best(self, roll: int) -> Values:
        """By roll: the best that can be done with it as roll number `roll`, 1 to 3."""
        return (self.first_roll, self.second_roll, self.ends)[roll - 1]


def expected(rolls: Values) -> Values:
    """The expected value of each keep when the other dice are rolled; `rolls` are the values of whole rolls."""
    keeps = np.empty(len(KEEPS))
    keeps[FIRST_ROLL:] = rolls
    for rows in reversed(_SIZES):
        keeps[rows] = np.add.reduce(keeps[ONE_MORE[rows]], axis=1) / len(FACES)
    return keeps


def arriving(keeps: Values) -> Values:
    """The chance of each roll when the keeps have these chances and the other dice are rolled."""
    chances = keeps.copy()
    for rows in _SIZES:
        share = np.repeat(chances[rows] / len(FACES), len(FACES))
        chances += np.bincount(ONE_MORE[rows].reshape(-1), share, minlength=len(KEEPS))
    return chances[FIRST_ROLL:]
