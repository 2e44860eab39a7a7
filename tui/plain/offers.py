"""What the line mode knows of the camera: the roll that it offers, what was passed over, and what has to wait."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kismet.dice import Dice
from kismet.game import GameError, Origin
from kismet.game.state import LAST_ROLL
from kismet.journal import JournalError
from tui.misread import Sight, Sights, Witness
from tui.passed import missed_words, recorded_words
from tui.session import Session
from tui.telling import Eyes

if TYPE_CHECKING:
    from tui.snapshots import Album
    from vision.reading import Reading
    from vision.tracker import RollAtRest


@dataclass(frozen=True, slots=True)
class Offer:
    """A roll the camera has seen, waiting for a person to take it."""

    dice: Dice
    number: int
    kept: tuple[int, ...] | None
    sure: bool = True
    """Whether none of its dice is in doubt."""


class SeenTable:
    """A game and what a camera has seen of it; `PlainTable` adds what people type."""

    def __init__(self, session: Session, album: Album | None = None) -> None:
        self.session = session
        self._album = album
        self.kept: tuple[int, ...] | None = None
        """What the player said will be left lying for the next roll."""
        self.offer: Offer | None = None
        self.missed: Offer | None = None
        """A roll that the camera saw before the offered one, and that was not recorded."""
        self.early: tuple[RollAtRest, ...] = ()
        """The next player's rolls, seen before the box of the last one was chosen."""
        self.eyes: Eyes | None = None
        """The camera, if one looks on."""
        self.pictured = False
        """Whether it ever gave a picture."""
        self.sights = Sights()
        self._sight: Sight | None = None
        """The picture of the roll that the camera has seen and nobody has recorded."""
        self._witness: Witness | None = None
        """The picture of a recorded roll that can be kept if it was misread."""
        self.unsaved = False
        """Whether a line was right, but could not be saved and so was not done."""

    def pass_over(self, later: Offer | None, *, guessed: bool) -> str:
        """The camera has seen a later roll: record the one that waits, if it is certain; gives what to say of it.

        Args:
            later: the later roll, if it is one that can be offered.
            guessed: whether it is only likely that it is the next one of the same turn.
        """
        waiting = self.offer
        if waiting is None or later is None or not self.session.state.roll_number < waiting.number < later.number:
            return ""
        if not waiting.sure or guessed:
            self.missed = waiting
            return missed_words(waiting.number, "missed", sure=waiting.sure)
        return self._record_by_itself(waiting)

    def end_turn(self) -> str:
        """The camera has seen the next turn's dice: record the last roll of this one, if it waits and is certain."""
        waiting = self.offer
        if waiting is None or not waiting.sure or not self.session.state.roll_number < waiting.number == LAST_ROLL:
            return ""
        words = self._record_by_itself(waiting)
        if self.session.state.roll_number == waiting.number:
            self.offer = None
        return words

    def _record_by_itself(self, waiting: Offer) -> str:
        """Record a roll that nobody has taken; gives what to say of it."""
        try:
            self.session.roll(waiting.dice, number=waiting.number, kept=waiting.kept, origin=Origin.CAMERA)
        except (GameError, JournalError) as error:
            self.unsaved |= isinstance(error, JournalError)
            return str(error)
        self._recorded()
        self.kept = None
        return recorded_words(waiting.number, waiting.dice.values, "undo")

    def saw(self, reading: Reading | None) -> None:
        """The camera has told of a roll, or that its dice are gone; recorded dice seen again are no other roll."""
        dice = self.session.state.dice
        again = dice is not None and reading is not None and sorted(dice.values) == sorted(reading.values)
        self._sight = None if again or reading is None else self.sights.of(reading)

    def _recorded(self) -> None:
        """A roll was recorded: what the camera saw last is its picture."""
        if self._sight is not None:
            self._witness = Witness.of(self._sight, self.session.state)
            if self._album is not None:
                self._album.take(self.session.game_id, self._witness)
        self._sight = None

    def play_on(self) -> None:
        """A recording that waits is to go on, unless something that it showed still waits."""
        if self.eyes is not None and self.offer is None and not self.early:
            self.eyes.go_on()


def unlike(dice: Dice, seen: Dice) -> tuple[int, int]:
    """How many of `dice` show numbers that were not seen, and how many if they were typed in the order seen."""
    new = Counter(dice.values) - Counter(seen.values)
    return new.total(), sum(a != b for a, b in zip(dice.values, seen.values, strict=True))
