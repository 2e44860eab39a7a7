"""Several readings of dice that lie still become one."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.scripted import PLACES, die, lie, read, unsure
from vision.reading import Spot, Status
from vision.tracker import combine


def test_votes_are_weighted_and_one_bad_frame_is_outvoted() -> None:
    good, bad = lie("13356"), (die(2, PLACES[0], 0.4), *lie("13356")[1:])
    result = combine([read(good), unsure(bad), read(good), read(good)])
    assert result.status is Status.READ
    assert result.values == (1, 3, 3, 5, 6)
    assert result.problems == ()


def test_a_die_overlooked_now_and_then_is_there_all_the_same() -> None:
    result = combine([read(lie("13356")), read(lie("1335")), read(lie("13356")), read(lie("13356")[1:])])
    assert result.status is Status.READ
    assert result.values == (1, 3, 3, 5, 6)


def test_dice_seen_for_an_instant_do_not_count() -> None:
    ghost = die(4, (600, 400), 0.6)
    result = combine([read(lie("13356")), unsure((*lie("13356"), ghost)), read(lie("13356"))])
    assert result.values == (1, 3, 3, 5, 6)
    assert result.status is Status.READ


def test_what_is_seen_once_with_certainty_counts_unless_all_dice_are_there() -> None:
    readings = [read(lie("1335")), read(lie("13356")), read(lie("1335"))]
    assert combine(readings, 5).status is Status.UNSURE
    assert combine(readings, 4).status is Status.READ


def test_something_like_a_die_does_not_matter_when_all_dice_are_certain() -> None:
    reading = unsure(lie("13356"), "Something on the left may be a die, but it cannot be read.")
    assert combine([reading] * 3, 5).status is Status.READ
    assert combine([reading] * 3).status is Status.UNSURE
    assert combine([unsure(lie("1335"), reading.problems[0])] * 3, 5).status is Status.UNSURE


def test_certain_frames_that_contradict_each_other_are_unsure() -> None:
    other = (die(2, PLACES[0]), *lie("13356")[1:])
    result = combine([read(lie("13356")), read(lie("13356")), read(other), read(lie("13356"))], 5)
    assert result.status is Status.UNSURE
    assert result.values == (1, 3, 3, 5, 6)
    assert result.problems == ("The dice do not look the same in every picture.",)


def test_a_doubt_that_lasts_is_kept() -> None:
    result = combine([unsure(lie("13356")), read(lie("13356")), unsure(lie("13356"))], 5)
    assert result.status is Status.UNSURE
    assert result.problems == ("A die leans.",)


def test_a_die_that_is_never_certain_stays_in_doubt() -> None:
    weak = unsure((*lie("1335"), die(6, PLACES[4], 0.9)), "The die looks like a 6, but that is not certain.")
    result = combine([weak, read(lie("13356")), weak, read(lie("13356")), weak], 5)
    assert result.status is Status.UNSURE
    assert result.dice[4].confidence == 0.9


def test_an_empty_table_is_certain_too() -> None:
    assert combine([read(())] * 3).status is Status.NO_DICE
    assert combine([read(()), read(()), unsure((), "Something may be a die.")]).status is Status.NO_DICE


def test_what_is_said_of_the_number_of_dice_is_true_of_those_that_are_shown() -> None:
    """One die and another are overlooked in turn: five are shown, and none of the sentences says four."""
    few = "5 dice are in play, but 4 can be seen."
    pictures = [unsure(lie("13356")[:4], few), unsure(lie("13356")[1:], few), unsure(lie("13356"), few)]
    told = combine(pictures, 5)
    assert len(told.dice) == 5
    assert told.status is Status.UNSURE
    assert few not in told.problems
    assert few in combine([unsure(lie("1335"), few)] * 3, 5).problems


def test_the_place_of_a_doubt_is_that_of_the_newest_picture_and_goes_with_it() -> None:
    lasting, passing = "A die leans.", "Something covers a die."
    reading = unsure(lie("13356"), lasting)
    first = replace(reading, spots=(Spot(lasting, (0, 0, 40, 40)),))
    last = replace(reading, spots=(Spot(lasting, (2, 0, 42, 40)),))
    covered = replace(unsure(lie("13356"), passing), spots=(Spot(passing, (9, 9, 49, 49)),))
    result = combine([first, last, covered])
    assert result.problems == (lasting,)
    assert result.spots == last.spots
