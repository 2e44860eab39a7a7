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
    """Some states. Every array has a number per state, as comparable numbers (see `passes`)."""

    faces: list[int]
    """The basic boxes, from 0, that are vacant in at least one of the states."""

    def other(self, kind: int) -> Array:
        """The values after filling a box that is not basic, counted from 0."""

    def face(self, face: int, count: int) -> Array:
        """The values after filling the box of a face, from 0, with so many dice."""

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
        self._width = width
        self._rows = values[columns]
        self.faces = faces

    def other(self, kind: int) -> Array:
        """See `Batch`."""
        return self._padded(self._values[self._space.fill[kind, self._columns], self._nodes])

    def face(self, face: int, count: int) -> Array:
        """See `Batch`."""
        return self._padded(self._rows.take(self._space.step[face, count, self._nodes], axis=1, mode="clip"))

    def vacant(self, kind: int) -> Array:
        """See `Batch`."""
        column = self._space.fill[kind, self._columns] < len(self._space.masks)
        return self._padded(np.repeat(column, self._nodes.stop - self._nodes.start))

    def any_vacant(self, kind: int) -> bool:
        """See `Batch`."""
        return bool(self._space.fill[kind, self._columns].min() < len(self._space.masks))

    def _padded(self, array: Array) -> Array:
        flat = array.reshape(-1)
        if len(flat) == self._width:
            return flat
        padded = np.empty(self._width, flat.dtype)
        padded[: len(flat)] = flat
        padded[len(flat) :] = flat[-1]
        return padded


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

    def other(self, kind: int) -> Array:
        """See `Batch`."""
        begin = self._space.fill[kind].take(self._columns) * self._across
        found: Array = self._flat.take(begin + self._nodes, mode="clip")
        return found

    def face(self, face: int, count: int) -> Array:
        """See `Batch`."""
        found: Array = self._flat.take(self._begin + self._space.step[face, count].take(self._nodes), mode="clip")
        return found

    def vacant(self, kind: int) -> Array:
        """See `Batch`."""
        vacant: Array = self._space.fill[kind].take(self._columns) < len(self._space.masks)
        return vacant

    def any_vacant(self, kind: int) -> bool:
        """See `Batch`."""
        return bool(self.vacant(kind).any())
