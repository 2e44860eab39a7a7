"""Cheap eyes: tells from small grey frames whether anything moves, whether the scene changed, whether a hand is there.

The reader is far too slow to look at every frame, and need not: a still table is known by comparing with the frame
before, at a fraction of a millisecond. Hands are told from dice by size and by where they come from, not by colour of
skin: something large that was not there when the table was last at rest, and that reaches in from the frame's edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

WIDTH = 320
"""About as wide are the frames that are compared."""
LEVELS = 9.0
"""Grey levels by which a pixel must differ to count, at least; noisy cameras raise this."""
NOISE = 4.5
"""How many times the median difference of two frames a pixel must differ."""
MOST = 30.0
"""But never by more than this: where half of all pixels differ by so much, it is not noise."""
SPOT = 10
"""Pixels of a small frame, after thinning, that must have moved together."""
JOLT_CELLS = 0.6
"""Share of the picture's cells that change at once when the camera is bumped or the light switched."""

EXPLAINED = 0.75
"""A shift of the whole picture must leave less than this of what differs."""

Box = tuple[float, float, float, float]
Shift = tuple[float, float]
Grey = npt.NDArray[np.uint8]

_THIN = np.ones((2, 2), np.uint8)
_SOLID = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Motion:
    """What one frame shows, compared with the one before and with the table as last at rest."""

    moving: bool
    """Something moved since the frame before."""
    changed: bool
    """The scene differs from the one last settled."""
    hand: bool
    """Something large is in view that is no die: hands, a cup, a sleeve."""
    jolt: bool = False
    """The whole picture changed: the camera was bumped, or the light."""
    shift: tuple[float, float] = (0.0, 0.0)
    """By how many pixels of the full frame everything moved to the right and down, when the camera was bumped."""


