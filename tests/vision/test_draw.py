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
