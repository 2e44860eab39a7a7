"""How dice are told apart without colour: a shape and a letter for each colour of pips, beside the number itself."""

from __future__ import annotations

from dataclasses import dataclass

from kismet.dice import Colour


@dataclass(frozen=True, slots=True)
class Mark:
    """A colour of pips as it is shown."""

    name: str
    shape: str
    letter: str


_MARKS = {
    Colour.BLACK: Mark("black", "●", "K"),
    Colour.RED: Mark("red", "◆", "R"),
    Colour.GREEN: Mark("green", "▲", "G"),
}
_BLUE = Mark("blue", "■", "B")

PIPS = {
    1: ("   ", " # ", "   "),
    2: ("#  ", "   ", "  #"),
    3: ("#  ", " # ", "  #"),
    4: ("# #", "   ", "# #"),
    5: ("# #", " # ", "# #"),
    6: ("# #", "# #", "# #"),
}
"""Where the pips of each number lie, row by row; `#` is a pip."""


def mark(value: int, *, blue: bool = False) -> Mark:
    """The mark of number `value`; with `blue` as on the newer dice, where blue takes black's place."""
    colour = Colour.of(value)
    return _BLUE if blue and colour is Colour.BLACK else _MARKS[colour]
