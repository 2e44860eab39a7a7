"""What is remembered of the dice on the table from rest to rest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.reading import DieReading, Reading, Status
from vision.tracker.places import pair, shifted

LAST_ROLL = 3
BY_HAND = 1.0
"""Confidence of a number that a person gave; no reader is as certain."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A die of the last roll: what it showed and where it was last seen."""

    die: DieReading
    here: bool = True
    """False once it was seen to be gone: picked up, or out of sight."""
    read: tuple[int, float] | None = None
    """The number and confidence that were told of it, where a person said what it shows; `None` where nobody did."""

    @property
    def as_read(self) -> Lying:
        """The die as it was told, whatever a person said of it since."""
        if self.read is None:
            return self
        value, confidence = self.read
        return Lying(replace(self.die, value=value, confidence=confidence), self.here)

    def said(self, value: int) -> Lying:
        """The die with the number that a person gave."""
        read = self.read or (self.die.value, self.die.confidence)
        return Lying(replace(self.die, value=value, confidence=BY_HAND), self.here, read)


@dataclass(frozen=True, slots=True)
class Table:
    """All that is remembered from rest to rest."""

    count: int = 5
    """Dice in play."""
    number: int = 0
    """The last roll of this turn; 0 before the first."""
    streak: int = 0
    """Rolls since all dice were thrown, that one included: the turn has at least so many."""
    dice: tuple[Lying, ...] = ()
    """The dice of the last roll, in the order of its reading; also those of the turn before, until they are thrown."""
    kept: tuple[int, ...] = ()
    """Which of them were kept in it."""
    status: Status = Status.NO_DICE
    """How far its reading could be trusted, as a picture."""
    doubts: tuple[str, ...] = ()
    """What else was doubtful about it; a better picture does not help here."""
    guess: str = ""
    """Why its number is no more than likely."""
    stands: bool = False
    """Whether a roll of this turn counts for sure: a person recorded it, or dice of it were kept in the next."""
    dismissed: bool = False
    """Whether a person said that what was told last was no roll. The dice lie there all the same."""
    unsaid: bool = False
    """Whether dice that lie there were taken for those of the turn before, but may have been thrown."""
    expected: tuple[int, ...] = ()
    """Numbers that lay there when the camera was switched on, as far as people know; in order. Empty once seen."""
    misread: tuple[int, ...] = ()
    """Which dice were seen to show another number since, though nobody moved them; that was told."""
    cleared_at: float | None = None
    """When the table was seen empty."""

    @property
    def here(self) -> tuple[int, ...]:
        """Indices of the dice that lie on the table."""
        return tuple(i for i, lying in enumerate(self.dice) if lying.here)

    def shifted(self, x: float, y: float) -> Table:
        """The table after the camera was bumped, so that all dice are seen by (`x`, `y`) pixels elsewhere."""
        return replace(self, dice=tuple(replace(lying, die=shifted(lying.die, x, y)) for lying in self.dice))

    def scaled(self, x: float, y: float) -> Table:
        """The table when the camera's pictures have become `x` times as wide and `y` times as high."""
        return replace(self, dice=tuple(replace(lying, die=lying.die.scaled(x, y)) for lying in self.dice))

    def kept_in(self, reading: Reading) -> tuple[int, ...]:
        """Places in `reading`, which may show fewer dice or in another order, of those that were kept."""
        lying = [self.dice[place].die for place in self.kept]
        return tuple(sorted(pair(lying, reading.dice, 1.0)))

    def reading(self) -> Reading:
        """The last roll as a reading."""
        return Reading(self.status, tuple(lying.die for lying in self.dice))
