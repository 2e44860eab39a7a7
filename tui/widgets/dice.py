"""The five dice: what lies there, what is held, what is being typed."""

from __future__ import annotations

from typing import ClassVar

from textual import events

from tui.messages import DieChosen
from tui.view.dice import HEIGHT, KINDS, dice_lines, die_at
from tui.view.layout import DiceForm
from tui.view.table import Table
from tui.widgets.lines import Lines


class DiceView(Lines):
    """Shows a table's dice; tells which die was clicked."""

    PREFIX = "dice"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"dice--{kind}" for kind in KINDS}

    _form = DiceForm.ROW

    def show_table(self, table: Table, form: DiceForm, *, blue: bool = False) -> None:
        """Show the dice of `table` in this size."""
        self._form = form
        self.styles.height = HEIGHT[form]
        self.show(dice_lines(table, form, blue=blue))

    def on_click(self, event: events.Click) -> None:
        """Tell the screen which die it was."""
        offset = event.get_content_offset(self)
        place = die_at(self._form, offset.x, offset.y) if offset is not None else None
        if place is not None:
            self.post_message(DieChosen(place))
