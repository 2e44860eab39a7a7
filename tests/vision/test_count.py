"""Knowing how many dice are in play helps where one is in doubt, and never hides that one is missing."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.count import FAITH, given_count


def by_hand(sure: list[float], count: int) -> list[float]:
    """The same by going through every set of candidates that may be the dice."""
    total, mine = 0.0, [0.0] * len(sure)
    for dice in itertools.product((False, True), repeat=len(sure)):
        weight = math.prod(p if die else 1 - p for p, die in zip(sure, dice, strict=True))
        weight *= FAITH if sum(dice) == count else 1.0
        total += weight
        mine = [m + weight * die for m, die in zip(mine, dice, strict=True)]
    return [m / total for m in mine]


@given(st.lists(st.floats(0.01, 0.99), min_size=1, max_size=8), st.integers(1, 6))
def test_it_is_what_counting_every_case_gives(sure: list[float], count: int) -> None:
    assert given_count(sure, count) == pytest.approx(by_hand(sure, count), abs=1e-9)


def test_a_doubtful_fifth_die_is_believed_and_the_side_of_another_is_not() -> None:
    told = given_count([0.99, 0.99, 0.98, 0.99, 0.7, 0.15], 5)
    assert told[4] > 0.9
    assert told[5] < 0.1


def test_a_sixth_die_that_is_beyond_doubt_stays_one() -> None:
    assert min(given_count([0.999] * 6, 5)) > 0.9


def test_four_dice_beyond_doubt_do_not_make_a_fifth() -> None:
    told = given_count([0.999] * 4 + [0.001], 5)
    assert told[4] < 0.05
    assert given_count([], 5) == []
