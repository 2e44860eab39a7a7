"""What each of the 252 rolls is worth at the end of a turn: its best box, with the value of the state that leads to.

Rather than trying every box on every roll, the boxes are taken together where they are alike:

- A face box sees only how many dice show its face, so the best of the six is put together from the best of the low
  three by the low half of a roll, and the best of the high three by the high half.
- Boxes that score the total, or the total and a fixed number, differ by that number for *every* roll; what matters of a
  roll is only which of them it fits, its kind, and there are few kinds.
- Which box takes a nothing does not depend on the roll. As points are never negative, where zeros are free the best
  nothing may stand in for every roll, even where that box would have scored.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kismet.advice.batch import Batch
from kismet.advice.card import BASIC, Card, Zeros
from kismet.advice.keeps import FIRST_ROLL, HALF, HALVES, KEEPS, ROLLS, TOTAL, Index, block
from kismet.advice.passes import MEAN, Array, Passes
from kismet.dice import COUNT

_FILLINGS = COUNT + 1
"""A face box is filled with no to five dice."""


def _stretches(lengths: list[int]) -> list[slice]:
    return [slice(begin, end) for begin, end in pairwise(accumulate(lengths, initial=0))]


_OF_SIZE = _stretches([len(halves) for halves in HALVES])
"""Where the halves with so many dice are among all 56, in the order of `HALVES`."""
_COUNTS: Index = np.array([half for halves in HALVES for half in halves]).T.copy()
"""How many dice show each face of a half: (3, 56)."""


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
        self._by_face: Array = np.outer(np.arange(1, BASIC + 1), np.arange(1, _FILLINGS)).astype(dtype)[..., None]
        """Points of one to five dice of each face, as columns."""
        others = card.scores.T[BASIC:]
        self._others = len(others)
        extra = {kind: beyond for kind, points in enumerate(others) if (beyond := _extra(points)) is not None}
        self._totals = sorted(extra, key=lambda kind: extra[kind])
        """The boxes that score the total and a fixed number, by that number."""
        self._plain = sum(not beyond for beyond in extra.values())
        """How many of them score no more than the total."""
        self._extra: Array = np.array([extra[kind] for kind in self._totals[self._plain :]], dtype)[:, None]
        """What the rest of them score beyond it, as a column."""
        fits = np.array([others[kind] > 0 for kind in self._totals]).reshape(len(self._totals), len(ROLLS))
        kinds, kind_of = np.unique(fits, axis=1, return_inverse=True)
        self._kinds = [np.flatnonzero(kind).tolist() for kind in kinds.T]
        """Kinds of rolls: which of these boxes they fit, as places in `_totals`."""
        sorts, self._sort_of = np.unique(np.stack([kind_of.reshape(-1), TOTAL]), axis=1, return_inverse=True)
        self._total_of_sort: Array = sorts[1].astype(dtype)[:, None]
        """Sorts of rolls, their kind and total, ordered by kind: the totals, as a column."""
        self._sorts_of_kind = _stretches(np.bincount(sorts[0]).tolist())
        self._edges = np.cumsum([len(self._totals), len(self._kinds), len(self._total_of_sort)]).tolist()
        """Where the rows for those boxes, for kinds and for sorts end in the room."""
        assert self._others + self._edges[-1] <= len(KEEPS), "there must be room for them"
        self._pieces = [
            _Piece(kind, part, points[part].astype(dtype)[:, None])
            for kind, points in enumerate(others)
            if kind not in extra
            for part in _parts(np.flatnonzero(points))
        ]

    def fill(self, passes: Passes, batch: Batch) -> None:
        """Fill in `passes.rolls` for a batch as wide as they are."""
        keeps, room = passes.comparable(passes.keeps), passes.comparable(passes.room)
        rolls, after, beside = keeps[FIRST_ROLL:], room[: self._others], room[self._others :]
        batch.others(after)
        nothing = np.maximum.reduce(after)
        self._by_total(rolls, beside, after)
        self._basic(keeps, beside, batch, self._free_zero(batch, nothing))
        for piece in self._pieces:
            if batch.any_vacant(piece.box):
                self._by_table(rolls, beside, piece, after[piece.box])
        if self._zeros is Zeros.ONLY_IF_STUCK:
            self._stuck(rolls, batch, nothing)

    def _plus(self, after: Array, points: Array, out: Array) -> None:
        """Values of `after`, a row or rows, with a column of points (not none) more."""
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

    def _basic(self, keeps: Array, room: Array, batch: Batch, zero: Array) -> None:
        """Raise the rolls by the basic boxes and a free zero elsewhere."""
        blocks = [block(keeps, low, COUNT - low) for low in range(_FILLINGS)]
        if low := [face for face in batch.faces if face < HALF]:
            best = self._best_of(low, room, batch, zero)
            for rolls, rows in zip(blocks, _OF_SIZE, strict=True):
                np.maximum(rolls, best[rows, None], out=rolls)
        if high := [face for face in batch.faces if face >= HALF]:
            best = self._best_of(high, room, batch, zero)
            for rolls, rows in zip(reversed(blocks), _OF_SIZE, strict=True):
                np.maximum(rolls, best[rows], out=rolls)
        if not batch.faces:
            np.maximum(keeps[FIRST_ROLL:], zero, out=keeps[FIRST_ROLL:])

    def _best_of(self, faces: list[int], room: Array, batch: Batch, zero: Array) -> Array:
        """The best of the boxes of faces of the same half, or of a zero elsewhere, for each half."""
        halves = _COUNTS.shape[1]
        best, spare, rows = room[:halves], room[halves : 2 * halves], room[2 * halves :][:_FILLINGS]
        for place, face in enumerate(faces):
            self._face(batch, face, rows)
            if place == 0:
                np.maximum(rows, zero, out=rows)
                rows.take(_COUNTS[face % HALF], 0, out=best, mode="clip")
            else:
                rows.take(_COUNTS[face % HALF], 0, out=spare, mode="clip")
                np.maximum(best, spare, out=best)
        return best

    def _face(self, batch: Batch, face: int, rows: Array) -> None:
        """Fill in the values of filling a face's box, a row for each number of dice that show it."""
        batch.face(face, rows)
        self._plus(rows[1:], self._by_face[face], rows[1:])
        if self._zeros is Zeros.NOT_WHILE_OPEN and self._first is not None:
            rows[0, batch.vacant(self._first)] = self._lowest
        elif self._zeros is not Zeros.FREE:
            rows[0] = self._lowest

    def _by_total(self, rolls: Array, room: Array, after: Array) -> None:
        """Fill in the best of the boxes that score the total and a fixed number."""
        if not self._totals:
            rolls[:] = self._lowest
            return
        boxes, kinds, sorts, _ = np.split(room, self._edges)
        after.take(self._totals, 0, out=boxes, mode="clip")
        self._plus(boxes[self._plain :], self._extra, boxes[self._plain :])
        for row, fitting, rows in zip(kinds, self._kinds, self._sorts_of_kind, strict=True):
            row[:] = boxes[fitting[0]] if fitting else self._lowest
            for box in fitting[1:]:
                np.maximum(row, boxes[box], out=row)
            self._plus(row, self._total_of_sort[rows], sorts[rows])
        sorts.take(self._sort_of, 0, out=rolls, mode="clip")

    def _by_table(self, rolls: Array, room: Array, piece: _Piece, after: Array) -> None:
        """Raise some rolls by a box that scores neither way."""
        count = len(piece.rolls)
        scored, others = room[:count], room[count : 2 * count]
        self._plus(after, piece.points, scored)
        if count == len(ROLLS):
            np.maximum(rolls, scored, out=rolls)
            return
        rolls.take(piece.rolls, 0, out=others, mode="clip")
        np.maximum(others, scored, out=others)
        rolls[piece.rolls] = others

    def _stuck(self, rolls: Array, batch: Batch, nothing: Array) -> None:
        """Where nothing scores, the best zero anywhere."""
        best = nothing.copy()
        rows = np.empty((_FILLINGS, len(best)), best.dtype)
        for face in batch.faces:
            batch.face(face, rows)
            np.maximum(best, rows[0], out=best)
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
