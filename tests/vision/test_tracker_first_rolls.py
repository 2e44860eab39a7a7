"""Whether all five dice thrown again are a first roll or the next, and what follows when a person says it was none."""

from __future__ import annotations

import pytest

from tests.vision.scripted import ELSEWHERE, PLACES, Game, lie, unsure
from vision.reading import Status
from vision.tracker import DiceKept, RollAtRest, Tracker
from vision.tracker.words import AGAIN, ANEW, FOURTH


def live() -> Game:
    """A game whose players say when a turn is over, with dice that lie there already."""
    game = Game(Tracker(turn_gap=float("inf")))
    assert game.roll(lie("13356")).number == 1
    return game


def thrown_again(game: Game, empty: float) -> RollAtRest:
    game.hand()
    if empty:
        game.still((), empty)
    game.throw()
    return game.roll(lie("22446", ELSEWHERE))


def test_after_an_empty_table_five_dice_are_a_first_roll_if_nothing_was_recorded() -> None:
    """Dice were tried or calibrated with; then the game begins."""
    event = thrown_again(live(), empty=4)
    assert (event.number, event.kept, event.guess) == (1, (), ANEW)
    assert event.reading.status is Status.READ, "the dice are certain; only the number is guessed"


def test_a_die_that_comes_to_lie_where_one_lay_before_is_not_kept_from_there() -> None:
    game = live()
    game.hand()
    game.still((), 4)
    game.throw()
    event = game.roll((*lie("13"), *lie("446", ELSEWHERE)))
    assert (event.number, event.kept, event.guess) == (1, (), ANEW)


@pytest.mark.parametrize("empty", [0.0, 1.0])
def test_five_dice_thrown_again_at_once_are_the_next_roll_and_that_is_a_guess(empty: float) -> None:
    event = thrown_again(live(), empty=empty)
    assert (event.number, event.guess) == (2, AGAIN)


def test_a_recorded_roll_counts_however_long_the_table_is_empty() -> None:
    game = live()
    game.tracker.correct(number=1)
    event = thrown_again(game, empty=60)
    assert (event.number, event.guess) == (2, "")


def test_kept_dice_show_that_the_roll_before_counts_though_nobody_recorded_it() -> None:
    game = live()
    game.hand()
    assert game.still(lie("13356")[1:3], 5) == [DiceKept((1, 2))]
    game.throw()
    event = game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE)))
    assert (event.number, event.guess) == (2, "")
    game.hand()
    game.still((), 5)
    game.throw()
    event = game.roll(lie("22446", tuple((x, y + 60) for x, y in ELSEWHERE)))
    assert (event.number, event.guess) == (3, "")


def test_each_new_try_is_a_first_roll() -> None:
    game = live()
    for places in (ELSEWHERE, PLACES, ELSEWHERE):
        game.hand()
        game.still((), 4)
        game.throw()
        assert game.roll(lie("22446", places)).number == 1


def test_a_guess_that_a_person_has_put_right_is_gone() -> None:
    game = live()
    game.hand()
    game.still((), 4)
    game.throw()
    doubtful = game.roll(unsure(lie("22446", ELSEWHERE)), 0.6)
    assert (doubtful.number, doubtful.guess) == (1, ANEW)
    game.tracker.renumber(2)
    (better,) = game.still(lie("22446", ELSEWHERE), 4)
    assert isinstance(better, RollAtRest)
    assert (better.number, better.guess, better.revised) == (2, "", True)


# That was no roll


def test_a_dismissed_roll_is_not_counted() -> None:
    for empty in (0.0, 1.0, 4.0):
        game = live()
        game.tracker.dismiss(0)
        event = thrown_again(game, empty=empty)
        assert (event.number, event.guess) == (1, "")
        game.tracker.dismiss(0)
        game.hand()
        game.throw()
        assert game.roll(lie("55512")).number == 1


def test_a_dismissed_roll_is_not_told_again_while_it_lies() -> None:
    game = live()
    game.tracker.correct(number=1)
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    scene = (*lie("13356")[1:3], *lie("622", ELSEWHERE))
    game.roll(unsure(scene), 0.6)
    game.tracker.dismiss(1)
    assert game.still(scene, 5) == []
    game.hand()
    assert game.still(scene, 3) == []


def test_after_a_dismissed_roll_kept_dice_are_known_where_they_lie() -> None:
    """A hand was taken for the second roll; the dice lie as they lay, and three of them are thrown again."""
    game = live()
    game.tracker.correct(number=1)
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    assert game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE))).number == 2
    game.tracker.dismiss(1)
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    event = game.roll((*lie("13356")[1:3], *lie("145", tuple((x, y + 60) for x, y in ELSEWHERE))))
    assert event.number == 2
    assert [event.reading.dice[k].value for k in event.kept] == [3, 3]


def test_a_die_laid_beside_a_dismissed_roll_does_not_complete_it() -> None:
    game = live()
    game.tracker.correct(number=1)
    game.hand()
    game.still(())
    game.throw()
    four = lie("2244", ELSEWHERE)
    game.still(four, 2)
    assert game.rolls[-1][0] == 2
    game.tracker.dismiss(1)
    game.throw()
    event = game.roll((*four, *lie("6", PLACES)))
    assert not event.revised, "it is another throw"
    assert event.number == 2


def test_a_fourth_roll_says_that_its_number_is_a_guess() -> None:
    game = live()
    for places in (ELSEWHERE, PLACES[1:], ELSEWHERE):
        game.hand()
        game.still(lie("1"))
        game.throw()
        event = game.roll((*lie("1"), *lie("2345", places)))
    assert (event.number, event.guess) == (3, FOURTH)
    game.tracker.renumber(2)
    game.hand()
    game.still(lie("1"))
    game.throw()
    assert game.roll((*lie("1"), *lie("3345", PLACES[1:]))).number == 3


def test_no_turn_has_so_many_rolls() -> None:
    with pytest.raises(ValueError, match="three rolls"):
        live().tracker.dismiss(4)
    with pytest.raises(ValueError, match="first, second or third"):
        live().tracker.renumber(0)
