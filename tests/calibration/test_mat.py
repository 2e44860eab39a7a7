from __future__ import annotations

import itertools
import re
import shutil
import struct
import subprocess
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.mat import PAPERS, as_pdf, as_png, draw, find_mat, lay_out
from tests.calibration.views import Floats, View, error, look
from vision.reading import Image

A4 = lay_out("a4")


def decoded(data: bytes) -> Image:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


def found_matrix(image: Image) -> Floats:
    view = find_mat(image)
    assert view is not None
    return np.array(view.plane.matrix).reshape(3, 3)


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_on_the_sheet_lies_over_another_thing_or_where_printers_leave_white(paper: str) -> None:
    sheet = lay_out(paper)
    rects = [*sheet.markers.values(), *(patch.rect for patch in sheet.patches), sheet.play, *sheet.kept]
    for n, one in enumerate(rects):
        x0, y0, x1, y1 = one.corners[[0, 2]].reshape(-1).tolist()
        assert 6 <= x0 < x1 <= sheet.width - 6
        assert 6 <= y0 < y1 <= sheet.height - 6
        for other in rects[:n]:
            u0, v0, u1, v1 = other.corners[[0, 2]].reshape(-1).tolist()
            assert x1 <= u0 or u1 <= x0 or y1 <= v0 or v1 <= y0


@pytest.mark.parametrize(("paper", "named"), [("a4", "A4 paper"), ("letter", "Letter paper")])
def test_the_paper_and_how_to_print_stand_in_one_small_line(paper: str, named: str) -> None:
    sheet = lay_out(paper)
    small = [text for text in sheet.texts if named in text.words]
    assert [text.words for text in small] == [f"{named}, print at 100 %"]
    assert small[0].size < max(text.size for text in sheet.texts)
    assert not any(word.isupper() and len(word) > 2 for text in sheet.texts for word in text.words.split())
    for text in sheet.texts:
        wide = 0.6 * text.size * len(text.words)
        spots = [*sheet.markers.values(), *(patch.rect for patch in sheet.patches)]
        assert not any(
            text.x < spot.x + spot.width and spot.x < text.x + wide and spot.y < text.y < spot.y + spot.height
            for spot in spots
        ), text.words
    lines = sorted((text.y, text.size) for text in sheet.texts)
    assert all(below - above >= size for (above, _), (below, size) in itertools.pairwise(lines))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("elevation", [30, 45, 60, 75, 88])
def test_the_mat_is_found_at_every_slant_and_its_places_are_known_to_a_pixel_or_two(paper: str, elevation: int) -> None:
    sheet = lay_out(paper)
    view = View(elevation=elevation, yaw=elevation * 3.0, share=0.45, seed=elevation)
    image, true = look(sheet, view)
    mat = find_mat(image)
    assert mat is not None
    assert mat.sheet.paper == paper
    assert len(mat.seen) >= 3
    assert error(np.array(mat.plane.matrix).reshape(3, 3), true, sheet) < 4
    assert mat.plane.elevation(view.size) == pytest.approx(elevation, abs=2)


def test_a_mat_upside_down_before_the_camera_is_found_the_right_way_round() -> None:
    image, true = look(A4, View(yaw=180, share=0.5))
    assert error(found_matrix(image), true, A4) < 3


@pytest.mark.parametrize("covered", [[7], [10], [15], [33], [7, 10], [10, 15], [7, 15], [15, 33]])
def test_one_or_two_covered_markers_do_no_harm(covered: list[int]) -> None:
    image, true = look(A4, View(share=0.6))
    for number in covered:
        corners = A4.markers[number].corners
        q = np.concatenate([corners, np.ones((4, 1))], axis=1) @ true.T
        middle = (q[:, :2] / q[:, 2:]).mean(axis=0)
        cv2.circle(image, (int(middle[0]), int(middle[1])), 34, (120, 150, 190), -1)
    view = find_mat(image)
    assert view is not None
    assert set(view.seen) == set(A4.markers) - set(covered)
    assert error(np.array(view.plane.matrix).reshape(3, 3), true, A4) < (3 if len(covered) == 1 else 25)


def test_a_marker_half_under_a_hand_is_left_out() -> None:
    image, true = look(A4, View(share=0.6))
    q = np.concatenate([A4.markers[33].corners, np.ones((4, 1))], axis=1) @ true.T
    x, y = (q[:, :2] / q[:, 2:]).mean(axis=0)
    image[int(y) :, : int(x)] = (130, 160, 200)
    assert error(found_matrix(image), true, A4) < 3


def test_one_marker_alone_is_not_enough() -> None:
    image, _ = look(A4, View(share=0.6))
    image[:, 300:] = 90
    image[225:] = 90
    assert find_mat(image) is None


