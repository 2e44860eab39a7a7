"""The score sheet: exact columns, a cursor, and a click for every cell."""

from __future__ import annotations

from typing import ClassVar

from textual import events

from tui.messages import CellChosen
from tui.view.layout import Layout
from tui.view.sheet import KINDS, SheetLines, sheet_lines
from tui.view.table import Table
from tui.widgets.lines import Lines


class SheetView(Lines):
    """Shows a table's sheet; tells which cell was clicked."""

    PREFIX = "sheet"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"sheet--{kind}" for kind in KINDS}

    _sheet: SheetLines | None = None

    def show_table(self, table: Table, layout: Layout) -> None:
        """Show the sheet of `table` in this layout."""
        self._sheet = sheet_lines(table, layout)
        self.show(self._sheet.lines)

    def on_click(self, event: events.Click) -> None:
        """Tell the screen which cell it was."""
        offset = event.get_content_offset(self)
        if offset is None or self._sheet is None:
            return
        cell = self._sheet.cell_at(offset.x, offset.y)
        if cell is not None:
            self.post_message(CellChosen(*cell))
