"""The score card as the solver sees it: six face boxes that earn a bonus together, and what each other box scores.

Nothing here is special to Kismet; the same solver plays Yahtzee or Yatzy, which have published optima to check it by.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from kismet.advice.keeps import ROLLS, Counts, values_of
from kismet.boxes import BASIC_BOXES, Box, score
from kismet.dice import FACES, Dice
from kismet.rules import Rules, VoluntaryZero
from kismet.sheet import BONUS_TIERS, bonus_for

BASIC = len(FACES)
"""Boxes of the basic section; box `i` below this scores the dice that show `i + 1`."""


_BY_DICE = sorted(range(len(ROLLS)), key=lambda roll: ROLLS[roll][::-1])
"""The rolls ordered by their sixes, then fives, and so on, which a new numbering of rolls would not change."""


class Zeros(StrEnum):
    """When a box may be filled with nothing."""

    FREE = "free"
    ONLY_IF_STUCK = "only_if_stuck"
    """Only when no vacant box scores."""
    NOT_WHILE_OPEN = "not_while_open"
    """Only when the box `Card.first` is filled, or no vacant box scores."""


@dataclass(frozen=True)
class Card:
    """What each box scores and how the bonus is earned.

    Boxes are numbered from 0: the six of the basic section, then the others in the order of `others`.
    """

    others: tuple[tuple[int, ...], ...]
    """For each box after the basic ones, its points for each of the 252 rolls; never negative."""
    bonus: tuple[int, ...]
    """The bonus by basic subtotal; the last holds for every greater one too."""
    zeros: Zeros = Zeros.FREE
    first: int | None = None
    """The box that must be filled first under `Zeros.NOT_WHILE_OPEN`; it must score for every roll."""

    @property
    def boxes(self) -> int:
        """How many boxes there are."""
        return BASIC + len(self.others)

    @property
    def cap(self) -> int:
        """The subtotal from which on more makes no difference."""
        return len(self.bonus) - 1

    @cached_property
    def scores(self) -> NDArray[np.int64]:
        """Points by roll and box, of shape (252, boxes)."""
        basic = [[count * face for count, face in zip(roll, FACES, strict=True)] for roll in ROLLS]
        return np.hstack([np.array(basic), np.array(self.others, dtype=np.int64).reshape(-1, len(ROLLS)).T])

    @cached_property
    def fingerprint(self) -> str:
        """A name, of 64 hexadecimal digits, for all that the optimum depends on; however rolls are numbered."""
        others = tuple(tuple(points[roll] for roll in _BY_DICE) for points in self.others)
        parts = (others, self.bonus, str(self.zeros), self.first)
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def make(
    others: Sequence[Callable[[Counts], int]],
    bonus: Sequence[int],
    zeros: Zeros = Zeros.FREE,
    first: int | None = None,
) -> Card:
    """A card whose boxes after the basic ones score by functions of the six counts of a roll."""
    table = tuple(tuple(int(rule(roll)) for roll in ROLLS) for rule in others)
    return Card(table, tuple(bonus), zeros, first)


def card_for(rules: Rules) -> Card:
    """Kismet's card under `rules`. Its boxes are numbered like `kismet.boxes.Box`.

    What a second Kismet does to others is no part of it: the optimum is the best total, as if played alone.
    """
    zeros, first = Zeros.FREE, None
    if rules.voluntary_zero is VoluntaryZero.ONLY_IF_STUCK:
        zeros = Zeros.ONLY_IF_STUCK
    elif rules.yarborough_first:
        zeros, first = Zeros.NOT_WHILE_OPEN, int(Box.YARBOROUGH)
    return _card_for(rules.five_as_full_house, rules.two_pair_distinct, rules.straight, zeros, first)


@lru_cache(maxsize=8)
def _card_for(
    five_as_full_house: bool, two_pair_distinct: bool, straight: int, zeros: Zeros, first: int | None
) -> Card:
    rules = Rules(five_as_full_house=five_as_full_house, two_pair_distinct=two_pair_distinct, straight=straight)

    def scorer(box: Box) -> Callable[[Counts], int]:
        return lambda roll: score(box, Dice(values_of(roll)), rules)

    bonus = [bonus_for(subtotal) for subtotal in range(BONUS_TIERS[0][0] + 1)]
    return make([scorer(box) for box in Box if box not in BASIC_BOXES], bonus, zeros, first)
