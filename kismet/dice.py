"""Five dice and what is true of them by themselves: numbers, colours, sums.

On a Kismet die the number fixes the colour of its pips, so the number alone is kept; colour is looked up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

FACES = (1, 2, 3, 4, 5, 6)
COUNT = 5
"""Dice in play."""


class DiceError(ValueError):
    """Not five dice, or not dice at all; the message says so in one sentence."""


class Colour(StrEnum):
    """The colour of a number's pips in the classic set. In the newer set blue takes black's place."""

    BLACK = "black"
    RED = "red"
    GREEN = "green"

    @classmethod
    def of(cls, value: int) -> Colour:
        """The colour of the number `value` (1 to 6)."""
        return _COLOURS[value]


_COLOURS = {
    1: Colour.BLACK,
    2: Colour.RED,
    3: Colour.GREEN,
    4: Colour.GREEN,
    5: Colour.RED,
    6: Colour.BLACK,
}


@dataclass(frozen=True, slots=True)
class Dice:
    """Five dice in the order they were typed or lie on the table; equal only if in the same order."""

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.values) != COUNT:
            raise DiceError(f"Five dice are needed, not {len(self.values)}.")
        for value in self.values:
            if value not in FACES:
                raise DiceError(f"A die shows 1 to 6, not {value}.")

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Dice from `text` such as `11663` or `1 1 6 6 3`.

        Raises:
            DiceError: if `text` is anything but five digits from 1 to 6.
        """
        return cls(parse_values(text))

    def __str__(self) -> str:
        return "".join(map(str, self.values))

    @property
    def ordered(self) -> Dice:
        """The same dice, smallest first."""
        return Dice(tuple(sorted(self.values)))

    @property
    def total(self) -> int:
        """The sum of all five."""
        return sum(self.values)

    def count(self, value: int) -> int:
        """How many dice show `value`."""
        return self.values.count(value)

    @property
    def most_alike(self) -> int:
        """The size of the largest group of equal numbers."""
        return max(Counter(self.values).values())

    @property
    def five_alike(self) -> bool:
        """Whether the dice are a Kismet."""
        return self.most_alike == COUNT

    @property
    def one_colour(self) -> bool:
        """Whether all pips share a colour."""
        return len({Colour.of(value) for value in self.values}) == 1

    def contain(self, kept: Iterable[int]) -> bool:
        """Whether every die of `kept` is among these, counted with repetition."""
        return not Counter(kept) - Counter(self.values)


def parse_values(text: str) -> tuple[int, ...]:
    """Any number of dice from digits, spaces and commas, such as `116` or `1, 1, 6`.

    Raises:
        DiceError: if there is anything but digits from 1 to 6.
    """
    digits = text.replace(" ", "").replace(",", "")
    for digit in digits:
        if digit not in "123456":
            raise DiceError(f"Dice are digits from 1 to 6; {digit!r} is not one.")
    return tuple(map(int, digits))
