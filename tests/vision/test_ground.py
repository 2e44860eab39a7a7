"""The bare table is remembered: where nothing has changed, no die can lie."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_motion import DICE, Camera
from vision.ground import Ground
from vision.reading import DieReading, Hints, PipColour
from vision.small import Small, reduce


def seen(camera: Camera, confidence: float = 0.99) -> list[DieReading]:
    return [
        DieReading(1, PipColour.BLACK, confidence, (x + 18, y + 18), (x, y, x + 36, y + 36), ((x, y),) * 4)
        for x, y in camera.dice
    ]


def possible(ground: Ground, small: Small, x: float, y: float) -> bool:
    return Hints(places=ground.places(small)).possible((x, y), 640, 480)


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_dice_lie_where_the_table_has_changed(noise: float) -> None:
    camera, ground = Camera(noise), Ground()
    small = reduce(camera.frame())
    assert possible(ground, small, 200, 200)  # nothing is known yet
    ground.learn(small, (), thrown=False)
    camera.dice = DICE
    small = reduce(camera.frame())
    assert all(possible(ground, small, x + 18, y + 18) for x, y in DICE)
    places = ground.places(small)
    assert places is not None
    assert np.count_nonzero(places) < 0.15 * places.size
    assert not possible(ground, small, 100, 400)


def test_dice_that_lie_for_long_are_not_taken_for_the_table() -> None:
    camera, ground = Camera(), Ground()
    ground.learn(reduce(camera.frame()), (), thrown=False)
    camera.dice = DICE
    for _ in range(4):
        ground.learn(reduce(camera.frame()), seen(camera)[1:], thrown=False)  # the reader misses one
    assert all(possible(ground, reduce(camera.frame()), x + 18, y + 18) for x, y in DICE)


def test_certain_dice_from_the_start_hide_the_table_and_uncertain_ones_are_its_pattern() -> None:
    for confidence, expected in ((0.99, True), (0.8, False)):
        camera, ground = Camera(), Ground()
        camera.dice = DICE[:2]
        ground.learn(reduce(camera.frame()), seen(camera, confidence), thrown=False)
        assert possible(ground, reduce(camera.frame()), DICE[0][0] + 18, DICE[0][1] + 18) is expected


def test_a_table_never_seen_bare_is_not_guessed_at() -> None:
    camera, ground = Camera(), Ground()
    camera.dice = DICE
    ground.learn(reduce(camera.frame()), seen(camera)[1:], thrown=True)
    assert ground.places(reduce(camera.frame())) is None


def test_slow_light_is_followed_and_sudden_light_begins_anew() -> None:
    camera, ground = Camera(), Ground()
    ground.learn(reduce(camera.frame()), (), thrown=False)
    camera.dice = DICE
    for step in range(12):
        camera.lamp = 1 + 0.03 * step
        ground.learn(reduce(camera.frame()), seen(camera), thrown=True)
    small = reduce(camera.frame())
    assert not possible(ground, small, 600, 430)
    camera.lamp = 3.0
    ground.learn(reduce(camera.frame()), seen(camera), thrown=True)
    small = reduce(camera.frame())
    assert all(possible(ground, small, x + 18, y + 18) for x, y in DICE)
    assert not possible(ground, small, 600, 430)


def test_a_bump_moves_the_table_along() -> None:
    camera, ground = Camera(), Ground()
    ground.learn(reduce(camera.frame()), (), thrown=False)
    camera.at = (70, 92)
    small = reduce(camera.frame())
    ground.move((10 / small.shrink, -12 / small.shrink), small)
    assert not possible(ground, small, 300, 200)


def test_another_resolution_begins_anew() -> None:
    ground = Ground()
    ground.learn(reduce(Camera().frame()), (), thrown=False)
    other = reduce(Camera(size=(1280, 720)).frame())
    assert ground.places(other) is None
    ground.learn(other, (), thrown=False)
    assert ground.places(other) is not None
