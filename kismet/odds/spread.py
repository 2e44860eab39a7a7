"""How far final totals spread: exact mean and standard deviation of what is still to come, under best play.

They come from the same backward pass as the advice, with the mean square carried along (see `advice.passes`). A sheet
alone is meant: the zeros that other players' second Kismets may force are left to `chances`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kismet.advice.passes import MEAN, Array
from kismet.advice.solve import solve_pairs
from kismet.advice.space import Space, Start
from kismet.advice.table import NotCovered, Table, start_of
from kismet.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Outlook:
    """What final total to expect of a sheet."""

    mean: float
    sd: float
    """Standard deviation: about two thirds of games end within one of the mean."""


class Spread:
    """Standard deviations of the points still to come, by column and node of `space`."""

    def __init__(self, space: Space, sds: Array) -> None:
        self.space = space
        self.sds = sds

    def sd(self, state: Start) -> float:
        """The standard deviation of the points still to come.

        Raises:
            NotCovered: if the start of the spread cannot become `state`.
        """
        column, node = self.space.column.get(state.others), self.space.node(state.basic, state.subtotal)
        if column is None or node is None:
            raise NotCovered(state)
        return float(self.sds[column, node])


def solve_spread(table: Table, *, stop: Callable[[], bool] = lambda: False) -> Spread:
    """The spread of all states of `table`; takes about twice as long as the table did.

    Raises:
        Stopped: when `stop`, asked every few milliseconds, says so.
    """
    pairs = solve_pairs(table.card, table.space, stop=stop)
    sds = np.zeros(pairs.shape[:2], np.float32)
    for row, means, squares in zip(sds[:-1, :-1], pairs[..., MEAN], pairs[..., 1 - MEAN], strict=False):
        variance = squares[:-1] - np.square(means[:-1], dtype=np.float64)
        row[:] = np.sqrt(np.maximum(variance, 0))
    return Spread(table.space, sds)


def outlook(table: Table, spread: Spread, sheet: Sheet) -> Outlook:
    """Mean and standard deviation of the final total of `sheet` under best play.

    Raises:
        NotCovered: if the table or the spread does not know the sheet.
    """
    state = start_of(sheet)
    so_far = sum(points for _, points in sheet.filled())
    return Outlook(so_far + table.value(state), spread.sd(state))
