"""How the game screen is cut up at each size of the window.

At 80×24 everything fits exactly: six columns of five, the camera beside them. Smaller windows lose the camera first,
then the hints, and under 60 columns all but one player's column. Larger ones get wide columns and large dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rich.cells import cell_len

LEAST = (44, 20)
"""Columns × rows below which nothing useful can be shown."""
_FULL = (80, 24)
_LARGE = (120, 40)
_SIDE = 31
"""Columns of the side pane at 80×24: five dice of five columns, with gaps."""
_SIDE_LARGE = 51
_ROW = 30
"""Columns from which the side pane has room for dice in a row."""
_NARROWEST = 5
"""Columns that one player's column needs where others get more: a score of two digits in its signs, and a gap."""
_LABELS = (18, 14)
"""Widths of the boxes' names where one of them is shortened, so that people's need not be."""
_GUTTER = 1
"""Right of the last column, for the star of the best box."""
_ROWS = 19
"""Header, fifteen boxes, subtotal, bonus, total."""


class DiceForm(StrEnum):
    """How large the dice are drawn."""

    LIST = "list"
    ROW = "row"
    BIG = "big"


@dataclass(frozen=True, slots=True)
class Layout:
    """Measures in terminal cells."""

    label: int
    """Width of the boxes' names."""
    column: int
    """Width of each player's column."""
    columns: int
    """How many players' columns are shown: all, or one."""
    ruled: bool
    """Whether lines part the sections of the sheet."""
    side: int
    """Width of the pane with camera, dice and messages."""
    dice: DiceForm
    hints: bool
    """Whether the line of keys is shown."""
    camera: bool
    """Whether there is room for the picture."""
    detail: bool
    """Whether there is room under the sheet for why a box scores what it scores."""
    odds: bool = False
    """Whether the sheet has a row more, for the chances to win."""
    widths: tuple[int, ...] = ()
    """Widths of the players' columns where long names need more than short ones; empty: all are `column` wide."""

    @property
    def sheet(self) -> int:
        """Width of the sheet with its gutter."""
        return self.label + sum(self.each) + _GUTTER

    @property
    def each(self) -> tuple[int, ...]:
        """The width of every column that is shown."""
        return self.widths or (self.column,) * self.columns

    def for_names(self, names: Sequence[str], least_side: int | None = None) -> Layout:
        """The same with room for names that would be cut: from columns and a side pane that need less than they have.

        Args:
            names: the players', in the order of their columns.
            least_side: what the side pane needs; by default what the dice do.
        """
        narrowest = min(_NARROWEST, self.column)
        wanted = [max(narrowest, cell_len(name) + 2) for name in names]  # the name, its mark, and a gap
        if self.columns != len(names) or self.columns == 1 or max(wanted) <= self.column:
            return self
        if least_side is None:
            least_side = _SIDE_LARGE if self.dice is DiceForm.BIG else _SIDE
        even = self.column * self.columns
        room = even + max(0, self.side - least_side)
        labels = [self.label, *(label for label in _LABELS if label < self.label)]
        # The boxes' names are shortened only as far as that is needed.
        label = next((label for label in labels if sum(wanted) <= room + self.label - label), labels[-1])
        widths = _shared(wanted, even, room + self.label - label, narrowest)
        return replace(self, label=label, widths=widths, side=self.sheet + self.side - label - sum(widths) - _GUTTER)


def too_small(width: int, height: int, keys: str) -> str:
    """What a window says that has no layout; `keys` tells which keys do something all the same."""
    least = f"This window is {width} × {height}.\nKismet needs at least {LEAST[0]} × {LEAST[1]}:"
    return f"{least}\nmake it larger, or its letters smaller.\n\n{keys}"


def layout(width: int, height: int, players: int, *, odds: bool = False) -> Layout | None:
    """The layout for a window of `width` × `height` cells; `None` if it is too small to play in.

    With `odds` the sheet gets a row more if there is room for it; the lines that part its sections make it.
    """
    if width < LEAST[0] or height < LEAST[1]:
        return None
    odds = odds and height >= _ROWS + 3
    ruled = height >= _ROWS + 4 + odds
    hints = height >= _ROWS + 2
    if width < 60:
        label, column = 18, 8
        side = width - label - column - _GUTTER
        return Layout(label, column, 1, ruled, side, _form(side), hints, camera=False, detail=False, odds=odds)
    if width < _FULL[0]:
        room = width - _SIDE - _GUTTER
        label = 18 if room >= 18 + 5 * players else 14
        column = min(8, max(4, (room - label) // players))
        side = width - label - column * players - _GUTTER
        return Layout(label, column, players, ruled, side, _form(side), hints, camera=False, detail=False, odds=odds)
    large = width >= _LARGE[0] and height >= _LARGE[1]
    least_side = _SIDE_LARGE if large else _SIDE
    room = width - least_side - _GUTTER
    label = 20 if room >= 20 + 5 * players else 18
    column = min(14 if large and players <= 3 else 8, (room - label) // players)
    return Layout(
        label,
        column,
        players,
        ruled,
        width - label - column * players - _GUTTER,
        DiceForm.BIG if large else DiceForm.ROW,
        hints,
        camera=height >= _FULL[1],
        detail=height >= 32,
        odds=odds,
    )


def _shared(wanted: Sequence[int], least: int, room: int, narrowest: int) -> tuple[int, ...]:
    """Widths of columns, from `least` to `room` cells in all: as much as each wants, the narrowest first."""
    widths = [narrowest] * len(wanted)
    while sum(widths) < room and (short := [n for n, width in enumerate(widths) if width < wanted[n]]):
        widths[min(short, key=lambda n: widths[n])] += 1
    while sum(widths) < least:
        widths[min(range(len(widths)), key=lambda n: widths[n])] += 1
    return tuple(widths)


def _form(side: int) -> DiceForm:
    return DiceForm.ROW if side >= _ROW else DiceForm.LIST
