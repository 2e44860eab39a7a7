"""Each fault of a picture is found, measured in its own unit, and answered with what to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.checks import FaceMeasures, Kind, Level, Remark, measure_faces, remarks
from calibration.table import Plane
from tests.calibration.drawn import Table, draw_throw
from vision.faces import Face, face_of_quad
from vision.reading import Image

GOOD = Table(edge=44, size=(800, 480), light=(0.55, 0.55, 0.55))
VALUES = (6, 5, 4, 3, 2)


def shown(table: Table, values: Sequence[int] = VALUES) -> tuple[Image, list[Face]]:
    image, dice = draw_throw(table, values)
    return image, [face_of_quad(np.array(die.quad)) for die in dice]


def measured(table: Table) -> list[FaceMeasures]:
    image, faces = shown(table)
    return measure_faces(image, faces, sorted(VALUES, key=lambda v: -v))


def told(table: Table, kind: Kind) -> Remark:
    (found,) = (remark for remark in remarks(measured(table), table.size) if remark.kind is kind)
    return found


def test_of_a_good_picture_nothing_bad_is_said() -> None:
    found = remarks(measured(GOOD), GOOD.size)
    assert {remark.kind for remark in found} == set(Kind) - {Kind.TILT}
    assert [remark.sentence for remark in found if remark.level is not Level.GOOD] == []


def test_without_dice_nothing_is_said() -> None:
    assert remarks([], (640, 480)) == ()


def test_small_dice_mean_move_closer_with_both_numbers() -> None:
    remark = told(replace(GOOD, edge=14), Kind.SIZE)
    assert remark.level is Level.BAD
    assert remark.sentence == "Move the camera closer: a die is 14 pixels wide, 26 are needed."


def test_a_die_that_is_just_too_small_is_not_told_to_be_as_large_as_is_needed() -> None:
    faces = [replace(face, edge=25.8) for face in measured(GOOD)]
    (remark,) = (one for one in remarks(faces, GOOD.size) if one.kind is Kind.SIZE)
    assert remark.sentence == "Move the camera closer: a die is 25 pixels wide, 26 are needed."
    readme = Path(__file__).parents[2] / "README.md"
    assert "at least 26 pixels wide" in readme.read_text(encoding="utf-8"), "one figure wherever it is told"


def test_dice_that_fill_the_view_mean_move_back() -> None:
    image, faces = shown(replace(GOOD, edge=150, size=(900, 480)), (1, 2))
    found = {remark.kind: remark for remark in remarks(measure_faces(image, faces, (1, 2)), (900, 480))}
    assert found[Kind.SIZE].sentence.startswith("Move the camera back")
    assert found[Kind.VIEW].level is Level.BAD


@pytest.mark.parametrize("sigma", [1.5, 2.5, 3.5])
def test_blur_is_measured_in_pixels(sigma: float) -> None:
    seen = np.median([face.blur for face in measured(replace(GOOD, blur=sigma))])
    assert seen == pytest.approx(sigma, rel=0.35)


def test_a_camera_out_of_focus_is_told_to_focus() -> None:
    remark = told(replace(GOOD, blur=4.5), Kind.FOCUS)
    assert remark.level is Level.BAD
    assert "out of focus" in remark.sentence
    assert "focus the camera" in remark.sentence


def test_a_smear_is_told_from_a_lack_of_focus() -> None:
    remark = told(replace(GOOD, smear=13), Kind.FOCUS)
    assert remark.level is not Level.GOOD
    assert "smeared by movement" in remark.sentence


def test_dark_dice_want_a_lamp() -> None:
    remark = told(replace(GOOD, light=(0.01, 0.01, 0.01), noise=0.5), Kind.EXPOSURE)
    assert remark.level is Level.BAD
    assert "dark" in remark.sentence
    assert "lamp" in remark.sentence


def test_burnt_out_dice_want_less_light() -> None:
    remark = told(replace(GOOD, light=(2.5, 2.5, 2.5)), Kind.EXPOSURE)
    assert remark.level is Level.BAD
    assert "burnt out" in remark.sentence


def test_a_lamp_mirrored_in_most_dice_is_to_be_turned_and_in_one_is_bad_luck() -> None:
    image, faces = shown(GOOD)
    for count, level in ((5, Level.BAD), (1, Level.GOOD)):
        lit = image.copy()
        for face in faces[:count]:
            spot = np.zeros(lit.shape[:2], np.float32)
            cv2.circle(spot, (round(face.x), round(face.y)), round(0.3 * face.edge), 1, -1)
            lit = np.clip(lit + 70 * cv2.GaussianBlur(spot, (0, 0), 3)[..., None], 0, 255).astype(np.uint8)
        found = {remark.kind: remark for remark in remarks(measure_faces(lit, faces), GOOD.size)}
        assert found[Kind.GLARE].level is level
        assert f"A lamp is mirrored in {count} of 5 faces" in found[Kind.GLARE].sentence
        assert ("turn the lamp" in found[Kind.GLARE].sentence) is (level is Level.BAD), "no advice where all is well"


def test_pale_pips_are_said_to_stand_out_too_little() -> None:
    image, faces = shown(GOOD)
    pale = np.clip(190 + 0.12 * (image.astype(np.float32) - 190), 0, 255).astype(np.uint8)
    found = {remark.kind: remark for remark in remarks(measure_faces(pale, faces), GOOD.size)}
    assert found[Kind.CONTRAST].level is Level.BAD


def test_dice_at_the_edge_of_the_picture_are_counted() -> None:
    image, faces = shown(GOOD)
    boxes = [(-5.0, 100.0, 30.0, 140.0), *(face.box for face in faces[1:])]
    found = remarks(measure_faces(image, faces), GOOD.size, edge_boxes=boxes)
    (view,) = (remark for remark in found if remark.kind is Kind.VIEW)
    assert view.sentence.startswith("1 of 5 dice lies at the picture's edge")


def test_a_narrow_area_leaves_too_little_room() -> None:
    found = remarks(measured(GOOD), GOOD.size, area=(0, 0, 800, 200))
    (view,) = (remark for remark in found if remark.kind is Kind.VIEW)
    assert view.level is Level.BAD
    assert "move the camera back" in view.sentence


def test_a_low_camera_is_to_be_raised() -> None:
    low = Plane((3.0, 0.0, 400.0, 0.0, 1.2, 240.0, 0.0, -0.002, 1.0), 1.0)
    found = remarks(measured(GOOD), GOOD.size, plane=low)
    (tilt,) = (remark for remark in found if remark.kind is Kind.TILT)
    assert tilt.level is not Level.GOOD
    assert tilt.sentence.startswith("Raise the camera: it looks from")


def test_the_worst_is_said_first() -> None:
    found = remarks(measured(replace(GOOD, edge=14)), GOOD.size)
    levels = [remark.level for remark in found]
    assert levels == sorted(levels, key=[Level.BAD, Level.POOR, Level.GOOD].index)


def test_a_face_out_of_the_picture_is_not_measured() -> None:
    image, faces = shown(GOOD)
    away = Face(-200.0, -200.0, 20.0, 0.0, 0.0, 20.0)
    assert len(measure_faces(image, [away, *faces])) == 5
