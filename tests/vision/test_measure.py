"""Readings held against labels: the figures, the reliability curve, and what is said to have gone wrong."""

from __future__ import annotations

import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

from vision.measure.exhibit import exhibit
from vision.measure.faults import Kind, faults, kinds
from vision.measure.labels import LabelError, LabelledPicture, label_line, parse_labels
from vision.measure.page import Exhibit, page
from vision.measure.reliability import curve, height, outcomes
from vision.measure.score import Figures, Judged, figures, grouped, judge
from vision.measure.words import curve_lines, table
from vision.reading import DieReading, PipColour, Reading, Status

Spot = tuple[int, float]
"""A number, and how far to the right it lies."""


def label(*dice: Spot, colours: str = "", **marks: int) -> LabelledPicture:
    """Dice of 40 pixels in a row; `hidden=1` marks the second one."""
    rows: list[dict[str, Any]] = [{"value": value, "box": [x, 0, x + 40, 40]} for value, x in dice]
    for row, colour in zip(rows, colours.split(), strict=False):
        row["pip_colour"] = colour
    for mark, place in marks.items():
        rows[place][mark] = True
    return parse_labels(json.dumps({"image": "a.jpg", "dice": rows}))[0]


def read(*dice: Spot, status: Status = Status.READ, sure: float = 0.99, colour: PipColour = PipColour.RED) -> Reading:
    seen = tuple(
        DieReading(v, colour, sure, (x + 20, 20), (x, 0, x + 40, 40), ((x, 0), (x + 40, 0), (x + 40, 40), (x, 40)))
        for v, x in dice
    )
    return Reading(status, seen, milliseconds=10.0)


# Labels


def test_a_line_written_by_hand_needs_only_a_name_and_dice() -> None:
    (picture,) = parse_labels('\n{"image": "a b.jpg", "dice": [{"value": 4, "box": [1, 2, 30, 40.5]}]}\n\n')
    assert (picture.image, picture.set, picture.tags) == ("a b.jpg", "?", ())
    assert (picture.dice[0].value, picture.dice[0].box) == (4, (1.0, 2.0, 30.0, 40.5))
    assert parse_labels('{"image": "none.jpg", "dice": []}')[0].dice == ()


def test_what_is_written_can_be_read_again() -> None:
    line = label_line("ä.png", 640, 480, [(3, (1.26, 2, 30, 40))], set="play")
    (picture,) = parse_labels(line)
    assert (picture.image, picture.size, picture.set) == ("ä.png", (640, 480), "play")
    assert picture.dice[0].box == (1.3, 2.0, 30.0, 40.0)


DIE = '{"value": 4, "box": [1, 2, 30, 40]}'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dice: 4", "not one JSON object"),
        ("[1]", "not one JSON object"),
        ("[" * 100_000, "not one JSON object"),
        ('{"dice": []}', '"image" must be'),
        ('{"image": "../a.jpg", "dice": []}', "not the name of a picture"),
        ('{"image": "/a.jpg", "dice": []}', "not the name of a picture"),
        ('{"image": "a.jpg"}', '"dice" must be a list'),
        ('{"image": "a.jpg", "dice": [4]}', "a die is written"),
        ('{"image": "a.jpg", "dice": [{"value": 7, "box": [1, 2, 3, 4]}]}', "1 to 6, not 7"),
        ('{"image": "a.jpg", "dice": [{"value": "4", "box": [1, 2, 3, 4]}]}', '1 to 6, not "4"'),
        ('{"image": "a.jpg", "dice": [{"value": true, "box": [1, 2, 3, 4]}]}', "1 to 6, not true"),
        ('{"image": "a.jpg", "dice": [{"box": [1, 2, 3, 4]}]}', "1 to 6, not null"),
        ('{"image": "a.jpg", "dice": [{"value": 4}]}', "four numbers"),
        ('{"image": "a.jpg", "dice": [{"value": 4, "box": [1, 2, NaN, 4]}]}', "four numbers"),
        ('{"image": "a.jpg", "dice": [{"value": 4, "box": [30, 2, 1, 40]}]}', "in this order"),
        (f'{{"image": "a.jpg", "tags": "x", "dice": [{DIE}]}}', "list of words"),
        (f'{{"image": "a.jpg", "set": 3, "dice": [{DIE}]}}', '"set" must be a word'),
    ],
)
def test_a_slip_of_the_pen_is_told_with_its_line(line: str, words: str) -> None:
    with pytest.raises(LabelError, match=r"Line 2 of labels\.jsonl: ") as caught:
        parse_labels('{"image": "a.jpg", "dice": []}\n' + line)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


def test_no_label_at_all_is_told() -> None:
    with pytest.raises(LabelError, match="not one label"):
        parse_labels("\n\n")


# Figures


