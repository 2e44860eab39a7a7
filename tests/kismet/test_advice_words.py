"""Advice in sentences."""

from __future__ import annotations

import pytest

from kismet.advice.options import Keep, Take, advise
from kismet.advice.prospects import prospects
from kismet.advice.table import Table
from kismet.advice.words import doing, headline, imperative, option_lines, percent, points_words, why
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.sheet import Sheet


@pytest.mark.parametrize(
    ("move", "says", "as_alternative"),
    [
        (Keep((5, 5, 5)), "Keep 5 5 5, roll two", "keeping 5 5 5"),
        (Keep(()), "Roll all five again", "rolling all five again"),
        (Take(Box.FIVES, 15), "Take Fives now for 15", "taking Fives now"),
        (Take(Box.ACES, 0), "Take a zero in Aces now", "taking a zero in Aces now"),
    ],
)
def test_moves_in_words(move: Keep | Take, says: str, as_alternative: str) -> None:
    assert (imperative(move), doing(move)) == (says, as_alternative)


def test_the_best_move_and_its_gain_in_one_sentence(table: Table) -> None:
    advice = advise(table, Sheet(), Dice.parse("55512"), 1)
    assert headline(advice) == "Keep 5 5 5, roll two: 1.9 points better than keeping 2 5 5 5."
    lines = option_lines(advice)
    assert [(line.cost, line.text) for line in lines] == [
        ("best", "Keep 5 5 5, roll two"),
        ("-1.9", "Keep 2 5 5 5, roll one"),
        ("-3.8", "Keep 1 5 5 5, roll one"),
        ("-10.3", "Keep 5 5, roll three"),
        ("-10.9", "Keep 2 5 5, roll two"),
    ]


def test_after_the_last_roll_nobody_says_now(table: Table) -> None:
    advice = advise(table, Sheet(), Dice.parse("11663"), 3)
    assert headline(advice).startswith("Take 2 Pair Same Color for 17: ")


def test_a_turn_that_can_end_in_one_box_alone_is_certain_of_it(table: Table) -> None:
    only_aces = Sheet.of({box: 0 for box in Box if box is not Box.ACES})
    for roll in (1, 2):
        found = prospects(table, only_aces, Dice.parse("11234"), roll, Keep((1, 1)))
        assert why(found) == "Ends in Aces 100 %."


def test_equals_are_called_equals(table: Table) -> None:
    only_straight = Sheet.of({box: 0 for box in Box if box is not Box.STRAIGHT})
    advice = advise(table, only_straight, Dice.parse("12346"), 2)
    assert headline(advice) == "Keep 1 2 3 4, roll one: as good as keeping 2 3 4 6."
    assert [line.cost for line in option_lines(advice, 3)] == ["best", "best", "-1.7"]


def test_the_last_box_leaves_no_choice(table: Table) -> None:
    only_flush = Sheet.of({box: 0 for box in Box if box is not Box.FLUSH})
    advice = advise(table, only_flush, Dice.parse("12345"), 3)
    assert headline(advice) == "Take a zero in Flush: there is no other choice."


def test_why_a_keep_is_good(table: Table) -> None:
    sheet = Sheet.of({box: 0 for box in Box if box is not Box.STRAIGHT})
    found = prospects(table, sheet, Dice.parse("23455"), 2, Keep((2, 3, 4, 5)))
    assert why(found) == "Ends in Straight 33 %; a zero 67 %."


@pytest.mark.parametrize(
    ("points", "words"), [(4.21, "4.2 points"), (0.01, "less than 0.1 points"), (1.0, "1 point"), (10.02, "10 points")]
)
def test_points_in_words(points: float, words: str) -> None:
    assert points_words(points) == words


@pytest.mark.parametrize(
    ("chance", "words"), [(0, "0 %"), (0.001, "< 1 %"), (0.333, "33 %"), (0.999, "> 99 %"), (1, "100 %")]
)
def test_only_certainty_is_a_hundred_percent(chance: float, words: str) -> None:
    assert percent(chance) == words
