"""Where dice are found: however large they are, each once, and nowhere on an empty table."""

import math
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.find import Candidate, FaceFinder
from vision.read import load_reader
from vision.reading import NO_HINTS, Hints, Image
from vision.spots import Spot, each_once
from vision.windows import ACROSS, BORDER, COVERED, DOWN, FEW_DOWN, WINDOW, Page, Window, laid, pages

FIVE = np.asarray(cv2.imread(str(Path(__file__).parent / "fixtures" / "five.jpg")), dtype=np.uint8)


@pytest.fixture(scope="module")
def finder() -> FaceFinder:
    with resources.as_file(resources.files("vision") / "model") as folder:
        return FaceFinder(folder)


def scaled(scale: float) -> Image:
    """The picture of five dice, made larger or smaller."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(FIVE, None, fx=scale, fy=scale, interpolation=way), dtype=np.uint8)


def on_table(scale: float, wide: int, high: int) -> tuple[Image, tuple[float, float]]:
    """The picture in the middle of a blurred table, and where on it its corner is."""
    small = scaled(scale)
    table = np.asarray(cv2.GaussianBlur(cv2.resize(FIVE, (wide, high)), (0, 0), 40), dtype=np.uint8)
    x, y = (wide - small.shape[1]) // 2, (high - small.shape[0]) // 2
    table[y : y + small.shape[0], x : x + small.shape[1]] = small
    return table, (x, y)


DICE = ((120, 255), (213, 240), (214, 159), (260, 286), (374, 237))
"""The middles of its top faces."""


def all_found(found: list[Candidate], scale: float, corner: tuple[float, float] = (0, 0)) -> bool:
    """Whether every die of the picture is among what was found in it, scaled, to within a quarter of a die."""
    seen = [((one.face.x - corner[0]) / scale, (one.face.y - corner[1]) / scale) for one in found]
    return all(min(math.dist(place, other) for other in seen) < 10 for place in DICE)


@pytest.mark.parametrize("scale", [0.3, 0.6, 2.0, 3.0])
def test_the_same_dice_are_found_however_large_they_are(finder: FaceFinder, scale: float) -> None:
    assert all_found(finder.find(scaled(scale), NO_HINTS), scale)


@pytest.mark.parametrize("size", [(1280, 720), (720, 960)])
def test_dice_far_away_are_found(finder: FaceFinder, size: tuple[int, int]) -> None:
    table, corner = on_table(0.32, *size)
    assert all_found(finder.find(table, NO_HINTS), 0.32, corner)


@pytest.mark.parametrize("size", [(1280, 720), (720, 960)])
def test_dice_farther_away_are_not_passed_over_in_silence(size: tuple[int, int]) -> None:
    seen = load_reader().read(on_table(0.3, *size)[0])
    assert seen.values == (1, 2, 3, 1, 4) or seen.problems


def test_a_close_up_of_one_die_is_found(finder: FaceFinder) -> None:
    face = finder.find(FIVE, NO_HINTS)[0].face
    x, y, half = round(face.x), round(face.y), round(face.edge)
    close_up = cv2.resize(FIVE[max(0, y - half) : y + half, max(0, x - half) : x + half], (640, 640))
    best = finder.find(np.asarray(close_up, dtype=np.uint8), NO_HINTS)[0]
    assert best.score > 0
    assert 200 < best.face.edge < 450


def test_in_a_game_only_dice_of_its_size_are_found(finder: FaceFinder) -> None:
    table, corner = on_table(0.5, 1280, 720)
    edge = float(np.median([one.face.edge for one in finder.find(table, NO_HINTS)[:5]]))
    assert all_found(finder.find(table, Hints(die_px=edge)), 0.5, corner)
    assert all(one.face.edge > 2 * edge for one in finder.find(table, Hints(die_px=6 * edge)))


def test_only_the_play_area_is_searched(finder: FaceFinder) -> None:
    table, _ = on_table(0.5, 1280, 720)
    assert {one.face.x < 640 for one in finder.find(table, NO_HINTS) if one.score > 0} == {True, False}
    assert all(one.face.x < 640 for one in finder.find(table, Hints(area=(0, 0, 640, 720))))


def test_an_empty_table_shows_nothing(finder: FaceFinder) -> None:
    assert finder.find(np.full((480, 640, 3), 120, np.uint8), NO_HINTS) == []


def test_one_place_seen_at_two_scales_is_one_spot() -> None:
    hottest, again = Spot(100, 100, 40, 0.5), Spot(104, 97, 46, 0.2)
    tray, beside = Spot(102, 100, 300, 0.1), Spot(141, 100, 40, 0.0)
    assert each_once([hottest, again, tray, beside]) == [hottest, tray, beside]


def test_each_spot_is_in_the_middle_of_a_window() -> None:
    rng = np.random.default_rng(4)
    spots = [Spot(x, y, edge, 0.0) for x, y, edge in rng.uniform([0, 0, 8], [600, 600, 200], (60, 3)).tolist()]
    windows = laid(spots, 32.0)
    for spot in spots:
        aside = [np.hypot(w.left + w.side / 2 - spot.x, w.top + w.side / 2 - spot.y) * w.scale for w in windows]
        assert min(aside) < COVERED + 1


def test_two_spots_on_one_die_share_a_window() -> None:
    assert len(laid([Spot(100, 100, 40, 1.0), Spot(106, 103, 44, 0.5), Spot(160, 100, 40, 0.2)], 32.0)) == 2


def test_what_a_page_shows_is_found_back_in_the_picture() -> None:
    rng = np.random.default_rng(2)
    noise = rng.integers(0, 255, (300, 400, 3), dtype=np.uint8)
    image = np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), dtype=np.uint8)
    windows = tuple(Window(int(x), int(y), WINDOW) for x, y in rng.integers(0, 230, (ACROSS * DOWN - 1, 2)))
    page = Page(windows, DOWN)
    canvas = page.drawn(image)
    for x, y in rng.integers(0, [ACROSS * WINDOW, DOWN * WINDOW], (200, 2)).tolist():
        back = page.back(x, y)
        inside = all(BORDER < v % WINDOW < WINDOW - BORDER - 1 for v in (x, y))
        empty = x >= (ACROSS - 1) * WINDOW and y >= (DOWN - 1) * WINDOW
        if empty:
            assert back is None
        elif inside:
            assert back is not None
            u, v = back[1]
            assert (image[round(v), round(u)] == canvas[y, x]).all()


def test_every_window_lies_on_one_page_and_no_page_has_an_empty_row() -> None:
    for count in range(1, 40):
        windows = [Window(k, 0, WINDOW) for k in range(count)]
        made = list(pages(windows))
        assert [window for page in made for window in page.windows] == windows
        assert all(page.down in (FEW_DOWN, DOWN) for page in made)
        assert count <= ACROSS or sum(page.down * ACROSS for page in made) - count < ACROSS


def test_a_window_that_reaches_out_of_the_picture_repeats_its_border() -> None:
    image = np.full((50, 60, 3), 90, np.uint8)
    for window in (Window(-20, -30, 64), Window(20, 20, 100), Window(-40, -40, 200)):
        assert window.cut(image).shape == (WINDOW, WINDOW, 3)
        assert (window.cut(image) == 90).all()
