"""All saved games, the last one first: open one to play on or to look at its sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from kismet.journal import Saved
from tui.screens.dialog import AskScreen


class HistoryScreen(Screen[int | None]):
    """Gives the number of the game chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back"),
        Binding("delete,x", "delete", "Delete"),
        Binding("j", "list.cursor_down", "Down", show=False),
        Binding("k", "list.cursor_up", "Up", show=False),
    ]

    def __init__(self, games: list[Saved], delete: Callable[[int], bool]) -> None:
        """List `games`; `delete` removes one for good and says whether it did."""
        super().__init__()
        self._games = games
        self._delete = delete

    def compose(self) -> ComposeResult:
        """Heading and list."""
        with Vertical(id="history"):
            yield Static("All games", classes="heading", markup=False)
            yield OptionList(*(Option(Content(game_row(game)), id=str(game.id)) for game in self._games), compact=True)
            yield Static("⏎ opens a game · x deletes it · esc back", classes="label", markup=False)

    def on_mount(self) -> None:
        """Ready for the arrows."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it."""
        self.dismiss(int(event.option_id or 0))

    def action_delete(self) -> None:
        """Remove the highlighted game for good, once that was said twice."""
        options = self.query_one(OptionList)
        option = options.highlighted_option
        if option is None or option.id is None:
            return
        game = next(game for game in self._games if str(game.id) == option.id)

        def answered(yes: bool | None) -> None:
            if yes and self._delete(game.id):
                options.remove_option(str(game.id))

        question = f"Delete the game of {' and '.join(game.players)}?"
        reason = "It goes for good, with its pictures and its place in the records."
        self.app.push_screen(AskScreen(question, reason, "Delete", "Keep it"), answered)

    def action_leave(self) -> None:
        """Back to the start."""
        self.dismiss(None)


def game_row(game: Saved) -> str:
    """When, how far, and who with how much, the best first."""
    day = game.updated.astimezone().strftime("%Y-%m-%d %H:%M")
    far = "over" if game.over else f"round {game.round}"
    ranked = sorted(zip(game.players, game.totals, strict=True), key=lambda pair: -pair[1])
    advice = "  (with advice)" if game.hinted else ""
    return f"{day}  {far:<8}  {', '.join(f'{name} {total}' for name, total in ranked)}{advice}"
