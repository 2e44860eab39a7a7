from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import Lesson, Sample, guess_set, learn, samples_of, usual_inks, verdict
from calibration.drift import drift
from tests.calibration.drawn import BLUE, CLASSIC, Table, draw_throw
from vision.colour import ORDER
from vision.learned import LearnedColours, Tint
from vision.reading import PipColour

THROWS = [(1, 2, 3, 4, 5), (6, 5, 4, 3, 2), (1, 6, 2, 3, 4), (5, 5, 6, 1, 3)]
DAYLIGHT, BULB, SHADE = (0.75, 0.75, 0.75), (0.2, 0.5, 0.9), (0.9, 0.7, 0.45)


def seen(table: Table, throws: Sequence[tuple[int, ...]] = THROWS, first: int = 0) -> list[Sample]:
    out: list[Sample] = []
    for n, values in enumerate(throws):
        out += samples_of(*draw_throw(table, values, first + n))
    return out


def lesson_of(table: Table, dice_set: str = "classic") -> Lesson:
    lesson = learn(seen(table), dice_set)
    assert lesson is not None
    return lesson


def named(learned: LearnedColours, samples: list[Sample]) -> list[PipColour]:
    logs = [learned.chances(sample.tint) for sample in samples]
    return [ORDER[int(np.argmax(row))] for row in logs]


@pytest.mark.parametrize("light", [DAYLIGHT, BULB, SHADE])
@pytest.mark.parametrize(("dice_set", "colours"), [("classic", CLASSIC), ("blue", BLUE)])
def test_colours_learned_under_a_light_name_later_dice_under_it(
    light: tuple[float, float, float], dice_set: str, colours: dict[int, str]
) -> None:
    table = Table(light=light, colours=colours)
    lesson = lesson_of(table, dice_set)
    later = seen(table, first=100)
    assert named(lesson.learned, later) == [colours[sample.value] for sample in later]
    assert not lesson.wanting
    assert lesson.mistaken < 0.003
    assert "can be told apart well" in verdict(lesson)


@pytest.mark.parametrize("later_light", [BULB, SHADE, (0.35, 0.4, 0.42)])
def test_colours_learned_in_daylight_hold_when_a_lamp_is_switched_on(later_light: tuple[float, float, float]) -> None:
    learned = lesson_of(Table(light=DAYLIGHT)).learned
    later = seen(Table(light=later_light), first=50)
    assert named(learned, later) == [CLASSIC[sample.value] for sample in later]


def test_inks_that_no_camera_can_tell_apart_are_said_to_be_so_before_the_game() -> None:
    # Under a green lamp red pips and black ones throw back the same: nothing.
    table = Table(light=(0.0, 0.6, 0.0))
    lesson = lesson_of(table)
    assert lesson.mistaken > 0.03
    assert {lesson.pairs[0].one, lesson.pairs[0].other} == {"black", "red"}
    words = verdict(lesson)
    assert "cannot be told apart" in words
    assert "lamp" in words


def test_colours_not_yet_seen_are_asked_for() -> None:
    lesson = learn(seen(Table(), [(1, 1, 6, 6, 2)]), "classic")
    assert lesson is not None
    assert lesson.wanting == ("red", "green")
    assert verdict(lesson) == "Throw once more: red and green were seen too seldom."


def test_one_die_in_a_reflection_spoils_nothing() -> None:
    samples = seen(Table())
    stray = Sample(2, Tint((-1.5, 1.5, 0.05), (250.0, 250.0, 250.0)))
    lesson = learn([*samples, stray], "classic")
    assert lesson is not None
    assert lesson.left_out == 1
    assert lesson.mistaken < 0.003


def test_an_ink_that_is_none_of_the_sets_is_called_other() -> None:
    learned = lesson_of(Table()).learned
    purple = Tint((0.15, -0.75, 0.8), (200.0, 200.0, 200.0))
    assert named(learned, [Sample(1, purple)]) == [PipColour.OTHER]


def test_chances_are_probabilities() -> None:
    learned = lesson_of(Table()).learned
    for sample in seen(Table()):
        assert np.exp(learned.chances(sample.tint)).sum() == pytest.approx(1)


def test_nothing_is_learned_from_nothing_or_from_dice_whose_colours_say_nothing() -> None:
    assert learn([], "classic") is None
    assert learn(seen(Table()), "plain") is None


