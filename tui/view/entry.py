"""Five dice while they are being typed: which are there, which is typed next, and what they will be recorded as."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kismet.dice import COUNT, Dice


@dataclass(frozen=True, slots=True)
class Entry:
    """Immutable; each key gives the next entry."""

    number: int
    """The roll that these dice will be: 1, 2 or 3."""
    fixing: bool
    """Whether that roll lies on the table already and is being put right."""
    slots: tuple[int | None, ...] = (None,) * COUNT
    held: frozenset[int] = frozenset()
    """Slots of dice that were kept: they are skipped."""
    kept: frozenset[int] | None = None
    """Slots of dice that were kept, where a camera said so, or a person of a reading; else it follows from `held`."""
    at: int = 0
    """The slot that the next digit goes to; `COUNT` behind the last."""
    doubts: frozenset[int] = frozenset()
    """Slots whose number the camera doubts."""
    missed: bool = False
    """Whether it is an earlier roll than the one that is offered."""

    def typed(self, value: int) -> Entry:
        """The entry with `value` in the slot the cursor is at, and after the last slot in the first empty one.

        Behind the last slot nothing changes once all dice are there.
        """
        at = _open(self.slots, self.at)
        if at >= COUNT:
            return self
        slots = (*self.slots[:at], value, *self.slots[at + 1 :])
        return replace(self, slots=slots, at=_open(slots, self._next(at)), doubts=self.doubts - {at})

    def back(self) -> Entry:
        """The entry with the die before the cursor taken away."""
        at = self._previous(self.at)
        if at == self.at and self.at < COUNT and self.slots[at] is None:  # the typing has gone round
            at = next((slot for slot in reversed(range(COUNT)) if slot not in self.held and self.slots[slot]), at)
        if at == self.at:
            return self
        return replace(self, slots=(*self.slots[:at], None, *self.slots[at + 1 :]), at=at)

    def left(self) -> Entry:
        """The cursor one die to the left."""
        return replace(self, at=self._previous(self.at))

    def right(self) -> Entry:
        """The cursor one die to the right."""
        return replace(self, at=min(self._next(self.at), COUNT))

    def to(self, slot: int) -> Entry:
        """The cursor at `slot`, unless that die is held."""
        return self if slot in self.held else replace(self, at=slot)

    def anew(self) -> Entry:
        """The cursor at the first die that is not held."""
        return replace(self, at=first_free(self.held))

    @property
    def most(self) -> int:
        """How many dice can be typed at all."""
        return COUNT - len(self.held)

    @property
    def room(self) -> int:
        """How many dice can be typed from the cursor on, and then in the empty slots before it."""
        before = self.slots[: self.at].count(None)
        return before + sum(slot not in self.held for slot in range(self.at, COUNT))

    @property
    def missing(self) -> int:
        """How many dice are still to be typed."""
        return self.slots.count(None)

    @property
    def dice(self) -> Dice | None:
        """The dice, once all five are there."""
        values = tuple(value for value in self.slots if value is not None)
        return Dice(values) if len(values) == COUNT else None

    @property
    def kept_values(self) -> tuple[int, ...] | None:
        """What to record as kept; `None` if nobody said."""
        return tuple(v for slot, v in enumerate(self.slots) if slot in self.lying and v is not None) or None

    @property
    def lying(self) -> frozenset[int]:
        """Slots of dice that were not thrown again; none of a first roll."""
        kept = self.held if self.kept is None else self.kept
        return kept if self.number > 1 else frozenset()

    def _next(self, at: int) -> int:
        return next((slot for slot in range(at + 1, COUNT) if slot not in self.held), COUNT)

    def _previous(self, at: int) -> int:
        return next((slot for slot in range(at - 1, -1, -1) if slot not in self.held), at)


def first_free(held: frozenset[int]) -> int:
    """The first slot that is not held."""
    return next((slot for slot in range(COUNT) if slot not in held), COUNT)


def _open(slots: tuple[int | None, ...], at: int) -> int:
    """The slot that is typed at `at`: behind the last one, the first that is empty."""
    return slots.index(None) if at >= COUNT and None in slots else at
