"""Luck and skill of a game, and the choices that cost points: choosing one shows it in the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from kismet.game import State
from kismet.history import costly_choices, judged_turns
from kismet.history.luck import unjudged_words
from tui.view.luck import choice_line, how_to_read, luck_table
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from kismet.luck import PlayerLuck


class LuckScreen(ModalScreen[int | None]):
    """Gives the place of a choice among the costly ones, the costliest first; or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,l", "leave", "Back"),
    ]

    def __init__(self, state: State, players: tuple[PlayerLuck, ...]) -> None:
        super().__init__()
        self._state = state
        self._players = players
        self._costly = costly_choices(judged_turns(state, players))

    def compose(self) -> ComposeResult:
        """Table and list."""
        with Vertical(classes="dialog wide") as box:
            box.border_title = "Luck and skill"
            yield Static("\n".join(luck_table(self._players)), markup=False)
            yield Static(how_to_read(self._players), markup=False, classes="label")
            if self._costly:
                yield Static("Choices that cost points; ⏎ shows one", markup=False, classes="question")
                rows = (choice_line(self._state, judged) for judged in self._costly)
                yield Rows(*(Option(row, id=str(place)) for place, row in enumerate(rows)), markup=False, id="costly")
            else:
                yield Static("No recorded choice cost anything.", markup=False, classes="question")
            for player in self._players:
                if words := unjudged_words(player):
                    yield Static(f"{player.name}: {words[0].lower()}{words[1:]}", markup=False, classes="label")
            yield Button("Back (esc)", id="back", compact=True)

    def on_mount(self) -> None:
        """Ready for the arrows."""
        if self._costly:
            self.set_focus(self.query_one(OptionList))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show it."""
        self.dismiss(int(event.option_id or 0))

    def on_button_pressed(self) -> None:
        """Back."""
        self.dismiss(None)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)
