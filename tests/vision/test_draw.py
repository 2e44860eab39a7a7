"""What is drawn on a frame can be told apart without colour, and never hides or changes the picture itself."""

from __future__ import annotations

import numpy as np
import pytest

from vision.draw import doubtful_dice, draw_reading
from vision.reading import DieReading, Image, PipColour, Reading, Status


def die(x: float, y: float, confidence: float = 0.99, value: int = 3, edge: float = 40) -> DieReading:
    h = edge / 2
    return DieReading(
        value,
        PipColour.GREEN,
        confidence,
        (x, y),
        (x - h, y - h, x + h, y + h),
        ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)),
    )


def table(width: int = 320, height: int = 240) -> Image:
    return np.full((height, width, 3), 120, np.uint8)


def drawn(reading: Reading, kept: tuple[int, ...] = ()) -> int:
    """How many pixels the outlines changed."""
    out = draw_reading(table(), reading, kept, labels=False, caption=False)
    return int((out != table()).any(axis=2).sum())


def test_the_picture_itself_stays_as_it_is() -> None:
    image = table()
    out = draw_reading(image, Reading(Status.READ, (die(100, 100),)))
    assert (image == 120).all()
    assert out.shape == image.shape
    assert (out != image).any()


def test_certain_doubtful_and_kept_dice_differ_in_form() -> None:
    whole = drawn(Reading(Status.READ, (die(100, 100),)))
    broken = drawn(Reading(Status.UNSURE, (die(100, 100, 0.5),)))
    heavy = drawn(Reading(Status.READ, (die(100, 100),)), kept=(0,))
    assert broken < 0.8 * whole
    assert heavy > 1.3 * whole
    inside = np.s_[85:115, 85:115]
    for reading in (Reading(Status.READ, (die(100, 100),)), Reading(Status.UNSURE, (die(100, 100, 0.5),))):
        assert (draw_reading(table(), reading)[inside] == 120).all()  # the pips can still be seen


def test_lines_show_on_dark_and_on_light_tables() -> None:
    for level in (0, 255):
        image = np.full((240, 320, 3), level, np.uint8)
        out = draw_reading(image, Reading(Status.READ, (die(100, 100),)), labels=False)
        assert (np.abs(out.astype(int) - level) > 128).any()


def test_labels_lie_beside_their_die_and_beside_the_others() -> None:
    row = tuple(die(60 + 50 * i, 120) for i in range(5))
    out = draw_reading(table(), Reading(Status.READ, row))
    for one in row:
        x, y = (int(v) for v in one.centre)
        assert (out[y - 14 : y + 14, x - 14 : x + 14] == 120).all()


def test_problems_are_written_below() -> None:
    reading = Reading(Status.UNSURE, (die(100, 100, 0.6),), ("A die leans.", "Something covers a die. " * 6))
    out = draw_reading(table(), reading)
    assert out.shape[1] == 320
    assert out.shape[0] > 300
    assert draw_reading(table(), reading, caption=False).shape == (240, 320, 3)


def coloured(image: Image, area: tuple[slice, slice]) -> int:
    """How many pixels of an area are neither grey nor nearly so: broken outlines and the rims of cards are amber."""
    part = image[area].astype(int)
    return int(((part.max(axis=2) - part.min(axis=2)) > 100).sum())


GREY = (slice(90, 150), slice(90, 150))
LOWER_RIGHT = (slice(160, 240), slice(214, 320))


def test_what_a_sentence_speaks_of_is_marked_although_the_number_is_certain() -> None:
    row = (die(20, 20), die(300, 20, edge=60), die(120, 120))
    said = "A die in the upper right is partly out of the picture."
    sure, unsure = (
        draw_reading(table(), Reading(status, row, problems), labels=False)
        for status, problems in ((Status.READ, ()), (Status.UNSURE, (said,)))
    )
    upper_right = (slice(0, 80), slice(214, 320))
    assert coloured(sure, upper_right) == 0
    assert coloured(unsure, upper_right) > 40
    assert coloured(unsure, GREY) == 0
    assert coloured(unsure, (slice(0, 80), slice(0, 80))) == 0


def test_of_two_dice_side_by_side_the_one_is_marked_whose_number_is_said() -> None:
    row = (die(30, 30, 0.99, value=2), die(80, 30, 0.97, value=5))
    reading = Reading(
        Status.UNSURE, row, ("The die in the upper left looks like a 2, but its pips look green, not red.",)
    )
    out = draw_reading(table(), reading, labels=False)
    assert coloured(out, (slice(0, 60), slice(0, 55))) > 40
    assert coloured(out, (slice(0, 60), slice(57, 106))) == 0


def test_where_something_may_be_a_die_that_was_not_read_a_frame_and_a_question_mark_stand() -> None:
    said = "Something in the lower right may be a die, but it cannot be read."
    out = draw_reading(table(), Reading(Status.UNSURE, (die(120, 120),), (said,)))
    assert coloured(out, LOWER_RIGHT) > 100
    assert coloured(out, GREY) == 0
    with_card = draw_reading(table(), Reading(Status.UNSURE, (), (said,)))
    without = draw_reading(table(), Reading(Status.UNSURE, (), (said,)), labels=False)
    assert (with_card != without).any()


def test_a_doubt_about_no_place_marks_none() -> None:
    reading = Reading(Status.UNSURE, (die(120, 120),), ("5 dice are in play, but 1 can be seen.",))
    assert coloured(draw_reading(table(), reading), (slice(0, 240), slice(0, 80))) == 0
    assert coloured(draw_reading(table(), reading, labels=False), GREY) == 0


def test_a_picture_of_a_part_without_its_sentences_marks_only_doubtful_numbers() -> None:
    reading = Reading(Status.UNSURE, (die(120, 120),), ("Something in the lower right may be a die.",))
    assert coloured(draw_reading(table(), reading, caption=False), LOWER_RIGHT) == 0


def test_doubtful_dice() -> None:
    row = (die(1, 1, 0.99), die(2, 2, 0.7), die(3, 3, 0.9))
    assert doubtful_dice(Reading(Status.UNSURE, row)) == {1, 2}
    assert doubtful_dice(Reading(Status.READ, row)) == set()
    assert doubtful_dice(Reading(Status.UNSURE, (die(1, 1, 0.99),), ("Something covers a die.",))) == set()
    assert doubtful_dice(Reading(Status.UNSURE, (), ("No die can be read.",))) == set()


@pytest.mark.parametrize("size", [(1, 1), (3000, 1), (1, 3000), (40, 30), (4000, 3000)])
def test_pictures_of_any_size(size: tuple[int, int]) -> None:
    reading = Reading(Status.UNSURE, (die(0, 0, 0.3), die(1e9, -1e9)), ("It is not sure.",))
    assert draw_reading(table(*size), reading, kept=(1,)).shape[1] == size[0]
