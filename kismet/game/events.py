"""What can happen in a game. Together, in order, events *are* the game; everything else is derived from them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.rules import RULINGS, Rules


class Origin(StrEnum):
    """How dice came to be known. It changes nothing in the game; it is kept for the record."""

    TYPED = "typed"
    CAMERA = "camera"


@dataclass(frozen=True, slots=True)
class Started:
    """The players sit down, in the order of play. Always a game's first event, and only its first."""

    players: tuple[str, ...]
    rules: Rules = RULINGS
    first: int = 0
    """Index of the player who begins."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice lie on the table. A roll with the number of the current one puts right what was read or typed before."""

    dice: Dice
    number: int
    """1, 2 or 3. Numbers may be left out: a player who names only the final dice rolls number 3 at once."""
    kept: tuple[int, ...] | None = None
    """Values left lying from the roll before; `None` if nobody said."""
    origin: Origin = Origin.TYPED


@dataclass(frozen=True, slots=True)
class Entered:
    """The player whose turn it is fills a box with the dice that lie there. Their turn is over."""

    box: Box


@dataclass(frozen=True, slots=True)
class Corrected:
    """An earlier turn is put right: other dice, another box, or both. The log keeps what stood there before."""

    turn: int
    """`Turn.serial` of the turn."""
    dice: Dice
    box: Box


@dataclass(frozen=True, slots=True)
class Undone:
    """The last event that still stands is taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The event taken back last is put back."""


Event = Started | Rolled | Entered | Corrected | Undone | Redone
