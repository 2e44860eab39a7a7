"""A whole game in one line: where a replay is in it, and where the costliest choices lie."""

from __future__ import annotations

from typing import ClassVar

from textual import events

from tui.messages import TrackChosen
from tui.view.replay import TRACK_KINDS
from tui.widgets.lines import Lines


class TrackView(Lines):
    """Shows the track; tells where it was clicked."""

    PREFIX = "track"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"track--{kind}" for kind in TRACK_KINDS}

    def on_click(self, event: events.Click) -> None:
        """Tell the screen where it was."""
        offset = event.get_content_offset(self)
        if offset is not None:
            self.post_message(TrackChosen(offset.x, self.size.width))
