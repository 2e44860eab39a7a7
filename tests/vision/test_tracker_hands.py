"""Hands, sleeves and elbows: what is no roll."""

from __future__ import annotations

from tests.vision.scripted import ELSEWHERE, PLACES, Game, die, first_roll, lie
from vision.reading import Point
from vision.tracker import DiceKept, Doubt, Stage


def test_nothing_is_told_while_a_hand_rests_in_view() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.hand()
    assert game.still(lie("13356"), 4, hands=True) == []
    assert game.tracker.stage is Stage.HANDS
    assert game.reads < 30  # a resting hand does not make the reader run at full speed
    game.roll(lie("13356"))


def test_a_hand_that_only_passes_changes_nothing() -> None:
    game = first_roll()
    game.hand()
    assert game.still(lie("13356")) == []
    game.hand()
    assert game.still(lie("13356")[:3]) == [DiceKept((0, 1, 2))]  # two are covered
    game.hand()
    assert game.still(lie("13356")) == []
    assert len(game.rolls) == 1


def test_dice_pushed_aside_to_be_kept_are_no_roll() -> None:
    game = first_roll()
    aside = (die(3, (30, 400)), die(3, (80, 400)))
    game.hand()
    assert game.still((*lie("1"), *aside, *lie("13356")[3:])) == []
    game.hand()
    assert game.still(aside) == [DiceKept((1, 2))]
    game.throw()
    game.roll((*aside, *lie("464", ELSEWHERE)))
    assert game.rolls[-1] == (2, "33464", "33")


def test_dice_pushed_aside_and_picked_up_in_one_go() -> None:
    game = first_roll()
    aside = (die(3, (30, 400)), die(3, (80, 400)))
    game.hand()
    assert game.still(aside) == [DiceKept((1, 2))]
    game.throw()
    game.roll((*aside, *lie("464", ELSEWHERE)))
    assert game.rolls[-1] == (2, "33464", "33")


def test_a_nudge_by_a_sleeve_is_no_roll() -> None:
    game = first_roll()
    game.hand()
    assert game.still((*lie("13356")[:4], die(6, (PLACES[4][0] + 45, PLACES[4][1] + 20)))) == []
    assert len(game.rolls) == 1


def test_a_nudge_is_no_roll_even_if_the_sleeve_leaves_as_fast_as_dice_fly() -> None:
    game = first_roll()
    game.hand()
    game.throw()
    assert game.still((*lie("13356")[:4], die(6, (PLACES[4][0] + 30, PLACES[4][1] + 10)))) == []
    game.throw()
    assert game.roll((*lie("13356")[:4], die(6, (PLACES[4][0] - 150, PLACES[4][1] + 170)))).number == 2


def test_a_die_knocked_over_is_told_but_not_taken_for_a_roll() -> None:
    game = first_roll()
    game.hand()
    (doubt,) = game.still((*lie("13356")[:4], die(2, (PLACES[4][0] + 45, PLACES[4][1]))))
    assert isinstance(doubt, Doubt)
    assert "showed a 6" in doubt.sentence
    assert "shows a 2" in doubt.sentence
    assert len(game.rolls) == 1


def test_a_camera_that_is_bumped_between_rolls() -> None:
    game = first_roll()
    shifted: tuple[Point, ...] = tuple((x + 90, y + 35) for x, y in PLACES)
    for _ in range(3):
        game.frame(None, moving=True, jolt=True)
    assert game.still(lie("13356", shifted)) == []
    game.hand()
    assert game.still(lie("13356", shifted)[1:3]) == [DiceKept((1, 2))]
    twice: tuple[Point, ...] = tuple((x - 60, y + 20) for x, y in PLACES)
    for _ in range(3):
        game.frame(None, moving=True, jolt=True)
    game.still(lie("13356", twice)[1:3])
    game.throw()
    game.roll((*lie("13356", twice)[1:3], *lie("622", ELSEWHERE)))
    assert game.rolls[-1][0] == 2
    assert game.rolls[-1][2] == "33"
