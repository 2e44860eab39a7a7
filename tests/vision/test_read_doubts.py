"""What is concluded from opinions: dice sets, colours as check digit, and the sentences people get."""

import math
from dataclasses import replace

import pytest

from vision.colour import ORDER
from vision.colours import check_colours, which_set
from vision.doubts import Judged, doubts, place
from vision.faces import Face
from vision.find import Candidate
from vision.fuse import Belief
from vision.opinion import Opinion
from vision.pips import Match
from vision.read import judge
from vision.reading import NO_HINTS, Hints, PipColour

FLAT = Match((0.0,) * 6, 50.0, (0,) * 6)


def opinion(
    value: int,
    colour: str,
    x: float = 320,
    y: float = 240,
    doubt: float = 0.02,
    vague: float = 0.05,
    hidden: float = -5.0,
    cocked: float = -5.0,
    unreadable: float = -5.0,
) -> Opinion:
    """A die seen as `value` (but for `doubt`) with pips of `colour` (but for `vague`)."""
    face = Face(x, y, 20, 0, 0, 20)
    values = [doubt / 6] * 7
    values[value] = 1 - doubt
    colours = [vague / 5] * 6
    colours[ORDER.index(PipColour(colour))] = 1 - vague
    return Opinion(
        Candidate(face, 4.0, (0.0,) * 6, -5.0, -5.0, 40.0),
        face,
        tuple(math.log(v) for v in values),
        tuple(math.log(c) for c in colours),
        hidden,
        cocked,
        unreadable,
        FLAT,
        (-3.0, -3.0, -0.1),
    )


CLASSIC = {1: "black", 2: "red", 3: "green", 4: "green", 5: "red", 6: "black"}


def classic(*values: int) -> list[Opinion]:
    return [opinion(v, CLASSIC[v], x=100 * (k + 1)) for k, v in enumerate(values)]


def test_a_classic_set_is_recognised_by_its_colours() -> None:
    mixture = which_set(classic(1, 3, 5, 2, 6), [0.99] * 5)
    assert mixture["classic"] > 0.95


def test_a_blue_set_is_recognised_by_its_colours() -> None:
    dice = [opinion(1, "blue"), opinion(6, "blue"), opinion(4, "green"), opinion(2, "red")]
    assert which_set(dice, [0.99] * 4)["blue"] > 0.95


def test_dice_with_black_pips_alone_are_plain() -> None:
    dice = [opinion(v, "black") for v in (2, 3, 4, 5, 6)]
    assert which_set(dice, [0.99] * 5)["plain"] > 0.95


def test_the_named_set_is_believed() -> None:
    assert which_set(classic(1, 2), [0.9] * 2, "plain")["plain"] == 1.0


def test_a_colour_that_was_hard_to_see_is_settled_by_the_numbers() -> None:
    """Black or blue? In a classic set a 6 is black."""
    dice = [*classic(3, 4, 2, 1), opinion(6, "blue", vague=0.6)]
    assert check_colours(dice, [0.99] * 5, [0.99] * 5)[-1].colour == PipColour.BLACK


@pytest.mark.parametrize("named", ["auto", "classic"])
def test_a_plain_contradiction_is_told(named: str) -> None:
    dice = [*classic(3, 4, 2, 5), opinion(6, "green", vague=0.01)]
    check = check_colours(dice, [0.99] * 5, [0.99] * 5, named)[-1]
    assert "6" in check.clash
    assert "green" in check.clash
    assert check.confidence < 0.97
    assert check.colour == PipColour.GREEN


def test_agreement_raises_and_contradiction_lowers_confidence() -> None:
    good = check_colours([*classic(3, 4, 2), opinion(5, "red", doubt=0.3)], [1.0] * 4, [0.9] * 4)[-1]
    bad = check_colours([*classic(3, 4, 2), opinion(5, "green", doubt=0.3)], [1.0] * 4, [0.9] * 4)[-1]
    assert bad.confidence < 0.9 < good.confidence


def test_colours_never_make_a_die_of_what_may_be_none() -> None:
    """The sides of dice have the colours of their numbers, too."""
    *_, side = check_colours([*classic(3, 4, 2), opinion(5, "red", vague=0.001)], [0.99] * 3 + [0.6], [0.99] * 4)
    assert side.confidence < 0.6


def test_colours_of_plain_dice_say_nothing() -> None:
    checks = check_colours([opinion(3, "red"), opinion(4, "white")], [1.0, 1.0], [0.9, 0.8], "plain")
    assert [c.confidence for c in checks] == pytest.approx([0.9, 0.8])
    assert not any(c.clash for c in checks)


def _told(dice: list[Opinion], sure: list[float], hints: Hints | None = None) -> list[str]:
    checks = check_colours(dice, sure, [1.0] * len(dice), "plain")
    judged = [Judged(one, check, p) for one, check, p in zip(dice, checks, sure, strict=True)]
    return [doubt.words for doubt in doubts(judged, 640, 480, 0.97, 0.5, hints or Hints())]


def test_nothing_in_doubt_nothing_said() -> None:
    assert _told(classic(1, 2, 3), [0.99] * 3) == []


@pytest.mark.parametrize(
    ("die", "word"),
    [
        (opinion(3, "black", hidden=3.0), "covers"),
        (opinion(3, "black", cocked=3.0), "leans"),
        (opinion(3, "black", unreadable=3.0), "blurred"),
        (opinion(3, "black", x=5), "out of the picture"),
        (opinion(3, "black", y=475), "out of the picture"),
    ],
)
def test_each_doubt_has_its_sentence(die: Opinion, word: str) -> None:
    said = _told([die], [0.99])
    assert len(said) == 1
    assert word in said[0]
    assert said[0].endswith(".")


def test_a_certain_die_may_lose_a_corner_to_the_border_but_no_pip() -> None:
    lost_corner, lost_pips = opinion(6, "black", x=14), opinion(6, "black", x=11)
    assert _told([lost_corner], [0.99]) == []
    assert "out of the picture" in _told([lost_corner], [0.9])[0]
    assert "out of the picture" in _told([lost_pips], [0.99])[0]


def test_an_uncertain_number_is_said_to_be_so() -> None:
    assert "not certain" in _told(classic(3), [0.8])[0]
    assert "may be a die" in _told(classic(3), [0.3])[0]


def test_a_missing_die_is_missed() -> None:
    assert "5 dice" in _told(classic(1, 2, 3, 4), [0.99] * 4, Hints(count=5))[0]


def test_an_empty_table_is_no_problem_even_when_five_dice_are_expected() -> None:
    assert _told([], [], Hints(count=5)) == []


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (10, 10, "in the upper left"),
        (630, 240, "on the right"),
        (320, 470, "in the lower middle"),
        (320, 240, "in the middle"),
    ],
)
def test_places_are_named(x: float, y: float, words: str) -> None:
    assert place(x, y, 640, 480) == words


@pytest.mark.parametrize(("top", "spoken_of"), [(0.97, True), (0.1, False)])
def test_what_looks_like_a_die_in_itself_and_round_it_is_never_passed_over(top: float, spoken_of: bool) -> None:
    """However little the confidence makes of it."""
    sure, one = opinion(5, "black"), opinion(3, "black", x=100)
    around = (math.log(1 - top), -9.0, math.log(top))
    beliefs = [Belief(0.99, 0.99), Belief(0.015, 0.9)]
    judged = judge([sure, replace(one, around=around)], beliefs, 640, 480, NO_HINTS)
    assert [j.opinion.value for j in judged] == ([5, 3] if spoken_of else [5])
