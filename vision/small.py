"""Small frames: what the cheap eyes compare, and how they compare it.

Everything here is told by differences between two frames of the same camera, with thresholds that follow its noise.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

WIDTH = 320
"""About as wide are the frames that are compared."""
LEVELS = 9.0
"""Mask levels by which a pixel must differ to count, at least; noisy cameras raise this."""
NOISE = 4.5
"""How many times the median difference of two frames a pixel must differ."""
MOST = 30.0
"""But never by more than this: where half of all pixels differ by so much, it is not noise."""
SPOT = 10
"""Pixels of a small frame, after thinning, that must have changed together."""
EXPLAINED = 0.4
"""A shift of the whole picture must leave less than this share of the pixels that differ."""

LIT = 0.45
"""Share of the picture's cells that a lamp changes at least."""
SAME_GRAIN = 0.3
"""Difference in detail over the detail itself, as a change of light leaves it at most. Things that move cover one
pattern with another and leave about 1; on films, hands and throws over so much of the picture left 0.43 and more, lamps
mostly less than 0.1."""
CLIPPED = 8, 247
"""Levels beyond which detail is lost."""
FAR_OUT = 4.0
"""Standard deviation in pixels of a blur beside which a lens that hunts for focus makes no difference."""
AS_BLURRED = 5.0
"""Levels by which frames blurred so may differ where nothing moves."""
ONE_WAY = 0.85
"""Share of the detail gained or lost from one frame to the next that must be gained, or lost, in a change of focus."""

Shift = tuple[float, float]
Mask = npt.NDArray[np.uint8]

THIN = np.ones((2, 2), np.uint8)


class Small:
    """A reduced frame: grey for motion, and, only when asked for, half that size in colour for hands."""

    def __init__(self, image: Image, shrink: int) -> None:
        self.shrink = shrink
        self.grey: Mask = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        self.image = image
        self._colour: npt.NDArray[np.int16] | None = None

    def colour(self) -> npt.NDArray[np.int16]:
        """The frame at half size: what noise is left there is small, so that a hand need not differ by much."""
        if self._colour is None:
            height, width = self.grey.shape
            half = (max(1, width // 2), max(1, height // 2))
            self._colour = np.asarray(cv2.resize(self.image, half, interpolation=cv2.INTER_AREA), dtype=np.int16)
        return self._colour

    def moved(self, shift: Shift, beside: Small) -> Small:
        """This frame as it would be had the camera been moved; what it cannot know is filled from `beside`."""
        height, width = self.grey.shape
        matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
        filled = beside.image.copy()
        cv2.warpAffine(self.image, matrix, (width, height), dst=filled, borderMode=cv2.BORDER_TRANSPARENT)
        return Small(filled, self.shrink)


def reduce(image: Image) -> Small:
    """Halve until about as wide as wanted: halving is four times as fast as any other exact reduction."""
    shrink = 1
    while image.shape[1] >= 2 * WIDTH and image.shape[0] > 1:
        size = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        shrink *= 2
    return Small(image, shrink)


def bump(before: Small, now: Small) -> Shift | None:
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
    differing, left = (np.count_nonzero(np.abs(one[inner] - b[inner]) > LEVELS) for one in (a, moved))
    if left > EXPLAINED * differing:
        return None
    return 2 * x, 2 * y


def relit(before: Small, now: Small, changed: Mask) -> bool:
    """Whether it is the light alone that changed from one frame to the next.

    A lamp makes a part of the picture brighter, smoothly; the pattern of cloth, tray and dice stays where it is. It is
    compared as ratios to the brightness around it. Where there is no pattern, nothing can be told: False.

    Args:
        before: the frame before.
        now: the newest frame.
        changed: the mask of the two.
    """
    if spread(changed) < LIT:
        return False
    a, b = (_detail(one.grey) for one in (before, now))
    low, high = CLIPPED
    clear = (changed > 0) & (before.grey > low) & (before.grey < high) & (now.grey > low) & (now.grey < high)
    if np.count_nonzero(clear) < 4 * SPOT:
        return False
    return float(np.square(b - a)[clear].mean()) < SAME_GRAIN * float(np.square(a)[clear].mean())


def _detail(grey: Mask) -> npt.NDArray[np.float32]:
    """How much brighter each pixel is than those around it, as a logarithm; noise is smoothed first."""
    smooth = np.log(np.asarray(cv2.blur(grey, (3, 3)), np.float32) + 4.0)
    return np.asarray(smooth - cv2.blur(smooth, (15, 15)), np.float32)


def refocused(before: Small, now: Small) -> bool:
    """Whether it is the focus alone that changed from one frame to the next.

    Everything becomes sharper, or everything less so; seen from afar, the two frames are the same. Things that move do
    neither.
    """
    a, b = (np.asarray(cv2.GaussianBlur(one.grey, (0, 0), FAR_OUT), np.float32) for one in (before, now))
    differs = np.where(np.abs(a - b) > AS_BLURRED, 255, 0).astype(np.uint8)
    if largest(differs) >= SPOT:
        return False
    gain = np.abs(now.grey - b) - np.abs(before.grey - a)
    cells = np.asarray(cv2.resize(gain, (8, 8), interpolation=cv2.INTER_AREA))
    return float(abs(cells.sum())) > ONE_WAY * float(np.abs(cells).sum())


def where_alike(one: Small, other: Small, then: Small) -> Small:
    """`then` where the first two look the same, and the second elsewhere."""
    # Single pixels are noise; they must not grow into spots.
    differing = cv2.dilate(cv2.erode(mask(one.grey, other.grey), THIN), np.ones((5, 5), np.uint8))
    return Small(np.where(np.asarray(differing)[..., None] > 0, other.image, then.image).astype(np.uint8), then.shrink)


@lru_cache(maxsize=4)
def _window(width: int, height: int) -> npt.NDArray[np.float32]:
    return np.asarray(cv2.createHanningWindow((width, height), cv2.CV_32F), dtype=np.float32)


def mask(a: Mask, b: Mask) -> Mask:
    """255 where two frames differ by more than noise."""
    difference = cv2.absdiff(a, b)
    usual = float(np.median(difference[::4, ::4]))
    level = min(max(LEVELS, NOISE * usual), MOST)
    return np.asarray(cv2.threshold(difference, level, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)


def unlike(a: npt.NDArray[np.int16], b: npt.NDArray[np.int16]) -> Mask:
    """255 where two frames differ in any colour by more than noise and a change of exposure explain."""
    signed = a - b
    signed -= np.median(signed[::2, ::2].reshape(-1, 3), axis=0).astype(np.int16)
    difference = np.abs(signed).max(axis=2)
    usual = float(np.median(difference[::2, ::2]))
    return np.where(difference > min(max(LEVELS, NOISE * usual), MOST), 255, 0).astype(np.uint8)


def largest(changed: Mask) -> int:
    """Pixels of the largest connected spot, single lines of pixels left out."""
    if cv2.countNonZero(changed) < SPOT:
        return 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(cv2.erode(changed, THIN))
    return int(stats[1:count, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def spread(changed: Mask) -> float:
    """Share of an 8 × 8 grid's cells in which more than a twentieth of the pixels differ."""
    cells = np.asarray(cv2.resize(changed, (8, 8), interpolation=cv2.INTER_AREA))
    return float(np.count_nonzero(cells > 255 / 20)) / 64
