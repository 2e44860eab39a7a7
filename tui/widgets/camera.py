"""The camera's pane: the picture in half blocks, or the camera's state in words where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.camera import View, doubtful, gone

if TYPE_CHECKING:
    from tui.view.picture import Picture


_TITLE, _LAST = "camera", "the last picture"


class CameraPane(Widget):
    """Paints each new frame once, and only the rows that changed."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 – Textual's name for it
        super().__init__(id=id)
        self._picture: Picture | None = None
        self._seen: tuple[object, ...] = ()
        self._words = ""
        self.border_title = _TITLE

    def show_view(
        self, view: View | None, words: str, *, area: tuple[int, int, int, int] | None = None, zoom: bool = True
    ) -> None:
        """Show what the camera sees.

        Args:
            view: the newest view; `None` if the camera is off.
            words: what to say where there is no picture.
            area: the area to draw instead of the one that the view tells.
            zoom: show what lies round the dice, not all of the picture.
        """
        if view is None or view.frame is None:
            if self._picture is not None or words != self._words:
                self._picture, self._words, self._seen = None, words, ()
                self.border_title = _TITLE
                self.refresh()
            return
        width, height = self.size
        area, last = area or view.area, gone(view)
        seen = (view.number, area, last, width, height)
        if not width or not height or (seen == self._seen and self._picture is not None):
            return
        # Here, not above: OpenCV takes longer to load than the whole app, and most games have no camera.
        from tui.view.picture import Picture

        self._seen = seen
        self.border_title = _LAST if last else _TITLE
        if self._picture is None or (self._picture.width, self._picture.height) != (width, height):
            self._picture = Picture(width, height, mono=self.app.no_color)
            self.refresh()
        doubts = doubtful(view.reading) if view.reading else frozenset()
        changed = self._picture.show(view.frame, view.reading, doubts, view.kept, area, zoom=zoom, numbers=not last)
        self.refresh(*(Region(0, row, width, 1) for row in changed)) if changed else None

    def render_line(self, y: int) -> Strip:
        """One row of the picture, or of the words."""
        width, height = self.size
        style = self.rich_style
        if self._picture is not None:
            row = self._picture.rows[y] if y < len(self._picture.rows) else []
            return Strip(row).adjust_cell_length(width, style)
        lines = Content(self._words).wrap(width) if self._words and width else []
        at = y - (height - len(lines)) // 2
        text = lines[at].plain.center(width) if 0 <= at < len(lines) else ""
        return Strip([Segment(text, style)]).adjust_cell_length(width, style)
