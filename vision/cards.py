"""Where small cards of words lie in a picture: near what they speak of, on no die, on no other card, and all within.

A label that hides a die hides the very thing that people want to check it against. So every place of a fine grid is
looked at, and the nearest free one is taken; what cannot lie beside its die has a line that leads to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]

_TRIED = 400
"""Of so many of the nearest free places it is asked whether their line would cross a die."""
_ON_DIE, _ON_CARD, _ACROSS, _ON_SIDE, _ASIDE = 1e6, 1e3, 10.0, 4.0, 0.5
"""In heights of a card away: what it costs to hide dice or cards with all of a card, to draw all of a line across
others, to hide what may be the side of a die, and to lie elsewhere than right above, under or beside."""
_SIDES = 0.6
"""How far below its top, in heights of the top, the side of a die can be seen by a camera that looks from aslant."""


class Box(NamedTuple):
    """An upright rectangle in pixels."""

    x: int
    y: int
    w: int
    h: int


class Placed(NamedTuple):
    """A card with its place."""

    card: Box
    alone: bool
    """Whether it lies so close to what it speaks of, and to nothing else, that no line need lead there."""


class Cards:
    """The room that a picture has for cards; each placed one takes some of it."""

    def __init__(self, width: int, height: int, dice: Sequence[Box]) -> None:
        """Make an empty one.

        Args:
            width: of the picture.
            height: of the picture.
            dice: what no card shall hide.
        """
        self._size = (width, height)
        self._dice = list(dice)
        self._sides = [Box(die.x, die.y + die.h, die.w, round(_SIDES * die.h)) for die in dice]
        self._cards: list[Box] = []

    def beside(self, die: Box, width: int, height: int, gap: int) -> Placed:
        """Place a card of this size beside `die`, `gap` pixels off, or as near as there is room."""
        middle_x, middle_y = die.x + (die.w - width) // 2, die.y + (die.h - height) // 2
        first = [
            (middle_x, die.y - height - gap),
            (middle_x, die.y + die.h + gap),
            (die.x + die.w + gap, middle_y),
            (die.x - width - gap, middle_y),
        ]
        places = self._within(first, Box(0, 0, *self._size), width, height)
        off = _apart(places, width, height, die)
        cost = self._hidden(places, width, height) + _ON_SIDE * _overlaps(places, width, height, self._sides) / (
            width * height
        )
        cost[len(first) :] += _ASIDE + np.maximum(off[len(first) :], gap) / height
        near = np.argsort(cost, kind="stable")[:_TRIED]
        others = [other for other in self._dice if not _same(other, die)]
        crossed = _crossed(places[near], width, height, die, [*others, *self._cards])
        best = int(near[np.argmin(cost[near] + _ACROSS * crossed)])
        card = self._taken(places[best], width, height)
        doubtful = any(_apart(places[best : best + 1], width, height, other)[0] <= 1.5 * gap for other in others)
        return Placed(card, alone=bool(off[best] <= 1.5 * gap) and not doubtful)

    def inside(self, part: Box, width: int, height: int, gap: int) -> Placed:
        """Place a card of this size in a part of the picture, in one of its corners if there is room."""
        right, low = part.x + part.w - width - gap, part.y + part.h - height - gap
        corners = [(x, y) for y in (part.y + gap, low) for x in (part.x + gap, right)]
        places = self._within(corners, part, width, height)
        # The order of the places decides where several hide nothing.
        return Placed(self._taken(places[int(np.argmin(self._hidden(places, width, height)))], width, height), True)

    def _within(self, first: list[tuple[int, int]], part: Box, width: int, height: int) -> _Floats:
        """The upper left corners to look at: these, and then those of a grid; all such that the card is in sight."""
        across = np.arange(part.x, max(part.x + 1, part.x + part.w - width + 1), max(1, width // 5))
        down = np.arange(part.y, max(part.y + 1, part.y + part.h - height + 1), max(1, height // 2))
        grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
        places = np.concatenate([np.array(first, dtype=np.float64), grid])
        return np.asarray(np.clip(places, 0, np.maximum(0, np.array(self._size) - (width, height))), dtype=np.float64)

    def _hidden(self, places: _Floats, width: int, height: int) -> _Floats:
        area = width * height
        return (
            _ON_DIE * _overlaps(places, width, height, self._dice)
            + _ON_CARD * _overlaps(places, width, height, self._cards)
        ) / area

    def _taken(self, place: _Floats, width: int, height: int) -> Box:
        card = Box(int(place[0]), int(place[1]), width, height)
        self._cards.append(card)
        return card


def _same(a: Box, b: Box) -> bool:
    """Whether two boxes are drawn round one die."""
    return abs(2 * (a.x - b.x) + a.w - b.w) < max(a.w, b.w) and abs(2 * (a.y - b.y) + a.h - b.h) < max(a.h, b.h)


def _overlaps(places: _Floats, width: int, height: int, boxes: Sequence[Box]) -> _Floats:
    """Pixels of `boxes` that a card at each of the places would hide."""
    if not boxes:
        return np.zeros(len(places))
    x, y, w, h = np.array(boxes, dtype=np.float64).T
    left, top = places[:, :1], places[:, 1:]
    across = np.minimum(left + width, x + w) - np.maximum(left, x)
    down = np.minimum(top + height, y + h) - np.maximum(top, y)
    return np.asarray((np.maximum(0, across) * np.maximum(0, down)).sum(axis=1), dtype=np.float64)


def _apart(places: _Floats, width: int, height: int, box: Box) -> _Floats:
    """Pixels between a card at each of the places and `box`."""
    left, top = places[:, 0], places[:, 1]
    across = np.maximum(0, np.maximum(box.x - left - width, left - box.x - box.w))
    down = np.maximum(0, np.maximum(box.y - top - height, top - box.y - box.h))
    return np.asarray(np.hypot(across, down), dtype=np.float64)


def _crossed(places: _Floats, width: int, height: int, die: Box, others: Sequence[Box]) -> _Floats:
    """How much of the line from a card at each of the places to its die would run across `others`, 1 for all of it."""
    middle = np.array([die.x + die.w / 2, die.y + die.h / 2])
    starts = np.clip(middle, places, places + np.array([width, height]))
    x, y = np.moveaxis(starts[:, None] + (middle - starts)[:, None] * np.linspace(0, 1, 16)[:, None], -1, 0)
    on = np.zeros(x.shape, dtype=bool)
    for box in others:
        on |= (x > box.x) & (x < box.x + box.w) & (y > box.y) & (y < box.y + box.h)
    return np.asarray(on.mean(axis=1), dtype=np.float64)
