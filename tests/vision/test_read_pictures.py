"""The reader on pictures: reads what can be read, and says so when it cannot.

The fixtures are made by `vision.training.maker` from seeds that no network was trained on; `truth.json` holds the seed,
values, colours and corners of each.
"""

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.read import OPEN_WAY, load_reader
from vision.reading import Hints, Image, Reading, Status

FIXTURES = Path(__file__).parent / "fixtures"
TRUTH: dict[str, Any] = json.loads((FIXTURES / "truth.json").read_text(encoding="utf-8"))
READABLE = ("classic.jpg", "blue.jpg", "row.jpg", "tray.jpg", "plain.jpg")


@cache
def picture(name: str) -> Image:
    return np.asarray(cv2.imread(str(FIXTURES / name)), dtype=np.uint8)


@cache
def reading(name: str) -> Reading:
    return load_reader().read(picture(name))


def values(name: str) -> list[int]:
    return sorted(die["value"] for die in TRUTH[name]["dice"])


@pytest.mark.parametrize("name", READABLE)
def test_every_die_is_read_where_it_lies(name: str) -> None:
    seen = reading(name)
    assert sorted(seen.values) == values(name)
    for die in TRUTH[name]["dice"]:
        quad = np.array(die["quad"])
        x, y = quad.mean(axis=0)
        near = min(seen.dice, key=lambda d: math.dist(d.centre, (x, y)))
        edge = float(np.linalg.norm(quad[0] - quad[1]))
        assert math.dist(near.centre, (x, y)) < 0.2 * edge
        assert near.value == die["value"]
        gaps = [
            np.abs(np.array(near.quad) - np.roll(quad[::way], k, axis=0)).max() for k in range(4) for way in (1, -1)
        ]
        assert min(gaps) < 0.35 * edge


@pytest.mark.parametrize("name", READABLE)
def test_every_pip_colour_is_seen(name: str) -> None:
    seen = reading(name)
    for die in TRUTH[name]["dice"]:
        middle = np.array(die["quad"]).mean(axis=0)
        near = min(seen.dice, key=lambda d: math.dist(d.centre, middle))
        assert near.colour == die["colour"]


def test_dice_come_from_left_to_right() -> None:
    xs = [die.centre[0] for die in reading("blue.jpg").dice]
    assert xs == sorted(xs)


def test_clear_dice_are_read_without_a_problem() -> None:
    clear = [name for name in READABLE if reading(name).status == Status.READ]
    assert len(clear) >= 3
    assert all(not reading(name).problems for name in clear)


@pytest.mark.parametrize("level", [0, 90, 255])
@pytest.mark.parametrize("size", [(480, 640), (720, 1280), (90, 60)])
def test_a_blank_picture_has_no_dice(level: int, size: tuple[int, int]) -> None:
    seen = load_reader().read(np.full((*size, 3), level, np.uint8))
    assert seen.status == Status.NO_DICE
    assert seen.dice == ()


def test_a_smooth_table_has_no_dice() -> None:
    ramp = np.linspace(60, 200, 640)[None, :, None] * np.linspace(0.7, 1, 480)[:, None, None]
    assert load_reader().read(np.repeat(ramp, 3, axis=2).astype(np.uint8)).dice == ()


@pytest.mark.parametrize("size", [(1, 1), (1, 700), (33, 2), (7, 7)])
def test_tiny_pictures_are_no_error(size: tuple[int, int]) -> None:
    assert load_reader().read(np.full((*size, 3), 80, np.uint8)).dice == ()


@pytest.mark.parametrize(("name", "dice_set"), [("row.jpg", "auto"), ("row.jpg", "blue"), ("blue.jpg", "blue")])
def test_contradictory_colours_are_doubted(name: str, dice_set: str) -> None:
    """Red and green exchanged inside the faces with 2 and 5: in no set has a 2 green pips."""
    image = picture(name).copy()
    for die in TRUTH[name]["dice"]:
        if die["value"] in (2, 5):
            mask = np.zeros(image.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, np.array(die["quad"]).round().astype(np.int32), 1)
            image[mask > 0] = image[mask > 0][:, [0, 2, 1]]
    seen = load_reader().read(image, Hints(dice_set=dice_set))
    assert seen.status == Status.UNSURE
    assert any("pips look green" in problem for problem in seen.problems)


@pytest.mark.parametrize("name", ["blue.jpg", "plain.jpg"])
def test_blurred_dice_are_not_called_certain(name: str) -> None:
    seen = load_reader().read(np.asarray(cv2.GaussianBlur(picture(name), (0, 0), 9), dtype=np.uint8))
    assert seen.status != Status.READ


