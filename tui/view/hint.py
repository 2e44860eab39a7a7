"""Advice as the screen shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kismet.boxes import Box


class Level(StrEnum):
    """How much the screen tells unasked."""

    OFF = "no scores and no advice"
    """Not even what each box would score: everybody finds it by themselves."""
    SCORES = "what scores, and no advice"
    """What each box would score: what a pencil could work out as well, and so no advice. Every game begins here."""
    BEST = "the best move"
    FULL = "the best moves and why"

    @property
    def advises(self) -> bool:
        """Whether it tells what to do, for which a game is marked."""
        return self in (Level.BEST, Level.FULL)

    @property
    def next(self) -> Level:
        """The level that `t` leads to."""
        levels = list(Level)
        return levels[(levels.index(self) + 1) % len(levels)]


def places_of(dice: tuple[int, ...], kept: tuple[int, ...]) -> frozenset[int]:
    """Where dice of the values `kept` lie."""
    left, places = list(kept), set[int]()
    for place, value in enumerate(dice):
        if value in left:
            left.remove(value)
            places.add(place)
    return frozenset(places)


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move under exact play, in words, and as a box or dice to keep."""

    lines: tuple[str, ...]
    box: Box | None = None
    keep: frozenset[int] | None = None
    """Places of the dice to keep; empty to roll all five again."""

    @property
    def advises(self) -> bool:
        """Whether it says what to do, and not only that the answer is being worked out."""
        return self.box is not None or self.keep is not None
