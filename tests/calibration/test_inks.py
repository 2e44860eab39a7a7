"""What learned colours change about a reading, as a player notices it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.colours import Sample, learn, samples_of
from calibration.profile import Profile
from calibration.reader import ProfiledReader
from calibration.telling import LASTING, Light
from tests.calibration.drawn import KnowingReader, Table, draw_throw, misread, sure
from vision.reading import Hints, Image, PipColour, Reading, Status

ROWS = [(1, 2, 3, 4, 5), (6, 5, 4, 3, 2), (1, 6, 2, 3, 4), (5, 5, 6, 1, 3)]
BULB = Table(light=(0.35, 0.6, 0.85))
CLASH = "The die on the left looks like a 3, but its pips look blue, not green."


def learned(table: Table) -> Profile:
    samples: list[Sample] = []
    for seed, row in enumerate(ROWS):
        samples += samples_of(*draw_throw(table, row, seed))
    lesson = learn(samples, "classic")
    assert lesson is not None
    return Profile("Kitchen", "Cam", table.size, dice_set="classic", colours=lesson.learned)


@pytest.fixture(scope="module")
def profile() -> Profile:
    return learned(BULB)


def throw(row: tuple[int, ...] = (3, 1, 2, 6, 4), table: Table = BULB) -> tuple[Image, Reading]:
    image, dice = draw_throw(table, row, seed=50)
    return image, sure(dice)


def test_a_colour_that_only_this_light_makes_look_wrong_is_no_doubt_any_more(profile: Profile) -> None:
    image, right = throw()
    first = replace(right.dice[0], colour=PipColour.BLUE, confidence=0.6)
    doubted = Reading(Status.UNSURE, (first, *right.dice[1:]), (CLASH,), 4.0)
    reader = KnowingReader([doubted, right])
    reading = ProfiledReader(reader, profile).read(image, Hints(count=5))
    assert (reading.status, reading.values) == (Status.READ, right.values)
    assert reading.dice[0].colour == "green"
    assert reader.hints[1].dice_set == "plain", "the second look asks for numbers alone"


def test_a_die_has_the_colour_of_its_learned_ink_though_another_one_is_in_doubt(profile: Profile) -> None:
    image, right = throw()
    first, second, *others = right.dice
    dice = (replace(first, colour=PipColour.BLUE, confidence=0.6), replace(second, confidence=0.5), *others)
    doubted = Reading(Status.UNSURE, dice, (CLASH, "The die in the middle looks like a 1, but that is not certain."))
    reading = ProfiledReader(KnowingReader([doubted, doubted, doubted]), profile).read(image, Hints(count=5))
    assert reading.status is Status.UNSURE
    assert [die.colour for die in reading.dice] == [die.colour for die in right.dice]


def test_a_picture_read_again_as_if_nothing_were_known_has_the_colours_that_were_learned(profile: Profile) -> None:
    image, right = throw()
    few = Reading(Status.UNSURE, right.dice[1:], ("5 dice are in play, but 4 can be seen.",))
    blue = replace(right, dice=tuple(replace(die, colour=PipColour.BLUE) for die in right.dice))
    reading = ProfiledReader(KnowingReader([few, few, blue]), profile).read(image, Hints(count=5))
    assert reading.status is Status.READ
    assert [die.colour for die in reading.dice] == [die.colour for die in right.dice]


def test_a_doubt_about_the_number_itself_stays(profile: Profile) -> None:
    image, right = throw()
    doubted = Reading(Status.UNSURE, right.dice, ("The die on the left looks like a 3, but that is not certain.",))
    reading = ProfiledReader(KnowingReader([doubted, doubted, doubted]), profile).read(image, Hints(count=5))
    assert reading.status is Status.UNSURE


@pytest.mark.parametrize(("which", "value", "words"), [(0, 2, "its pips look green, not red"), (1, 3, "black")])
def test_a_number_whose_ink_is_another_numbers_is_asked_about(
    profile: Profile, which: int, value: int, words: str
) -> None:
    """The check digit: a misread number nearly always has the wrong colour."""
    image, right = throw()
    wrong = misread(right.dice, which, value)
    reading = ProfiledReader(KnowingReader([wrong]), profile).read(image, Hints(count=5))
    assert reading.status is Status.UNSURE
    assert words in reading.problems[0]
    assert reading.dice[which].confidence <= 0.5


def test_rightly_read_dice_are_not_asked_about_under_another_lamp(profile: Profile) -> None:
    daylight = replace(BULB, light=(0.75, 0.7, 0.65))
    for row in ROWS:
        image, right = throw(row, daylight)
        assert ProfiledReader(KnowingReader([right]), profile).read(image, Hints(count=5)).status is Status.READ


def test_burnt_out_dice_say_nothing_about_colours(profile: Profile) -> None:
    image, right = throw(table=replace(BULB, light=(3.0, 3.0, 3.0)))
    wrong = misread(right.dice, 0, 2)
    assert ProfiledReader(KnowingReader([wrong]), profile).read(image, Hints(count=5)).status is Status.READ


def test_another_light_is_told_once_and_stays_in_the_cameras_line(profile: Profile) -> None:
    told: list[str] = []
    light = Light("Kitchen", told.append)
    assert light.note == "Kitchen"
    image, right = throw(table=replace(BULB, light=(0.9, 0.7, 0.3)))
    reader = ProfiledReader(KnowingReader([right] * 10), profile, light.seen)
    for looks in range(1, 9):
        reader.read(image, Hints(count=5))
        assert len(told) == int(looks >= LASTING)
    assert told == ["The light has become cooler: colours are followed by the dice's own white."]
    assert light.note == "Kitchen, cooler light"
    for _ in range(LASTING):
        ProfiledReader(KnowingReader([right]), profile, light.seen).read(throw()[0], Hints(count=5))
    assert light.note == "Kitchen", "the old lamp is on again"
    assert len(told) == 1
