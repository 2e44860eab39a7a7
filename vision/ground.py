"""The bare table: where it looks as it did without dice, no die can lie.

A reader of single pictures can be fooled by the check of a tablecloth or a picture on a card. A camera that stands
still cannot: what has been there all along is no thrown die.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.reading import DieReading
from vision.small import THIN, Mask, Shift, Small, mask, spread, unlike

CHANGED_LIGHT = 0.6
"""Share of the picture's cells that differ when it is no longer the same table: another light, another place."""
SURE = 0.97
"""Dice that lie there when the camera is switched on are told from the cloth's pattern by the reader's confidence."""
Box = tuple[float, float, float, float]


class Ground:
    """Remembers the table without its dice; learned from the scenes at rest."""

    def __init__(self) -> None:
        self._bare: Small | None = None
        self._unknown: Mask | None = None
        """Where dice have hidden the table ever since."""

    def places(self, now: Small) -> Mask | None:
        """Where dice can lie: a map of the reduced frame, zero where they cannot; None if nothing is known."""
        if self._bare is None or self._unknown is None or self._bare.grey.shape != now.grey.shape:
            return None
        changed = self._changed(now, self._bare)
        near = max(3, now.grey.shape[1] // 40)
        return np.asarray(cv2.dilate(cv2.max(changed, self._unknown), np.ones((near, near), np.uint8)), dtype=np.uint8)

    def learn(self, now: Small, dice: Sequence[DieReading], *, thrown: bool) -> None:
        """A scene at rest.

        Args:
            now: its newest frame, reduced.
            dice: all that was taken for dice in any of its frames; none means that the table is bare.
            thrown: dice were thrown before. Until then, only certain ones are told from the pattern of a cloth.
        """
        if not dice:
            self._begin(now, ())
        elif self._bare is None or self._bare.grey.shape != now.grey.shape:
            if thrown:
                self._bare = None  # a die that was overlooked would be taken for the table: better to know nothing
            else:
                self._begin(now, (die for die in dice if die.confidence >= SURE))
        elif spread(mask(now.grey, self._bare.grey)) >= CHANGED_LIGHT:
            self._begin(now, dice)
        else:
            # Light and camera drift: where nothing lies, the newest look of the table is the best.
            changed = cv2.dilate(self._changed(now, self._bare), np.ones((5, 5), np.uint8))
            kept = np.where(np.asarray(changed)[..., None] > 0, self._bare.image, now.image)
            self._bare = Small(np.asarray(kept, dtype=np.uint8), now.shrink)

    def move(self, shift: Shift, now: Small) -> None:
        """The camera was bumped: everything is seen by `shift` pixels of the reduced frame elsewhere."""
        if self._bare is not None and self._unknown is not None and self._bare.grey.shape == now.grey.shape:
            self._bare = self._bare.moved(shift, now)
            matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
            height, width = self._unknown.shape
            moved = cv2.warpAffine(self._unknown, matrix, (width, height), borderValue=255)
            self._unknown = np.asarray(moved, dtype=np.uint8)

    def _begin(self, now: Small, dice: Iterable[DieReading]) -> None:
        self._bare = now
        self._unknown = np.zeros_like(now.grey)
        for die in dice:
            x0, y0, x1, y1 = (v / now.shrink for v in die.box)
            gap = 0.5 * max(x1 - x0, y1 - y0)
            rows = slice(max(0, int(y0 - gap)), max(0, int(y1 + gap) + 1))
            self._unknown[rows, max(0, int(x0 - gap)) : max(0, int(x1 + gap) + 1)] = 255

    @staticmethod
    def _changed(now: Small, bare: Small) -> Mask:
        height, width = now.grey.shape
        colour = cv2.resize(unlike(now.colour(), bare.colour()), (width, height), interpolation=cv2.INTER_NEAREST)
        return np.asarray(cv2.max(cv2.erode(mask(now.grey, bare.grey), THIN), cv2.erode(colour, THIN)), dtype=np.uint8)
