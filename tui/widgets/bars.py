"""The line of keys and the keypad, for those who play with the mouse alone, and as reminders for all others."""

from __future__ import annotations

from typing import ClassVar

from textual import events

from tui.messages import DeedChosen, FaceChosen
from tui.view.bars import BAR_KINDS, Bar
from tui.widgets.lines import Lines


class BarView(Lines):
    """One line of words that can be clicked."""

    PREFIX = "bar"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"bar--{kind}" for kind in BAR_KINDS}

    _bar: Bar | None = None

    def show_bar(self, bar: Bar) -> None:
        """Show this line."""
        self._bar = bar
        self.show((bar.line,))

    def on_click(self, event: events.Click) -> None:
        """Tell the screen what was chosen."""
        offset = event.get_content_offset(self)
        deed = self._bar.deed_at(offset.x) if offset is not None and self._bar is not None else None
        if deed is None:
            return
        self.post_message(FaceChosen(int(deed)) if deed.isdigit() else DeedChosen(deed))
