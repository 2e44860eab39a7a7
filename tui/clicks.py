"""An app that does clicks and keys in the order in which they came.

What was clicked climbs from widget to widget up to its screen, each with a queue of its own. Of two quick clicks, or a
click and a key, the one with the shorter way would arrive first.
"""

from __future__ import annotations

import asyncio

from textual.app import App
from textual.errors import NoWidget
from textual.events import Event, MouseUp


class ClicksApp(App[None]):
    """Looks at nothing else before a click has had the time to climb."""

    async def on_event(self, event: Event) -> None:
        """A click lets every widget on its way have its turn; none is waited for longer than that."""
        steps = self._way(event) if isinstance(event, MouseUp) and not event.is_forwarded else 0
        await super().on_event(event)
        for _ in range(steps):
            await asyncio.sleep(0)

    def _way(self, event: MouseUp) -> int:
        """How many queues there are from what was clicked up to the app, and one for the screen's own deed."""
        try:
            widget, _ = self.get_widget_at(event.x, event.y)
        except NoWidget:
            return 0
        return len(widget.ancestors_with_self) + 1
