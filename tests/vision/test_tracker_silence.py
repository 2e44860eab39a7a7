"""Dice lie in view and no roll is told: after a while it is said why, and what to do."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.scripted import Game, first_roll, lie, read, unsure
from vision.tracker import Doubt, Event, Observation, RollAtRest, Tracker


def words(game: Game) -> list[str]:
    return [event.sentence for event in game.told if isinstance(event, Doubt)]


def test_four_dice_that_lay_there_from_the_start_are_spoken_of_once() -> None:
    game = Game()
    game.still(lie("1335"), 3)
    assert words(game) == []
    game.still(lie("1335"), 10)
    assert words(game) == [
        "Only four of five dice are seen, so nothing is read: lay them apart and in view and throw again, or type them."
    ]


def test_a_hand_that_rests_among_the_dice_is_named() -> None:
    game = Game()
    game.hand()
    game.still(lie("1335"), 8, hands=True)
    assert len(words(game)) == 1
    assert words(game)[0].startswith("A hand, or something as large, is in view")


def test_nothing_is_said_of_dice_that_are_known_or_of_an_empty_table() -> None:
    game = first_roll()
    game.tracker.new_turn()
    game.hand()
    game.still(lie("13356"), 10)
    game.hand()
    game.still((), 10)
    assert words(game) == []


def test_dice_are_read_however_long_the_reader_takes_for_a_picture() -> None:
    """A picture every two seconds, and each like the one before: nothing has happened between them."""
    tracker = Tracker()
    told: list[Event] = []
    for n in range(6):
        seen = Observation(n, 2.0 * n, moving=n == 0)
        if tracker.wants(seen):
            seen = replace(seen, reading=read(lie("13356")))
        told += tracker.step(seen)
    assert [event.number for event in told if isinstance(event, RollAtRest)] == [1]


def test_dice_that_turn_up_take_back_that_they_were_missing() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.still(unsure(lie("1335"), "5 dice are in play, but 4 can be seen."), 2)
    (first,) = [event for event in game.told if isinstance(event, RollAtRest)]
    assert len(first.reading.problems) == 1, "said once, not in two ways"
    game.hand()
    game.still(lie("13356"), 2)
    last = [event for event in game.told if isinstance(event, RollAtRest)][-1]
    assert (last.reading.values, last.reading.problems) == ((1, 3, 3, 5, 6), ())