@pytest.mark.parametrize("trouble", [{"blur": 2.2}, {"noise": 14.0}, {"brightness": 0.3}, {"size": (640, 480)}])
def test_blur_noise_darkness_and_small_pictures_are_borne(trouble: dict[str, float]) -> None:
    image, true = look(A4, replace(View(share=0.6), **trouble))  # type: ignore[arg-type]
    assert error(found_matrix(image), true, A4) < 6


def test_no_mat_is_seen_where_there_is_none() -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, (480, 640, 3), dtype=np.uint8)
    blocks = np.kron(noise[:48, :64], np.ones((10, 10, 1), np.uint8))
    foreign = draw(A4, 3.0)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for n, rect in zip((1, 2, 4, 5), A4.markers.values(), strict=True):
        x, y, side = round(rect.x * 3), round(rect.y * 3), round(rect.width * 3)
        foreign[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(book, n, side)[..., None]
    for image in (noise, blocks, np.full((480, 640, 3), 128, np.uint8), foreign):
        assert find_mat(image) is None


@pytest.mark.parametrize("cast", [(0.45, 1.0, 1.7), (1.5, 1.0, 0.7), (1.0, 1.0, 1.0)])
def test_the_patches_tell_the_colour_of_the_light(cast: tuple[float, float, float]) -> None:
    image, _ = look(A4, View(share=0.7, cast=cast, brightness=0.7))
    view = find_mat(image)
    assert view is not None
    white = view.white(image)
    assert white is not None
    assert np.array(white) == pytest.approx(np.array(cast) / cast[1], rel=0.06)


def test_burnt_out_paper_is_not_taken_for_white_while_greys_still_tell() -> None:
    image, _ = look(A4, View(share=0.7, cast=(0.5, 1.0, 1.6), brightness=1.05))
    view = find_mat(image)
    assert view is not None
    white = view.white(image)
    assert white is not None
    assert np.array(white) == pytest.approx([0.5, 1.0, 1.6], rel=0.1)


def test_the_play_area_holds_play_and_kept_places_and_stays_in_the_picture() -> None:
    image, true = look(A4, View(share=0.7))
    view = find_mat(image)
    assert view is not None
    x0, y0, x1, y1 = view.play_area((960, 540))
    assert 0 <= x0 < x1 <= 960
    assert 0 <= y0 < y1 <= 540
    for rect in (A4.play, *A4.kept):
        q = np.concatenate([rect.corners, np.ones((4, 1))], axis=1) @ true.T
        flat = q[:, :2] / q[:, 2:]
        assert (flat[:, 0] > x0 - 3).all()
        assert (flat[:, 0] < x1 + 3).all()
        assert (flat[:, 1] > y0 - 3).all()
        assert (flat[:, 1] < y1 + 3).all()


def test_the_png_knows_its_size_on_paper() -> None:
    data = as_png(A4)
    at = data.index(b"pHYs") + 4
    across, down, unit = struct.unpack(">IIB", data[at : at + 9])
    image = decoded(data)
    assert unit == 1
    assert across == down
    assert image.shape[1] / across * 1000 == pytest.approx(297, abs=0.2)
    assert image.shape[0] / down * 1000 == pytest.approx(210, abs=0.2)
    assert find_mat(image) is not None


@pytest.mark.parametrize("paper", PAPERS)
def test_the_pdf_is_well_formed_and_asks_not_to_be_scaled(paper: str) -> None:
    data = as_pdf(lay_out(paper))
    start = int(re.findall(rb"startxref\n(\d+)\n", data)[0])
    assert data[start : start + 4] == b"xref"
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n ", data), 1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)
    stated, body = re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.DOTALL)[0]
    assert int(stated) == len(body)
    assert b"/PrintScaling /None" in data
    width, height = (float(v) for v in re.findall(rb"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)[0])
    assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx(PAPERS[paper], abs=0.01)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler) is not installed")
@pytest.mark.parametrize("paper", PAPERS)
def test_the_pdf_as_a_printer_sees_it_is_the_mat(paper: str, tmp_path: Path) -> None:
    (tmp_path / "mat.pdf").write_bytes(as_pdf(lay_out(paper)))
    subprocess.run(["pdftoppm", "-r", "100", "-png", "-singlefile", "mat.pdf", "mat"], cwd=tmp_path, check=True)
    image = decoded((tmp_path / "mat.png").read_bytes())
    view = find_mat(image)
    assert view is not None
    assert view.sheet.paper == paper
    assert len(view.seen) == 4
    assert view.plane.scale_at(500, 400) == pytest.approx(100 / 25.4, rel=0.005)
