"""What of the live board fits into a window: the sheet with everything beside it, or under it, or the places alone.

Looking on needs no room for typing, so this board is still whole in 40 columns, where the game itself cannot be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tui.view.layout import DiceForm, Layout, layout

_WHOLE = (80, 22)
"""Columns × rows from which the board is cut as the game is."""
_ROWS = 19
"""Of the sheet without rules: header, fifteen boxes, subtotal, bonus, total."""
_BESIDE = 20
"""Columns that the side pane needs beside the sheet."""
_ROOMY = 32
"""Rows from which the standings are shown beside the sheet, whose totals tell the same less plainly."""
_LABELS = ((20, 6), (18, 5), (16, 5), (14, 5), (14, 4), (12, 4))
"""Widths of the boxes' names and of a column, the best first."""
_ONE = (18, 8)


class Shape(StrEnum):
    """How the parts lie."""

    BESIDE = "beside"
    UNDER = "under"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class Cut:
    """The board in one window."""

    shape: Shape
    sheet: Layout | None
    """How the sheet is drawn; `None` where only the places fit."""
    dice: DiceForm | None
    """How the dice are drawn; `None` where there is no room, and words tell them."""
    side: int
    """Columns beside the sheet, or of the whole window."""
    places: bool
    """Whether there is room for the standings, or nothing else to show."""


def cut(width: int, height: int, names: Sequence[str]) -> Cut:
    """The board for a window of `width` × `height` cells and these players."""
    players = len(names)
    whole = layout(width, height, players) if width >= _WHOLE[0] and height >= _WHOLE[1] else None
    if whole is not None:
        whole = whole.for_names(names)
        return Cut(Shape.BESIDE, whole, whole.dice, whole.side, height >= _ROOMY)
    under = height - 1 - _ROWS
    fitting = [(label, column) for label, column in _LABELS if label + column * players + 1 <= width]
    if under < 0 or not (fitting or width > sum(_ONE)):
        return Cut(Shape.PLACES, None, None, width, places=True)
    beside = [
        (label, column) for label, column in fitting if label + column * players + 1 + _BESIDE <= width and label >= 14
    ]
    if beside and under < 6:
        sheet = _named(_sheet(*beside[0], players), width, names, _BESIDE)
        side = width - sheet.sheet
        return Cut(Shape.BESIDE, sheet, DiceForm.ROW if side >= 30 else DiceForm.LIST, side, places=False)
    sheet = _named(_sheet(*fitting[0], players), width, names, 0) if fitting else _sheet(*_ONE, 1)
    dice = DiceForm.ROW if under >= 4 and width >= 29 else None
    return Cut(Shape.UNDER, sheet, dice, width, places=under >= 16 or sheet.columns < players)


def _sheet(label: int, column: int, columns: int) -> Layout:
    """The game's own sheet with other measures."""
    own = layout(*_WHOLE, columns)
    assert own is not None
    return replace(own, label=label, column=column, columns=columns, ruled=False)


def _named(sheet: Layout, width: int, names: Sequence[str], least_side: int) -> Layout:
    """The sheet in a window of `width`, with room for long names where something is left of it."""
    return replace(sheet, side=width - sheet.sheet).for_names(names, least_side)
