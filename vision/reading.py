"""What the reader says about one picture: the contract between seeing and everything that uses it.

A reading carries its confidence and its reasons, because "unsure" is a first-class answer here: a confident wrong
reading costs a family more than ten questions. Values are immutable, so that a reading can be handed from the camera's
thread to the screen without a lock.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A frame or picture: height × width × 3, 8 bits a channel, in OpenCV's order (blue, green, red)."""

Point = tuple[float, float]
"""Pixels of the input picture: x to the right, y downwards, (0, 0) the upper left corner."""

CERTAIN = 0.92
"""A die below this confidence is in doubt, and makes its picture unsure."""


class PipColour(StrEnum):
    """The colour of a die's pips, as seen."""

    BLACK = "black"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"
    OTHER = "other"


class Status(StrEnum):
    """How far a reading may be trusted as a whole."""

    READ = "read"
    """Every die is certain, and nothing is in the way."""
    UNSURE = "unsure"
    """There are dice, but at least one doubt; `Reading.problems` says which."""
    NO_DICE = "no_dice"
    """Certainly no die in the picture."""
    ERROR = "error"
    """The picture could not be looked at; `Reading.problems` says why."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as seen: its top face, the number on it and how sure we are."""

    value: int
    """1 to 6: the number of pips on the top face."""
    colour: PipColour
    """The colour of those pips."""
    confidence: float
    """Calibrated probability, 0 to 1, that this is a die whose top face shows `value`."""
    centre: Point
    """Centre of the top face."""
    box: tuple[float, float, float, float]
    """x0, y0, x1, y1: the upright rectangle round the top face."""
    quad: tuple[Point, Point, Point, Point]
    """Corners of the top face, in order round it."""

    def scaled(self, x: float, y: float) -> DieReading:
        """The die as seen in a picture that is `x` times as wide and `y` times as high."""

        def scale(point: Point) -> Point:
            return point[0] * x, point[1] * y

        x0, y0, x1, y1 = self.box
        a, b, c, d = self.quad
        return replace(
            self,
            centre=scale(self.centre),
            box=(x0 * x, y0 * y, x1 * x, y1 * y),
            quad=(scale(a), scale(b), scale(c), scale(d)),
        )


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in the picture a doubt belongs."""

    words: str
    """The sentence of `Reading.problems` that speaks of it."""
    box: tuple[float, float, float, float]
    """x0, y0, x1, y1, in pixels; it may reach out of the picture."""

    def scaled(self, x: float, y: float) -> Spot:
        """The same in a picture that is `x` times as wide and `y` times as high."""
        x0, y0, x1, y1 = self.box
        return replace(self, box=(x0 * x, y0 * y, x1 * x, y1 * y))


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was seen in one picture."""

    status: Status
    dice: tuple[DieReading, ...] = ()
    """From left to right; also filled when unsure."""
    problems: tuple[str, ...] = ()
    """Whole sentences for people: what is in doubt, and why."""
    milliseconds: float = 0.0
    """Time the reader took, decoding left out."""
    hanging: bool = False
    """Whether the camera seems to hang upside down."""
    spots: tuple[Spot, ...] = ()
    """Where the problems belong, as far as they have a place: several may have the same sentence. For who draws them;
    the object for programs tells places in words alone."""

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers from left to right."""
        return tuple(die.value for die in self.dice)

    def as_json(self, source: str, **more: Any) -> dict[str, Any]:
        """The object that `kismet read --json` prints for this reading; `more` is added at its end."""
        return {
            "source": source,
            "status": str(self.status),
            "dice": [
                {
                    "value": die.value,
                    "colour": str(die.colour),
                    "confidence": round(die.confidence, 4),
                    "centre": [round(v, 1) for v in die.centre],
                    "box": [round(v, 1) for v in die.box],
                    "quad": [[round(v, 1) for v in corner] for corner in die.quad],
                }
                for die in self.dice
            ],
            "problems": list(self.problems),
            "milliseconds": round(self.milliseconds, 2),
            **more,
        }


@dataclass(frozen=True, slots=True)
class Hints:
    """What is already known about the table when a frame is read. Everything may be unknown."""

    dice_set: str = "auto"
    """`auto`, or the name of a set in `seeds/dice_sets.toml` (`classic`, `blue`, `plain`)."""
    count: int | None = None
    """How many dice there are in play (five in a game), if known: a prior, never a promise."""
    die_px: float | None = None
    """Length of a top face's edge in pixels, if known: one scale is then enough."""
    area: tuple[int, int, int, int] | None = None
    """x0, y0, x1, y1 of the part of the picture in which dice are thrown; the rest is not looked at."""
    places: npt.NDArray[np.uint8] | None = field(default=None, repr=False, compare=False)
    """A map of the picture, at any scale: zero where no die can lie, since the bare table looked the same there."""
    hanging: bool | None = None
    """Whether the camera hangs upside down; None: the reader finds out if it matters."""

    def possible(self, centre: Point, width: int, height: int) -> bool:
        """Whether a die can lie at `centre` in a picture of that size, as far as `places` tells."""
        if self.places is None:
            return True
        rows, columns = self.places.shape
        x, y = int(centre[0] * columns / width), int(centre[1] * rows / height)
        return bool(self.places[min(max(y, 0), rows - 1), min(max(x, 0), columns - 1)])

    def turned(self, width: int, height: int) -> Hints:
        """The same for a picture of that size turned upside down."""
        area = self.area and (width - self.area[2], height - self.area[3], width - self.area[0], height - self.area[1])
        places = None if self.places is None else self.places[::-1, ::-1]
        return replace(self, area=area, places=places)


NO_HINTS = Hints()
"""Nothing is known: an ordinary picture."""


class Reader(Protocol):
    """Turns one picture into a reading. Implementations hold no state from picture to picture."""

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        """Read the dice in `image`; never raises for a picture of at least one pixel."""
        ...


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture with its place in time."""

    image: Image = field(repr=False)
    index: int
    """Counts from 0 in files; in a live source, frames that were skipped count too."""
    seconds: float
    """Seconds since the source's first frame: a file's own time, or a monotonic clock for live sources."""