def test_right_wrong_missed_and_false_dice_are_told_apart() -> None:
    judged = judge(label((1, 0), (2, 100), (3, 200)), read((1, 2), (5, 101), (6, 400)))
    one = figures([judged])
    assert (one.dice, one.found_dice, one.right_dice, one.false_dice) == (3, 2, 1, 1)
    assert (one.exact, one.answered, one.silent) == (0.0, 1.0, 1.0)
    assert kinds(faults(judged)) == (Kind.WRONG_NUMBER, Kind.MISSED, Kind.FALSE)
    assert [fault.words for fault in faults(judged)] == [
        "A 2 was read as 5 (99 %).",
        "A 3 was not found.",
        "A 6 was read where no die is (99 %).",
    ]


def test_each_die_is_found_once_and_by_the_nearest() -> None:
    judged = judge(label((1, 0), (2, 30)), read((1, 1), (2, 29), (4, 12)))
    assert judged.pairs == ((0, 0), (1, 1))
    assert judged.loose == (2,)


def test_unsure_is_not_silent() -> None:
    judged = judge(label((1, 0)), read((2, 0), status=Status.UNSURE))
    one = figures([judged])
    assert (one.exact, one.answered, one.silent) == (0.0, 0.0, 0.0)
    assert kinds(faults(judged)) == (Kind.WRONG_NUMBER, Kind.NOT_ANSWERED)


def test_a_hidden_die_is_not_scored_and_unsure_is_right_there() -> None:
    doubtful = label((1, 0), (2, 100), hidden=1)
    unsure = judge(doubtful, read((1, 0), (5, 100), status=Status.UNSURE))
    bold = judge(doubtful, read((3, 0)))
    assert figures([unsure, bold]) == Figures(
        pictures=2, dice=2, found_dice=2, right_dice=1, doubtful=2, careful_pictures=1, ms=10.0
    )
    assert faults(unsure) == ()
    assert kinds(faults(bold)) == (Kind.WRONG_NUMBER,)


def test_colours_count_where_they_are_labelled_and_the_number_is_right() -> None:
    judged = judge(label((2, 0), (5, 100), (3, 200), colours="red white green"), read((2, 0), (5, 100), (3, 200)))
    assert (figures([judged]).coloured, figures([judged]).colour) == (2, 0.5)
    assert [fault.words for fault in faults(judged)] == ["The green pips of a 3 were called red."]


def test_no_dice_where_there_are_none_is_an_answer() -> None:
    assert figures([judge(label(), Reading(Status.NO_DICE))]).answered == 1.0
    assert faults(judge(label(), Reading(Status.NO_DICE))) == ()
    assert kinds(faults(judge(label((1, 0)), Reading(Status.NO_DICE)))) == (Kind.MISSED,)


def test_a_picture_that_cannot_be_looked_at_is_a_failure() -> None:
    judged = judge(label((1, 0)), Reading(Status.ERROR, problems=("The file is empty.",)))
    assert figures([judged]).failed == 1
    assert faults(judged)[-1].words == "The picture could not be looked at. The file is empty."


def test_groups_are_sets_tiers_or_tags() -> None:
    text = '{"image": "a.jpg", "dice": [], "set": "b", "tier": "core", "tags": ["x", "y"]}\n{"image": "b", "dice": []}'
    rows = [judge(picture, Reading(Status.NO_DICE)) for picture in parse_labels(text)]
    assert {by: list(grouped(rows, by)) for by in ("set", "tier", "tags")} == {
        "set": ["?", "b"],
        "tier": ["?", "core"],
        "tags": ["x", "y"],
    }


# The same figures as the bench that comes with the development data