def test_a_face_burnt_out_tells_no_ink() -> None:
    image, dice = draw_throw(Table(light=(40.0, 40.0, 40.0), noise=0), (1, 2, 3, 4, 5))
    image[:] = 255
    assert all(sample.tint.place[2] < 0.05 for sample in samples_of(image, dice))


@pytest.mark.parametrize(
    ("colours", "name"), [(CLASSIC, "classic"), (BLUE, "blue"), (dict.fromkeys(range(1, 7), "black"), "plain")]
)
@pytest.mark.parametrize("light", [DAYLIGHT, BULB])
def test_the_dice_set_is_told_by_numbers_and_inks(
    colours: dict[int, str], name: str, light: tuple[float, float, float]
) -> None:
    assert guess_set(seen(Table(colours=colours, light=light))) == name


VAGUE = Tint((-0.03, -0.13, 0.81), (244.0, 246.0, 249.0))
"""Blue pips in a small picture of a film: by ink alone rather black."""
GREEN, RED = Tint((-0.25, 0.05, 0.8), VAGUE.body), Tint((0.36, 0.16, 0.8), VAGUE.body)
OTHERS = [Sample(3, GREEN, PipColour.GREEN), Sample(4, GREEN, PipColour.GREEN), Sample(5, RED, PipColour.RED)]


@pytest.mark.parametrize(("colour", "name"), [(PipColour.BLUE, "blue"), (PipColour.BLACK, "classic")])
def test_where_ink_alone_says_little_the_readers_word_for_it_counts(colour: PipColour, name: str) -> None:
    assert guess_set([*OTHERS, *(Sample(value, VAGUE, colour) for value in (1, 1, 6))]) == name


def test_as_long_as_too_few_ones_and_sixes_were_seen_neither_set_is_named() -> None:
    """A wrong set would make colours worse than none."""
    assert guess_set(OTHERS) == "auto"
    assert guess_set([*OTHERS, Sample(1, VAGUE, PipColour.BLUE)]) == "auto"
    torn = [Sample(1, VAGUE, PipColour.BLUE), Sample(6, VAGUE, PipColour.BLACK)]
    assert guess_set([*OTHERS, *torn]) == "auto"


def test_ordinary_dice_with_red_ones_and_fours_are_plain() -> None:
    asian = dict.fromkeys(range(1, 7), "black") | {1: "red", 4: "red"}
    assert guess_set(seen(Table(colours=asian))) == "plain"


def test_the_usual_inks_lie_where_inks_lie() -> None:
    inks = usual_inks()
    assert inks[PipColour.RED].mean[0] > 0.3
    assert inks[PipColour.GREEN].mean[0] < -0.2
    assert inks[PipColour.BLUE].mean[1] < -0.1
    for prior in inks.values():
        assert (np.linalg.eigvalsh(prior.within) > 0).all()
        assert (np.linalg.eigvalsh(prior.between) > 0).all()


def test_the_light_getting_warmer_is_told_by_the_bodies() -> None:
    learned = lesson_of(Table(light=DAYLIGHT)).learned
    warm = drift(learned, [sample.tint for sample in seen(Table(light=BULB))])
    assert warm is not None
    assert warm.warmer > 0.5
    assert "warmer" in warm.words
    cool = drift(learned, [sample.tint for sample in seen(Table(light=SHADE))])
    assert cool is not None
    assert "cooler" in cool.words


def test_the_same_light_is_worth_no_word_and_neither_is_a_dimmer_one() -> None:
    learned = lesson_of(Table()).learned
    for light in (DAYLIGHT, (0.3, 0.3, 0.3)):
        found = drift(learned, [sample.tint for sample in seen(Table(light=light), first=30)])
        assert found is not None
        assert found.words == ""


def test_dice_burning_out_or_sinking_into_the_dark_are_warned_of() -> None:
    learned = lesson_of(Table()).learned
    bright = drift(learned, [replace(s.tint, body=(255.0, 255.0, 255.0)) for s in seen(Table())])
    dark = drift(learned, [replace(s.tint, body=(12.0, 15.0, 20.0)) for s in seen(Table())])
    assert bright is not None
    assert "burnt out" in bright.words
    assert dark is not None
    assert "too dark" in dark.words


def test_without_dice_there_is_no_drift() -> None:
    assert drift(lesson_of(Table()).learned, []) is None
