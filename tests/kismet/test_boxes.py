"""What each box scores (R5–R13), over all 252 rolls."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kismet.boxes import Box, BoxError, Section, score, why
from kismet.dice import Colour, Dice, DiceError
from kismet.rules import RULINGS, Rules

ROLLS = [Dice(values) for values in combinations_with_replacement(range(1, 7), 5)]
STRICT = Rules(five_as_full_house=False, two_pair_distinct=True)
LOWER = [box for box in Box if box.section is Section.KISMET]

GOLDEN_COLUMNS = {
    Box.THREE_OF_A_KIND: "three_kind",
    Box.FLUSH_HOUSE: "full_house_same_color",
    Box.FOUR_OF_A_KIND: "four_kind",
}
STRICT_COLUMNS = {
    Box.FULL_HOUSE: "full_house_strict",
    Box.FLUSH_HOUSE: "full_house_same_color_strict",
    Box.TWO_PAIR_SAME_COLOR: "two_pair_strict",
}


def test_every_roll_scores_in_every_box_as_the_table_of_the_rules_says(shared: Path) -> None:
    with (shared / "rules" / "golden_scores.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(ROLLS)
    for row in rows:
        dice = Dice.parse(row["roll"])
        for box in Box:
            assert score(box, dice, RULINGS) == int(row[GOLDEN_COLUMNS.get(box, box.key)]), (row["roll"], box)
        for box, column in STRICT_COLUMNS.items():
            assert score(box, dice, STRICT) == int(row[column]), (row["roll"], box, "strict")


@pytest.mark.parametrize(
    ("box", "count"),
    [
        (Box.TWO_PAIR_SAME_COLOR, 54),
        (Box.THREE_OF_A_KIND, 126),
        (Box.STRAIGHT, 2),
        (Box.FLUSH, 18),
        (Box.FULL_HOUSE, 36),
        (Box.FLUSH_HOUSE, 12),
        (Box.FOUR_OF_A_KIND, 36),
        (Box.KISMET, 6),
    ],
)
def test_as_many_rolls_score_as_the_rules_allow(box: Box, count: int) -> None:
    assert sum(score(box, dice, RULINGS) > 0 for dice in ROLLS) == count


IMPLICATIONS: dict[str, Callable[[set[Box]], bool]] = {
    "a flush is two pairs of a colour and three of a kind": lambda fits: (
        Box.FLUSH not in fits or {Box.TWO_PAIR_SAME_COLOR, Box.THREE_OF_A_KIND} <= fits
    ),
    "a flush house is a flush and a full house, and nothing else is": lambda fits: (
        (Box.FLUSH_HOUSE in fits) == ({Box.FLUSH, Box.FULL_HOUSE} <= fits)
    ),
    "four of a kind is two pairs of a colour and three of a kind": lambda fits: (
        Box.FOUR_OF_A_KIND not in fits or {Box.TWO_PAIR_SAME_COLOR, Box.THREE_OF_A_KIND} <= fits
    ),
    "a Kismet is everything below but a straight": lambda fits: (
        Box.KISMET not in fits or fits == set(LOWER) - {Box.STRAIGHT}
    ),
    "a straight is nothing else below but Yarborough": lambda fits: (
        Box.STRAIGHT not in fits or fits == {Box.STRAIGHT, Box.YARBOROUGH}
    ),
}


@pytest.mark.parametrize("holds", IMPLICATIONS.values(), ids=IMPLICATIONS.keys())
def test_boxes_imply_each_other(holds: Callable[[set[Box]], bool]) -> None:
    for dice in ROLLS:
        assert holds({box for box in LOWER if score(box, dice, RULINGS)}), dice


@given(st.permutations(range(5)), st.sampled_from(ROLLS), st.sampled_from(Box))
def test_the_order_in_which_the_dice_lie_changes_nothing(order: list[int], dice: Dice, box: Box) -> None:
    shuffled = Dice(tuple(dice.values[i] for i in order))
    assert score(box, shuffled, RULINGS) == score(box, dice, RULINGS)


@pytest.mark.parametrize(
    ("dice", "box", "rules", "words"),
    [
        (
            "11663",
            Box.TWO_PAIR_SAME_COLOR,
            RULINGS,
            "A pair of 1s and a pair of 6s, both black: 1 + 1 + 6 + 6 + 3 = 17.",
        ),
        ("11335", Box.TWO_PAIR_SAME_COLOR, RULINGS, "The pairs of 1s and 3s differ in colour: black and green."),
        (
            "44441",
            Box.TWO_PAIR_SAME_COLOR,
            STRICT,
            "Four 4s are one number; the pairs must be of two numbers here (A2).",
        ),
        ("33344", Box.FLUSH_HOUSE, RULINGS, "Three 3s and two 4s, all green: 3 + 3 + 3 + 4 + 4 + 20 = 37."),
        ("55555", Box.FULL_HOUSE, STRICT, "Five alike are not a full house here (A1)."),
        ("12345", Box.KISMET, RULINGS, "Five alike are needed; no two are alike."),
        ("12346", Box.FLUSH, RULINGS, "Not all of one colour: 2 black, 2 green, 1 red."),
        ("23456", Box.STRAIGHT, Rules(straight=40), "2 to 6 in a row: always 40."),
    ],
)
def test_every_score_can_say_why(dice: str, box: Box, rules: Rules, words: str) -> None:
    assert why(box, Dice.parse(dice), rules).reason == words


def test_a_reason_is_given_for_every_roll_in_every_box() -> None:
    for dice in ROLLS:
        for box in Box:
            for rules in (RULINGS, STRICT):
                told = why(box, dice, rules)
                assert told.reason.endswith(".")
                assert not told.points or str(told.points) in told.reason


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("flush", Box.FLUSH),
        ("flush_h", Box.FLUSH_HOUSE),
        ("Full house", Box.FULL_HOUSE),
        ("full-house-same-colour", Box.FLUSH_HOUSE),
        ("2 Pair Same Color", Box.TWO_PAIR_SAME_COLOR),
        ("4 of a kind", Box.FOUR_OF_A_KIND),
        ("y", Box.YARBOROUGH),
        ("KISMET", Box.KISMET),
    ],
)
def test_a_box_is_known_by_its_beginning(text: str, box: Box) -> None:
    assert Box.parse(text) is box


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("Ones", Box.ACES),
        ("two pairs", Box.TWO_PAIR_SAME_COLOR),
        ("2 pairs same colour", Box.TWO_PAIR_SAME_COLOR),
        ("triple", Box.THREE_OF_A_KIND),
        ("3 of a kind", Box.THREE_OF_A_KIND),
        ("Run", Box.STRAIGHT),
        ("FH", Box.FULL_HOUSE),
        ("flush full house", Box.FLUSH_HOUSE),
        ("quads", Box.FOUR_OF_A_KIND),
        ("five of a kind", Box.KISMET),
        ("any", Box.YARBOROUGH),
        ("1", Box.ACES),
        ("2", Box.DEUCES),
        ("3", Box.TREYS),
        ("4", Box.FOURS),
        ("5", Box.FIVES),
        ("6", Box.SIXES),
        ("4k", Box.FOUR_OF_A_KIND),
    ],
)
def test_what_people_call_a_box_is_understood(text: str, box: Box) -> None:
    assert Box.parse(text) is box


def test_k_is_asked_about_since_it_is_another_box_on_the_sheet() -> None:
    with pytest.raises(BoxError, match="'k' could be four_of_a_kind or kismet"):
        Box.parse("k")


def test_a_sentence_names_boxes_as_they_are_understood() -> None:
    with pytest.raises(BoxError) as raised:
        Box.parse("foo")
    listed = re.findall(r"(\w+)(?: \(or ([^)]+)\))?[,.]", str(raised.value).partition("the boxes are ")[2])
    assert [Box.parse(key) for key, _ in listed] == list(Box)
    assert all(Box.parse(other) is Box.parse(key) for key, other in listed if other)


@pytest.mark.parametrize(
    ("text", "words"), [("fl", "flush or flush_house"), ("t", "treys or two"), ("zz", "no box"), ("", "no box")]
)
def test_an_unclear_box_is_asked_about(text: str, words: str) -> None:
    with pytest.raises(BoxError, match=words):
        Box.parse(text)


def test_opposite_numbers_share_no_colour_but_each_colour_has_two_numbers() -> None:
    """R4."""
    assert [Colour.of(value).value for value in range(1, 7)] == ["black", "red", "green", "green", "red", "black"]


@pytest.mark.parametrize("text", ["1234", "123456", "", "12307", "abcde", "1234x", "１２３４５"])
def test_what_is_not_five_dice_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(DiceError, match=r"^[A-Z].*\.$"):
        Dice.parse(text)


def test_dice_may_be_written_with_spaces_and_commas() -> None:
    assert Dice.parse("1, 1, 6 63") == Dice((1, 1, 6, 6, 3))
