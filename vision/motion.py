"""Cheap eyes: tells from small grey frames whether anything moves, whether the scene changed, whether a hand is there.

The reader is far too slow to look at every frame, and need not: a still table is known by comparing with the frame
before, at a fraction of a millisecond. Hands are told from dice by size and by where they come from, not by colour of
skin: something large that was not there when the table was last at rest, and that reaches in from the frame's edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Image
from vision.small import SPOT, Shift, Small, bump, largest, mask, reduce, refocused, relit, spread, unlike, where_alike

JOLT_CELLS = 0.6
"""Share of the picture's cells that change at once when the camera is bumped or the light switched."""

Box = tuple[float, float, float, float]

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
    focusing: bool = False
    """Everything became sharper or less so: the lens moves, and nothing else."""


class MotionMeter:
    """Remembers the frame before and the settled scene; one for each source, used by one thread."""

    def __init__(self) -> None:
        self._now: Small | None = None
        self._settled: Small | None = None
        self._dice: list[Box] = []
        self._die = 0.0

    @property
    def now(self) -> Small | None:
        """The newest frame, reduced."""
        return self._now

    def look(self, image: Image) -> Motion:
        """Compare a new frame. A frame of another size begins anew, and counts as moving."""
        before, now = self._now, reduce(image)
        self._now = now
        if before is None or self._settled is None or before.grey.shape != now.grey.shape:
            self._settled, self._dice, self._die = now, [], now.grey.size / 250
            return Motion(moving=True, changed=True, hand=False)
        stirred = mask(now.grey, before.grey)
        moving = largest(stirred) >= SPOT
        if moving and (moved := bump(before, now)) is not None:
            self._move(moved, now)
            x, y = moved
            return Motion(moving=True, changed=True, hand=False, jolt=True, shift=(x * now.shrink, y * now.shrink))
        if moving and relit(before, now, stirred):
            # The scene is the same in another light; or a lamp would be taken for a hand for as long as it shines.
            self._settled = where_alike(before, self._settled, now)
            return Motion(moving=True, changed=True, hand=False, jolt=True)
        if moving and refocused(before, now):
            return Motion(moving=False, changed=True, hand=False, focusing=True)
        differs = mask(now.grey, self._settled.grey)
        if not moving and largest(differs) < SPOT:
            return Motion(moving=False, changed=False, hand=False)
        if spread(differs) >= JOLT_CELLS:
            return Motion(moving=moving, changed=True, hand=False, jolt=True)
        return Motion(moving=moving, changed=True, hand=self._hand(now, self._settled, ()))

    def hand_beside(self, dice: Iterable[Box]) -> bool:
        """Whether the newest frame shows something large besides `dice`, given in pixels of the full frame."""
        now, settled = self._now, self._settled
        if now is None or settled is None or spread(mask(now.grey, settled.grey)) >= JOLT_CELLS:
            return False
        return self._hand(now, settled, dice)

    def settle(self, dice: Iterable[Box]) -> None:
        """The newest frame is at rest and shows `dice`: from now on, this is what frames are compared with."""
        self._settled = self._now
        self._dice = list(dice)
        if self._dice and self._now is not None:
            areas = [(x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in self._dice]
            self._die = max(4.0, float(np.median(areas)) / self._now.shrink**2)

    def _move(self, shift: Shift, now: Small) -> None:
        """The camera was bumped: move the settled scene along, or everything would seem to have changed."""
        if self._settled is not None:
            self._settled = self._settled.moved(shift, now)
            x, y = shift[0] * now.shrink, shift[1] * now.shrink
            self._dice = [(x0 + x, y0 + y, x1 + x, y1 + y) for x0, y0, x1, y1 in self._dice]

    def _hand(self, now: Small, settled: Small, dice: Iterable[Box]) -> bool:
        """Whether what differs, dice that went or came left out, holds something as large as a hand."""
        rest = unlike(now.colour(), settled.colour())
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
