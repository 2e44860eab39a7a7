"""An app whose screens are laid out for the window as it is, from their first picture on.

Textual lays a screen out first, and only then gives it the class of its breakpoint: until the next picture, which takes
a while on a slow machine, a narrow window shows what was meant for a wide one.
"""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen


class FittingApp(App[None]):
    """Gives every screen the class of its breakpoint before it is laid out."""

    def push_screen(self, screen: Screen[Any] | str, *args: Any, **more: Any) -> Any:
        """Show another screen."""
        if isinstance(screen, Screen):
            self._fit(screen, self.size)
        return super().push_screen(screen, *args, **more)

    def on_resize(self, event: Resize) -> None:
        """The window has another size: so it has for the screens that others cover, too."""
        for screen in self.screen_stack:
            self._fit(screen, event.size)

    def _fit(self, screen: Screen[Any], size: Size) -> None:
        breakpoints = screen.HORIZONTAL_BREAKPOINTS
        points = sorted((self.HORIZONTAL_BREAKPOINTS if breakpoints is None else breakpoints) or ())
        wanted = [name for least, name in points if size.width >= least][-1:]
        screen.update_classes({name: name in wanted for _, name in points}, update=screen.is_running, animate=False)
