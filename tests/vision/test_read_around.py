"""What lies round a face tells a top from a side: under a top hang the die's own sides, under a side lies the table."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import eyes
from vision.around import AROUND, REACH, Place, surroundings
from vision.faces import Face, sides_under
from vision.read import load_reader
from vision.reading import Image
from vision.training.drawn import fill, pips, square

FIVE = np.asarray(cv2.imread(str(Path(__file__).parent / "fixtures" / "five.jpg")), dtype=np.uint8)


def die_on_felt(edge: float, rise: float, turn: float, value: int, side: int) -> tuple[Image, Face]:
    """One white die seen from the height of `rise` (sine), with its top in the middle; its top face."""
    image = np.full((240, 240, 3), (40, 95, 30), np.uint8)
    middle = np.array([119.5, 100.0])
    c, s = math.cos(turn), math.sin(turn)
    basis = np.array([[c, -s], [s * rise, c * rise]]) * edge / 2
    top = Face(middle[0], middle[1], basis[0, 0], basis[1, 0], basis[0, 1], basis[1, 1])
    black, rng = np.array([25.0, 25, 25], np.float32), np.random.default_rng(1)
    for under, shade in zip(sides_under(top), (0.8, 0.6), strict=False):
        shape = np.array([[under.ux, under.vx], [under.uy, under.vy]])
        at = np.array([under.x, under.y])
        fill(image, square(0.1) @ shape.T + at, np.array([215.0, 225, 230]) * shade)
        pips(image, side, 0, (shape, at), (0.5, 0.18, black, black), rng, plain=True)
    fill(image, square(0.1) @ basis.T + middle, (225, 235, 240))
    pips(image, value, 0, (basis, middle), (0.5, 0.18, black, black), rng, plain=True)
    return image, top


@pytest.mark.parametrize("rise", [0.5, 0.7])
@pytest.mark.parametrize("turn", [0.2, 0.5, 1.2])
def test_a_side_is_told_from_the_top_above_it(rise: float, turn: float) -> None:
    image, top = die_on_felt(48, rise, turn, value=5, side=3)
    opinions = {one.value: one for one in load_reader().opinions(image)}
    assert max(range(3), key=lambda k: opinions[5].around[k]) == Place.TOP
    sides = [one for one in opinions.values() if one.value == 3]
    assert all(max(range(3), key=lambda k: one.around[k]) != Place.TOP for one in sides)
    assert math.hypot(opinions[5].face.x - top.x, opinions[5].face.y - top.y) < 6


def test_surroundings_do_not_depend_on_how_large_a_die_is_seen() -> None:
    small, large = (surroundings(*die_on_felt(edge, 0.6, 0.3, 5, 3)) for edge in (24, 48))
    assert np.abs(small.astype(int) - large.astype(int)).mean() < 8


def test_the_face_is_marked_where_it_lies() -> None:
    """From straight above and from the side, its longer axis is as long."""
    for rise in (1.0, 0.5):
        image, top = die_on_felt(40, rise, 0.0, 5, 3)
        marked = surroundings(image, top)[:, :, 3] > 127
        wide, high = np.ptp(np.nonzero(marked)[1]) + 1, np.ptp(np.nonzero(marked)[0]) + 1
        assert abs(wide - REACH) <= 2
        assert abs(high - REACH * rise) <= 2
        assert marked[AROUND // 2, AROUND // 2]


def test_a_face_at_the_border_has_surroundings_too() -> None:
    image, _ = die_on_felt(48, 0.6, 0.3, 5, 3)
    assert surroundings(image, Face(1, 1, 20, 0, 0, 20)).shape == (AROUND, AROUND, 4)


@pytest.mark.parametrize(("x", "y", "value"), [(213, 240, 2), (374, 237, 4)])
def test_a_die_that_fills_a_third_of_the_picture_is_read(x: int, y: int, value: int) -> None:
    close = cv2.resize(FIVE[y - 60 : y + 60, x - 60 : x + 60], (720, 720), interpolation=cv2.INTER_CUBIC)
    assert load_reader().read(np.asarray(close, dtype=np.uint8)).values == (value,)


@pytest.mark.parametrize("value", [2, 5, 6])
def test_a_square_with_pips_that_fills_half_of_the_picture_is_never_passed_over(value: int) -> None:
    """Whether it is a die, that has no sides to be seen, may be doubted."""
    image, _ = die_on_felt(120, 1.0, 0.3, value, 3)
    large = cv2.GaussianBlur(cv2.resize(image, (720, 720), interpolation=cv2.INTER_CUBIC), (0, 0), 4)
    seen = load_reader().read(np.asarray(large, dtype=np.uint8))
    assert seen.values == (value,) or (seen.problems and seen.values in ((), (value,)))


def test_what_the_face_reader_alone_denies_is_looked_at_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the spotter sees a die, the surveyor is asked, whatever finder and face reader say."""
    monkeypatch.setattr(eyes, "SEEN", 99.0)
    monkeypatch.setattr(eyes.Eyes, "_answers", lambda *asked, **_: 9 * np.eye(1, 24).repeat(len(asked[2]), 0))
    denied = load_reader().opinions(FIVE)
    assert denied
    assert all(one.values[0] > -0.01 for one in denied)
    tops = [one for one in denied if one.candidate.heat > 0 and one.candidate.score > 1]
    assert len(tops) == 5
    assert all(max(range(3), key=lambda k: one.around[k]) == Place.TOP for one in tops)
