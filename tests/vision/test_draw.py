"""What is drawn on a frame can be told apart without colour, and never hides or changes the picture itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.draw import Note, doubtful_dice, draw_reading
from vision.reading import DieReading, Image, PipColour, Reading, Spot, Status


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


def hidden(reading: Reading, width: int = 320, height: int = 240) -> list[tuple[float, float]]:
    """The dice of which a label hides something: their whole faces should be as they were."""
    out = draw_reading(table(width, height), reading, caption=False)
    covered = []
    for one in reading.dice:
        x0, y0, x1, y1 = (int(v) for v in one.box)
        if not (out[y0 + 5 : y1 - 5, x0 + 5 : x1 - 5] == 120).all():
            covered.append(one.centre)
    return covered


@pytest.mark.parametrize("confidence", [0.99, 0.5], ids=["certain", "doubtful"])
@pytest.mark.parametrize(
    "places",
    [
        [(106 + 54 * (n % 3), 66 + 54 * (n // 3)) for n in range(9) if n != 4],
        [(20, 20), (300, 20), (20, 220), (300, 220), (160, 20)],
        [(60, 20 + 44 * n) for n in range(5)],
        [(40 + 48 * n, 30 + 42 * (n % 2)) for n in range(6)],
    ],
    ids=["a heap", "corners", "a column", "zigzag"],
)
def test_no_label_hides_a_die(places: list[tuple[int, int]], confidence: float) -> None:
    status = Status.READ if confidence > 0.9 else Status.UNSURE
    assert hidden(Reading(status, tuple(die(x, y, confidence) for x, y in places))) == []


def test_a_label_that_lies_further_off_has_a_line_to_its_die() -> None:
    """The die in the middle of nine has no room at any of its sides."""
    heap = tuple(die(110 + 50 * (n % 3), 70 + 50 * (n // 3)) for n in range(9))
    alone = draw_reading(table(), Reading(Status.READ, (heap[4],)), caption=False)
    crowd = draw_reading(table(), Reading(Status.READ, heap), caption=False)
    around = (slice(98, 142), slice(138, 182))  # the die with its outline
    assert (alone[around] == crowd[around]).mean() > 0.95
    off = [slice(0, 46), slice(194, 240)]
    assert any((crowd[rows] != 120).any() for rows in off), "its label lies above or below the heap"
    assert any((crowd[93:97, x] != 120).any() or (crowd[143:147, x] != 120).any() for x in range(86, 234)), "a line"


def test_labels_stay_in_the_picture_and_off_each_other() -> None:
    """As much of them is seen as of each alone."""
    row = tuple(die(18 + 34 * n, 16, edge=26) for n in range(9))
    out = draw_reading(table(), Reading(Status.READ, row), caption=False)
    paper = (out == (232, 241, 244)).all(axis=2).sum()
    each = [draw_reading(table(), Reading(Status.READ, (one,)), caption=False) for one in row]
    assert paper == pytest.approx(sum((one == (232, 241, 244)).all(axis=2).sum() for one in each), rel=0.02)


def test_that_the_camera_hangs_stands_below_without_a_doubt() -> None:
    upright = Reading(Status.READ, (die(100, 100),))
    hanging = Reading(Status.READ, (die(100, 100),), hanging=True)
    assert draw_reading(table(), upright).shape[0] == 240
    assert draw_reading(table(), hanging).shape[0] > 255
    assert draw_reading(table(), hanging, caption=False).shape[0] == 240


def test_a_note_has_its_rectangle_and_its_words() -> None:
    note = Note((200, 100, 260, 160), "missed 4")
    out = draw_reading(table(), Reading(Status.READ, (die(100, 100),)), caption=False, notes=[note])
    assert coloured(out, (slice(95, 165), slice(195, 265))) > 300
    assert (out[106:154, 206:254] == 120).all(), "what was missed can still be seen"


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


def test_what_may_be_a_die_is_marked_where_it_lies_and_not_over_dice_that_are_sure() -> None:
    said = "Something in the lower right may be a die, but it cannot be read."
    reading = Reading(Status.UNSURE, (die(240, 180),), (said,), spots=(Spot(said, (280, 190, 310, 220)),))
    out = draw_reading(table(), reading, labels=False)
    assert coloured(out, (slice(180, 230), slice(270, 320))) > 40
    assert coloured(out, (slice(150, 210), slice(210, 270))) == 0, (
        "the sure die has a whole outline, and no frame over it"
    )
    two = replace(reading, spots=(*reading.spots, Spot(said, (280, 100, 310, 130))))
    both = draw_reading(table(), two, labels=False)
    assert coloured(both, (slice(90, 140), slice(270, 320))) > 40, "one sentence may speak of two places"


def test_of_two_dice_at_the_same_side_the_one_is_marked_that_is_meant() -> None:
    """Both are sixes in the upper left, and the other one is less certain."""
    row = (die(30, 30, 0.97, value=6), die(80, 30, 0.99, value=6))
    said = "Something covers part of the die in the upper left."
    reading = Reading(Status.UNSURE, row, (said,), spots=(Spot(said, row[1].box),))
    out = draw_reading(table(), reading, labels=False)
    assert coloured(out, (slice(0, 60), slice(0, 55))) == 0
    assert coloured(out, (slice(0, 60), slice(57, 106))) > 40


def test_a_piece_of_a_die_at_the_border_is_framed_within_the_picture() -> None:
    said = "Something on the right may be a die that is partly out of the picture."
    reading = Reading(Status.UNSURE, (die(120, 120),), (said,), spots=(Spot(said, (310, 100, 350, 140)),))
    out = draw_reading(table(), reading, labels=False)
    assert coloured(out[95:145], (slice(0, 50), slice(300, 320))) > 20
    assert coloured(out, GREY) == 0


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


def test_places_of_doubts_are_for_people_and_change_no_object_for_programs() -> None:
    said = "Something in the lower right may be a die, but it cannot be read."
    reading = Reading(Status.UNSURE, (die(240, 180),), (said,))
    placed = replace(reading, spots=(Spot(said, (280, 190, 310, 220)),))
    assert placed.as_json("a.jpg") == reading.as_json("a.jpg")
