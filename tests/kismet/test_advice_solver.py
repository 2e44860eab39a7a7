"""The solver against other ways to know the answer: by hand in fractions, published optima, independent solvers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from kismet.advice.card import Card, card_for, make
from kismet.advice.keeps import Counts, values_of
from kismet.advice.passes import MEAN
from kismet.advice.solve import Stopped, solve, solve_pairs
from kismet.advice.space import EMPTY, Space, Start
from kismet.advice.table import NotCovered, Table
from kismet.boxes import BASIC_BOXES, Box
from kismet.rules import RULINGS, Rules, VoluntaryZero
from tests.kismet.by_hand import ByHand

ALL = (1 << len(Box)) - 1

STRICT = Rules(voluntary_zero=VoluntaryZero.ONLY_IF_STUCK)
YARBOROUGH_FIRST = Rules(yarborough_first=True)


def start(vacant: tuple[Box, ...], subtotal: int) -> Start:
    return Start(ALL - sum(1 << box for box in vacant), subtotal)


def agree(rules: Rules, vacant: tuple[Box, ...], subtotal: int) -> None:
    """Solver and fractions give the same mean and mean square."""
    here = start(vacant, subtotal)
    mean, square = ByHand(rules).moments(frozenset(vacant), subtotal)
    card = card_for(rules)
    exact = solve(card, here, dtype=np.float64)
    assert exact.value(here) == pytest.approx(float(mean), abs=1e-9)
    assert solve(card, here).value(here) == pytest.approx(float(mean), abs=1e-4)
    place = exact.place(here)
    assert place is not None
    pair = solve_pairs(card, exact.space)[place]
    assert pair[MEAN] == pytest.approx(float(mean), rel=1e-5)
    # Of keeps that are equally good in the mean, rounding decides which is taken, and their squares may differ.
    assert pair[1 - MEAN] == pytest.approx(float(square), rel=5e-4)


@pytest.mark.parametrize("box", Box, ids=lambda box: box.key)
def test_one_open_box_is_worth_what_fractions_say(box: Box) -> None:
    subtotal = 62 if box in BASIC_BOXES else 63
    agree(RULINGS, (box,), subtotal)


@pytest.mark.parametrize(
    ("rules", "vacant", "subtotal"),
    [
        (RULINGS, (Box.FIVES, Box.SIXES), 40),
        (RULINGS, (Box.ACES, Box.YARBOROUGH), 60),
        (RULINGS, (Box.FLUSH, Box.FLUSH_HOUSE), 0),
        (STRICT, (Box.ACES, Box.STRAIGHT), 61),
        (STRICT, (Box.ACES, Box.YARBOROUGH), 60),
        (YARBOROUGH_FIRST, (Box.SIXES, Box.YARBOROUGH), 59),
        (YARBOROUGH_FIRST, (Box.KISMET, Box.STRAIGHT), 70),
    ],
    ids=str,
)
def test_two_open_boxes_are_worth_what_fractions_say(rules: Rules, vacant: tuple[Box, ...], subtotal: int) -> None:
    agree(rules, vacant, subtotal)


def test_the_empty_sheet_under_the_rulings_in_double_precision(table: Table) -> None:
    """R2–R13, and what float32 loses: nothing a player could notice."""
    exact = solve(card_for(RULINGS), dtype=np.float64)
    assert exact.space.size == 972_800
    assert exact.value(EMPTY) == pytest.approx(315.179996, abs=1e-6)
    off = np.abs(exact.values[:-1, :-1] - table.values[:-1, :-1])
    assert off.max() < 0.0005


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(five_as_full_house=False), 315.024029),
        (Rules(two_pair_distinct=True), 314.1837),
        (Rules(straight=40), 322.1887),
    ],
    ids=lambda value: str(value.changed()) if isinstance(value, Rules) else "",
)
def test_the_empty_sheet_under_the_options(rules: Rules, expected: float) -> None:
    """A1, A2, A17."""
    assert solve(card_for(rules)).value(EMPTY) == pytest.approx(expected, abs=0.0005)


def alike(count: int) -> Callable[[Counts], int]:
    return lambda roll: sum(values_of(roll)) if max(roll) >= count else 0


def in_a_row(count: int, points: int) -> Callable[[Counts], int]:
    return lambda roll: points if any(all(roll[first : first + count]) for first in range(7 - count)) else 0


def full_house(points: int | None) -> Callable[[Counts], int]:
    return lambda roll: (points or sum(values_of(roll))) if sorted(roll)[-2:] == [2, 3] else 0


def five(points: int) -> Callable[[Counts], int]:
    return lambda roll: points if 5 in roll else 0


def total(roll: Counts) -> int:
    return sum(values_of(roll))


def groups(many: int, size: int) -> Callable[[Counts], int]:
    """The best sum of so many groups of so many dice alike, each group of its own number."""

    def rule(roll: Counts) -> int:
        fitting = [face + 1 for face in range(6) if roll[face] >= size]
        return max((sum(faces) * size for faces in combinations(fitting, many)), default=0)

    return rule


def yahtzee_without_jokers() -> Card:
    others = [alike(3), alike(4), full_house(25), in_a_row(4, 30), in_a_row(5, 40), five(50), total]
    return make(others, [0] * 63 + [35])


def scandinavian_yatzy() -> Card:
    def straight(first: int, points: int) -> Callable[[Counts], int]:
        return lambda roll: points if all(roll[first : first + 5]) else 0

    others = [
        groups(1, 2),
        groups(2, 2),
        groups(1, 3),
        groups(1, 4),
        straight(0, 15),
        straight(1, 20),
        full_house(None),
        total,
        five(50),
    ]
    return make(others, [0] * 63 + [50])


@pytest.mark.parametrize(
    ("card", "expected"),
    [(yahtzee_without_jokers(), 245.870775), (scandinavian_yatzy(), 248.439989)],
    ids=["yahtzee", "yatzy"],
)
def test_the_same_solver_finds_the_published_optima_of_other_games(card: Card, expected: float) -> None:
    assert solve(card).value(EMPTY) == pytest.approx(expected, abs=0.0005)


@pytest.mark.parametrize("rules", [STRICT, YARBOROUGH_FIRST], ids=["only_if_stuck", "yarborough_first"])
def test_restrictions_on_zeros_cost_something(rules: Rules, table: Table) -> None:
    """A15: a player with fewer choices cannot do better; here the difference is real."""
    half = start((Box.ACES, Box.SIXES, Box.FLUSH, Box.STRAIGHT, Box.KISMET, Box.YARBOROUGH), 40)
    restricted = solve(card_for(rules), half).value(half)
    assert restricted < table.value(half) - 0.01


@pytest.mark.parametrize(
    ("vacant", "subtotal"),
    [
        (tuple(Box)[:6], 0),
        ((Box.ACES, Box.FOURS, Box.FLUSH, Box.KISMET), 51),
        ((Box.STRAIGHT, Box.FLUSH, Box.YARBOROUGH), 78),
        ((Box.SIXES, Box.TWO_PAIR_SAME_COLOR, Box.FULL_HOUSE, Box.FLUSH_HOUSE, Box.FOUR_OF_A_KIND), 33),
    ],
    ids=str,
)
def test_solving_from_a_sheet_gives_what_the_whole_table_says(
    table: Table, vacant: tuple[Box, ...], subtotal: int
) -> None:
    here = start(vacant, subtotal)
    part = solve(card_for(RULINGS), here)
    assert part.space.size < table.space.size / 100
    assert part.value(here) == pytest.approx(table.value(here), abs=1e-3)


def test_a_table_from_a_sheet_knows_no_other_sheets() -> None:
    here = start((Box.ACES, Box.KISMET), 50)
    part = solve(card_for(RULINGS), here)
    assert part.covers(here)
    for other in (EMPTY, start((Box.ACES, Box.KISMET), 62), start((Box.ACES, Box.FLUSH), 50)):
        assert not part.covers(other)
        with pytest.raises(NotCovered):
            part.value(other)


def test_subtotals_that_no_bonus_can_tell_apart_are_one_state() -> None:
    space = Space(card_for(RULINGS), EMPTY)
    only_aces_left = (1 << 6) - 2
    assert space.node(only_aces_left, 0) == space.node(only_aces_left, 57), "five points short of the first tier"
    assert space.node(only_aces_left, 57) != space.node(only_aces_left, 58)
    assert space.node(only_aces_left, 78) == space.node(only_aces_left, 105)


def test_the_solver_stops_when_told() -> None:
    with pytest.raises(Stopped):
        solve(card_for(RULINGS), stop=lambda: True)