@pytest.mark.parametrize("name", ["blue.jpg", "plain.jpg", "tray.jpg"])
def test_a_die_cut_by_the_border_is_doubted(name: str) -> None:
    right = max(TRUTH[name]["dice"], key=lambda d: float(np.array(d["quad"])[:, 0].mean()))
    cut = round(float(np.array(right["quad"])[:, 0].mean()))
    seen = load_reader().read(np.ascontiguousarray(picture(name)[:, :cut]))
    assert seen.status == Status.UNSURE
    assert seen.problems
    height = float(np.array(right["quad"])[:, 1].mean())
    x0, y0, x1, y1 = max((spot.box for spot in seen.spots), key=lambda box: box[0] + box[2])
    assert y0 < height < y1, "the doubt is told to lie where the die does"
    assert x0 < cut < x1 + (x1 - x0)
    assert {spot.words for spot in seen.spots} <= set(seen.problems)


def test_grey_and_transparent_pictures_are_read_too() -> None:
    image = picture("plain.jpg")
    reader = load_reader()
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    clear = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2BGRA), dtype=np.uint8)
    assert sorted(reader.read(grey).values) == values("plain.jpg")
    assert sorted(reader.read(clear).values) == values("plain.jpg")


def test_known_size_and_area_give_the_same_dice() -> None:
    quads = np.array([die["quad"] for die in TRUTH["blue.jpg"]["dice"]])
    edge = float(np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1).mean())
    frame = np.full((720, 1280, 3), 70, np.uint8)
    image = picture("blue.jpg")
    high, wide = image.shape[:2]
    frame[200 : 200 + high, 500 : 500 + wide] = image
    hints = Hints(count=5, die_px=edge, area=(500, 200, 500 + wide, 200 + high))
    seen = load_reader().read(frame, hints)
    assert sorted(seen.values) == values("blue.jpg")
    assert all(500 <= die.centre[0] < 500 + wide for die in seen.dice)


def test_a_camera_that_hangs_upside_down_reads_the_same() -> None:
    """From the side, where the upper face of each die in the picture is then none of the tops."""
    image = np.ascontiguousarray(picture("tray.jpg")[::-1, ::-1])
    assert sorted(load_reader().read(image).values) == values("tray.jpg")
    height, width = image.shape[:2]
    known = load_reader().read(image, Hints(hanging=True, area=(0, 0, width, height)))
    upright = load_reader().read(picture("tray.jpg"), Hints(hanging=False, area=(0, 0, width, height)))
    assert known.hanging
    turned = [(die.value, width - 1 - die.centre[0], height - 1 - die.centre[1]) for die in reversed(known.dice)]
    for (value, x, y), die in zip(turned, upright.dice, strict=True):
        assert value == die.value
        assert (x, y) == pytest.approx(die.centre, abs=1)


def test_nothing_is_seen_outside_the_area() -> None:
    image = picture("blue.jpg")
    left = min(TRUTH["blue.jpg"]["dice"], key=lambda d: float(np.array(d["quad"])[:, 0].mean()))
    edge = round(float(np.array(left["quad"])[:, 0].max())) + 4
    seen = load_reader().read(image, Hints(area=(edge, 0, image.shape[1], image.shape[0])))
    assert all(die.centre[0] >= edge for die in seen.dice)
    assert len(seen.dice) < 5


def test_a_count_that_does_not_fit_is_a_problem() -> None:
    seen = load_reader().read(picture("plain.jpg"), Hints(count=5))
    assert seen.status == Status.UNSURE
    assert any("5 dice" in problem for problem in seen.problems)


def test_reading_twice_gives_the_same() -> None:
    first, second = (load_reader().read(picture("row.jpg")) for _ in range(2))
    assert [d.confidence for d in first.dice] == [d.confidence for d in second.dice]


@pytest.mark.parametrize(("odds", "alike", "clear"), [(0.4, False, False), (0.4, True, True), (2.0, False, True)])
def test_a_picture_that_looks_as_good_upside_down_is_unsure(
    monkeypatch: pytest.MonkeyPatch, odds: float, alike: bool, clear: bool
) -> None:
    """Its dice's sides may have been taken for tops, unless the same dice are seen either way."""
    monkeypatch.setattr("vision.read.from_side", lambda *_: True)
    monkeypatch.setattr("vision.read.nearer", lambda *_: -1.0)
    monkeypatch.setattr("vision.read.evidence", lambda *_: (0.0, 0.0, 0.0))
    monkeypatch.setattr("vision.read.alike", lambda *_: alike)
    monkeypatch.setattr("vision.read.USUAL", odds)
    seen = load_reader().read(picture("classic.jpg"))
    assert (OPEN_WAY not in seen.problems) == clear
    assert clear or seen.status is Status.UNSURE
