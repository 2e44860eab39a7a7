"""Which roll of a turn it is, as it seems at the time and in hindsight."""

from __future__ import annotations

from tests.vision.scripted import ELSEWHERE, PLACES, Game, first_roll, lie
from vision.reading import Status
from vision.tracker import Hindsight, RollAtRest, TableCleared, Tracker


def test_all_five_thrown_again_at_once() -> None:
    game = first_roll()
    game.hand()
    assert game.still((), 1) == [TableCleared()]
    game.throw()
    assert game.roll(lie("22446", ELSEWHERE)).number == 2


def test_a_long_empty_table_is_another_turn() -> None:
    game = first_roll()
    game.hand()
    game.still((), 8)
    game.throw()
    assert game.roll(lie("22446", ELSEWHERE)).number == 1


def turn(game: Game, *rolls: tuple[str, str]) -> list[RollAtRest]:
    """A turn of a recording: before each roll, what a hand leaves lying, and what lies there after it."""
    told = []
    for kept, values in rolls:
        game.hand()
        game.still(lie(kept))
        game.throw()
        # Nothing comes to lie where something lay before: a throw is not the same twice.
        places = tuple((x, y + game.index) for x, y in ELSEWHERE)
        told.append(game.roll((*lie(kept), *lie(values, places))))
    return told


def test_who_kept_dice_does_not_throw_all_five_next() -> None:
    """The table lies empty for a second only: still another turn."""
    game = Game()
    turn(game, ("", "13356"), ("13", "335"))
    assert [roll.number for roll in turn(game, ("", "22446"), ("22", "446"))] == [1, 2]


def test_hindsight_knows_which_throw_of_five_began_a_turn() -> None:
    game = Game()
    rolls = turn(game, ("", "13356"))  # a turn of one roll
    rolls += turn(game, ("", "22446"), ("22", "456"), ("224", "66"))
    assert [roll.number for roll in rolls] == [1, 2, 3, 3], "as it seems at the time"
    assert not any(roll.reading.problems for roll in rolls)
    hindsight = Hindsight()
    told = [hindsight.add(roll) for roll in rolls]
    assert [[roll.number for roll in certain] for certain in told] == [[1], [], [], [1, 2, 3]]
    assert hindsight.finish() == []


def test_what_hindsight_cannot_tell_stays_as_it_seemed() -> None:
    game = Game()
    rolls = turn(game, ("", "13356"), ("", "22446"), ("22", "456"))
    rolls += turn(game, ("", "13356"), ("", "22446"))
    hindsight = Hindsight()
    told = [roll for each in rolls for roll in hindsight.add(each)] + hindsight.finish()
    assert [roll.number for roll in told] == [1, 2, 3, 1, 2]
    assert [roll.index for roll in told] == sorted(roll.index for roll in rolls)


def test_the_game_knows_better_than_the_clock() -> None:
    game = Game(Tracker(turn_gap=float("inf")))
    game.throw()
    game.roll(lie("13356"))
    game.tracker.correct(number=1)  # a person recorded it
    game.hand()
    game.still((), 60)
    game.throw()
    assert game.roll(lie("22446", ELSEWHERE)).number == 2
    game.tracker.new_turn()
    assert game.still(lie("22446", ELSEWHERE), 2) == []
    game.hand()
    game.still(())
    game.throw()
    assert game.roll(lie("22446", ELSEWHERE)).number == 1


def test_a_fourth_roll_is_doubted() -> None:
    game = first_roll()
    for number, places in ((2, ELSEWHERE), (3, PLACES[1:]), (4, ELSEWHERE)):
        game.hand()
        game.still(lie("1"))
        game.throw()
        event = game.roll((*lie("1"), *lie("2345", places)))
        assert event.number == min(3, number)
    assert event.reading.status is Status.UNSURE
    assert "fourth roll" in event.reading.problems[-1]
