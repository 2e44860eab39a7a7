from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.mat import lay_out
from calibration.table import (
    Plane,
    Way,
    find_tray,
    inside,
    moved,
    outside,
    plane_of_dice,
    plane_of_matrix,
    resized,
    scaled,
    whole,
)
from tests.calibration.views import Floats, View, matrix
from vision.faces import Face, face_of_quad
from vision.reading import Image

SIZE = (1280, 720)


def thrown(elevation: float, count: int, seed: int, noise: float) -> list[Face]:
    """Top faces of dice of 16 mm as a camera at that elevation sees them, read with some error."""
    rng = np.random.default_rng(seed)
    h = matrix(lay_out("a4"), View(elevation=elevation, yaw=0, roll=rng.normal(0, 3), share=0.9, size=SIZE))
    faces: list[Face] = []
    while len(faces) < count:
        x, y, a = *rng.uniform([30, 30], [260, 180]), rng.uniform(0, 6)
        c, s = 8 * np.cos(a), 8 * np.sin(a)
        corners = np.array(
            [[x - c + s, y - s - c], [x + c + s, y + s - c], [x + c - s, y + s + c], [x - c - s, y - s + c]]
        )
        q = np.concatenate([corners, np.ones((4, 1))], axis=1) @ h.T
        flat: Floats = q[:, :2] / q[:, 2:]
        if flat.min() > 0 and flat[:, 0].max() < SIZE[0] and flat[:, 1].max() < SIZE[1]:
            edge = face_of_quad(flat).edge
            faces.append(face_of_quad(flat + rng.normal(0, noise * edge, (4, 2))))
    return faces


@pytest.mark.parametrize("elevation", [35, 50, 65, 80])
def test_five_dice_tell_how_high_the_camera_looks_from(elevation: float) -> None:
    off = []
    for seed in range(5):
        plane = plane_of_dice(thrown(elevation, 5, seed, 0.03), SIZE)
        assert plane is not None
        off.append(abs(plane.elevation(SIZE) - elevation))
    assert np.median(off) < 4


def test_more_dice_tell_it_better_and_how_large_a_die_is_anywhere() -> None:
    faces = thrown(45, 25, 1, 0.03)
    plane = plane_of_dice(faces, SIZE)
    assert plane is not None
    assert plane.elevation(SIZE) == pytest.approx(45, abs=2)
    assert not plane.mirrored
    for face in faces:
        assert plane.scale_at(face.x, face.y) == pytest.approx(face.edge, rel=0.12)
    far, near = plane.scale_at(640, 100), plane.scale_at(640, 650)
    assert near > 1.2 * far


def test_one_misread_face_does_not_tip_the_table() -> None:
    faces = thrown(60, 10, 2, 0.03)
    wrong = Face(faces[0].x, faces[0].y, faces[0].ux * 2.2, faces[0].uy * 2.2, faces[0].vx, faces[0].vy)
    plane = plane_of_dice([wrong, *faces[1:]], SIZE)
    assert plane is not None
    assert plane.elevation(SIZE) == pytest.approx(60, abs=6)


def test_two_dice_do_not_tell() -> None:
    assert plane_of_dice(thrown(60, 2, 0, 0.0), SIZE) is None


def test_a_plane_leads_there_and_back_and_follows_the_pictures_size() -> None:
    plane = plane_of_matrix(matrix(lay_out("a4"), View(elevation=50, size=SIZE)), 1.0)
    spots = np.array([[10.0, 20.0], [250.0, 190.0]])
    assert plane.to_table(plane.to_pixels(spots)) == pytest.approx(spots)
    half = plane.moved_to(SIZE, (640, 360))
    assert half.to_pixels(spots) == pytest.approx(plane.to_pixels(spots) / 2)
    assert half.elevation((640, 360)) == pytest.approx(50, abs=0.5)


