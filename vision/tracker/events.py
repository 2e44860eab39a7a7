"""What the tracker tells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vision.reading import Reading


class Stage(StrEnum):
    """What goes on on the table, in words for a status line."""

    LOOKING = "looking"
    """Nothing moves, and the dice are being read."""
    MOVING = "dice moving"
    HANDS = "hands in view"
    REST = "dice at rest"
    EMPTY = "table empty"


@dataclass(frozen=True, slots=True)
class StageChanged:
    """Another stage has begun."""

    stage: Stage


@dataclass(frozen=True, slots=True)
class RollAtRest:
    """Dice were thrown, and lie still."""

    reading: Reading
    """All dice on the table, combined from the frames of this rest. Unsure when something needs a person's eye."""
    number: int
    """1 to 3: which roll of the turn."""
    kept: tuple[int, ...]
    """Indices into the reading's dice of those not thrown again."""
    index: int
    """The frame that decided."""
    seconds: float
    """Its time."""
    revised: bool = False
    """The same roll was told before; this reading is better: certain now, or complete."""
    guess: str = ""
    """Why the number is no more than likely, in a sentence; empty where there is nothing to guess. A person can say
    otherwise at any time."""


@dataclass(frozen=True, slots=True)
class DiceKept:
    """Some dice were picked up; the others still lie there."""

    kept: tuple[int, ...]
    """Indices into the last roll's dice of those that lie."""


@dataclass(frozen=True, slots=True)
class TableCleared:
    """No die is left on the table."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something a person should know that is no roll."""

    sentence: str


Event = StageChanged | RollAtRest | DiceKept | TableCleared | Doubt
