"""The states between turns, numbered: what is filled, and as much of the basic subtotal as still matters.

Two subtotals with the same basic boxes filled are one state if no future can tell them apart, that is, if whatever is
entered later leads to the same bonus. For Kismet this merges 1.54 million states into 972,800 without any loss.

A state is a *node* (the basic section: boxes filled and class of subtotals) together with a *column* (the other boxes).
Only what can be reached from the starting sheet gets a number, so a half-filled sheet makes a small space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from kismet.advice.card import BASIC, Card
from kismet.advice.keeps import Index
from kismet.dice import COUNT

ALL_BASIC = (1 << BASIC) - 1


@dataclass(frozen=True)
class Start:
    """A sheet as far as the future depends on it."""

    filled: int = 0
    """Bit `i` is set if box `i` is filled."""
    subtotal: int = 0
    """Points in the basic section."""

    @property
    def basic(self) -> int:
        """The filled boxes of the basic section."""
        return self.filled & ALL_BASIC

    @property
    def others(self) -> int:
        """The filled boxes after the basic ones, from bit 0."""
        return self.filled >> BASIC


EMPTY = Start()
"""The empty sheet."""


@dataclass(frozen=True)
class Group:
    """States of which none leads to another: equally many basic boxes are filled, and equally many others."""

    nodes: slice
    columns: slice
    faces: list[int]
    """The basic boxes, from 0, that are vacant in at least one of the states."""

    @property
    def across(self) -> int:
        """How many nodes there are."""
        return int(self.nodes.stop - self.nodes.start)

    @property
    def size(self) -> int:
        """How many states there are."""
        return self.across * int(self.columns.stop - self.columns.start)


class Space:
    """The numbered states that can be reached from `start`."""

    def __init__(self, card: Card, start: Start) -> None:
        self.start = start
        kinds = len(card.others)
        masks = [mask for mask in range(1 << kinds) if mask & start.others == start.others]
        masks.sort(key=lambda mask: (-mask.bit_count(), mask))
        self.masks = masks
        """The other boxes filled, by column; fullest first."""
        self.column: dict[int, int] = {mask: column for column, mask in enumerate(masks)}
        """The column of the other boxes filled."""
        nowhere = len(masks)
        self.fill: Index = np.array(
            [[nowhere if mask >> box & 1 else self.column[mask | 1 << box] for mask in masks] for box in range(kinds)],
            dtype=np.intp,
        ).reshape(kinds, len(masks))
        """The column reached by filling a box, of shape (boxes, columns); one past the last if it is filled already."""
        self._number_nodes(card)

    def _number_nodes(self, card: Card) -> None:
        reached = self._subtotals(card.cap)
        self._node = np.full((1 << BASIC, card.cap + 1), -1, dtype=np.intp)
        self.nodes_of: dict[int, slice] = {}
        steps: list[NDArray[np.intp]] = []
        total = 0
        for basic in sorted(reached, key=lambda mask: (-mask.bit_count(), mask)):
            subtotals = np.array(sorted(reached[basic]))
            if basic == ALL_BASIC:
                future = np.array(card.bonus)[subtotals][:, None]
            else:
                future = np.full((len(subtotals), BASIC * (COUNT + 1)), -1)
                for face in range(BASIC):
                    if not basic >> face & 1:
                        for count in range(COUNT + 1):
                            after = np.minimum(subtotals + count * (face + 1), card.cap)
                            future[:, face * (COUNT + 1) + count] = self._node[basic | 1 << face, after]
            kinds, which = np.unique(future, axis=0, return_inverse=True)
            self._node[basic, subtotals] = total + which.reshape(-1)
            self.nodes_of[basic] = slice(total, total + len(kinds))
            if basic == ALL_BASIC:
                self.bonus = kinds[:, 0]
                """The bonus of each of the first nodes, those with the basic section full."""
                steps.append(np.full((len(kinds), BASIC * (COUNT + 1)), -1))
            else:
                steps.append(kinds)
            total += len(kinds)
        self.nodes = total
        """How many nodes there are."""
        step = np.concatenate(steps).astype(np.intp)
        step[step < 0] = total
        self.step: Index = np.ascontiguousarray(step.T).reshape(BASIC, COUNT + 1, total)
        """The node reached by filling a face's box with so many dice, by face, count and node: (6, 6, nodes); one past
        the last if that box is filled already."""

    def _subtotals(self, cap: int) -> dict[int, set[int]]:
        """By basic boxes filled, the capped subtotals that can be reached."""
        start = self.start
        reached: dict[int, set[int]] = {start.basic: {min(start.subtotal, cap)}}
        for basic in sorted(range(1 << BASIC), key=lambda mask: mask.bit_count()):
            for face in range(BASIC):
                if basic in reached and not basic >> face & 1:
                    into = reached.setdefault(basic | 1 << face, set())
                    into |= {min(s + n * (face + 1), cap) for s in reached[basic] for n in range(COUNT + 1)}
        return reached

    @property
    def size(self) -> int:
        """How many states there are."""
        return self.nodes * len(self.masks)

    def node(self, basic: int, subtotal: int) -> int | None:
        """The node of a basic section; `None` if it cannot be reached from the start."""
        found = int(self._node[basic, min(subtotal, self._node.shape[1] - 1)])
        return None if found < 0 else found

    def groups(self, width: int) -> Iterator[Group]:
        """All states but those of full sheets, in an order in which every group comes after those it leads to.

        States with different basic boxes filled are grouped only if they are few, so that the group is at most `width`.
        """
        columns: dict[int, slice] = {}
        for column, mask in enumerate(self.masks):
            so_far = columns.get(mask.bit_count(), slice(column, column))
            columns[mask.bit_count()] = slice(so_far.start, column + 1)
        for filled, alike in groupby(self.nodes_of, key=lambda basic: basic.bit_count()):
            sections = [(self.nodes_of[basic], _vacant_faces(basic)) for basic in alike]
            for others, stretch in columns.items():
                if filled < BASIC or others < len(self.fill):
                    yield from _merged(sections, stretch, width)


def _vacant_faces(basic: int) -> list[int]:
    return [face for face in range(BASIC) if not basic >> face & 1]


def _merged(sections: list[tuple[slice, list[int]]], columns: slice, width: int) -> Iterator[Group]:
    """Groups over `columns`, of as many neighbouring sections as do not make them wider than `width`."""
    group = Group(sections[0][0], columns, sections[0][1])
    for nodes, faces in sections[1:]:
        wider = Group(slice(group.nodes.start, nodes.stop), columns, sorted({*group.faces, *faces}))
        if wider.size > width:
            yield group
            wider = Group(nodes, columns, faces)
        group = wider
    yield group
