"""A stand-in for the reader: "dice" are grey squares on black, and how bright they are is their number."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import NO_HINTS, DieReading, Hints, Image, PipColour, Reading, Status

COLOURS = [PipColour.BLACK, PipColour.RED, PipColour.GREEN, PipColour.GREEN, PipColour.RED, PipColour.BLACK]
EDGE = 24


def level(value: int) -> int:
    return 50 + 30 * value


def table(dice: dict[tuple[int, int], int], width: int = 320, height: int = 240, edge: int = EDGE) -> Image:
    """A picture of a table; `dice` are numbers by the upper left corner of their square."""
    image = np.zeros((height, width, 3), np.uint8)
    for (x, y), value in dice.items():
        image[y : y + edge, x : x + edge] = level(value)
    return image


class SquareReader:
    """Unsure about a square whose brightness is not quite that of a number."""

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        count, _, stats, _ = cv2.connectedComponentsWithStats((grey > 60).astype(np.uint8))
        dice = []
        for x, y, w, h, area in stats[1:count].tolist():
            if hints.area is not None and not (
                hints.area[0] <= x < hints.area[2] and hints.area[1] <= y < hints.area[3]
            ):
                continue
            if area < 60 or not hints.possible((x + w / 2, y + h / 2), image.shape[1], image.shape[0]):
                continue
            exact = (float(np.median(grey[y : y + h, x : x + w])) - 50) / 30
            value = min(6, max(1, round(exact)))
            x1, y1 = x + w, y + h
            dice.append(
                DieReading(
                    value,
                    COLOURS[value - 1] if hints.dice_set != "plain" else PipColour.BLACK,
                    max(0.1, 0.99 - 2 * max(0.0, abs(exact - value) - 0.1)),
                    (x + w / 2, y + h / 2),
                    (x, y, x1, y1),
                    ((x, y), (x1, y), (x1, y1), (x, y1)),
                )
            )
        dice.sort(key=lambda die: die.centre[0])
        problems = tuple(f"A die looks like a {die.value}." for die in dice if die.confidence < 0.97)
        status = Status.UNSURE if problems else Status.READ if dice else Status.NO_DICE
        return Reading(status, tuple(dice), problems, 1.0)
