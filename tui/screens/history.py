"""All saved games, the one played last first: find one, play on, see it again roll by roll, or look at the records."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from kismet.history import find_all
from kismet.journal import DamagedError, Journal, JournalError, Saved
from tui import actions
from tui.actions import Where
from tui.past.games import day_words
from tui.screens.deeds import DeedScreen
from tui.screens.dialog import AskScreen
from tui.view.bars import hint_bar
from tui.widgets.bars import BarView
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.app import KismetApp

_ROOM = 60
"""Columns from which a row has room for the time of day."""
_NONE_YET = "No game was played yet. n begins one; it will be here as soon as somebody rolls."
_NONE_FITS = (
    "No game fits. Search for a part of a name, a day as 2026-11-29, a month as 2026-11, over, unfinished, advice."
)


class HistoryScreen(DeedScreen[int | None]):
    """Gives the number of the game to play on."""

    HELP = "Keys in the history"
    """The part of the help that is seen first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *actions.bindings(Where.HISTORY),
        Binding("down", "to_list", "To the games", show=False),
    ]

    def __init__(
        self,
        games: list[Saved],
        delete: Callable[[int], bool],
        journal: Path,
        sound: dict[int, tuple[datetime, frozenset[int]]],
    ) -> None:
        """Show `games`.

        Args:
            games: all saved games.
            delete: removes the game of that number for good, and says whether that was done.
            journal: the file they are in.
            sound: games that could be opened as they were saved then, by number, with who had left; added to here.
        """
        super().__init__()
        self._journal = journal
        self._sound = sound
        self._delete = delete
        self._games = games
        self._found: tuple[Saved, ...] = tuple(games)

    @property
    def kismet(self) -> KismetApp:
        """The app, as what it is."""
        return cast("KismetApp", self.app)

    def compose(self) -> ComposeResult:
        """Heading, search, list, keys."""
        with Vertical(id="history"):
            yield Static("All games", id="heading", classes="heading", markup=False)
            yield Input(placeholder="/ search: name, 2026-11, over, unfinished, advice", id="search", compact=True)
            yield Rows(compact=True, id="games")
            yield Static("", id="none", markup=False)
        yield BarView(id="hints")

    def on_mount(self) -> None:
        """Ready for the arrows."""
        self._list()
        self.set_focus(self.query_one(OptionList))
        self.run_worker(self._look_over, thread=True, exclusive=True)

    def _look_over(self) -> None:
        """In a thread of its own: open all games, mark those that cannot be, and see who left."""
        worker = get_current_worker()
        with suppress(JournalError), closing(Journal(self._journal, read_only=True)) as journal:
            for game in tuple(self._games):
                if worker.is_cancelled:
                    return
                if game.damaged or self._sound.get(game.id, (None,))[0] == game.updated:
                    continue
                try:
                    away = journal.load(game.id).state.away
                except DamagedError:
                    self.app.call_from_thread(self._mark, game.id)
                    continue
                self._sound[game.id] = game.updated, frozenset(seat for seat, left in enumerate(away) if left)
                if any(away):
                    self.app.call_from_thread(self._seen)

    def _seen(self) -> None:
        """More is known of a game: list it anew."""
        if self.is_attached:
            self._list()

    def _row(self, game: Saved, *, short: bool) -> Content:
        _, left = self._sound.get(game.id, (None, frozenset[int]()))
        return Content(game_row(game, left, short=short))

    def _mark(self, number: int) -> None:
        if not self.is_attached:
            return  # it was left meanwhile
        self._games = [_damaged(game) if game.id == number else game for game in self._games]
        self._found = tuple(_damaged(game) if game.id == number else game for game in self._found)
        self._list()

    def on_resize(self) -> None:
        """Rows and keys are cut anew."""
        self.query_one("#hints", BarView).show_bar(hint_bar(actions.history_hints(), self.size.width))
        self._list()

    def _list(self) -> None:
        options, short = self.query_one(OptionList), self.size.width < _ROOM
        at = options.highlighted or 0
        options.clear_options()
        options.add_options([Option(self._row(game, short=short), id=str(game.id)) for game in self._found])
        options.highlighted = min(at, len(self._found) - 1) if self._found else None
        self.query_one("#search").display = bool(self._games)
        none = _NONE_YET if not self._games else "" if self._found else _NONE_FITS
        self.query_one("#none", Static).update(none)
        self.query_one("#heading", Static).update(self._heading())

    def _heading(self) -> str:
        count = len(self._games)
        if len(self._found) < count:
            return f"{len(self._found)} of {count} games"
        return f"All games ({count})" if count else "All games"

    @property
    def _chosen(self) -> Saved | None:
        place = self.query_one(OptionList).highlighted
        return self._found[place] if place is not None and place < len(self._found) else None

    def on_input_changed(self, event: Input.Changed) -> None:
        """Find as it is typed."""
        self._found = find_all(self._games, event.value)
        self.query_one(OptionList).highlighted = None
        self._list()

    def on_input_submitted(self) -> None:
        """To the games that were found."""
        self.set_focus(self.query_one(OptionList))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A game that is not over is played on; one that is over is seen again."""
        game = next(game for game in self._games if str(game.id) == event.option_id)
        if game.over:
            self._replay(game)
        elif self._opens(game.id):
            self.dismiss(game.id)

    def _opens(self, number: int) -> bool:
        """Whether that game can be read; if not, a copy of what is sound is offered, or why not is told."""
        try:
            self.kismet.journal.load(number)
        except DamagedError as error:
            if error.can_be_copied:
                self._offer_copy(number)
            else:
                self.notify(str(error), severity="error", markup=False)
            return False
        except JournalError as error:
            self.notify(str(error), severity="error", markup=False)
            return False
        return True

    def _offer_copy(self, number: int) -> None:
        """Ask whether a copy is to go on from the last step that is sound."""
        state = self.kismet.journal.salvage(number).state
        known = ", ".join(f"{name} {total}" for name, total in zip(state.players, state.totals, strict=True))

        def answered(yes: bool | None) -> None:
            session = self.kismet.copy_of(number) if yes else None
            if session is not None:
                self.dismiss(None)
                self.kismet.open(session)

        question = f"Game {number} is damaged. Go on from its last sound step, in a copy?"
        reason = f"That is round {state.round}: {known}. Game {number} itself is kept as it is."
        self.app.push_screen(AskScreen(question, reason, "Copy", "Leave it"), answered)

    def action_look(self) -> None:
        """What Enter does, for the mouse."""
        self.query_one(OptionList).action_select()

    def action_again(self) -> None:
        """See the game at the cursor again, be it over or not."""
        if self._chosen is not None:
            self._replay(self._chosen)

    def _replay(self, game: Saved) -> None:
        if not self._opens(game.id):
            return

        def after(choice: str | None) -> None:
            # Not given back: what dismiss returns must not be awaited here.
            if choice == "open":
                self.dismiss(game.id)

        self.kismet.replay(game, after)

    def action_records(self) -> None:
        """Records of the players of the games that were found."""
        self.kismet.show_records(self._found, some=len(self._found) < len(self._games))

    def action_delete(self) -> None:
        """Remove the game at the cursor for good, if that is meant."""
        game = self._chosen
        if game is None:
            return

        def gone(yes: bool | None) -> None:
            if yes and self._delete(game.id):
                self._games = [other for other in self._games if other.id != game.id]
                self._found = tuple(other for other in self._found if other.id != game.id)
                self._list()

        question = f"Delete the game of {', '.join(game.players)}?"
        if game.damaged:
            question = f"Delete game {game.id}, which is damaged?"
        what = f"{day_words(game.updated)}. It is gone for good, with all that was kept of it."
        self.app.push_screen(AskScreen(question, what, "Delete", "Keep it"), gone)

    def action_search(self) -> None:
        """Type what is looked for."""
        if self._games:
            self.set_focus(self.query_one("#search"))

    def action_begin(self) -> None:
        """A new game."""
        self.dismiss(None)
        self.kismet.new_game()

    def action_to_list(self) -> None:
        """Out of the search."""
        self.set_focus(self.query_one(OptionList))

    def action_back(self) -> None:
        """Out of the search, then all games again, then back to the start."""
        search = self.query_one("#search", Input)
        if search.has_focus:
            self.action_to_list()
        elif search.value:
            search.value = ""
        else:
            self.dismiss(None)


def game_row(game: Saved, left: frozenset[int] = frozenset(), *, short: bool = False) -> str:
    """When, how far, and who with how much, the best first and those who `left` last.

    A `short` one leaves out the time of day.
    """
    far = "damaged" if game.damaged else "over" if game.over else f"round {game.round}"
    ranked = sorted(range(len(game.players)), key=lambda seat: (seat in left, -game.totals[seat]))
    told = (f"{game.players[seat]} {game.totals[seat]}{' (left)' if seat in left else ''}" for seat in ranked)
    # What a damaged game came to, nobody can say.
    who = ", ".join(game.players if game.damaged else told)
    advice = "  (with advice)" if game.hinted else ""
    day = day_words(game.updated)
    if short:
        return f"{day.split()[0]} {far}  {who}{advice}"
    return f"{day}  {far:<8}  {who}{advice}"


def _damaged(game: Saved) -> Saved:
    return replace(game, damaged=True)
