"""Cheap eyes: motion, hands, bumps and lamps are told apart on frames with the noise of a real camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.motion import MotionMeter
from vision.reading import Image

Box = tuple[float, float, float, float]


class Camera:
    """A patterned table with dice, a hand, a lamp and noise."""

    def __init__(self, noise: float = 2.0, size: tuple[int, int] = (640, 480)) -> None:
        self.random = np.random.default_rng(7)
        width, height = size
        coarse = self.random.integers(60, 130, (height // 20 + 8, width // 20 + 8, 3)).astype(np.uint8)
        self.table = np.asarray(cv2.resize(coarse, (width + 160, height + 160), interpolation=cv2.INTER_CUBIC))
        self.size = size
        self.at = (80, 80)
        self.lamp: float = 1.0
        self.blur: float = 0.0
        self.dice: list[tuple[int, int]] = []
        self.hand = False
        self.fields = [self.random.normal(0, noise, (height, width, 3)).astype(np.float32) for _ in range(5)]
        self.shown = 0

    def frame(self) -> Image:
        width, height = self.size
        x0, y0 = self.at
        image = self.table[y0 : y0 + height, x0 : x0 + width].astype(np.float32)
        shift_x, shift_y = 80 - x0, 80 - y0
        for x, y in self.dice:
            x, y = x + shift_x, y + shift_y
            image[y + 6 : y + 42, x + 6 : x + 42] *= 0.7  # its shadow
            image[y : y + 36, x : x + 36] = 235
            image[y + 14 : y + 22, x + 14 : x + 22] = 20
        if self.hand:
            cv2.ellipse(image, (0, height // 2), (width // 3, 60), 10, 0, 360, (130, 160, 210), -1)
        image *= np.linspace(1.0, self.lamp, width)[None, :, None]
        if self.blur:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), self.blur), np.float32)
        self.shown += 1
        image += self.fields[self.shown % 5]
        return np.clip(image, 0, 255).astype(np.uint8)

    @property
    def boxes(self) -> list[Box]:
        return [(x, y, x + 36, y + 36) for x, y in self.dice]


DICE = [(300, 100), (400, 200), (500, 120), (350, 300), (480, 330)]


def settled(camera: Camera) -> MotionMeter:
    meter = MotionMeter()
    for _ in range(3):
        meter.look(camera.frame())
    meter.settle(camera.boxes)
    return meter


@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0, 12.0])
def test_noise_is_neither_motion_nor_change(noise: float) -> None:
    camera = Camera(noise)
    camera.dice = DICE
    meter = settled(camera)
    for _ in range(12):
        seen = meter.look(camera.frame())
        assert (seen.moving, seen.changed, seen.hand) == (False, False, False)


@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0])
def test_a_die_that_rocks_is_motion(noise: float) -> None:
    camera = Camera(noise)
    camera.dice = DICE
    meter = settled(camera)
    camera.dice = [(303, 101), *DICE[1:]]
    assert meter.look(camera.frame()).moving
    seen = meter.look(camera.frame())
    assert not seen.moving
    assert seen.changed


def test_a_hand_that_rests_is_seen_until_it_goes() -> None:
    camera = Camera()
    camera.dice = DICE
    meter = settled(camera)
    camera.hand = True
    assert meter.look(camera.frame()).hand
    for _ in range(5):
        seen = meter.look(camera.frame())
        assert not seen.moving
        assert meter.hand_beside(camera.boxes)
    camera.hand = False
    meter.look(camera.frame())
    assert not meter.look(camera.frame()).changed
    assert not meter.hand_beside(camera.boxes)


def test_dice_that_came_and_went_are_no_hand() -> None:
    camera = Camera()
    camera.dice = DICE
    meter = settled(camera)
    camera.dice = [(40, 40), (90, 60), (5, 200), (60, 240), (20, 300)]  # close together, at the picture's edge
    meter.look(camera.frame())
    seen = meter.look(camera.frame())
    assert not seen.moving
    assert not meter.hand_beside(camera.boxes)
    assert not meter.hand_beside(camera.boxes[1:])  # one of them the reader has missed


def test_a_bump_is_told_with_its_size_and_the_scene_follows() -> None:
    camera = Camera()
    camera.dice = DICE
    meter = settled(camera)
    camera.at = (70, 92)  # the camera turns: everything is seen 10 to the right and 12 up
    seen = meter.look(camera.frame())
    assert seen.jolt
    assert not seen.hand
    assert seen.shift == pytest.approx((10, -12), abs=1)
    assert not meter.look(camera.frame()).changed


def test_thrown_dice_and_hands_are_no_bump() -> None:
    camera = Camera()
    meter = settled(camera)
    for camera.dice, camera.hand in ((DICE[:2], True), (DICE, False), ([(x + 30, y + 9) for x, y in DICE], True)):
        seen = meter.look(camera.frame())
        assert seen.moving
        assert not seen.jolt
        assert seen.shift == (0.0, 0.0)


def test_a_lamp_switched_on_is_neither_hand_nor_bump() -> None:
    camera = Camera()
    camera.dice = DICE
    meter = settled(camera)
    camera.lamp = 1.8
    seen = meter.look(camera.frame())
    assert seen.moving
    assert not seen.hand
    assert seen.shift == (0.0, 0.0)
    assert not meter.look(camera.frame()).moving


@pytest.mark.parametrize("noise", [1.0, 6.0])
def test_once_a_lamp_is_on_the_scene_is_the_settled_one_in_another_light(noise: float) -> None:
    """Or the lit part would be taken for a hand, and the next throw for dice that a hand lays down."""
    camera = Camera(noise)
    camera.dice = DICE
    meter = settled(camera)
    camera.lamp = 1.5
    assert meter.look(camera.frame()).jolt
    seen = meter.look(camera.frame())
    assert not seen.changed
    assert not seen.hand
    camera.hand = True
    assert meter.look(camera.frame()).hand
    camera.hand = False
    camera.dice = DICE[1:]
    meter.look(camera.frame())
    seen = meter.look(camera.frame())
    assert seen.changed, "a die that went is seen all the same"
    assert not seen.hand


def test_a_hand_over_half_of_the_table_is_no_lamp() -> None:
    camera = Camera(size=(640, 480))
    meter = settled(camera)
    frame = camera.frame()
    cv2.ellipse(frame, (0, 240), (420, 200), 10, 0, 360, (130, 160, 210), -1)
    seen = meter.look(frame)
    assert seen.moving
    assert seen.hand
    assert meter.look(frame).hand


def test_exposure_that_drifts_is_no_motion() -> None:
    camera = Camera()
    camera.dice = DICE
    meter = settled(camera)
    for step in range(20):
        camera.lamp = 1 + 0.008 * step
        assert not meter.look(camera.frame()).moving


def test_another_resolution_begins_anew() -> None:
    meter = settled(Camera())
    other = Camera(size=(1280, 720))
    assert meter.look(other.frame()).moving
    assert not meter.look(other.frame()).moving


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 5000, 3), (5000, 1, 3), (40, 40, 3), (3000, 4000, 3)])
def test_frames_of_any_size(shape: tuple[int, int, int]) -> None:
    meter = MotionMeter()
    for level in (0, 0, 200, 0):
        meter.look(np.full(shape, level, np.uint8))
        meter.hand_beside([(0.0, 0.0, 9.0, 9.0)])
        meter.settle([(0.0, 0.0, 9.0, 9.0)])


HUNTING = [0.8, 1.9, 3.0, 3.2, 2.1, 0.9, 0.0, 1.2, 1.6, 0.7, 0.0]


@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0])
def test_a_lens_that_hunts_for_focus_moves_nothing(noise: float) -> None:
    camera = Camera(noise)
    camera.dice = DICE
    meter = settled(camera)
    hunted = 0
    for camera.blur in HUNTING:
        seen = meter.look(camera.frame())
        assert not seen.moving
        assert not seen.hand
        hunted += seen.focusing
    assert hunted > 0


@pytest.mark.parametrize("step", [4, 9, 40])
def test_dice_that_move_while_the_lens_hunts_are_seen_to_move(step: int) -> None:
    camera = Camera()
    camera.dice = DICE
    meter = settled(camera)
    for camera.blur in HUNTING:
        camera.dice = [*DICE[:-1], (DICE[-1][0] + camera.shown % 2 * step, DICE[-1][1])]
        seen = meter.look(camera.frame())
        assert seen.moving


def test_a_hand_that_comes_in_while_the_lens_hunts_is_seen() -> None:
    camera = Camera()
    camera.dice = DICE
    meter = settled(camera)
    camera.blur = 2.5
    meter.look(camera.frame())
    camera.hand, camera.blur = True, 1.0
    seen = meter.look(camera.frame())
    assert (seen.moving, seen.hand) == (True, True)
