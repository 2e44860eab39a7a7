"""Whose turn is next (R15, R16): clockwise, past full sheets and past players who lose a turn.

After a second Kismet every other player is passed over once, so going round the table from the roller comes back to the
roller at once: "the roller plays again" (A5) needs no rule of its own here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kismet.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Next:
    """Who plays next."""

    player: int | None
    """`None` when all sheets are full."""
    passes: tuple[int, ...]
    """By player, the turns to be passed over that remain then; below zero, turns owed."""
    owed: bool = False
    """Whether it is a turn owed: it is played in between, and the round goes on from where it was."""


def next_mover(last: int, sheets: Sequence[Sheet], passes: Sequence[int]) -> Next:
    """Who plays after player `last`. Turns owed, left by a correction, are played first."""
    left = list(passes)
    count = len(sheets)
    clockwise = [(last + step) % count for step in range(1, count + 1)]
    for player in clockwise:
        if left[player] < 0 and not sheets[player].full:
            left[player] += 1
            return Next(player, tuple(left), owed=True)
    while not all(sheet.full for sheet in sheets):
        for player in clockwise:
            if sheets[player].full:
                continue
            if left[player] <= 0:
                return Next(player, tuple(left))
            left[player] -= 1
    return Next(None, tuple(left))
