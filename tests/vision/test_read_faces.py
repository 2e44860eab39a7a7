"""A face keeps its place and shape through everything the reader does with it."""

import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.faces import CROP, SPAN, Face, decode, encode, face_of_quad, folded, normalise, rectify


def _corners_apart(a: Face, b: Face) -> float:
    """Largest distance between corners, whichever corner comes first."""
    one, two = np.array(a.quad), np.array(b.quad)
    return min(float(np.abs(one - np.roll(two, k, axis=0)).max()) for k in range(4))


faces = st.builds(
    lambda edge, turn, flat, lean, x, y: _leaning(edge, turn, flat, lean, x, y),
    st.floats(8, 200),
    st.floats(-4, 4),
    st.floats(0.35, 1),
    st.floats(-4, 4),
    st.floats(-50, 900),
    st.floats(-50, 900),
)


def _leaning(edge: float, turn: float, flat: float, lean: float, x: float, y: float) -> Face:
    """A square turned on the table, then pressed flat in some direction, as a camera sees it."""
    square = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]) * edge / 2
    c, s = math.cos(lean), math.sin(lean)
    press = np.array([[c, -s], [s, c]]) @ np.diag([1, flat]) @ np.array([[c, s], [-s, c]])
    m = press @ square
    return Face(x, y, float(m[0, 0]), float(m[1, 0]), float(m[0, 1]), float(m[1, 1]))


@given(faces)
def test_what_the_finder_learns_gives_the_face_back(face: Face) -> None:
    assert _corners_apart(decode(face.x, face.y, *encode(face)), face) < 1e-3 * face.edge


@given(faces, st.integers(0, 3), st.booleans())
def test_corners_may_come_in_any_order_round_the_face(face: Face, first: int, backwards: bool) -> None:
    quad = np.roll(np.array(face.quad), first, axis=0)
    assert _corners_apart(face_of_quad(quad[::-1] if backwards else quad), face) < 1e-3 * face.edge


@given(faces)
def test_the_box_holds_the_corners(face: Face) -> None:
    x0, y0, x1, y1 = face.box
    quad = np.array(face.quad)
    assert np.allclose([quad[:, 0].min(), quad[:, 1].min(), quad[:, 0].max(), quad[:, 1].max()], [x0, y0, x1, y1])


@pytest.mark.parametrize("edge", [9, 24, 60, 240])
def test_a_face_is_seen_straight_on_at_any_size(edge: int) -> None:
    """A slanted dark quadrilateral with a light dot in one corner fills the middle of the crop, its dot in a corner."""
    size = 4 * edge
    face = _leaning(edge, 0.5, 0.6, 1.2, size / 2, size / 2)
    image = np.full((size, size, 3), 200, np.uint8)
    cv2.fillConvexPoly(image, np.array(face.quad, np.float32).round().astype(np.int32), (40, 40, 40))
    dot = (face.x - 0.5 * (face.ux + face.vx), face.y - 0.5 * (face.uy + face.vy))
    cv2.circle(image, (round(dot[0]), round(dot[1])), max(1, round(0.12 * edge)), (255, 255, 255), -1)
    crop = rectify(image, face, CROP, SPAN)
    assert crop.shape == (CROP, CROP, 3)
    middle, far, quarter = CROP // 2, 3, CROP // 2 - SPAN // 4
    assert crop[middle + 5, middle + 5].mean() < 90
    assert crop[far, middle].mean() > 180
    assert crop[middle, far].mean() > 180
    assert crop[quarter, quarter].mean() > 150


def test_a_face_half_out_of_the_picture_still_gives_a_crop() -> None:
    image = np.zeros((50, 60, 3), np.uint8)
    assert rectify(image, Face(-3, 70, 20, 0, 0, 20), CROP, SPAN).shape == (CROP, CROP, 3)
    assert rectify(image, Face(58, 2, 120, 0, 0, 120), CROP, SPAN).shape == (CROP, CROP, 3)


def test_exposure_does_not_matter_to_the_reader() -> None:
    rng = np.random.default_rng(1)
    light = rng.integers(100, 240, (1, 3, CROP, CROP)).astype(np.uint8)
    dim = (light // 2).astype(np.uint8)
    assert np.abs(normalise(light) - normalise(dim)).mean() < 0.15


def test_folding_a_crop_keeps_every_pixel_beside_its_neighbours() -> None:
    crops = np.random.default_rng(3).random((2, 3, 8, 6), dtype=np.float32)
    squares = folded(crops)
    assert squares.shape == (2, 12, 4, 3)
    for channel in range(3):
        for down in range(2):
            for right in range(2):
                kept = squares[:, 4 * channel + 2 * down + right]
                assert (kept == crops[:, channel, down::2, right::2]).all()
