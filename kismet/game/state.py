"""What the table looks like at one moment of a game: sheets, turns played, dice lying there, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game.events import Origin
from kismet.rules import Rules
from kismet.sheet import Sheet

LAST_ROLL = 3
"""Rolls in a turn, at most (R2)."""
MOST_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of the turn being played, or of one that was."""

    dice: Dice
    number: int
    kept: tuple[int, ...] | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class Turn:
    """A filled box: a turn that was played, or a zero that another's second Kismet forced."""

    serial: int
    """Names the turn for good: corrections and forced zeros refer to it."""
    player: int
    box: Box
    points: int
    rolls: tuple[Roll, ...] = ()
    """Empty for a forced zero."""
    second_kismet: bool = False
    """The player's second, third, … Kismet of the game (R14)."""
    forced_by: int | None = None
    """Serial of the second Kismet that forced this zero."""
    victims: tuple[int, ...] = ()
    """The players whom this second Kismet cost a turn."""
    entered_as: tuple[Dice, Box] | None = None
    """The dice that lay there when a box was chosen, and that box, if the turn was put right since."""

    @property
    def dice(self) -> Dice | None:
        """The final dice; `None` for a forced zero."""
        return self.rolls[-1].dice if self.rolls else None


@dataclass(frozen=True, slots=True)
class State:
    """Everything that can be asked of a game at one moment. Derived from its events alone."""

    players: tuple[str, ...]
    rules: Rules
    sheets: tuple[Sheet, ...]
    """One per player, in the order of play."""
    mover: int | None
    """Index of the player whose turn it is; `None` when the game is over."""
    rolls: tuple[Roll, ...] = ()
    """The rolls of the turn being played."""
    turns: tuple[Turn, ...] = ()
    """All filled boxes, in the order in which they were filled."""
    passes: tuple[int, ...] = ()
    """By player, turns still to be passed over; below zero, turns owed after a correction."""
    due: tuple[int, ...] = ()
    """What `passes` was before it was settled who is in turn: a correction of the last entry settles it anew."""
    away: tuple[bool, ...] = ()
    """By player, whether they have left the table."""
    owed: bool = False
    """Whether the turn being played is one owed after a correction."""
    last: int | None = None
    """Index of the player who played last, turns owed left out: the round goes on from there."""
    serial: int = 0
    """The next turn's serial."""

    @property
    def over(self) -> bool:
        """Whether everybody who is still at the table has filled every box."""
        return self.mover is None

    @property
    def player(self) -> str | None:
        """Name of the player whose turn it is."""
        return None if self.mover is None else self.players[self.mover]

    @property
    def roll(self) -> Roll | None:
        """The roll that lies on the table, if any."""
        return self.rolls[-1] if self.rolls else None

    @property
    def dice(self) -> Dice | None:
        """The dice that lie on the table, if any."""
        return self.rolls[-1].dice if self.rolls else None

    @property
    def roll_number(self) -> int:
        """0 before the first roll of the turn, then 1 to 3."""
        return self.rolls[-1].number if self.rolls else 0

    @property
    def round(self) -> int:
        """The round being played, 1 to 15: how many boxes the mover will have filled after this turn."""
        if self.mover is None:
            return len(Box)
        return len(Box) - len(self.sheets[self.mover].vacant) + 1

    @property
    def done(self) -> tuple[bool, ...]:
        """By player, whether they play no more: the sheet is full, or they have left."""
        return tuple(sheet.full or away for sheet, away in zip(self.sheets, self.away, strict=True))

    @property
    def totals(self) -> tuple[int, ...]:
        """Total by player, bonus included."""
        return tuple(sheet.total for sheet in self.sheets)

    def forced_with(self, turn: Turn) -> tuple[Turn, ...]:
        """The zeros that `turn` forced on the others."""
        return tuple(other for other in self.turns if other.forced_by == turn.serial)

    def turn_in(self, player: int, box: Box) -> Turn | None:
        """The turn that filled `box` of `player`."""
        return next((turn for turn in self.turns if turn.player == player and turn.box is box), None)

    def by_serial(self, serial: int) -> Turn | None:
        """The turn of that serial."""
        return next((turn for turn in self.turns if turn.serial == serial), None)
