"""Small copies of a picture on one canvas: each whole, none touching another."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.mosaic import GAP, mosaic

SCALES = (0.5, 0.25, 0.125)


def picture(width: int, height: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (640, 360), (300, 300)])
def test_each_copy_is_the_picture_made_smaller(size: tuple[int, int]) -> None:
    smooth = cv2.GaussianBlur(picture(*size).astype(np.float32), (0, 0), 12)
    image = ((smooth - smooth.min()) * (255 / np.ptp(smooth))).astype(np.uint8)
    canvas, tiles = mosaic(image, SCALES, 32)
    for scale, t in zip(SCALES, tiles, strict=True):
        wanted = cv2.resize(image, (round(size[0] * scale), round(size[1] * scale)), interpolation=cv2.INTER_AREA)
        copy = canvas[t.y : t.y + t.high, t.x : t.x + t.wide]
        assert wanted.std() > 5
        assert cv2.absdiff(copy, wanted).max() <= 5


@given(st.integers(8, 700), st.integers(8, 700))
def test_copies_keep_apart_on_a_canvas_that_the_network_can_take(width: int, height: int) -> None:
    canvas, tiles = mosaic(picture(width, height), SCALES, 32)
    assert canvas.shape[0] % 32 == canvas.shape[1] % 32 == 0
    for k, a in enumerate(tiles):
        assert a.x % 32 == a.y % 32 == 0
        assert a.x + a.wide <= canvas.shape[1]
        assert a.y + a.high <= canvas.shape[0]
        for b in tiles[k + 1 :]:
            aside = max(b.x - a.x - a.wide, a.x - b.x - b.wide)
            below = max(b.y - a.y - a.high, a.y - b.y - b.high)
            assert max(aside, below) >= GAP


def test_between_copies_their_borders_go_on() -> None:
    """A sharp seam would look like the edge of something."""
    canvas, _ = mosaic(np.full((480, 640, 3), 90, np.uint8), SCALES, 32)
    assert (canvas == 90).all()
