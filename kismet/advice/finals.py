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
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kismet.advice.batch import Batch
from kismet.advice.card import BASIC, Card, Zeros
from kismet.advice.keeps import FIRST_ROLL, ROLLS, TOTAL, Index
from kismet.advice.passes import MEAN, Array, Passes
from kismet.dice import COUNT

HALF = BASIC // 2
_ROLLS: Index = np.array(ROLLS, dtype=np.intp)


@lru_cache(maxsize=64)
def _combinations(faces: tuple[int, ...]) -> tuple[Index, Index]:
    """How many dice may show each of these faces, a row per combination, and the combination of each roll.

    Combinations with the same number of dice are neighbours, in the order in which rolls have them.
    """
    seen = list(dict.fromkeys(tuple(roll) for roll in _ROLLS[:, faces].tolist()))
    seen.sort(key=sum)
    place = {counts: row for row, counts in enumerate(seen)}
    return np.array(seen, dtype=np.intp), np.array([place[tuple(roll)] for roll in _ROLLS[:, faces].tolist()])


LOW, HIGH = tuple(range(HALF)), tuple(range(HALF, BASIC))


def _blocks() -> list[tuple[int, slice, slice]]:
    """The rolls in blocks with the same high faces: their combination, the rolls, the combinations of low faces."""
    lows, highs = _combinations(LOW)[1], _combinations(HIGH)[1]
    blocks = []
    begin = 0
    for high, rolls in groupby(highs.tolist()):
        end = begin + len(list(rolls))
        blocks.append((high, slice(begin, end), slice(int(lows[begin]), int(lows[end - 1]) + 1)))
        begin = end
    return blocks


_BLOCKS = _blocks()


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
        assert len(self._kinds) + len(self._total_of_sort) <= FIRST_ROLL, "they must fit into the room beside the rolls"
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
        self._basic(rolls, room, batch, self._free_zero(batch, nothing))
        if any(self._kinds):
            self._by_total(rolls, room, after)
        for piece in self._pieces:
            if batch.any_vacant(piece.box):
                self._by_table(rolls, room[FIRST_ROLL:], piece, after[piece.box])
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

    def _basic(self, rolls: Array, room: Array, batch: Batch, zero: Array) -> None:
        """Fill in the best of the basic boxes and of a free zero elsewhere."""
        faces = batch.faces
        if not faces:
            rolls[:] = zero
        elif len(faces) <= HALF:
            counts, of_roll = _combinations(tuple(faces))
            best = self._best_of(faces, counts.T, batch, zero, room)
            best.take(of_roll, 0, out=rolls, mode="clip")
        else:
            lows, highs = ([face for face in faces if face in half] for half in (LOW, HIGH))
            counts = _combinations(LOW)[0].T
            used = 2 * counts.shape[1] + COUNT + 1
            low = self._best_of(lows, counts[lows], batch, zero, room)
            high = self._best_of(highs, counts[[face - HALF for face in highs]], batch, zero, room[used:])
            for row, some, among in _BLOCKS:
                np.maximum(low[among], high[row], out=rolls[some])

    def _best_of(self, faces: list[int], counts: Index, batch: Batch, zero: Array, room: Array) -> Array:
        """The best of the boxes of `faces`, or a zero elsewhere, for combinations of `counts`: a row for each.

        Args:
            faces: at least one face, from 0.
            counts: how many dice show each of the faces, a row per face and a column per combination.
            batch: the states.
            zero: the best of the zeros elsewhere.
            room: rows to work in; the result is among them.
        """
        rows = room[: COUNT + 1]
        best, spare = room[COUNT + 1 :][: counts.shape[1]], room[COUNT + 1 + counts.shape[1] :][: counts.shape[1]]
        for place, (face, count) in enumerate(zip(faces, counts, strict=True)):
            self._face(batch, face, rows)
            if place == 0:
                np.maximum(rows, zero, out=rows)
                rows.take(count, 0, out=best, mode="clip")
            else:
                rows.take(count, 0, out=spare, mode="clip")
                np.maximum(best, spare, out=best)
        return best

    def _face(self, batch: Batch, face: int, rows: Array) -> None:
        """Fill in the values of filling a face's box, a row for each number of dice that show it."""
        for count, row in enumerate(rows):
            after = batch.face(face, count)
            if count:
                self._plus(after, self._number(count * (face + 1)), row)
            elif self._zeros is Zeros.FREE:
                row[:] = after
            elif self._zeros is Zeros.NOT_WHILE_OPEN and self._first is not None:
                row[:] = np.where(batch.vacant(self._first), self._lowest, after)
            else:
                row[:] = self._lowest

    def _by_total(self, rolls: Array, room: Array, after: list[Array]) -> None:
        """Raise the rolls by the boxes that score the total and a fixed number."""
        raised = {}
        for kind in {kind for fitting in self._kinds for kind in fitting}:
            raised[kind] = after[kind].copy()
            if extra := self._extra[kind]:
                self._plus(raised[kind], self._number(extra), raised[kind])
        kinds = room[: len(self._kinds)]
        kinds[:] = self._lowest
        for row, fitting in zip(kinds, self._kinds, strict=True):
            for kind in fitting:
                np.maximum(row, raised[kind], out=row)
        sorts, result = room[len(kinds) :][: len(self._total_of_sort)], room[FIRST_ROLL:]
        kinds.take(self._kind_of_sort, 0, out=sorts, mode="clip")
        self._plus(sorts, self._total_of_sort, sorts)
        sorts.take(self._sort_of, 0, out=result, mode="clip")
        np.maximum(rolls, result, out=rolls)

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
