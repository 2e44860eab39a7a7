"""The end of a game: who won, and what now."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Button, Static

from kismet.game import State
from tui.fortune import Fortune
from tui.view.ending import ending_content
from tui.widgets.reading import Reading, scroll_keys

_CHART = 72
"""Columns of the window from which the race is drawn."""


class OverScreen(ModalScreen[str]):
    """Gives what was chosen: `rematch`, `look`, `replay`, `costliest`, `undo` or `home`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "choose('rematch')", "Rematch"),
        Binding("escape,enter,l", "choose('look')", "Look at the sheet", show=False),
        Binding("b", "choose('replay')", "Replay"),
        Binding("m", "choose('costliest')", "Costliest choice"),
        Binding("u", "choose('undo')", "Undo"),
        Binding("q", "choose('home')", "Start screen"),
        *scroll_keys(),
        Binding("right", "app.focus_next", "Next", show=False),
        Binding("left", "app.focus_previous", "Before", show=False),
    ]

    def __init__(self, state: State, fortune: Fortune) -> None:
        super().__init__()
        self._state = state
        self._fortune = fortune
        self._waiting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Standings and buttons."""
        with Vertical(classes="dialog over") as box:
            box.border_title = "Game over"
            with Reading(id="ending"):
                yield Static(self._places(), id="places")
                yield Static("Luck and skill are being worked out …", id="luck", markup=False, classes="label")
            with Horizontal(classes="buttons"):
                for what, words in (
                    ("rematch", "Rematch r"),
                    ("look", "Sheet esc"),
                    ("replay", "Replay b"),
                    ("undo", "Undo u"),
                    ("home", "Start q"),
                ):
                    yield Button(words, id=what, compact=True)

    def on_mount(self) -> None:
        """A stray Enter must not begin another game. Luck comes when it is worked out."""
        self._fortune.start(self._state)
        self._waiting = self.set_interval(0.25, self.look_for_luck)
        self.set_focus(self.query_one("#look"))

    def on_resize(self) -> None:
        """The chart is drawn where there is room for it."""
        self.query_one("#places", Static).update(self._places())

    def _places(self) -> Content:
        return ending_content(self._state, chart=self.app.size.width >= _CHART)

    def on_unmount(self) -> None:
        """Nobody waits for the luck any more."""
        self._fortune.close()

    def look_for_luck(self) -> None:
        """Show it, once it is there."""
        words = self._fortune.words
        if words is not None and self._waiting is not None:
            self._waiting.stop()
            costly = any(player.costliest for player in self._fortune.players or ())
            told = ("Luck and skill", *words, *(("m shows the choice that cost most.",) if costly else ()))
            self.query_one("#luck", Static).update("\n".join(told))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do it."""
        self.dismiss(event.button.id or "look")

    def action_scroll(self, way: str) -> None:
        """See the rest, where it does not fit."""
        self.query_one(Reading).go(way)

    def action_choose(self, what: str) -> None:
        """By key."""
        self.dismiss(what)
