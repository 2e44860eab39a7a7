"""A widget that shows lines of pieces exactly as they were laid out, and repaints only lines that changed."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.view.pieces import Line


class Lines(Widget):
    """Base of the sheet, the dice, the keypad and the line of keys.

    The kind of a piece names one or more component classes, separated by spaces, without the prefix.
    """

    PREFIX: ClassVar[str] = ""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 – Textual's name for it
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()
        self._styles_of: dict[str, Style] = {}

    def show(self, lines: tuple[Line, ...]) -> None:
        """Show these lines instead."""
        old, self._lines = self._lines, lines
        if len(old) != len(lines):
            self.refresh()
            return
        width = self.size.width
        changed = [Region(0, y, width, 1) for y, (was, now) in enumerate(zip(old, lines, strict=True)) if was != now]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width = self.size.width
        if y >= len(self._lines):
            return Strip.blank(width, self._style(""))
        segments = [Segment(piece.text, self._style(piece.kind)) for piece in self._lines[y]]
        return Strip(segments).adjust_cell_length(width, self._style(""))

    def notify_style_update(self) -> None:
        """Another theme: other colours."""
        self._styles_of.clear()
        super().notify_style_update()

    def _style(self, kind: str) -> Style:
        """The style of a kind; of the widget itself for none. Kept, since working it out costs more than painting."""
        style = self._styles_of.get(kind)
        if style is None:
            # One after the other: asked for together, the last class would hide the colours of those before it.
            style = self.rich_style
            for part in kind.split():
                style += self.get_component_rich_style(f"{self.PREFIX}--{part}", partial=True)
            self._styles_of[kind] = style
        return style
