"""Batches of states, and the values of the states they lead to when a box is filled.

The values of all states are one array by column and node. The solver's batches are rectangles of it, where a look-up is
a row copied or a few nodes gathered; a simulation's states lie anywhere in it and are gathered one by one.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from kismet.advice.keeps import Index
from kismet.advice.passes import Array
from kismet.advice.space import Space


class Batch(Protocol):
    """Some states. Values come as comparable numbers (see `passes`), a column per state."""

    faces: list[int]
    """The basic boxes, from 0, that are vacant in at least one of the states."""

    def others(self, rows: Array) -> None:
        """Fill in the values after filling each box that is not basic, a row per box."""

    def face(self, face: int, rows: Array) -> None:
        """Fill in the values after filling the box of a face, from 0, with no to five dice, a row per number."""

    def vacant(self, kind: int) -> Array:
        """Whether a box that is not basic is vacant."""

    def any_vacant(self, kind: int) -> bool:
        """Whether it is vacant in one of the states."""


class Rectangle:
    """All states of some columns and some nodes, column by column, and as much padding as makes `width`.

    Args:
        space: the numbering of states.
        values: values by column and node, with one more column and node than there are for boxes filled already.
        columns: the columns.
        nodes: the nodes, all with the same basic boxes filled.
        width: at least the number of states; what is beyond repeats the last.
        faces: the basic boxes, from 0, that are vacant.
    """

    def __init__(self, space: Space, values: Array, columns: slice, nodes: slice, width: int, faces: list[int]) -> None:
        self._space = space
        self._values = values
        self._columns = columns
        self._nodes = nodes
        self._across = nodes.stop - nodes.start
        self._width = width
        self._rows = values[columns]
        self.faces = faces

    def others(self, rows: Array) -> None:
        """See `Batch`."""
        self._put(self._values[self._space.fill[:, self._columns], self._nodes], rows)

    def face(self, face: int, rows: Array) -> None:
        """See `Batch`."""
        reached = self._space.step[face, :, self._nodes]
        self._put(self._rows.take(reached, axis=1, mode="clip").transpose(1, 0, 2), rows)

    def vacant(self, kind: int) -> Array:
        """See `Batch`."""
        column = self._space.fill[kind, self._columns] < len(self._space.masks)
        vacant = np.repeat(column, self._across)
        return np.pad(vacant, (0, self._width - len(vacant)), mode="edge")

    def any_vacant(self, kind: int) -> bool:
        """See `Batch`."""
        return bool(self._space.fill[kind, self._columns].min() < len(self._space.masks))

    def _put(self, values: Array, rows: Array) -> None:
        """Copy values by row, column and node into the rows, and repeat the last in what is beyond."""
        size = values[0].size
        rows[:, :size].reshape(values.shape)[:] = values
        rows[:, size:] = rows[:, size - 1 : size]


class Scattered:
    """States anywhere.

    Args:
        space: the numbering of states.
        values: as for `Rectangle`.
        columns: the column of each state.
        nodes: the node of each state.
    """

    def __init__(self, space: Space, values: Array, columns: Index, nodes: Index) -> None:
        self._space = space
        self._flat = values.reshape(-1)
        self._across = values.shape[1]
        self._columns = columns
        self._nodes = nodes
        self._begin = columns * self._across
        vacant = space.step[:, 0].take(nodes, axis=1) < space.nodes
        self.faces = np.flatnonzero(vacant.any(axis=1)).tolist()

    def others(self, rows: Array) -> None:
        """See `Batch`."""
        for row, fill in zip(rows, self._space.fill, strict=True):
            self._flat.take(fill.take(self._columns) * self._across + self._nodes, out=row, mode="clip")

    def face(self, face: int, rows: Array) -> None:
        """See `Batch`."""
        for row, step in zip(rows, self._space.step[face], strict=True):
            self._flat.take(self._begin + step.take(self._nodes), out=row, mode="clip")

    def vacant(self, kind: int) -> Array:
        """See `Batch`."""
        vacant: Array = self._space.fill[kind].take(self._columns) < len(self._space.masks)
        return vacant

    def any_vacant(self, kind: int) -> bool:
        """See `Batch`."""
        return bool(self.vacant(kind).any())
