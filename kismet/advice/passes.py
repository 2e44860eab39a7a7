"""The two moves of the backward pass through a turn, for many sheets at once: expect and choose.

`expect` gives each keep of fewer than five dice its expected value: the mean over the six faces the next die may show.
`choose` gives each keep the best value among itself and all its parts, so that a whole roll gets the value of its best
keep. Together they touch each of the 1,260 edges of the keep lattice once per sheet, with plain array additions and
maxima of rows; this is what all the time goes into.

A workspace either holds single float32 or float64 values, or *pairs* of float32: a mean and a mean square of the same
outcome, side by side. Pairs are added as two numbers, but compared as one: both parts are never negative, so the eight
bytes of a pair, mean in the higher half, read as a float64, are ordered first by the mean. A maximum of float64 thus
picks the option with the better mean and takes its mean square along, at the price of a plain maximum.
"""

from __future__ import annotations

import mmap
import sys
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kismet.advice.keeps import CHANCE, FIRST_ROLL, KEEPS, ONE_MORE, OUTER, TURNED, size_of, stretches
from kismet.dice import COUNT, FACES

Array: TypeAlias = NDArray[Any]

SLICED = (6, 5, 4, 3)
"""The faces that slices serve when expecting: for 3 they are many and short, but still cheaper than gathering rows."""
GATHERED = (1, 2)

_SUMS = 12

MEAN = 1 if sys.byteorder == "little" else 0
"""Where the mean stands in a pair; the mean square is at `1 - MEAN`."""


class Memory:
    """Room for the passes over up to `width` sheets at once, shared by passes of several widths one after another."""

    def __init__(self, width: int, dtype: DTypeLike = np.float32, *, pairs: bool = False) -> None:
        across = 2 * width if pairs else width
        self.width = width
        self.pairs = pairs
        self.flat = [_pages(len(KEEPS) * across, np.dtype(dtype)) for _ in range(2)]


def _pages(count: int, dtype: np.dtype[Any]) -> Array:
    """An array of zeros in pages of its own, which go back to the system for sure when it is let go.

    The allocator tends to keep a few such arrays for later; after a solve there is no later.
    """
    return np.frombuffer(mmap.mmap(-1, count * dtype.itemsize), dtype)


class Passes:
    """The values of all 462 keeps of `width` sheets, and the passes over them.

    Values enter as rows of `rolls`; after an odd number of `choose` the order of keeps is the turned one (`TURNED`).
    Not for two threads at once.
    """

    def __init__(self, width: int, memory: Memory) -> None:
        self.width = width
        self.pairs = memory.pairs
        across = 2 * width if memory.pairs else width
        self._keeps, self._other = (flat[: len(KEEPS) * across].reshape(-1, across) for flat in memory.flat)
        self._faces = self._keeps.dtype.type(len(FACES))
        self._plans = [self._plan(array) for array in (self._keeps, self._other)]

    @property
    def keeps(self) -> Array:
        """Values by keep: (462, width), or (462, 2 × width) if they are pairs."""
        return self._keeps

    @property
    def rolls(self) -> Array:
        """Values by roll: the last 252 rows of `keeps`."""
        return self._keeps[FIRST_ROLL:]

    @property
    def room(self) -> Array:
        """As many rows as there are keeps, for whoever fills `rolls` to work in; the passes overwrite them."""
        return self._other

    def expect(self) -> None:
        """Replace the values of keeps of fewer than five dice by expected ones, from the values of the rolls."""
        keeps, other = self._keeps, self._other
        for rows, gathers, slices in self._plans[0][0]:
            spare = other[: len(rows)]
            # mode="clip" spares numpy a copy that makes `out` safe against bad indices; ours are all good.
            keeps.take(gathers[0], 0, out=rows, mode="clip")
            for gather in gathers[1:]:
                keeps.take(gather, 0, out=spare, mode="clip")
                np.add(rows, spare, out=rows)
            for some, reached in slices:
                np.add(some, reached, out=some)
            np.divide(rows, self._faces, out=rows)

    def choose(self) -> None:
        """Replace the value of each keep by the best among its parts. The order of keeps is turned over."""
        for reached, some in self._plans[0][1]:
            np.maximum(reached, some, out=reached)
        self._keeps.take(TURNED, 0, out=self._other, mode="clip")
        self._keeps, self._other = self._other, self._keeps
        self._plans.reverse()
        for reached, some in self._plans[0][1]:
            np.maximum(reached, some, out=reached)

    def first_roll(self) -> Array:
        """The expected value before the first roll, of shape (width,) or (2 × width,).

        The order of keeps must be the plain one.
        """
        # Twelve short sums instead of one long one: float32 rounds less. And einsum without optimisation is a plain
        # loop, so that no threads of a linear algebra library wake up for it.
        chances = _chances(self._keeps.dtype.name).reshape(_SUMS, -1)
        rolls = self.rolls.reshape(*chances.shape, -1)
        result: Array = np.einsum("br,brn->bn", chances, rolls, optimize=False).sum(axis=0)
        return result

    def turn(self) -> Array:
        """From values of the rolls at the end of a turn to the expected value before it."""
        self.expect()
        self.choose()
        self.expect()
        self.choose()
        return self.first_roll()

    def comparable(self, array: Array) -> Array:
        """The same memory, as the numbers to compare: pairs as float64, others as they are."""
        return array.view(np.float64) if self.pairs else array

    def _plan(self, array: Array) -> tuple[list[Any], list[Any]]:
        """All views of `array` that the passes use; making them anew each time would cost more than the passes."""
        compared = self.comparable(array)
        expect = [
            (
                array[size_of(size)],
                [ONE_MORE[size_of(size), face - 1].copy() for face in GATHERED],
                [(array[some], array[reached]) for face in SLICED for some, reached in stretches(size, face)],
            )
            for size in reversed(range(COUNT))
        ]
        choose = [
            (compared[reached], compared[some])
            for face in OUTER
            for size in range(COUNT)
            for some, reached in stretches(size, face)
        ]
        return expect, choose


@lru_cache(maxsize=4)
def _chances(dtype: str) -> Array:
    return CHANCE.astype(dtype)
