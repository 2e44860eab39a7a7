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
    move_zeros: bool = True
    """Whether zeros that stay move up into boxes that others leave (R15). Not in games saved before they did: there
    something else may stand in that box since."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player is called otherwise from now on."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Reordered:
    """The players change seats before the first entry; who sits first begins."""

    order: tuple[int, ...]
    """By new seat, the index of the player who had sat elsewhere."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody sits down at the end of the row, while everybody is still in the first round."""

    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player leaves in mid-game: the sheet is kept, the turns are passed over."""

    player: int


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left plays on where the sheet stands."""

    player: int


@dataclass(frozen=True, slots=True)
class Hinted:
    """Advice was shown: the game is marked for good. No step of the game: undo passes over it."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last event that still stands is taken back."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The event taken back last is put back."""


Step = Rolled | Entered | Corrected | Renamed | Reordered | Joined | Left | Returned
"""What moves a game on, and can be undone."""

Event = Started | Step | Hinted | Undone | Redone
