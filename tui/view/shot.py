"""A saved picture of a roll, drawn for a terminal: each die as large as fits, and below all of them as they lay.

Half blocks give a terminal few pixels; a die among others would be a speck, and a dispute is about pips.

This module imports OpenCV and is itself imported only when a picture is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from rich.segment import Segment

from tui.snapshots import Shot
from tui.view.picture import Picture
from vision.reading import Image

LARGEST = 24
"""Columns for a die: beyond that, more of them show no more."""
LEAST, SMALL = 6, 11
"""Columns for a die under which it is not drawn, and under which the dice are rather shown in two lines."""
GAP = 1
_PAPER = (40, 40, 40)


def shot_rows(shot: Shot, width: int, height: int, *, mono: bool = False) -> list[list[Segment]]:
    """The picture in exactly `height` rows of `width` cells.

    Args:
        shot: what was saved.
        width: columns.
        height: rows.
        mono: draw with characters, for terminals without colour.
    """
    rows: list[list[Segment]] = []
    count = len(shot.faces)
    lines = 1
    if count and _side(count, width, height, 1) < SMALL < _side(count, width, height, 2):
        lines = 2
    side = _side(count, width, height, lines) if count else 0
    each = -(-count // lines)
    if side >= LEAST:
        for start in range(0, count, each):
            faces, values = shot.faces[start : start + each], shot.values[start : start + each]
            # Two pixels to a cell, one above the other: as many columns as pixels, half as many rows.
            rows += _painted(_strip(faces, width, side), width, (side + 1) // 2, mono=mono)
            middle = (width - (len(faces) * (side + GAP) - GAP)) // 2
            numbers = "".join(f"{value:^{side + GAP}}" for value in values)
            rows.append([Segment((" " * middle + numbers)[:width].ljust(width))])
    left = height - len(rows)
    if left >= 4:
        rows += _painted(shot.table, width, left, mono=mono)
    rows += [[Segment(" " * width)] for _ in range(height - len(rows))]
    return rows[:height]


def _side(count: int, width: int, height: int, lines: int) -> int:
    """Columns that a die can have if all are shown in so many lines."""
    each = -(-count // lines)
    return min(LARGEST, (width + GAP) // each - GAP, 2 * (height // lines - 1))


def _strip(faces: Sequence[Image], width: int, side: int) -> Image:
    strip = np.full((side + side % 2, width, 3), _PAPER, np.uint8)
    x = (width - (len(faces) * (side + GAP) - GAP)) // 2
    for face in faces:
        strip[:side, x : x + side] = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
        x += side + GAP
    return strip


def _painted(image: Image, width: int, height: int, *, mono: bool) -> list[list[Segment]]:
    picture = Picture(width, height, mono=mono)
    picture.show(image, None)
    return picture.rows
