"""The second opinion: patterns and pip colours of drawn faces, without any network."""

import cv2
import numpy as np
import pytest

from vision.colour import measure
from vision.pips import EDGE, PATTERNS, SIZE, match
from vision.reading import Image, PipColour

INKS = {
    PipColour.BLACK: (25, 25, 25),
    PipColour.RED: (35, 30, 190),
    PipColour.GREEN: (60, 130, 20),
    PipColour.BLUE: (170, 60, 25),
}


def drawn(
    value: int,
    way: int = 0,
    ink: tuple[int, int, int] = (25, 25, 25),
    body: tuple[int, int, int] = (225, 230, 232),
    radius: float = 0.2,
    shift: tuple[float, float] = (0, 0),
) -> Image:
    """A rectified face, drawn eight times too large and shrunk."""
    fine, half = 8, EDGE / 2
    image = np.full((SIZE * fine, SIZE * fine, 3), body, np.uint8)
    middle = (SIZE - 1) / 2
    for px, py in PATTERNS[value][way % len(PATTERNS[value])]:
        x, y = middle + px * 0.5 * half + shift[0], middle + py * 0.5 * half + shift[1]
        cv2.circle(image, (round((x + 0.5) * fine), round((y + 0.5) * fine)), round(radius * half * fine), ink, -1)
    return np.asarray(cv2.resize(image, (SIZE, SIZE), interpolation=cv2.INTER_AREA), dtype=np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("way", [0, 1])
@pytest.mark.parametrize("shift", [(0, 0), (1.5, -1.0)])
def test_patterns_are_told_apart(value: int, way: int, shift: tuple[float, float]) -> None:
    seen = match(drawn(value, way, shift=shift))
    assert seen.value == value
    assert seen.lead(value) > 0.05


@pytest.mark.parametrize("value", range(1, 7))
def test_light_pips_on_a_dark_body_count_too(value: int) -> None:
    assert match(drawn(value, ink=(235, 235, 235), body=(40, 30, 120))).value == value


def test_a_blank_face_has_no_contrast() -> None:
    assert match(np.full((SIZE, SIZE, 3), 200, np.uint8)).contrast < 1


def test_noise_convinces_nobody() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (SIZE, SIZE, 3)).astype(np.uint8)
    assert max(match(noise).scores) < 0.4


@pytest.mark.parametrize("colour", INKS)
@pytest.mark.parametrize("cast", [(1.0, 1.0, 1.0), (0.6, 0.85, 1.0), (1.0, 0.9, 0.75)])
@pytest.mark.parametrize("value", [1, 3, 6])
def test_colours_are_measured_against_the_body(colour: PipColour, cast: tuple[float, float, float], value: int) -> None:
    """The same ink under white, warm and cool light has one name."""
    face = (drawn(value, ink=INKS[colour]) * np.array(cast)).astype(np.uint8)
    ink = measure(face, match(face).pips(value))
    assert ink is not None
    assert ink.colour == colour


def test_white_pips_are_white() -> None:
    face = drawn(5, ink=(235, 235, 235), body=(30, 30, 140))
    ink = measure(face, match(face).pips(5))
    assert ink is not None
    assert ink.colour == PipColour.WHITE
