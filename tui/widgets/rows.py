"""A list of rows of which one is chosen: ↑ and ↓ move in it, and so do k and j, as on the sheet."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class Rows(OptionList):
    """The keys belong to the list, since only where it has the focus they mean its rows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False),
        Binding("k", "cursor_up", "Up", show=False),
    ]
