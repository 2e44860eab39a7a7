"""Who sits at the table: rename, change seats before the first roll, join in the first round, leave and come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from kismet.game import Joined, Left, Renamed, Reordered, Returned, State
from kismet.game.events import Step
from kismet.game.players import why_nobody_joins
from tui.widgets.rows import Rows

Deed = Callable[[Step], tuple[State, str]]
"""Does something to the game; gives the state after it, and what was done or why it was refused."""


class PlayersScreen(ModalScreen[None]):
    """Every change is made, saved and told at once; undo takes it back like any other step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "rename", "Rename"),
        Binding("a", "add", "Add"),
        Binding("l", "leave", "Leave or come back"),
        Binding("J,shift+down", "seat(1)", "Seat down"),
        Binding("K,shift+up", "seat(-1)", "Seat up"),
        Binding("escape,q", "close", "Close"),
    ]

    def __init__(self, state: State, do: Deed) -> None:
        super().__init__()
        self._state = state
        self._do = do
        self._adding = False

    def compose(self) -> ComposeResult:
        """The seats, a line to type a name in, and the buttons."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Players"
            yield Rows(id="seats", compact=True)
            yield Static("", id="whose", markup=False, classes="label")
            yield Input(id="name", compact=True)
            yield Static("", id="told", markup=False)
            with Horizontal(classes="buttons three"):
                for what, words in (
                    ("rename", "Rename n"),
                    ("add", "Add a"),
                    ("leave", "Leave/return l"),
                    ("up", "Seat up K"),
                    ("down", "Seat down J"),
                    ("close", "Close esc"),
                ):
                    yield Button(words, id=f"do-{what}", compact=True)

    def on_mount(self) -> None:
        """Ready for the arrows."""
        self._show_line(False)
        self.set_focus(self.query_one(OptionList))
        self._fill(0)

    def _fill(self, seat: int) -> None:
        seats = self.query_one(OptionList)
        seats.clear_options()
        for name, total, away in zip(self._state.players, self._state.totals, self._state.away, strict=True):
            seats.add_option(Option(Content(f"{name}  {total}{'  (left)' if away else ''}")))
        seats.highlighted = max(0, min(seat, len(self._state.players) - 1))

    @property
    def _seat(self) -> int:
        return self.query_one(OptionList).highlighted or 0

    def _change(self, step: Step, seat: int) -> bool:
        """Make this change, and go to `seat`; if it is refused, the highlight stays with its player.

        Returns:
            Whether it was made.
        """
        before = self._state
        self._state, words = self._do(step)
        done = self._state != before
        self.query_one("#told", Static).update(words)
        self._fill(seat if done else self._seat)
        return done

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """As the keys."""
        match (event.button.id or "").removeprefix("do-"):
            case "rename":
                self.action_rename()
            case "add":
                self.action_add()
            case "leave":
                self.action_leave()
            case "up":
                self.action_seat(-1)
            case "down":
                self.action_seat(1)
            case _:
                self.action_close()

    def action_rename(self) -> None:
        """Type another name for this player."""
        self._ask(self._state.players[self._seat], adding=False)

    def action_add(self) -> None:
        """Type the name of somebody who joins; if nobody can, that is said before a name is asked for."""
        refused = why_nobody_joins(self._state)
        if refused:
            self.query_one("#told", Static).update(refused)
        else:
            self._ask("", adding=True)

    def _ask(self, name: str, *, adding: bool) -> None:
        self._adding = adding
        self._show_line(True)
        self.query_one("#whose", Static).update("Name of who joins (⏎):" if adding else f"New name of {name} (⏎):")
        self.query_one("#told", Static).update("")
        line = self.query_one(Input)
        line.value = name
        line.placeholder = "who joins?" if adding else "the new name"
        self.set_focus(line)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The name is typed; one that is refused can be put right where it stands."""
        name, seat = event.value.strip(), self._seat
        if not name:
            self.query_one("#told", Static).update("A name needs at least one letter; esc leaves it.")
            return
        same = not self._adding and name == self._state.players[seat]
        if same or self._change(Joined(name) if self._adding else Renamed(seat, name), seat):
            self._end_typing()

    def _end_typing(self) -> None:
        self._show_line(False)
        self.set_focus(self.query_one(OptionList))

    def _show_line(self, shown: bool) -> None:
        for part in ("#whose", "#name"):
            self.query_one(part).display = shown

    def action_leave(self) -> None:
        """This player leaves, or is back."""
        seat = self._seat
        self._change(Returned(seat) if self._state.away[seat] else Left(seat), seat)

    def action_seat(self, step: int) -> None:
        """This player changes seats with the neighbour."""
        seat, other = self._seat, self._seat + step
        if 0 <= other < len(self._state.players):
            order = list(range(len(self._state.players)))
            order[seat], order[other] = order[other], order[seat]
            self._change(Reordered(tuple(order)), other)

    def action_close(self) -> None:
        """Give up typing, and what was said of it; or close."""
        if self.query_one(Input).display:
            self.query_one("#told", Static).update("")
            self._end_typing()
        else:
            self.dismiss()
