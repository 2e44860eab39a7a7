"""What the camera is told of a change of the game: the game's last word counts; undo gives the dice back as read."""

from __future__ import annotations

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Entered, Event, Game, Origin, Redone, Rolled, Undone
from tests.tui.fake_feed import FakeFeed
from tui.telling import tell_camera

READ, WRONG, SECOND = Rolled(Dice.parse("34513"), 1), Rolled(Dice.parse("64513"), 1), Rolled(Dice.parse("33212"), 2)


def heard(*events: Event) -> list[tuple[object, ...]]:
    """What the camera is told of the last event."""
    game = before = Game.start(("Ann", "Bob"))
    for event in events:
        before, game = game, game.apply(event)
    feed = FakeFeed("0")
    tell_camera(feed, before, game)
    return feed.told


def test_every_roll_is_told_with_its_numbers_even_those_that_were_read() -> None:
    assert heard(READ) == [("correct", (3, 4, 5, 1, 3), 1)]
    assert heard(WRONG, READ) == [("correct", (3, 4, 5, 1, 3), 1)]


def test_a_roll_that_is_taken_back_is_as_it_was_read() -> None:
    assert heard(WRONG, Undone()) == [("correct", None, 1), ("new turn",)]
    assert heard(READ, SECOND, Undone()) == [("correct", None, 2), ("dismiss", 1)]


def test_a_correction_that_is_taken_back_leaves_the_numbers_before_it() -> None:
    assert heard(READ, WRONG, Undone()) == [("correct", (3, 4, 5, 1, 3), 1)]
    assert heard(READ, WRONG, Undone(), Redone()) == [("correct", (6, 4, 5, 1, 3), 1)]


def test_the_dice_of_another_throw_that_was_recorded_in_its_place_are_not_given_its_numbers() -> None:
    third = Rolled(Dice.parse("34666"), 1, origin=Origin.CAMERA)
    assert heard(READ, third, Undone()) == [("dismiss", 1)]


def test_what_is_put_back_is_told_with_its_numbers_if_its_dice_are_the_newest() -> None:
    assert heard(WRONG, Undone(), Redone()) == [("correct", (6, 4, 5, 1, 3), 1)]
    both = (READ, SECOND, Undone(), Undone(), Redone())
    assert heard(*both) == [("correct", None, 1)], "the second roll's dice lie there"
    assert heard(*both, Redone()) == [("correct", (3, 3, 2, 1, 2), 2)]


def test_a_box_that_is_taken_back_says_nothing_of_the_dice() -> None:
    assert heard(WRONG, Entered(Box.YARBOROUGH), Undone()) == [("dismiss", 1)]
