"""From throw to throw: when dice are at rest, which of them were kept, and what stage it is."""

from __future__ import annotations

from tests.vision.scripted import ELSEWHERE, PLACES, Game, die, first_roll, lie
from vision.reading import Status
from vision.tracker import DiceKept, RollAtRest, Stage, StageChanged, TableCleared


def test_a_whole_turn() -> None:
    game = Game()
    assert game.still(()) == []
    game.throw()
    first = game.roll(lie("13356"))
    assert (first.number, first.kept, first.reading.values) == (1, (), (1, 3, 3, 5, 6))
    game.hand()
    assert game.still(lie("13356")[1:3]) == [DiceKept((1, 2))]
    game.throw()
    second = game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE)))
    assert second.number == 2
    assert sorted(second.reading.values) == [2, 2, 3, 3, 6]
    assert [second.reading.dice[k].value for k in second.kept] == [3, 3]
    assert [second.reading.dice[k].centre for k in second.kept] == [PLACES[1], PLACES[2]]
    game.hand()
    game.still((*lie("13356")[1:3], *lie("6", ELSEWHERE)))
    game.throw()
    third = game.roll((*lie("13356")[1:3], *lie("6", ELSEWHERE), die(4, (50, 400)), die(5, (600, 400))))
    assert third.number == 3
    assert sorted(third.reading.dice[k].value for k in third.kept) == [3, 3, 6]
    game.hand()
    assert game.still(()) == [TableCleared()]
    game.throw()
    assert game.roll(lie("11111")).number == 1


def test_a_rest_is_told_within_half_a_second_and_not_before_a_third() -> None:
    for fps in (10.0, 15.0, 30.0):
        game = Game(fps=fps)
        game.still(())
        game.throw()
        game.still(lie("12345"))
        at = next(i for e, i in zip(game.told, game.told_at, strict=True) if isinstance(e, RollAtRest))
        landed = round(1.0 * fps) + round(0.5 * fps) - 1  # the last frame that moved shows the dice as they lie
        assert 0.29 <= (at - landed) / fps <= 0.5


def test_a_still_table_is_not_read_again_and_again() -> None:
    game = first_roll()
    before = game.reads
    game.still(lie("13356"), 60)
    assert game.reads == before


def test_dice_that_still_rock_are_no_rest() -> None:
    game = Game()
    game.still(())
    game.throw()
    for n in range(20):
        game.still(lie("13356"), 0.2)
        game.frame(None, moving=True)
        assert game.rolls == [], n
    game.roll(lie("13356"))


def test_stages_are_told_in_words() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.hand()
    game.still(lie("13356"))
    stages = [e.stage for e in game.told if isinstance(e, StageChanged)]
    assert stages == [Stage.EMPTY, Stage.MOVING, Stage.HANDS, Stage.LOOKING, Stage.REST]
    assert game.tracker.stage is Stage.REST
    assert [stage.value for stage in Stage] == [
        "looking",
        "dice moving",
        "hands in view",
        "dice at rest",
        "table empty",
    ]


# Throws in other ways than the book's


def test_dice_picked_up_and_thrown_without_the_hand_leaving_the_picture() -> None:
    game = first_roll()
    game.hand()
    game.throw()
    game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE)))
    assert game.rolls[-1][0] == 2
    assert game.rolls[-1][2] == "33"


def test_the_same_numbers_again_are_a_roll_if_dice_flew() -> None:
    game = first_roll()
    game.hand()
    game.throw()
    game.roll((*lie("13356")[:3], *lie("56", ELSEWHERE)))
    assert game.rolls[-1][0] == 2


def test_a_thrown_die_that_shows_its_old_number_is_no_kept_die() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    game.roll((*lie("13356")[1:3], *lie("136", ELSEWHERE)))
    assert game.rolls[-1][0] == 2
    assert game.rolls[-1][2] == "33"


def test_a_kept_die_pushed_away_by_thrown_ones_is_still_kept() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    pushed = die(3, (PLACES[2][0] + 70, PLACES[2][1] + 30))
    event = game.roll((*lie("13356")[1:2], pushed, *lie("622", ELSEWHERE)))
    assert event.reading.status is Status.READ
    assert [event.reading.dice[k].centre for k in event.kept] == [PLACES[1], pushed.centre]


def test_a_kept_die_knocked_over_by_thrown_ones_makes_the_roll_unsure() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    event = game.roll((*lie("13356")[1:2], die(4, (PLACES[2][0] + 70, PLACES[2][1])), *lie("622", ELSEWHERE)))
    assert event.number == 2
    assert event.reading.status is Status.UNSURE
    assert any("A kept die showed a 3" in problem for problem in event.reading.problems)
