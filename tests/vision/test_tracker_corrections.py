"""What a person says about a roll holds for as long as the dice lie there."""

from __future__ import annotations

import pytest

from tests.vision.scripted import ELSEWHERE, Game, first_roll, lie, read, unsure
from vision.reading import Status
from vision.tracker import DiceKept, Doubt


def test_a_corrected_die_stays_corrected_while_it_lies() -> None:
    game = first_roll("13356")
    game.tracker.correct(values=(1, 3, 4, 5, 6))
    assert game.tracker.table.reading().values == (1, 3, 4, 5, 6)
    game.hand()
    assert game.still(lie("13356")[1:3]) == [DiceKept((1, 2))]
    game.throw()
    event = game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE)))
    assert event.reading.status is Status.READ
    assert sorted(event.reading.dice[k].value for k in event.kept) == [3, 4]


def test_a_corrected_roll_number_is_counted_on_from() -> None:
    game = first_roll()
    game.tracker.correct(number=2, kept=(0,))
    assert game.tracker.table.kept == (0,)
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    assert game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE))).number == 3


def test_an_unsure_roll_that_a_person_settled_is_not_told_again() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.roll(unsure(lie("13356")), 0.6)
    game.tracker.correct(values=(1, 3, 3, 5, 6))
    assert game.still(lie("13356"), 5) == []


@pytest.mark.parametrize("again", ["said", "taken back"])
def test_a_mistyped_correction_is_forgotten_when_it_is_put_right(again: str) -> None:
    game = first_roll("34513")
    game.tracker.correct((6, 4, 5, 1, 3), number=1)
    assert game.tracker.table.reading().values == (6, 4, 5, 1, 3)
    game.still(lie("34513"))
    if again == "said":
        game.tracker.correct((3, 4, 5, 1, 3), number=1)
    else:
        game.tracker.correct(None, number=1)
        game.tracker.new_turn()
    assert game.tracker.table.reading() == read(lie("34513")), "no more certain than it was read"
    game.tracker.correct((3, 4, 5, 1, 3), number=1)
    game.hand()
    kept = (lie("34513")[0], lie("34513")[4])
    game.still(kept)
    game.throw()
    event = game.roll((*kept, *lie("212", ELSEWHERE[1:])))
    assert sorted(event.reading.dice[place].value for place in event.kept) == [3, 3]


def test_a_correction_that_was_wrong_is_replaced_by_the_right_one() -> None:
    game = first_roll("34513")
    game.tracker.correct((6, 4, 5, 1, 3), number=1)
    game.tracker.correct((3, 4, 5, 1, 2), number=1)
    assert game.tracker.table.reading().values == (3, 4, 5, 1, 2)


def test_values_of_other_dice_are_no_correction_of_these() -> None:
    game = first_roll()
    game.tracker.correct(values=(1, 2))
    assert game.tracker.table.reading().values == (1, 3, 3, 5, 6)


@pytest.mark.parametrize("wrong", [{"values": (0, 1, 2, 3, 4)}, {"values": (7,)}, {"number": 4}, {"number": -1}])
def test_impossible_corrections(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        first_roll().tracker.correct(**wrong)  # type: ignore[arg-type]


def test_a_picture_of_another_shape_asks_to_see_to_the_kept_dice() -> None:
    game = first_roll()
    assert game.tracker.resized(2.0, 2.0) == ()
    (doubt,) = game.tracker.resized(1.0, 0.75)
    assert isinstance(doubt, Doubt)
    assert "see whether the kept dice are right" in doubt.sentence