def test_straight_from_above_a_circle_is_round() -> None:
    plane = Plane((4.0, 0, 100, 0, 4.0, 50, 0, 0, 1))
    assert plane.elevation(SIZE) == pytest.approx(90)
    assert plane.squeeze_at(300, 300) == pytest.approx(1)
    assert plane.scale_at(300, 300) == pytest.approx(4)


def tray(inner: tuple[int, int, int], outer: tuple[int, int, int], corners: list[tuple[int, int]]) -> Image:
    rng = np.random.default_rng(0)
    image = np.full((480, 640, 3), outer, np.float64)
    cv2.fillConvexPoly(image, np.array(corners), (60, 90, 130))
    middle = np.mean(corners, axis=0)
    cv2.fillConvexPoly(image, np.array([middle + 0.9 * (c - middle) for c in np.array(corners)], np.int32), inner)
    return np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def with_dice(image: Image, places: list[tuple[int, int]]) -> list[tuple[float, float, float, float]]:
    boxes = []
    for x, y in places:
        cv2.rectangle(image, (x - 14, y - 14), (x + 14, y + 14), (235, 240, 240), -1)
        cv2.circle(image, (x, y), 4, (30, 30, 30), -1)
        boxes.append((x - 14.0, y - 14.0, x + 14.0, y + 14.0))
    return boxes


DICE = [(250, 200), (300, 260), (340, 190), (400, 250), (280, 310)]
CORNERS = [(180, 110), (470, 120), (520, 380), (150, 370)]


@pytest.mark.parametrize("outer", [(190, 200, 205), (40, 60, 90), (50, 110, 60)])
def test_a_tray_is_found_with_all_its_floor_and_little_else(outer: tuple[int, int, int]) -> None:
    image = tray((50, 110, 60), outer, CORNERS)
    boxes = with_dice(image, DICE)
    area = find_tray(image, boxes)
    assert area is not None
    x0, y0, x1, y1 = area
    assert x0 <= 185
    assert x1 >= 490
    assert y0 <= 125
    assert y1 >= 360
    assert (x1 - x0) * (y1 - y0) < 0.6 * 640 * 480


def test_on_an_open_table_there_is_no_tray() -> None:
    image = np.full((480, 640, 3), (50, 110, 60), np.uint8)
    assert find_tray(image, with_dice(image, DICE)) is None


def test_a_die_beside_the_tray_means_the_tray_is_not_all() -> None:
    image = tray((50, 110, 60), (190, 200, 205), CORNERS)
    assert find_tray(image, with_dice(image, [*DICE, (60, 60)])) is None


def test_the_area_moves_with_the_arrow_keys_and_stops_at_the_edge() -> None:
    area = (100, 100, 300, 250)
    assert moved(area, Way.RIGHT, (640, 480)) == (116, 100, 316, 250)
    assert moved(area, Way.UP, (640, 480), steps=100) == (100, 0, 300, 150)
    assert moved(area, Way.RIGHT, (640, 480), steps=100) == (440, 100, 640, 250)


def test_the_area_grows_and_shrinks_but_never_vanishes() -> None:
    area = (100, 100, 300, 250)
    assert resized(area, Way.DOWN, (640, 480)) == (100, 100, 300, 266)
    assert resized(area, Way.LEFT, (640, 480), steps=100) == (100, 100, 164, 250)
    assert resized(area, Way.RIGHT, (640, 480), steps=100) == (100, 100, 640, 250)


def test_the_area_follows_the_pictures_size_and_knows_what_it_leaves_out() -> None:
    assert scaled((100, 100, 300, 250), (640, 480), (1280, 960)) == (200, 200, 600, 500)
    assert outside((100, 100, 300, 250), [(150, 150), (99, 150), (300, 150)]) == [(99, 150), (300, 150)]
    assert inside((-50, 600, 20, 700), (640, 480)) == (0, 416, 64, 480)
    assert whole((640, 480)) == (0, 0, 640, 480)
