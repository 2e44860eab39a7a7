"""All that can lie on the table, numbered: the 462 keeps of no to five dice, of which the last 252 are whole rolls.

A keep is known by its counts of the six faces. Within a size, keeps are ordered by their sixes, then fives, and so on
down. In this order "one more six" maps all keeps of a size onto one contiguous stretch of the next size, "one more
five" onto a few stretches, "one more four" onto some more. So for the three high faces a whole size is moved by a
handful of array slices, with no gathering. Turning every face over (1 for 6, 2 for 5, 3 for 4) turns the low faces into
the high ones: the same slices then serve them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kismet.dice import COUNT, FACES

Index: TypeAlias = NDArray[np.intp]
Counts: TypeAlias = tuple[int, ...]
"""How many dice show 1, 2, … 6."""


def counts_of(values: Sequence[int]) -> Counts:
    """The counts of the faces among `values`."""
    return tuple(values.count(face) for face in FACES)


def values_of(counts: Counts) -> tuple[int, ...]:
    """The dice with these counts, smallest first."""
    return tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))


def _all_of(size: int) -> list[Counts]:
    every = map(counts_of, combinations_with_replacement(FACES, size))
    return sorted(every, key=lambda counts: counts[::-1])


KEEPS: tuple[Counts, ...] = tuple(keep for size in range(COUNT + 1) for keep in _all_of(size))
"""The 462 keeps, by size, each size in the order told above."""

NUMBER: dict[Counts, int] = {keep: number for number, keep in enumerate(KEEPS)}
"""A keep's number."""

START: tuple[int, ...] = tuple(
    next(i for i, keep in enumerate(KEEPS) if sum(keep) == size) for size in range(COUNT + 1)
)
"""The number of the first keep of each size; whole rolls are the keeps from `START[5]` on."""

FIRST_ROLL = START[COUNT]
ROLLS: tuple[Counts, ...] = KEEPS[FIRST_ROLL:]
"""The 252 rolls, numbered from 0 in the same order."""

OUTER = (6, 5, 4)
"""The high faces."""

TURNED: Index = np.array([NUMBER[keep[::-1]] for keep in KEEPS], dtype=np.intp)
"""Each keep's number after turning every face over; its own inverse."""

CHANCE: NDArray[np.float64] = np.array(
    [factorial(COUNT) / prod(map(factorial, roll)) / len(FACES) ** COUNT for roll in ROLLS]
)
"""The chance of each roll of five dice."""

TOTAL: NDArray[np.int64] = np.array([sum(values_of(roll)) for roll in ROLLS])
"""The sum of each roll."""


def roll_number(values: Sequence[int]) -> int:
    """The number, 0 to 251, of a roll of five dice in any order."""
    return NUMBER[counts_of(values)] - FIRST_ROLL


def size_of(size: int) -> slice:
    """The numbers of the keeps with `size` dice."""
    return slice(START[size], START[size + 1] if size < COUNT else len(KEEPS))


def _one_more(keep: Counts, face: int) -> int:
    return NUMBER[(*keep[: face - 1], keep[face - 1] + 1, *keep[face:])]


ONE_MORE: Index = np.array(
    [[_one_more(keep, face) if sum(keep) < COUNT else number for face in FACES] for number, keep in enumerate(KEEPS)],
    dtype=np.intp,
)
"""The keep reached when a die of each face joins, of shape (462, 6). Whole rolls, which none can join, stay."""


def _parts(roll: Counts) -> Iterator[int]:
    ranges: list[Counts] = [()]
    for count in roll:
        ranges = [(*done, n) for done in ranges for n in range(count + 1)]
    return (NUMBER[part] for part in ranges)


_EVERY_PART = [list(_parts(roll)) for roll in ROLLS]

PARTS: Index = np.array([(parts * 32)[:32] for parts in _EVERY_PART], dtype=np.intp)
"""The keeps that a roll allows, of shape (252, 32); those with fewer than 32 repeat theirs. Includes all and none."""


def parts(roll: int) -> list[int]:
    """The keeps that roll number `roll` allows, each once, from none to all five."""
    return _EVERY_PART[roll]


def stretches(size: int, face: int) -> Iterator[tuple[slice, slice]]:
    """How a die of `face` joins the keeps of `size`: pairs of equally long slices, from keeps to the keeps reached."""
    before = range(*size_of(size).indices(len(KEEPS)))
    begin = before.start
    for number in before:
        ends = number + 1 == before.stop or ONE_MORE[number + 1, face - 1] != ONE_MORE[number, face - 1] + 1
        if ends:
            reached = int(ONE_MORE[begin, face - 1])
            yield slice(begin, number + 1), slice(reached, reached + number + 1 - begin)
            begin = number + 1
