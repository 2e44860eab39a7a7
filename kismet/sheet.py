"""One player's sheet: which boxes are filled with what, and what follows from that (totals, bonus).

A sheet knows nothing of dice or turns; it is the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kismet.boxes import BASIC_BOXES, Box

BONUS_TIERS = ((78, 75), (71, 55), (63, 35))
"""Basic subtotal needed → bonus, best first; only one tier counts (R6)."""


class SheetError(ValueError):
    """An entry the sheet cannot take."""


def bonus_for(subtotal: int) -> int:
    """The bonus that a basic section of `subtotal` points earns once its six boxes are full."""
    return next((bonus for needed, bonus in BONUS_TIERS if subtotal >= needed), 0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Points by box, `None` where vacant."""

    points: tuple[int | None, ...] = (None,) * len(Box)

    @classmethod
    def of(cls, filled: Mapping[Box, int]) -> Sheet:
        """A sheet with these boxes filled."""
        return cls(tuple(filled.get(box) for box in Box))

    def __getitem__(self, box: Box) -> int | None:
        return self.points[box]

    def enter(self, box: Box, points: int) -> Sheet:
        """The sheet with `points` in `box`.

        Raises:
            SheetError: if the box is filled already.
        """
        if self.points[box] is not None:
            raise SheetError(f"{box.title} is filled already, with {self.points[box]}.")
        return replace(self, points=(*self.points[:box], points, *self.points[box + 1 :]))

    def clear(self, box: Box) -> Sheet:
        """The sheet with `box` vacant again, for corrections."""
        return replace(self, points=(*self.points[:box], None, *self.points[box + 1 :]))

    def filled(self) -> Iterator[tuple[Box, int]]:
        """The filled boxes with their points, from the top."""
        return ((box, points) for box in Box if (points := self.points[box]) is not None)

    @property
    def vacant(self) -> tuple[Box, ...]:
        """The vacant boxes, from the top."""
        return tuple(box for box in Box if self.points[box] is None)

    @property
    def topmost_vacant(self) -> Box | None:
        """Where a forced zero goes (R15)."""
        return next(iter(self.vacant), None)

    @property
    def full(self) -> bool:
        """Whether all fifteen boxes are filled."""
        return None not in self.points

    @property
    def subtotal(self) -> int:
        """Points of the basic section, bonus left out."""
        return sum(self.points[box] or 0 for box in BASIC_BOXES)

    @property
    def basic_full(self) -> bool:
        """Whether the six basic boxes are filled, so that the bonus is decided."""
        return all(self.points[box] is not None for box in BASIC_BOXES)

    @property
    def bonus(self) -> int:
        """The bonus earned: nothing before the six basic boxes are full (R6)."""
        return bonus_for(self.subtotal) if self.basic_full else 0

    @property
    def total(self) -> int:
        """All points with the bonus."""
        return sum(points or 0 for points in self.points) + self.bonus
