"""Dice that were thrown while nobody could see it, as where the picture cut to another table."""

from __future__ import annotations

from tests.vision.scripted import ELSEWHERE, PLACES, Dice, Game, lie
from vision.tracker import Doubt, RollAtRest, Tracker
from vision.tracker.words import UNSEEN


def scored(values: str = "13356") -> Game:
    """A roll was recorded and a box chosen; its dice still lie there."""
    game = Game(Tracker(turn_gap=float("inf")))
    game.still(())
    game.throw()
    game.roll(lie(values))
    game.tracker.correct(number=1)
    game.tracker.new_turn()
    return game


def cut(game: Game, dice: Dice) -> None:
    """Another table is in the picture, too briefly empty to be read, and dice are thrown there."""
    game.frame(None, moving=True, jolt=True)
    game.still((), 0.2)
    for _ in range(6):
        game.frame(None, moving=True, jolt=True)
    game.told.clear()
    game.still(dice, 1)


def words(game: Game) -> list[str]:
    return [event.sentence for event in game.told if isinstance(event, Doubt)]


def test_after_a_cut_a_die_that_lies_by_chance_where_one_lay_does_not_hide_the_throw() -> None:
    game = scored("13356")
    cut(game, (*lie("2"), *lie("2466", ELSEWHERE[1:])))
    assert game.rolls == [(1, "22466", "")]
    (event,) = [event for event in game.told if isinstance(event, RollAtRest)]
    assert event.reading.problems == ()


def test_nor_does_it_take_the_number_that_a_person_gave_the_one_before() -> None:
    game = Game(Tracker(turn_gap=float("inf")))
    game.still(())
    game.throw()
    game.roll(lie("13356"))
    game.tracker.correct((4, 3, 3, 5, 6), number=1)
    game.tracker.new_turn()
    cut(game, (*lie("2"), *lie("2466", ELSEWHERE[1:])))
    assert game.rolls == [(1, "22466", "")]


def test_dice_of_which_one_seems_to_have_lain_there_are_spoken_of_and_can_be_taken() -> None:
    """Nobody knows whether they were thrown: a person says so."""
    game = scored("13356")
    dice = (*lie("1"), *lie("2466", ELSEWHERE[1:]))
    cut(game, dice)
    assert game.rolls == []
    game.still(dice, 6)
    assert words(game) == [UNSEEN], "and not that they are not read for certain"
    assert game.tracker.unsaid
    game.tracker.take_lying()
    event = game.roll(dice)
    assert (event.number, event.reading.values, event.kept, event.reading.problems) == (1, (1, 2, 4, 6, 6), (), ())
    assert not game.tracker.unsaid
    game.throw()
    assert game.roll(lie("55555", PLACES)).number == 2


def test_the_same_numbers_elsewhere_after_a_cut_are_spoken_of_at_once() -> None:
    game = scored("13356")
    cut(game, lie("65331", ELSEWHERE))
    assert (game.rolls, words(game)) == ([], [UNSEEN])
    game.tracker.take_lying()
    assert game.roll(lie("65331", ELSEWHERE)).number == 1


def test_dice_pushed_aside_after_a_turn_are_no_throw_and_no_word_is_lost_on_them() -> None:
    game = scored("13356")
    game.hand()
    game.still(lie("65331", ELSEWHERE), 8)
    assert (game.rolls[1:], words(game)) == ([], [])
    assert game.tracker.unsaid, "but a person can say that they were thrown"


def test_dice_that_nobody_touched_cannot_be_taken_for_a_throw() -> None:
    game = scored("13356")
    game.still(lie("13356"), 8)
    assert not game.tracker.unsaid


def switched_on(values: str, number: int, *, stands: bool) -> Game:
    """A camera over dice that lay there already, as the game knows."""
    game = Game(Tracker(turn_gap=float("inf")))
    game.tracker.expect([int(value) for value in values], number, stands=stands)
    return game


def test_dice_of_the_turn_before_are_not_offered_by_a_camera_that_is_switched_on() -> None:
    game = switched_on("53121", 0, stands=False)
    game.still(lie("11235"), 8)
    assert (game.rolls, words(game)) == ([], [UNSEEN])
    assert game.tracker.unsaid, "but a person can say that they were thrown"
    game.hand()
    game.still(())
    game.throw()
    assert game.roll(lie("53121", ELSEWHERE)).number == 1


def test_dice_of_the_turn_before_can_be_taken_after_switching_on() -> None:
    game = switched_on("53121", 0, stands=False)
    game.still(lie("11235"))
    game.tracker.take_lying()
    event = game.roll(lie("11235"))
    assert (event.number, event.reading.values) == (1, (1, 1, 2, 3, 5))


def test_the_next_throw_after_switching_on_is_counted_on_from_the_roll_that_lay_there() -> None:
    game = switched_on("11235", 1, stands=True)
    game.still(lie("11235"), 8)
    assert (game.rolls, words(game)) == ([], [])
    game.hand()
    game.still(lie("11235")[:2])
    game.throw()
    event = game.roll((*lie("11235")[:2], *lie("622", ELSEWHERE[2:])))
    assert (event.number, len(event.kept), event.reading.problems) == (2, 2, ())


def test_other_dice_than_lay_there_are_a_throw() -> None:
    game = switched_on("53121", 0, stands=False)
    assert game.roll(lie("11236")).number == 1
