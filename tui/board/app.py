"""The live board as an app: looks at the game a few times a second and shows what has changed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tui import themes
from tui.board.board import LiveBoard
from tui.board.onlooker import Onlooker
from tui.settings import Settings
from tui.sturdy import SturdyApp

PAUSE = 0.25
"""Seconds between two looks; one that finds nothing new costs a few microseconds."""


class BoardApp(SturdyApp):
    """A score board that looks on. It has no session, so there is nothing in it that could change a game."""

    TITLE = "Kismet"
    CSS_PATH: ClassVar[list[str]] = ["../kismet.tcss", "board.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "quit", "Leave"),
        # Before the palette, which would take them for itself.
        Binding("ctrl+q,ctrl+c", "quit", "Leave", show=False, priority=True),
    ]

    def __init__(self, onlooker: Onlooker, settings: Settings) -> None:
        """Make the app.

        Args:
            onlooker: looks at the game.
            settings: theme, pips and dice as the player likes them; never saved from here.
        """
        self._settings = settings
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self._onlooker = onlooker
        for theme in themes.THEMES:
            self.register_theme(theme)
        wanted = "ansi-dark" if self.no_color else settings.theme
        self.theme = wanted if wanted in self.available_themes else "kismet"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of paper and pips, which no theme of others knows."""
        return themes.variables(self.current_theme, self._settings.palette)

    def compose(self) -> ComposeResult:
        """One board."""
        # In a browser there is nowhere to leave to; closing the tab does it.
        leave = "" if self.is_web else " · q leaves"
        yield LiveBoard(blue=self._settings.dice == "blue", follows=self._onlooker.follows, leave=leave)

    def on_mount(self) -> None:
        """Look now, and from now on."""
        self.look()
        self.set_interval(PAUSE, self.look)

    def look(self) -> None:
        """Show what is to be seen."""
        self.query_one(LiveBoard).show(self._onlooker.look())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette: theme and leaving; there is nothing else to do."""
        for command in super().get_system_commands(screen):
            if command.title in ("Theme", "Quit"):
                yield command