def bench_script(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("score_reading", shared / "bench" / "score_reading.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def guesses(picture: LabelledPicture, chance: random.Random) -> Reading:
    """A reading that is wrong in every way, now and then."""
    dice = []
    for die in picture.dice:
        if chance.random() < 0.1:
            continue
        x0, y0, x1, y1 = die.box
        # Rounded as the line of JSON rounds it, or the two could differ at the very edge of a box.
        x = round((x0 + x1) / 2 + chance.gauss(0, 0.3) * (x1 - x0), 1)
        y = round((y0 + y1) / 2 + chance.gauss(0, 0.3) * (y1 - y0), 1)
        value = die.value if chance.random() < 0.8 else chance.randint(1, 6)
        colour = chance.choice(list(PipColour)) if chance.random() < 0.3 else PipColour(die.pip_colour or "red")
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        dice.append(DieReading(value, colour, chance.random(), (x, y), die.box, corners))
    if dice and chance.random() < 0.15:
        dice.append(dice[0])
    status = chance.choice(list(Status)) if chance.random() < 0.4 else Status.READ
    return Reading(status, tuple(dice), milliseconds=round(chance.uniform(1, 90), 2))


@pytest.mark.parametrize("data", ["photos", "renders"])
def test_every_figure_is_the_same_as_the_script_gives(shared: Path, data: str) -> None:
    script = bench_script(shared)
    text = (shared / "data" / data / "labels.jsonl").read_text(encoding="utf-8")
    chance = random.Random(3)
    judged: list[Judged] = []
    for picture, line in zip(parse_labels(text), text.splitlines(), strict=True):
        for _ in range(3):
            judged.append(judge(picture, guesses(picture, chance)))
            theirs = script.judge(json.loads(line), judged[-1].reading.as_json("x"))
            ours = figures(judged[-1:])
            assert {name: theirs[name] for name in SAME} == {name: getattr(ours, SAME[name]) for name in SAME}
    assert figures(judged).silent not in (None, 0.0), "the guesses are wrong often enough for this to prove anything"


SAME = {
    "pictures": "pictures",
    "clear": "clear",
    "exact": "right_pictures",
    "answered": "answers",
    "silent": "silent_pictures",
    "dice": "dice",
    "found": "found_dice",
    "right": "right_dice",
    "false": "false_dice",
    "coloured": "coloured",
    "colour": "right_colours",
    "doubtful": "doubtful",
    "careful": "careful_pictures",
    "failed": "failed",
}
"""The script's counts → ours."""


# Reliability


def test_stated_confidence_is_held_against_what_was_right() -> None:
    seen = curve([(0.99, True)] * 90 + [(0.99, False)] * 10 + [(0.6, True)] * 3 + [(0.6, False)] * 2)
    low, high = seen.bins
    assert (low.dice, low.right, low.share, low.honest) == (5, 3, 0.6, True)
    assert (high.dice, high.share, high.honest) == (100, 0.9, False), "a stated 99 % that holds 90 times is no 99 %"
    assert list(high.range) == pytest.approx([0.8256, 0.9448], abs=1e-3)
    assert seen.error == pytest.approx(0.09 * 100 / 105)


def test_certainty_and_nothing_have_a_bin_too() -> None:
    assert [one.dice for one in curve([(0.0, False), (1.0, True)]).bins] == [1, 1]
    assert curve([]).error is None


def test_dice_that_are_none_count_against_the_confidence_and_hidden_ones_do_not() -> None:
    judged = judge(label((1, 0), (2, 100), hidden=1), read((1, 0), (3, 100), (4, 300), sure=0.9))
    assert outcomes([judged]) == [(0.9, True), (0.9, False)]


def test_the_scale_gives_each_nine_as_much_room() -> None:
    assert [height(share) for share in (0.0, 0.9, 0.99, 1.0)] == pytest.approx([0, 1 / 3, 2 / 3, 1])


# What people see


def test_text_fits_a_terminal_of_80_columns() -> None:
    worst = [judge(label((1, 0)), read((1, 0), sure=s)) for s in (0.2, 0.97, 0.991, 0.9999)] * 500
    lines = table({"a-set-with-a-very-long-name": figures(worst)}, figures(worst)) + curve_lines(curve(outcomes(worst)))
    assert max(map(len, lines)) <= 80
    assert "100.0" in lines[1]
    assert "nothing can be said" in curve_lines(curve([]))[0]


def test_the_drawn_curve_says_which_confidence_does_not_hold() -> None:
    lines = curve_lines(curve([(0.985, n % 2 == 0) for n in range(50)] + [(0.6, n % 5 < 3) for n in range(50)]))
    assert ["!" in line for line in lines[1:-1]] == [False, True]


def test_the_part_with_dice_is_shown_with_the_truth_marked() -> None:
    image = np.full((720, 1280, 3), 90, np.uint8)
    judged = judge(label((1, 600), (2, 700)), read((3, 600)))
    small = cv2.imdecode(np.frombuffer(exhibit(image, judged, faults(judged)), np.uint8), cv2.IMREAD_COLOR)
    assert small is not None
    assert max(small.shape) <= 560
    yellow = (small[..., 0] < 60) & (small[..., 1] > 180) & (small[..., 2] > 220)
    assert yellow.any(axis=0).sum() > 100, "both places are marked"


def test_labels_of_another_picture_spoil_nothing() -> None:
    image = np.full((50, 60, 3), 90, np.uint8)
    judged = judge(label((1, 5000)), Reading(Status.NO_DICE))
    assert exhibit(image, judged, faults(judged)).startswith(b"\xff\xd8")


def test_a_reduced_picture_is_shown_in_its_place() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[:, 50:] = 255
    judged = judge(label((1, 800)), Reading(Status.NO_DICE))
    shown = exhibit(image, judged, (), size=(1000, 1000))
    assert cv2.imdecode(np.frombuffer(shown, np.uint8), cv2.IMREAD_COLOR).min() > 200  # type: ignore[union-attr]


def test_the_page_is_whole_and_safe() -> None:
    judged = judge(label((1, 0), (2, 100)), read((5, 0), status=Status.UNSURE))
    shown = [Exhibit("<b>.jpg", faults(judged), judged.answered, b"\xff\xd8x")]
    text = page("Dice & more", "1 picture.", {}, figures([judged]), curve(outcomes([judged])), shown)
    assert "&lt;b&gt;.jpg" in text
    assert "<b>.jpg" not in text
    assert "Dice &amp; more" in text
    assert "default-src 'none'" in text
    assert "<script" not in text
    assert "http://" not in text
    assert "https://" not in text
    assert text.count("<figure>") == 1, "shown once, under the gravest"
    assert "Missed die: 1 picture<" in text
    assert "1 is shown above" in text
