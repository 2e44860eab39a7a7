"""The backward pass: the value of every state that a sheet can still reach, from full sheets back to the sheet itself.

States are taken in batches of a few thousand: large enough that numpy's cost per call does not count, small enough that
a batch's rows stay in the processor's caches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import DTypeLike

from kismet.advice.batch import Rectangle
from kismet.advice.card import Card
from kismet.advice.finals import TurnEnds
from kismet.advice.passes import MEAN, Array, Memory, Passes, whole_rows
from kismet.advice.space import EMPTY, Group, Space, Start
from kismet.advice.table import Table

WIDTH = 3072
"""States in a batch, at most; half as many if they are pairs."""
_STEP = 128
"""Batches are filled up to a multiple of this, so that few sets of array views are needed."""


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The solver was told to stop."""


def _never() -> bool:
    return False


def solve(
    card: Card, start: Start = EMPTY, *, dtype: DTypeLike = np.float32, stop: Callable[[], bool] = _never
) -> Table:
    """The value of every state from `start` on.

    Args:
        card: the game.
        start: the sheet to solve from; the empty one gives the whole table.
        dtype: float32, or float64 to check how little that loses.
        stop: asked before each batch.

    Raises:
        Stopped: when `stop` says so.
    """
    space = Space(card, start)
    values = np.zeros((len(space.masks) + 1, space.nodes + 1), dtype)
    values[-1] = values[:, -1] = -np.inf
    values[0, : len(space.bonus)] = space.bonus
    _backward(space, values, TurnEnds(card, values.dtype, pairs=False), Memory(WIDTH, dtype), stop)
    return Table(card, space, values)


def solve_pairs(card: Card, space: Space, *, stop: Callable[[], bool] = _never) -> Array:
    """Mean and mean square of the points still to come under best play, for every state of `space`.

    Takes about twice as long as `solve`.

    Returns:
        Float32 values by column and node, of shape (columns + 1, nodes + 1, 2); the mean is at `MEAN`.

    Raises:
        Stopped: when `stop` says so.
    """
    pairs = np.zeros((len(space.masks) + 1, space.nodes + 1, 2), np.float32)
    pairs[-1, :, MEAN] = pairs[:, -1, MEAN] = -np.inf
    pairs[0, : len(space.bonus), MEAN] = space.bonus
    pairs[0, : len(space.bonus), 1 - MEAN] = space.bonus**2
    ends = TurnEnds(card, pairs.dtype, pairs=True)
    _backward(space, pairs.view(np.float64)[..., 0], ends, Memory(WIDTH // 2, pairs=True), stop)
    return pairs


@whole_rows()
def _backward(space: Space, values: Array, ends: TurnEnds, memory: Memory, stop: Callable[[], bool]) -> None:
    """Fill in `values`, by column and node, as comparable numbers."""
    passes: dict[int, Passes] = {}
    for group in space.groups(memory.width):
        for columns in pieces(group, memory.width):
            if stop():
                raise Stopped
            area = values[columns, group.nodes]
            width = area.size + -area.size % _STEP
            now = passes.get(width) or passes.setdefault(width, Passes(width, memory))
            ends.fill(now, Rectangle(space, values, columns, group.nodes, width, group.faces))
            area[:] = now.comparable(now.turn())[: area.size].reshape(area.shape)


def pieces(group: Group, width: int) -> Iterator[slice]:
    """The columns of `group` in pieces, so that no batch is wider than `width`."""
    columns = group.columns.stop - group.columns.start
    most = max(1, width // group.across)
    count = -(-columns // most)
    edges = [group.columns.start + columns * piece // count for piece in range(count + 1)]
    return (slice(edges[piece], edges[piece + 1]) for piece in range(count))
