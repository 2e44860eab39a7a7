"""The camera's picture in half blocks: two pixels to a cell, dice outlined, the number beside each.

A picture that flickers costs bandwidth and nerves: a pixel changes only when it moved by more than `STILL` levels, and
only rows that changed are painted. Four bits a channel keep the styles few enough to be cached.

This module imports cv2 and numpy and is itself imported only when a picture has come.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from vision.reading import Image, Reading

STILL = 20
"""Levels, of 255, by which a pixel may differ without being painted anew."""
_OUTLINE = (60, 220, 255)
"""Blue, green, red: a warm yellow that no die and few tables have."""
_KEPT = (255, 190, 70)
"""The same for dice that were not thrown again: sky blue."""
_AREA = (230, 230, 230)
"""The rectangle in which dice are looked for."""
_LABEL = Style.parse("bold #111111 on #ffdc3c")
_DOUBTFUL = Style.parse("bold underline #ffdc3c on #111111")
_LYING = Style.parse("bold #111111 on #46beff")
_SHADES = " .:-=+*#%@"
_Quad = npt.NDArray[np.float64]
"""An outline's corners in pixels of the canvas: 4 × 2."""


@dataclass(frozen=True, slots=True)
class Label:
    """A die's number beside its outline."""

    column: int
    row: int
    text: str
    style: Style


