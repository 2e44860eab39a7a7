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
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kismet.advice.keeps import CHANCE, FIRST_ROLL, HALF, KEEPS, block, stretches
from kismet.dice import COUNT, FACES

Array: TypeAlias = NDArray[Any]

_CHANCES = CHANCE.reshape(12, -1)
"""The chances of the rolls, in twelve rows."""
_SHARES = np.array([[float(len(FACES)) ** (sum(keep) - COUNT)] for keep in KEEPS[:FIRST_ROLL]])
"""By keep of fewer than five dice, as a column: the chance of each throw of the others, with the dice told apart."""

_BUFFER = 1024
"""Numbers in numpy's buffer; less than in a row, mostly."""

MEAN = 1 if sys.byteorder == "little" else 0
"""Where the mean stands in a pair; the mean square is at `1 - MEAN`."""


@contextmanager
def whole_rows() -> Iterator[None]:
    """Have numpy work on rows where they are.

    Of rows that do not follow each other and are shorter than its buffer, numpy makes copies, to fill the buffer with
    several. That suits rows of a few numbers; passes over rows of a thousand take a third longer by it. The size of the
    buffer is the thread's own.
    """
    before = np.setbufsize(_BUFFER)
    try:
        yield
    finally:
        np.setbufsize(before)


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

    Values enter as rows of `rolls`. Not for two threads at once.
    """

    def __init__(self, width: int, memory: Memory) -> None:
        self.width = width
        self.pairs = memory.pairs
        across = 2 * width if memory.pairs else width
        self.keeps, self.room = (flat[: len(KEEPS) * across].reshape(-1, across) for flat in memory.flat)
        """Values by keep: (462, width), or (462, 2 × width) if they are pairs; and as many rows for whoever fills in
        `rolls` to work in."""
        self.rolls = self.keeps[FIRST_ROLL:]
        """Values by roll: the last 252 rows of `keeps`."""
        self._chances, self._shares = (column.astype(self.keeps.dtype) for column in (_CHANCES, _SHARES))
        # All views that the passes use; making them anew each time would cost more than the passes.
        self._sums = [sums for size in reversed(range(COUNT)) for sums in self._sums_of(size)]
        self._maxima = [pair for size in range(COUNT) for pair in self._maxima_of(size)]

    def expect(self) -> None:
        """Replace the values of keeps of fewer than five dice by expected ones, from the values of the rolls."""
        for some, others, result in self._sums:
            np.add(some, others, out=result)
        unfinished = self.keeps[:FIRST_ROLL]
        np.multiply(unfinished, self._shares, out=unfinished)

    def choose(self) -> None:
        """Replace the value of each keep by the best among its parts."""
        for some, reached in self._maxima:
            np.maximum(reached, some, out=reached)

    def first_roll(self) -> Array:
        """The expected value before the first roll, of shape (width,) or (2 × width,)."""
        # Twelve short sums instead of one long one: float32 rounds less. And einsum without optimisation is a plain
        # loop, so that no threads of a linear algebra library wake up for it.
        rolls = self.rolls.reshape(*self._chances.shape, -1)
        result: Array = np.einsum("br,brn->bn", self._chances, rolls, optimize=False).sum(axis=0)
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

    def _sums_of(self, size: int) -> list[tuple[Array, Array, Array]]:
        """For keeps of `size` dice, the additions over a next die's faces: two terms, and where the sum goes."""
        sums = []
        for low in range(size + 1):
            high = size - low
            here, with_low, with_high = _around(self.keeps, low, high)
            # The last face of a half joins in one stretch: those of both halves are put down first, the others added.
            sums.append((with_low[stretches(low, 2)[0][1]], with_high[:, stretches(high, 2)[0][1]], here))
            for face in (0, 1):
                sums += [(here[some], with_low[to], here[some]) for some, to in stretches(low, face)]
                sums += [(here[:, some], with_high[:, to], here[:, some]) for some, to in stretches(high, face)]
        return sums

    def _maxima_of(self, size: int) -> list[tuple[Array, Array]]:
        """The comparisons of keeps of `size` dice with those reached when one more joins: pairs of both."""
        maxima = []
        for low in range(size + 1):
            high = size - low
            here, with_low, with_high = _around(self.comparable(self.keeps), low, high)
            for face in range(HALF):
                maxima += [(here[some], with_low[to]) for some, to in stretches(low, face)]
                maxima += [(here[:, some], with_high[:, to]) for some, to in stretches(high, face)]
        return maxima


def _around(keeps: Array, low: int, high: int) -> tuple[Array, Array, Array]:
    """The block of so many low and high dice, and those reached when a low die joins and when a high one does."""
    return block(keeps, low, high), block(keeps, low + 1, high), block(keeps, low, high + 1)
