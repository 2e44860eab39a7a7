"""What each of the 252 rolls is worth at the end of a turn: its best box, with the value of the state that leads to.

Rather than trying every box on every roll, the boxes are taken together where they are alike:

- A face box sees only how many dice show its face, so the best of the six is put together from the 56 counts of the low
  faces and the 56 of the high ones.
- Boxes that score the total, or the total and a fixed number, differ by that number for *every* roll; what matters of a
  roll is only which of them it fits, its kind, and there are few kinds.
- Which box takes a nothing does not depend on the roll. As points are never negative, where zeros are free the best
  nothing may stand in for every roll, even where that box would have scored.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kismet.advice.batch import Batch
from kismet.advice.card import BASIC, Card, Zeros
from kismet.advice.keeps import ROLLS, TOTAL, Counts, Index
from kismet.advice.passes import MEAN, Array, Passes
from kismet.dice import COUNT

HALF = BASIC // 2


def _halves() -> tuple[list[Counts], list[Counts], list[tuple[slice, slice]]]:
    """Counts of the low faces, counts of the high faces, and for each of the latter its rolls and their low counts."""
    highs, blocks = [], []
    lows: list[Counts] = []
    sizes: dict[int, slice] = {}
    begin = 0
    for high, rolls in groupby(ROLLS, key=lambda roll: roll[HALF:]):
        inside = [roll[:HALF] for roll in rolls]
        size = COUNT - sum(high)
        if size not in sizes:
            sizes[size] = slice(len(lows), len(lows) + len(inside))
            lows += inside
        highs.append(high)
        blocks.append((slice(begin, begin + len(inside)), sizes[size]))
        begin += len(inside)
    return lows, highs, blocks


_LOWS, _HIGHS, _BLOCKS = _halves()
_LOW_OF: Index = np.array([_LOWS.index(roll[:HALF]) for roll in ROLLS], dtype=np.intp)
_HIGH_OF: Index = np.array([_HIGHS.index(roll[HALF:]) for roll in ROLLS], dtype=np.intp)
_COUNTS: list[Index] = [
    np.array([part[face % HALF] for part in (_LOWS if face < HALF else _HIGHS)], dtype=np.intp) for face in range(BASIC)
]
"""By face, how many dice show it in each count of its half."""


def lowest(dtype: np.dtype[Any], *, pairs: bool) -> Any:
    """Less than any value: minus infinity, or the pair of that mean, as the number it is compared by."""
    if not pairs:
        return dtype.type(-np.inf)
    pair = np.zeros(2, dtype)
    pair[MEAN] = -np.inf
    return pair.view(np.float64)[0]


@dataclass(frozen=True)
class _Piece:
    """Rolls that score in a box, all of them or at most half of all, with their points as a column."""

    box: int
    rolls: Index
    points: Array


class TurnEnds:
    """Finds the values of all rolls for batches of states.

    Args:
        card: what boxes score.
        dtype: float32 or float64, as in the passes.
        pairs: whether values are pairs, as in the passes.
    """

    def __init__(self, card: Card, dtype: np.dtype[Any], *, pairs: bool) -> None:
        self._zeros = card.zeros
        self._first = None if card.first is None else card.first - BASIC
        self._number = dtype.type
        self._pairs = pairs
        self._lowest = lowest(dtype, pairs=pairs)
        others = card.scores.T[BASIC:]
        self._extra = [_extra(points) for points in others]
        """By box that is not basic: what it scores beyond the total, or `None` if that is no fixed number."""
        by_total = [kind for kind, extra in enumerate(self._extra) if extra is not None]
        fits = np.array([others[kind] > 0 for kind in by_total]).reshape(len(by_total), len(ROLLS))
        kinds, kind_of = np.unique(fits, axis=1, return_inverse=True)
        self._kinds = [[kind for kind, fit in zip(by_total, column, strict=True) if fit] for column in kinds.T]
        """Kinds of rolls: which of the boxes that score by the total they fit."""
        sorts, self._sort_of = np.unique(np.stack([kind_of.reshape(-1), TOTAL]), axis=1, return_inverse=True)
        self._kind_of_sort: Index = sorts[0]
        self._total_of_sort: Array = sorts[1].astype(dtype)[:, None]
        self._pieces = [
            _Piece(kind, part, points[part].astype(dtype)[:, None])
            for kind, points in enumerate(others)
            if self._extra[kind] is None
            for part in _parts(np.flatnonzero(points))
        ]

    def fill(self, passes: Passes, batch: Batch) -> None:
        """Fill in `passes.rolls` for a batch as wide as they are."""
        rolls, room = passes.comparable(passes.rolls), passes.comparable(passes.room)
        after = [batch.other(kind) for kind in range(len(self._extra))]
        nothing = after[0].copy()
        for other in after[1:]:
            np.maximum(nothing, other, out=nothing)
        zero = self._free_zero(batch, nothing)
        self._basic(rolls, room, batch, zero)
        if any(self._kinds):
            self._by_total(rolls, room, after)
        for piece in self._pieces:
            if batch.any_vacant(piece.box):
                self._by_table(rolls, room, piece, after[piece.box])
        if self._zeros is Zeros.ONLY_IF_STUCK:
            self._stuck(rolls, batch, nothing)

    def _plus(self, after: Array, points: Array, out: Array) -> None:
        """Values of `after` with some points more (not none); rows of values, a column of points."""
        if not self._pairs:
            np.add(after, points, out=out)
            return
        pair, result = after.view(self._number), out.view(self._number)
        mean, square = pair[..., MEAN::2], pair[..., 1 - MEAN :: 2]
        # The mean of (x + points)² is that of x² and points · (2 x + points). Squares first: `out` may be `after`.
        np.add(square, points * (2 * mean + points), out=result[..., 1 - MEAN :: 2])
        np.add(mean, points, out=result[..., MEAN::2])

    def _free_zero(self, batch: Batch, nothing: Array) -> Array:
        """The best value of a zero, chosen freely, in a box that is not basic."""
        match self._zeros:
            case Zeros.FREE:
                return nothing
            case Zeros.NOT_WHILE_OPEN if self._first is not None:
                return np.where(batch.vacant(self._first), self._lowest, nothing)
            case _:
                return np.full_like(nothing, self._lowest)

    def _face(self, batch: Batch, face: int, zero: Array) -> Array:
        """Values of filling a face's box, by how many dice show it, or of a zero elsewhere: a row per count."""
        rows = np.empty((COUNT + 1, len(zero)), zero.dtype)
        for count, row in enumerate(rows):
            after = batch.face(face, count)
            if count:
                self._plus(after, self._number(count * (face + 1)), row)
                np.maximum(row, zero, out=row)
            elif self._zeros is Zeros.FREE:
                np.maximum(after, zero, out=row)
            elif self._zeros is Zeros.NOT_WHILE_OPEN and self._first is not None:
                row[:] = np.where(batch.vacant(self._first), self._lowest, np.maximum(after, zero))
            else:
                row[:] = self._lowest
        return rows

    def _basic(self, rolls: Array, room: Array, batch: Batch, zero: Array) -> None:
        """Fill in the best of the basic boxes and of a free zero elsewhere."""
        spare = room[: len(_LOWS)]
        halves: list[Array | None] = [None, None]
        for face in batch.faces:
            rows = self._face(batch, face, zero)
            half = halves[face // HALF]
            if half is None:
                halves[face // HALF] = rows.take(_COUNTS[face], 0, mode="clip")
            else:
                rows.take(_COUNTS[face], 0, out=spare, mode="clip")
                np.maximum(half, spare, out=half)
        low, high = halves
        if low is not None and high is not None:
            for row, (some, lows) in zip(high, _BLOCKS, strict=True):
                np.maximum(low[lows], row, out=rolls[some])
        elif low is not None:
            low.take(_LOW_OF, 0, out=rolls, mode="clip")
        elif high is not None:
            high.take(_HIGH_OF, 0, out=rolls, mode="clip")
        else:
            rolls[:] = zero

    def _by_total(self, rolls: Array, room: Array, after: list[Array]) -> None:
        """Raise the rolls by the boxes that score the total and a fixed number."""
        kinds = np.full((len(self._kinds), rolls.shape[1]), self._lowest)
        raised = {}
        for row, fitting in zip(kinds, self._kinds, strict=True):
            for kind in fitting:
                if kind not in raised:
                    raised[kind] = after[kind].copy()
                    if extra := self._extra[kind]:
                        self._plus(raised[kind], self._number(extra), raised[kind])
                np.maximum(row, raised[kind], out=row)
        sorts = kinds.take(self._kind_of_sort, 0, mode="clip")
        self._plus(sorts, self._total_of_sort, sorts)
        sorts.take(self._sort_of, 0, out=room, mode="clip")
        np.maximum(rolls, room, out=rolls)

    def _by_table(self, rolls: Array, room: Array, piece: _Piece, after: Array) -> None:
        """Raise some rolls by a box that scores neither way."""
        count = len(piece.rolls)
        scored, others = room[:count], room[count : 2 * count]
        self._plus(np.broadcast_to(after, scored.shape) if self._pairs else after, piece.points, scored)
        if count == len(ROLLS):
            np.maximum(rolls, scored, out=rolls)
            return
        rolls.take(piece.rolls, 0, out=others, mode="clip")
        np.maximum(others, scored, out=others)
        rolls[piece.rolls] = others

    def _stuck(self, rolls: Array, batch: Batch, nothing: Array) -> None:
        """Where nothing scores, the best zero anywhere."""
        best = nothing.copy()
        for face in batch.faces:
            np.maximum(best, batch.face(face, 0), out=best)
        means = rolls.view(self._number)[:, MEAN::2] if self._pairs else rolls
        np.copyto(rolls, best, where=np.isneginf(means))


def _extra(points: NDArray[np.int64]) -> int | None:
    """What a box scores beyond the total of the dice, if that is the same for all rolls that score in it."""
    beyond = np.unique((points - TOTAL)[points > 0])
    return int(beyond[0]) if len(beyond) == 1 else None


def _parts(rolls: Index) -> list[Index]:
    """`rolls` in pieces of at most half of all rolls, unless they are all."""
    pieces = 1 if len(rolls) == len(ROLLS) else max(1, -(-2 * len(rolls) // len(ROLLS)))
    return np.array_split(rolls, pieces)
