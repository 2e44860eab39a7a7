"""Dice drawn flat, as from straight above: enough to see colours, sharpness and light; and readers that know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.pips import PATTERNS
from vision.reading import NO_HINTS, DieReading, Hints, Image, PipColour, Reading, Status

CLASSIC = {1: "black", 2: "red", 3: "green", 4: "green", 5: "red", 6: "black"}
BLUE = {1: "blue", 2: "red", 3: "green", 4: "green", 5: "red", 6: "blue"}
INKS = {
    "black": (0.01, 0.01, 0.01),
    "red": (0.03, 0.02, 0.55),
    "green": (0.06, 0.25, 0.02),
    "blue": (0.45, 0.06, 0.02),
}
"""Light thrown back: blue, green, red."""


@dataclass(frozen=True)
class Table:
    """What the drawn camera sees."""

    edge: int = 40
    size: tuple[int, int] = (480, 270)
    light: tuple[float, float, float] = (0.75, 0.75, 0.75)
    """Blue, green, red; white dice show it."""
    ground: tuple[float, float, float] = (0.05, 0.12, 0.04)
    colours: dict[int, str] = field(default_factory=lambda: CLASSIC)
    blur: float = 0.7
    smear: int = 0
    noise: float = 2.0


def draw_throw(table: Table, values: Sequence[int], seed: int = 0) -> tuple[Image, tuple[DieReading, ...]]:
    """A picture of these dice, and the perfect reading of it, from left to right."""
    rng = np.random.default_rng(seed)
    width, height = table.size
    light = np.ones((height, width, 3), np.float32) * np.array(table.ground, np.float32)
    dice = []
    half = table.edge / 2
    step = (width - 4 * table.edge) / max(1, len(values) - 1)
    for n, value in enumerate(values):
        x, y = 2 * table.edge + n * step, height / 2 + rng.uniform(-0.3, 0.3) * (height - 4 * table.edge)
        a = rng.uniform(0, np.pi / 2)
        u, v = half * np.array([np.cos(a), np.sin(a)]), half * np.array([-np.sin(a), np.cos(a)])
        middle = np.array([x, y])
        quad = np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v])
        cv2.fillConvexPoly(light, np.round(quad * 16).astype(np.int32), (0.85, 0.87, 0.88), cv2.LINE_AA, 4)
        ways = PATTERNS[value]
        for px, py in ways[int(rng.integers(len(ways)))]:
            spot = middle + 0.52 * (px * u + py * v)
            ink = INKS[table.colours[value]]
            at = (round(spot[0] * 16), round(spot[1] * 16))
            cv2.circle(light, at, round(0.19 * half * 16), ink, -1, cv2.LINE_AA, 4)
        dice.append(_reading(value, PipColour(table.colours[value]), quad))
    light *= np.array(table.light, np.float32)
    if table.smear:
        kernel = np.zeros((table.smear, table.smear), np.float32)
        kernel[table.smear // 2] = 1 / table.smear
        light = np.asarray(cv2.filter2D(light, -1, kernel), np.float32)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), table.blur), np.float32)
    screen = 255 * np.clip(light, 0, 1) ** (1 / 2.2) + rng.normal(0, table.noise, light.shape)
    image = np.clip(screen + 0.5, 0, 255).astype(np.uint8)
    return image, tuple(sorted(dice, key=lambda die: die.centre[0]))


def _reading(value: int, colour: PipColour, quad: np.ndarray) -> DieReading:
    low, high, middle = quad.min(axis=0), quad.max(axis=0), quad.mean(axis=0)
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return DieReading(
        value=value,
        colour=colour,
        confidence=0.999,
        centre=(float(middle[0]), float(middle[1])),
        box=(float(low[0]), float(low[1]), float(high[0]), float(high[1])),
        quad=(a, b, c, d),
    )


class KnowingReader:
    """Gives the readings it was told, in turn; remembers what it was told of the table."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = list(readings)
        self.hints: list[Hints] = []

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        assert image.ndim == 3
        self.hints.append(hints)
        return self._readings.pop(0)


def sure(dice: Sequence[DieReading]) -> Reading:
    """The dice as a reading that is certain."""
    return Reading(Status.READ, tuple(dice))


def misread(dice: Sequence[DieReading], which: int, value: int) -> Reading:
    """The same, with one die read as another number, surely."""
    wrong = replace(dice[which], value=value)
    return Reading(Status.READ, (*dice[:which], wrong, *dice[which + 1 :]))
