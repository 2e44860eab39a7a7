"""Whose turn is next (R15, R16): clockwise, past full sheets, empty seats and players who lose a turn.

After a second Kismet every other player is passed over once, so going round the table from the roller comes back to the
roller at once: "the roller plays again" (A5) needs no rule of its own here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kismet.game.state import State


@dataclass(frozen=True, slots=True)
class Next:
    """Who plays next."""

    player: int | None
    """`None` when nobody has anything left to play."""
    passes: tuple[int, ...]
    """By player, the turns to be passed over that remain then; below zero, turns owed."""
    owed: bool = False
    """Whether it is a turn owed: it is played in between, and the round goes on from where it was."""


def moved_on(state: State, last: int) -> State:
    """The state with the turn begun of whoever plays after player `last`; see `next_mover`."""
    then = next_mover(last, state.done, state.passes)
    return replace(state, mover=then.player, rolls=(), passes=then.passes, due=state.passes, owed=then.owed)


def next_mover(last: int, done: Sequence[bool], passes: Sequence[int]) -> Next:
    """Who plays after player `last`. Turns owed are played first.

    Args:
        last: who played last, turns owed left out.
        done: by player, whether they play no more.
        passes: by player, turns to be passed over; below zero, turns owed.
    """
    left = list(passes)
    count = len(done)
    clockwise = [(last + step) % count for step in range(1, count + 1)]
    for player in clockwise:
        if left[player] < 0 and not done[player]:
            left[player] += 1
            return Next(player, tuple(left), owed=True)
    while not all(done):
        for player in clockwise:
            if done[player]:
                continue
            if left[player] <= 0:
                return Next(player, tuple(left))
            left[player] -= 1
    return Next(None, tuple(left))
