"""The picture maker tells the truth about what it draws, and draws the same thing every time."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.training.maker import make
from vision.training.maker import world as w
from vision.training.maker.__main__ import main
from vision.training.maker.build import Builder, outline, spin
from vision.training.maker.camera import Camera, look_at
from vision.training.maker.dicelook import KISMET, DieLook, draw_die, numbering
from vision.training.maker.labels import die_line
from vision.training.maker.lamps import draw_lighting
from vision.training.maker.lens import draw_lens
from vision.training.maker.motion import Director, Stage
from vision.training.maker.painting import find_owners
from vision.training.maker.placing import UP_TURNS, Floor, Pose, heading, lean, lie, overlap, scatter
from vision.training.maker.truth import tell

if TYPE_CHECKING:
    from pathlib import Path

SMALL = (64, 48)


def a_die(seed: int, scheme: str = "classic", edge: float = 1.6) -> tuple[Builder, DieLook]:
    build = Builder()
    return build, draw_die(np.random.default_rng(seed), build, scheme, edge)


def put(build: Builder, pose: Pose) -> int:
    d, half = pose.die, pose.die.edge / 2
    size = (half, half, half, d.round * d.edge, d.cut * d.edge)
    return build.solid(w.BOX, d.look, pose.place, size, half * 1.7321, pose.turn)


def above(size: tuple[int, int] = (80, 60), elevation: float = 70.0) -> Camera:
    return look_at((0, 0, 0.8), elevation, 0.4, 0.1, 18.0, 400.0, size, 0.0)


def lit(build: Builder) -> w.World:
    lighting = draw_lighting(np.random.default_rng(1), np.full(3, 0.3))
    return build.world(lighting.lights, lighting.windows, lighting.air)


def test_a_seed_is_a_picture() -> None:
    one, again, other = make(3, SMALL, dice=1), make(3, SMALL, dice=1), make(4, SMALL, dice=1)
    assert one.image.shape == (48, 64, 3)
    assert one.image.dtype == np.uint8
    assert np.array_equal(one.image, again.image)
    assert [die_line(d) for d in one.dice] == [die_line(d) for d in again.dice]
    assert not np.array_equal(one.image, other.image)


def test_no_dice_when_none_are_asked_for() -> None:
    assert make(5, SMALL, dice=0).dice == ()


def test_opposite_faces_add_up_to_seven() -> None:
    rng = np.random.default_rng(0)
    seen = set()
    for _ in range(2000):
        values = numbering(rng)
        assert sorted(values) == [1, 2, 3, 4, 5, 6]
        assert all(values[i] + values[i + 1] == 7 for i in (0, 2, 4))
        seen.add(values)
    assert len(seen) == 48  # every way round, of either hand


@pytest.mark.parametrize("scheme", ["classic", "blue"])
def test_kismet_colours_follow_the_number(scheme: str) -> None:
    _, die = a_die(2, scheme)
    assert dict(zip(die.values, die.colours, strict=True)) == KISMET[scheme]


@pytest.mark.parametrize("face", range(6))
def test_the_pips_on_top_are_the_number_that_is_told(face: int) -> None:
    build, die = a_die(7)
    pose = lie(die, 0.0, 0.0, 0.7, face)
    k = put(build, pose)
    camera, world = above(), lit(build)
    depth = np.full((60, 80), 1e6, np.float32)
    owner, key = np.full((60, 80), -1, np.int64), np.full((60, 80), -1, np.int64)
    boxes = np.array([camera.cover(*outline(world, k))], np.int64)
    find_owners(world, camera.numbers(), boxes, depth, owner, key, 1e-3)
    x, y = np.round(camera.project(pose.corners()).mean(0)).astype(int)
    assert owner[y, x] == k
    on_top = {int(v) for v in key[owner == k] if (v % 64) // 8 == face and v % 8}
    assert len(on_top) == pose.value == die.values[face]
    quad = tell(
        world, camera, draw_lens(np.random.default_rng(0), np.ones(3), 30), np.zeros((60, 80, 3), np.uint8), k, pose
    ).quad
    # Every pip of the top face lies inside the corners that are told, and pixels of side faces do not.
    for row, column in np.argwhere((owner == k) & (key % 64 // 8 == face) & (key % 8 > 0)):
        assert cv2.pointPolygonTest(quad.reshape(-1, 1, 2), (float(column), float(row)), measureDist=True) > 0
    for row, column in np.argwhere((owner == k) & (key % 64 // 8 != face)):
        assert cv2.pointPolygonTest(quad.reshape(-1, 1, 2), (float(column), float(row)), measureDist=True) < 1.5


def told(build: Builder, poses: list[Pose], solid: int, camera: Camera) -> tuple[float, bool]:
    lens = draw_lens(np.random.default_rng(0), np.ones(3), 30)
    picture = np.random.default_rng(0).integers(0, 255, (camera.height, camera.width, 3), np.uint8)
    die = tell(lit(build), camera, lens, picture, solid, poses[0])
    return die.hidden, die.readable


def test_a_covered_die_is_told_hidden() -> None:
    build, die = a_die(7)
    pose = lie(die, 0.0, 0.0, 0.2, 4)
    k = put(build, pose)
    assert told(build, [pose], k, above())[0] == 0.0
    build.box(build.look((0.5, 0.5, 0.5)), (0, 0, 2.2), (3, 3, 0.1), 0.0)
    hidden, readable = told(build, [pose], k, above())
    assert hidden == 1.0
    assert not readable


def test_a_die_half_out_of_the_frame_is_told_hidden_by_half() -> None:
    build, die = a_die(7)
    camera = look_at((0, 0, 1.6), 90, 0.0, 0.0, 18.0, 400.0, (80, 60), 0.0)
    # The middle of its top face is projected onto the right edge.
    edge = next(x for x in np.arange(0, 4, 0.001) if camera.project((0.0, x, 1.6))[0] >= 79.5)
    pose = lie(die, 0.0, float(edge), 0.0, 4)
    k = put(build, pose)
    assert told(build, [pose], k, camera)[0] == pytest.approx(0.5, abs=0.07)


def test_thrown_dice_never_lie_in_one_another() -> None:
    for seed in range(12):
        rng = np.random.default_rng(seed)
        _, die = a_die(seed)
        poses = scatter(rng, [die] * 8, 2.5, Floor())
        assert len(poses) > 4
        squares = [
            np.array(
                [
                    p.place[:2] + (spin(heading(p.turn)) @ (0.799 * np.array([u, v, 0])))[:2]
                    for u, v in ((1, 1), (-1, 1), (-1, -1), (1, -1))
                ]
            )
            for p in poses
        ]
        assert not any(overlap(a, b) for a, b in combinations(squares, 2))


def test_a_leaning_die_touches_the_table_and_is_cocked() -> None:
    rng = np.random.default_rng(3)
    _, die = a_die(3)
    base = lie(die, 0, 0, 0.3, 2)
    floor = Floor()
    floor.take(0, 0, 0.3, 0.8)
    leaning = [pose for _ in range(12) if (pose := lean(rng, base, Floor(list(floor.taken)), die)) is not None]
    assert leaning
    for pose in leaning:
        corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * (0.8 - die.round * 1.6)
        lowest = (pose.place + corners @ pose.turn.T)[:, 2].min() - die.round * 1.6
        assert lowest == pytest.approx(0, abs=1e-6)
        assert 4 < pose.tilt <= 46


def test_every_number_can_be_on_top() -> None:
    _, die = a_die(1)
    assert {Pose(die, np.zeros(3), turn).value for turn in UP_TURNS} == {1, 2, 3, 4, 5, 6}


def test_a_throw_comes_to_rest_with_the_numbers_that_were_asked_for() -> None:
    _, die = a_die(4)
    stage = Stage(look_at((0, 0, 0), 80, 0.4, 0.0, 30.0, 120.0, (160, 120), 0.0), np.zeros(4), 14.0, -1.0)
    director = Director(np.random.default_rng(5), stage, (die, die))
    director.throw({0: 6, 1: 2})
    assert {d: p.value for d, p in director.lying.items()} == {0: 6, 1: 2}
    for pose in director.lying.values():
        assert pose.tilt < 1.5
        assert pose.place[2] == pytest.approx(die.edge / 2, abs=0.02)
    assert {m.state for m in director.moments} == {"moving"}
    # Nothing ever sinks into the table by more than the give of a hard knock.
    lowest = min(p.place[2] for m in director.moments for p in m.dice.values())
    assert lowest > 0.85 * die.edge / 2


def test_the_hand_takes_what_it_is_told_to_take() -> None:
    _, die = a_die(4)
    stage = Stage(look_at((0, 0, 0), 80, 0.4, 0.0, 30.0, 120.0, (160, 120), 0.0), np.zeros(4), 14.0, -1.0)
    director = Director(np.random.default_rng(5), stage, (die, die, die))
    for number, x in enumerate((-3.0, 0.0, 3.0)):
        director.lying[number] = lie(die, x, 0.5, 0.1, number)
    director.take([0, 2])
    director.hold(0.1)
    assert set(director.lying) == {1}
    last = director.moments[-1]
    assert (last.state, last.hand) == ("settled", None)
    director.take([1])
    director.hold(0.1)
    assert director.moments[-1].state == "empty"


def test_the_command_writes_a_folder_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    arguments = ["--out", str(tmp_path), "--size", "48x36", "--dice", "1"]
    assert main([*arguments, "--count", "1"]) == 0
    first = (tmp_path / "images" / "0000000.png").stat().st_mtime_ns
    assert main([*arguments, "--count", "2"]) == 0
    assert (tmp_path / "images" / "0000000.png").stat().st_mtime_ns == first
    lines = [json.loads(row) for row in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert [row["image"] for row in lines] == ["0000000.png", "0000001.png"]
    for row in lines:
        picture = cv2.imread(str(tmp_path / "images" / row["image"]))
        assert picture is not None
        assert picture.shape == (36, 48, 3)
        assert (row["width"], row["height"]) == (48, 36)
        for die in row["dice"]:
            assert {"value", "box", "quad", "pip_colour", "scheme", "die_px"} <= die.keys()
            quad = np.array(die["quad"])
            assert die["box"] == pytest.approx([*quad.min(0), *quad.max(0)], abs=0.1)