class Picture:
    """Paints frames into `width` × `height` cells; remembers the last one, to leave alone what did not move."""

    def __init__(self, width: int, height: int, *, mono: bool = False) -> None:
        """Make an empty picture.

        Args:
            width: columns.
            height: rows; each shows two rows of pixels.
            mono: draw with characters, for terminals without colour.
        """
        self.width, self.height, self._mono = width, height, mono
        self._crop: tuple[int, int, int, int] | None = None
        self._pixels: npt.NDArray[np.int16] | None = None
        self.rows: list[list[Segment]] = [[Segment(" " * width)] for _ in range(height)]

    def show(
        self,
        frame: Image,
        reading: Reading | None,
        doubts: frozenset[int] = frozenset(),
        kept: Collection[int] = (),
        area: tuple[int, int, int, int] | None = None,
        *,
        zoom: bool = True,
        numbers: bool = True,
    ) -> list[int]:
        """Paint a picture, and return which rows changed.

        Args:
            frame: the picture.
            reading: what was read in it.
            doubts: places of its dice whose number is doubtful.
            kept: places of those that were not thrown again.
            area: left, upper, right and lower end of what is searched, in pixels of the picture.
            zoom: show what lies round the dice, not all of the picture.
            numbers: outline the dice, and write the number beside each.
        """
        x0, y0, x1, y1 = self._crop = self._zoom(frame.shape[1], frame.shape[0], reading if zoom else None)
        scale = min(self.width / (x1 - x0), 2 * self.height / (y1 - y0))
        size = (max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale)))
        small = cv2.resize(frame[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
        pixels = self._calm(small.astype(np.int16))
        canvas = np.zeros((2 * self.height, self.width, 3), np.uint8)
        left, top = (self.width - size[0]) // 2, (2 * self.height - size[1]) // 2 & ~1
        canvas[top : top + size[1], left : left + size[0]] = pixels.astype(np.uint8)
        if area is not None:
            corners = (np.array(area, np.float64).reshape(2, 2) - (x0, y0)) * scale + (left, top)
            (ax, ay), (bx, by) = np.round(corners - ((0, 0), (1, 1))).astype(int).tolist()
            cv2.rectangle(canvas, (ax, ay), (bx, by), _AREA)
        labels: list[Label] = []
        dice = reading.dice if reading and numbers else ()
        quads = [_round((np.array(die.quad, np.float64) - (x0, y0)) * scale + (left, top)) for die in dice]
        for place, (die, quad) in enumerate(zip(dice, quads, strict=True)):
            colour = _KEPT if place in kept else _OUTLINE
            cv2.polylines(canvas, [np.round(quad).astype(np.int32).reshape(-1, 1, 2)], True, colour)
            style = _DOUBTFUL if place in doubts else _LYING if place in kept else _LABEL
            text = f"{die.value}?" if place in doubts else str(die.value)
            labels.append(self._label(place, quads, labels, text, style))
        rows = [self._row(canvas[2 * y], canvas[2 * y + 1]) for y in range(self.height)]
        for label in labels:
            rows[label.row] = _over(rows[label.row], label)
        changed = [y for y, (was, now) in enumerate(zip(self.rows, rows, strict=True)) if was != now]
        self.rows = rows
        return changed

    def _zoom(self, width: int, height: int, reading: Reading | None) -> tuple[int, int, int, int]:
        """The part of the frame to show: all of it, or what lies round the dice, which would be specks otherwise.

        It stays as it is while the dice lie well inside it, so that the picture does not jump with every reading.
        """
        whole = (0, 0, width, height)
        if reading is None or not reading.dice:
            return whole
        boxes = np.array([die.box for die in reading.dice])
        low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        edge = float((boxes[:, 2:] - boxes[:, :2]).max())
        x0, y0, x1, y1 = self._crop or whole
        inside = (low >= (x0, y0)).all() and (high <= (x1, y1)).all()
        if inside and self._crop not in (None, whole) and x1 - x0 <= 3 * (high[0] - low[0] + 2 * edge):
            return x0, y0, x1, y1
        centre, reach = (low + high) / 2, (high - low) / 2 + 1.5 * edge
        shape = self.width / (2 * self.height)
        reach = np.maximum(reach, (reach[1] * shape, reach[0] / shape))
        x0, y0 = np.maximum(centre - reach, 0).astype(int).tolist()
        x1, y1 = np.minimum(centre + reach, (width, height)).astype(int).tolist()
        return x0, y0, x1, y1

    def _calm(self, fresh: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        """`fresh` where it moved, the last picture where it did not."""
        last = self._pixels
        if last is None or last.shape != fresh.shape:
            self._pixels = fresh
        else:
            moved = np.abs(fresh - last).max(axis=2, keepdims=True) > STILL
            self._pixels = np.where(moved, fresh, last)
        assert self._pixels is not None
        return self._pixels

    def _label(self, place: int, quads: list[_Quad], labels: list[Label], text: str, style: Style) -> Label:
        """Beside the die, where it hides least of the others: a number on another die would be taken for that one's."""
        x0, y0, x1, y1 = _cells(quads[place])
        wide, middle = len(text), (y0 + y1) // 2
        under = (x0 + x1 + 1 - wide) // 2
        spots = ((x1 + 1, middle), (x0 - wide, middle), (under, y1 + 1), (under, y0 - 1))
        taken = [
            *map(_cells, quads),
            *((one.column, one.row, one.column + len(one.text) - 1, one.row) for one in labels),
        ]

        def hidden(spot: tuple[int, int]) -> int:
            return sum(
                max(0, min(spot[0] + wide - 1, bx1) - max(spot[0], bx0) + 1) * (by0 <= spot[1] <= by1)
                for bx0, by0, bx1, by1 in taken
            )

        inside = [(min(max(0, x), self.width - wide), min(max(0, y), self.height - 1)) for x, y in spots]
        column, row = min(inside, key=hidden)
        return Label(column, row, text, style)

    def _row(self, upper: npt.NDArray[np.uint8], lower: npt.NDArray[np.uint8]) -> list[Segment]:
        if self._mono:
            light = (upper.astype(np.int32).sum(axis=1) + lower.astype(np.int32).sum(axis=1)) * len(_SHADES) // 1531
            return [Segment("".join(_SHADES[level] for level in light))]
        codes = np.concatenate([_codes(upper), _codes(lower)], axis=1)
        starts = [0, *(np.flatnonzero((codes[1:] != codes[:-1]).any(axis=1)) + 1).tolist(), self.width]
        return [Segment("▀" * (end - start), _style(*codes[start].tolist())) for start, end in pairwise(starts)]


def _round(quad: _Quad) -> _Quad:
    """Round the die, not over it: at this size the outline would hide it."""
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * (1 + 2 / max(1.0, float(np.ptp(quad[:, 0])))), np.float64)


def _cells(quad: _Quad) -> tuple[int, int, int, int]:
    """First and last column and row that an outline touches."""
    (x0, y0), (x1, y1) = np.round(quad.min(axis=0)).astype(int), np.round(quad.max(axis=0)).astype(int)
    return int(x0), int(y0) // 2, int(x1), int(y1) // 2


def _codes(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """Each pixel as one number, four bits a channel."""
    four = (pixels >> 4).astype(np.int32)
    codes: npt.NDArray[np.int32] = (four[:, 2:3] << 8) | (four[:, 1:2] << 4) | four[:, 0:1]
    return codes


@lru_cache(maxsize=8192)
def _style(upper: int, lower: int) -> Style:
    return Style(color=_colour(upper), bgcolor=_colour(lower))


def _colour(code: int) -> Color:
    return Color.from_rgb(*(17 * (code >> shift & 15) for shift in (8, 4, 0)))


def _over(row: list[Segment], label: Label) -> list[Segment]:
    """The row with a label written over it."""
    end = label.column + len(label.text)
    before, _, after = Segment.divide(row, [label.column, end, 10_000])
    return [*before, Segment(label.text, label.style), *after]
