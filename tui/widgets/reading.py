"""A text that scrolls where it does not fit, and says in the frame round it, or on a line, that there is more."""

from __future__ import annotations

from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

MORE = "more: ↓ pgdn"
"""Said in the frame while there is more below."""

_WAYS = (("pagedown", "page_down"), ("pageup", "page_up"), ("home", "home"), ("end", "end"))
_LINES = (("down,j", "down"), ("up,k", "up"))


def scroll_keys(*, lines: bool = True) -> list[Binding]:
    """The keys of a screen with a text to scroll, whatever has the focus; they call its `action_scroll`.

    Args:
        lines: whether the arrows scroll too, and are not needed for something else.
    """
    return [
        Binding(key, f"scroll('{way}')", way.replace("_", " ").capitalize(), show=False)
        for key, way in (*_LINES * lines, *_WAYS)
    ]


class Reading(VerticalScroll):
    """The frame is the nearest widget round it, or itself, that is a dialog."""

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002 – Textual's name for it
        classes: str | None = None,
        more: str = MORE,
        ends: str = "",
        line: Static | None = None,
    ) -> None:
        """Make the box.

        Args:
            id: its name in the style sheet.
            classes: its classes there.
            more: what the frame says while there is more below.
            ends: what it says besides, at any time.
            line: says it in place of a frame.
        """
        super().__init__(id=id, classes=classes, can_focus=False)
        self._more = more
        self.ends = ends
        self._line = line

    def on_mount(self) -> None:
        """Tell when anything has changed that matters."""
        for what in ("scroll_y", "virtual_size"):
            self.watch(self, what, self._tell)

    def on_resize(self) -> None:
        """Perhaps all of it fits now, or no more."""
        self._tell()

    def go(self, way: str) -> None:
        """Scroll: `up`, `down`, `page_up`, `page_down`, `home` or `end`."""
        getattr(self, f"scroll_{way}")(animate=False)

    def _tell(self) -> None:
        more = self.scroll_offset.y < self.max_scroll_y
        words = " · ".join(filter(None, (self._more if more else "", self.ends)))
        frame = next((node for node in self.ancestors_with_self if node.has_class("dialog")), None)
        if self._line is not None:
            self._line.update(words)
        elif isinstance(frame, Widget):
            frame.border_subtitle = words
