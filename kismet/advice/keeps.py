"""All that can lie on the table, numbered: the 462 keeps of no to five dice, of which the last 252 are whole rolls.

A keep is known by its counts of the six faces, in two *halves*: the counts of the three low faces and those of the
three high ones. Keeps are ordered by size, then by how many dice are low, then by the low half, then by the high one.
So the keeps with so many low dice and so many high ones are a *block*: a rectangle with a row for each low half and a
column for each high half. When a low die joins, whole rows move to another block; when a high die joins, columns do.
The halves are ordered so that the last of the three faces moves all of them as one stretch, and each of the others as a
few stretches: a whole block is moved by a handful of array slices, with no gathering.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod
from typing import Any, TypeAlias

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


HALF = len(FACES) // 2
"""Faces in a half."""


def _halves(dice: int) -> tuple[Counts, ...]:
    every = combinations_with_replacement(range(HALF), dice)
    return tuple(sorted((tuple(map(half.count, range(HALF))) for half in every), key=lambda counts: counts[::-1]))


HALVES: tuple[tuple[Counts, ...], ...] = tuple(map(_halves, range(COUNT + 1)))
"""By how many dice: all counts of three faces with so many, ordered by the last count, then by the middle one."""

KEEPS: tuple[Counts, ...] = tuple(
    (*low, *high)
    for size in range(COUNT + 1)
    for dice in range(size + 1)
    for low in HALVES[dice]
    for high in HALVES[size - dice]
)
"""The 462 keeps, in the order told above."""

NUMBER: dict[Counts, int] = {keep: number for number, keep in enumerate(KEEPS)}
"""A keep's number."""

START: tuple[int, ...] = tuple(
    next(i for i, keep in enumerate(KEEPS) if sum(keep) == size) for size in range(COUNT + 1)
)
"""The number of the first keep of each size; whole rolls are the keeps from `START[5]` on."""

FIRST_ROLL = START[COUNT]
ROLLS: tuple[Counts, ...] = KEEPS[FIRST_ROLL:]
"""The 252 rolls, numbered from 0 in the same order."""

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


def _joined(counts: Counts, place: int) -> Counts:
    return (*counts[:place], counts[place] + 1, *counts[place + 1 :])


ONE_MORE: Index = np.array(
    [
        [NUMBER[_joined(keep, place)] if sum(keep) < COUNT else number for place in range(len(FACES))]
        for number, keep in enumerate(KEEPS)
    ],
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


def block(keeps: NDArray[Any], low: int, high: int) -> NDArray[Any]:
    """Of an array with a row for each keep, those of `low` low dice and `high` high ones: a view by both halves."""
    rows, columns = len(HALVES[low]), len(HALVES[high])
    begin = NUMBER[(*HALVES[low][0], *HALVES[high][0])]
    return keeps[begin : begin + rows * columns].reshape(rows, columns, *keeps.shape[1:])


@cache
def stretches(dice: int, face: int) -> tuple[tuple[slice, slice], ...]:
    """How a die of a half's `face`, 0 to 2, joins its halves of so many dice.

    Returns:
        Pairs of equally long slices, from `HALVES[dice]` to the halves reached in `HALVES[dice + 1]`.
    """
    reached = [HALVES[dice + 1].index(_joined(half, face)) for half in HALVES[dice]]
    begins = [place for place, to in enumerate(reached) if place == 0 or to != reached[place - 1] + 1]
    return tuple(
        (slice(begin, end), slice(reached[begin], reached[begin] + end - begin))
        for begin, end in pairwise([*begins, len(reached)])
    )