class MotionMeter:
    """Remembers the frame before and the settled scene; one for each source, used by one thread."""

    def __init__(self) -> None:
        self._now: _Small | None = None
        self._settled: _Small | None = None
        self._dice: list[Box] = []
        self._die = 0.0

    def look(self, image: Image) -> Motion:
        """Compare a new frame. A frame of another size begins anew, and counts as moving."""
        before, now = self._now, _reduce(image)
        self._now = now
        if before is None or self._settled is None or before.grey.shape != now.grey.shape:
            self._settled, self._dice, self._die = now, [], now.grey.size / 250
            return Motion(moving=True, changed=True, hand=False)
        moving = _largest(_mask(now.grey, before.grey)) >= SPOT
        if moving and (bump := _bump(before, now)) is not None:
            self._move(bump, now)
            x, y = bump
            return Motion(moving=True, changed=True, hand=False, jolt=True, shift=(x * now.shrink, y * now.shrink))
        differs = _mask(now.grey, self._settled.grey)
        if not moving and _largest(differs) < SPOT:
            return Motion(moving=False, changed=False, hand=False)
        if _spread(differs) >= JOLT_CELLS:
            return Motion(moving=moving, changed=True, hand=False, jolt=True)
        return Motion(moving=moving, changed=True, hand=self._hand(now, self._settled, ()))

    def hand_beside(self, dice: Iterable[Box]) -> bool:
        """Whether the newest frame shows something large besides `dice`, given in pixels of the full frame."""
        now, settled = self._now, self._settled
        if now is None or settled is None or _spread(_mask(now.grey, settled.grey)) >= JOLT_CELLS:
            return False
        return self._hand(now, settled, dice)

    def settle(self, dice: Iterable[Box]) -> None:
        """The newest frame is at rest and shows `dice`: from now on, this is what frames are compared with."""
        self._settled = self._now
        self._dice = list(dice)
        if self._dice and self._now is not None:
            areas = [(x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in self._dice]
            self._die = max(4.0, float(np.median(areas)) / self._now.shrink**2)

    def _move(self, bump: Shift, now: _Small) -> None:
        """The camera was bumped: move the settled scene along, or everything would seem to have changed."""
        if self._settled is not None:
            self._settled = self._settled.moved(bump, now)
            x, y = bump[0] * now.shrink, bump[1] * now.shrink
            self._dice = [(x0 + x, y0 + y, x1 + x, y1 + y) for x0, y0, x1, y1 in self._dice]

    def _hand(self, now: _Small, settled: _Small, dice: Iterable[Box]) -> bool:
        """Whether what differs, dice that went or came left out, holds something as large as a hand."""
        rest = _unlike(now.colour(), settled.colour())
        shrink = 2 * now.shrink
        for box in (*self._dice, *dice):
            x0, y0, x1, y1 = (v / shrink for v in box)
            gap = 0.6 * max(x1 - x0, y1 - y0)  # sides, shadows and blur around the top face
            rest[max(0, int(y0 - gap)) : max(0, int(y1 + gap)), max(0, int(x0 - gap)) : max(0, int(x1 + gap))] = 0
        # A hand is solid, what a lens or a codec changes is thin; then what noise has cut in two is joined again.
        joined = cv2.dilate(cv2.erode(rest, _SOLID), _SOLID, iterations=2)
        count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
        height, width = rest.shape
        for x, y, w, h, area in stats[1:count]:
            edge = x <= 2 or y <= 2 or x + w >= width - 2 or y + h >= height - 2
            if 4 * area > (4 if edge else 14) * self._die:
                return True
        return False


class _Small:
    """A reduced frame: grey for motion, and, only when asked for, half that size in colour for hands."""

    def __init__(self, image: Image, shrink: int) -> None:
        self.shrink = shrink
        self.grey: Grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        self.image = image
        self._colour: npt.NDArray[np.int16] | None = None

    def colour(self) -> npt.NDArray[np.int16]:
        """The frame at half size: what noise is left there is small, so that a hand need not differ by much."""
        if self._colour is None:
            height, width = self.grey.shape
            half = (max(1, width // 2), max(1, height // 2))
            self._colour = np.asarray(cv2.resize(self.image, half, interpolation=cv2.INTER_AREA), dtype=np.int16)
        return self._colour

    def moved(self, shift: Shift, beside: _Small) -> _Small:
        """This frame as it would be had the camera been moved; what it cannot know is filled from `beside`."""
        height, width = self.grey.shape
        matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
        filled = beside.image.copy()
        cv2.warpAffine(self.image, matrix, (width, height), dst=filled, borderMode=cv2.BORDER_TRANSPARENT)
        return _Small(filled, self.shrink)


def _reduce(image: Image) -> _Small:
    """Halve until about as wide as wanted: halving is four times as fast as any other exact reduction."""
    shrink = 1
    while image.shape[1] >= 2 * WIDTH and image.shape[0] > 1:
        size = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        shrink *= 2
    return _Small(image, shrink)


def _bump(before: _Small, now: _Small) -> Shift | None:
    """How the whole picture moved from one frame to the next, in pixels of the small frames; None if it did not.

    Told by phase correlation, which neither thrown dice nor hands can mislead: they leave most of the table in place.
    """
    height, width = before.grey.shape[0] // 2, before.grey.shape[1] // 2
    if min(height, width) < 32:
        return None
    a, b = (np.asarray(cv2.resize(one.grey, (width, height)), dtype=np.float32) for one in (before, now))
    # Copies: where no padding is needed, OpenCV 5 lays the window over the arrays it is given.
    (x, y), response = cv2.phaseCorrelate(a.copy(), b.copy(), _window(width, height))
    if response < 0.3 or math.hypot(x, y) < 0.4 or abs(x) > width / 4 or abs(y) > height / 4:
        return None
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    moved = cv2.warpAffine(a, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    inner = np.s_[height // 8 : -(height // 8), width // 8 : -(width // 8)]
    if cv2.norm(moved[inner], b[inner], cv2.NORM_L1) > EXPLAINED * cv2.norm(a[inner], b[inner], cv2.NORM_L1):
        return None
    return 2 * x, 2 * y


@lru_cache(maxsize=4)
def _window(width: int, height: int) -> npt.NDArray[np.float32]:
    return np.asarray(cv2.createHanningWindow((width, height), cv2.CV_32F), dtype=np.float32)


def _mask(a: Grey, b: Grey) -> Grey:
    """255 where two frames differ by more than noise."""
    difference = cv2.absdiff(a, b)
    usual = float(np.median(difference[::4, ::4]))
    level = min(max(LEVELS, NOISE * usual), MOST)
    return np.asarray(cv2.threshold(difference, level, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)


def _unlike(a: npt.NDArray[np.int16], b: npt.NDArray[np.int16]) -> Grey:
    """255 where two frames differ in any colour by more than noise and a change of exposure explain."""
    signed = a - b
    signed -= np.median(signed[::2, ::2].reshape(-1, 3), axis=0).astype(np.int16)
    difference = np.abs(signed).max(axis=2)
    usual = float(np.median(difference[::2, ::2]))
    return np.where(difference > min(max(LEVELS, NOISE * usual), MOST), 255, 0).astype(np.uint8)


def _largest(mask: Grey) -> int:
    """Pixels of the largest connected spot, single lines of pixels left out."""
    if cv2.countNonZero(mask) < SPOT:
        return 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(cv2.erode(mask, _THIN))
    return int(stats[1:count, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def _spread(mask: Grey) -> float:
    """Share of an 8 × 8 grid's cells in which more than a twentieth of the pixels differ."""
    cells = np.asarray(cv2.resize(mask, (8, 8), interpolation=cv2.INTER_AREA))
    return float(np.count_nonzero(cells > 255 / 20)) / 64
