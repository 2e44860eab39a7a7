"""The solved table: what every state between turns is worth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kismet.advice.card import BASIC, Card
from kismet.advice.passes import Array
from kismet.advice.space import Space, Start
from kismet.boxes import Box
from kismet.sheet import Sheet, SheetError


class NotCovered(LookupError):  # noqa: N818 - the name says what is the matter
    """The table was solved from a sheet that cannot become this one, or no dice can fill a sheet so."""

    def __init__(self, state: Start) -> None:
        """Say which sheet is meant."""
        filled = ", ".join(box.key for box in Box if state.filled >> box & 1) or "no boxes"
        super().__init__(
            f"The table knows no sheet with {state.subtotal} points in the basic section and {filled} filled: "
            "either no dice can lead there, or the table was solved from a sheet that cannot become it."
        )


def start_of(sheet: Sheet) -> Start:
    """The sheet as far as the future depends on it.

    Raises:
        SheetError: if points are not whole numbers, or below zero.
    """
    for box, points in sheet.filled():
        if not isinstance(points, int | np.integer) or points < 0:
            raise SheetError(f"Points are whole numbers from 0, not {points} in {box.title}.")
    return Start(sum(1 << box for box, _ in sheet.filled()), sheet.subtotal)


class Table:
    """Expected points still to come, for all states of `space`; never changed, so any number of threads may read it.

    Args:
        card: the game it is for.
        space: the numbering of states.
        values: by column and node, of shape (columns + 1, nodes + 1); the last of each stand for boxes filled already
            and hold minus infinity.
    """

    def __init__(self, card: Card, space: Space, values: Array) -> None:
        self.card = card
        self.space = space
        self.values = values

    def covers(self, state: Start) -> bool:
        """Whether the table knows `state`."""
        return self.place(state) is not None

    def place(self, state: Start) -> tuple[int, int] | None:
        """Column and node of `state`, if the table knows it."""
        column = self.space.column.get(state.others)
        node = self.space.node(state.basic, state.subtotal)
        return None if column is None or node is None else (column, node)

    def value(self, state: Start) -> float:
        """Expected points still to come under best play, the bonus included, even one that is already earned.

        Raises:
            NotCovered: if the table does not know `state`.
        """
        column, node = self._found(state)
        return float(self.values[column, node])

    def after(self, state: Start) -> NDArray[np.float64]:
        """Expected points still to come after filling each box with no to five dice of its face.

        Shape (boxes, 6). A box that is not basic has the same value six times; a filled one has minus infinity.

        Raises:
            NotCovered: if the table does not know `state`.
        """
        column, node = self._found(state)
        result = np.empty((self.card.boxes, BASIC))
        result[:BASIC] = self.values[column, self.space.step[:, :, node]]
        result[BASIC:] = self.values[self.space.fill[:, column], node][:, None]
        return result

    def _found(self, state: Start) -> tuple[int, int]:
        found = self.place(state)
        if found is None:
            raise NotCovered(state)
        return found
