"""Many turns at once, each from a sheet of its own, with random dice and best play by the solved table."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kismet.advice.batch import Scattered
from kismet.advice.card import BASIC, Zeros
from kismet.advice.finals import TurnEnds
from kismet.advice.keeps import FIRST_ROLL, ONE_MORE, PARTS, ROLLS, Index
from kismet.advice.passes import Array, Memory, Passes, whole_rows
from kismet.advice.table import Table
from kismet.dice import COUNT, FACES

WIDTH = 1024
"""Different sheets in a batch, at most."""
_STEP = 128

_ONE_MORE = ONE_MORE.reshape(-1)
_COUNTS: Index = np.ascontiguousarray(np.array(ROLLS, dtype=np.intp).T)
"""By face, how many dice show it in each roll."""


class Turns:
    """Plays turns. Not for two threads at once.

    Args:
        table: solved, and knowing every sheet that comes up.
        random: where the dice come from.
    """

    def __init__(self, table: Table, random: np.random.Generator) -> None:
        self._table = table
        self._random = random
        self._ends = TurnEnds(table.card, table.values.dtype, pairs=False)
        self._memory = Memory(WIDTH, table.values.dtype)
        self._passes: dict[int, Passes] = {}
        self._scores = table.card.scores.astype(np.int32)

    @whole_rows()
    def play(self, columns: Index, nodes: Index) -> tuple[Index, Index]:
        """Play one turn from each of the states at `columns` and `nodes`.

        Returns:
            The final roll, 0 to 251, and the box filled, for each.
        """
        places, which = np.unique(columns * self._table.values.shape[1] + nodes, return_inverse=True)
        order = np.argsort(which, kind="stable")
        rolls = np.empty(len(columns), np.intp)
        edges = np.searchsorted(which[order], np.arange(0, len(places) + WIDTH, WIDTH))
        for piece, (begin, end) in enumerate(pairwise(edges)):
            here = places[piece * WIDTH : (piece + 1) * WIDTH]
            games = order[begin:end]
            rolls[games] = self._final_rolls(here, which[games] - piece * WIDTH)
        return rolls, self._boxes(columns, nodes, rolls)

    def _final_rolls(self, places: Index, which: Index) -> Index:
        """Roll three times from the state `places[which]` of each game, keeping what is best."""
        padded = np.concatenate([places, np.full(-len(places) % _STEP, places[-1])])
        width = len(padded)
        now = self._passes.get(width) or self._passes.setdefault(width, Passes(width, self._memory))
        columns, nodes = np.divmod(padded, self._table.values.shape[1])
        self._ends.fill(now, Scattered(self._table.space, self._table.values, columns, nodes))
        now.expect()
        last = now.keeps.copy()
        now.choose()
        now.expect()
        keeps = self._throw(np.zeros(len(which), np.intp))
        keeps = self._throw(_best_part(now.keeps, which, keeps))
        keeps = self._throw(_best_part(last, which, keeps))
        return keeps - FIRST_ROLL

    def _throw(self, keeps: Index) -> Index:
        """Throw the dice that are missing from each keep; gives whole rolls, numbered as keeps."""
        for faces in self._random.integers(0, len(FACES), (COUNT, len(keeps)), dtype=np.uint8):
            keeps = _ONE_MORE.take(keeps * len(FACES) + faces)
        return keeps

    def _boxes(self, columns: Index, nodes: Index, rolls: Index) -> Index:
        """The best box for each final roll."""
        table = self._table
        values, space = table.values.reshape(-1), table.space
        across = table.values.shape[1]
        begin = columns * across
        worth = np.empty((table.card.boxes, len(rolls)), values.dtype)
        for face in range(BASIC):
            after = space.step[face].reshape(-1).take(_COUNTS[face].take(rolls) * space.nodes + nodes)
            worth[face] = values.take(begin + after)
        for kind, fill in enumerate(space.fill):
            worth[BASIC + kind] = values.take(fill.take(columns) * across + nodes)
        points = self._scores.take(rolls, axis=0).T
        worth += points
        if table.card.zeros is not Zeros.FREE:
            self._bar_zeros(worth, points, columns)
        best: Index = worth.argmax(axis=0)
        return best

    def _bar_zeros(self, worth: Array, points: NDArray[np.int32], columns: Index) -> None:
        card, space = self._table.card, self._table.space
        scoring = (points > 0) & (worth > -np.inf)
        barred = scoring.any(axis=0)
        if card.zeros is Zeros.NOT_WHILE_OPEN and card.first is not None:
            barred &= space.fill[card.first - BASIC].take(columns) < len(space.masks)
        worth[~scoring & barred] = -np.inf


def _best_part(values: Array, which: Index, rolls: Index) -> Index:
    """For each game the best keep that its roll allows; values are by keep and sheet, and `which` is a game's sheet."""
    parts = PARTS.take(rolls - FIRST_ROLL, axis=0)
    best = values.reshape(-1).take(parts * values.shape[1] + which[:, None]).argmax(axis=1)
    keeps: Index = parts[np.arange(len(parts)), best]
    return keeps
