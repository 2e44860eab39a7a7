"""Records of all players: averages, best and worst, wins, every box against the best play, luck and skill.

Opening hundreds of games takes seconds and judging them more, so both happen in a thread of their own, with the journal
opened there a second time; what is known by then is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker, get_current_worker

from kismet.history import PlayerStats, all_results, open_games, statistics
from kismet.journal import Journal, JournalError, Saved
from tui import actions
from tui.actions import Where
from tui.past.charts import UNICODE
from tui.past.records import damaged_line, record_lines, table_lines
from tui.screens.deeds import DeedScreen
from tui.view.bars import hint_bar
from tui.widgets.bars import BarView
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from kismet.history.luck import LuckRecord


class RecordsScreen(DeedScreen[None]):
    """A list of players; the record of the one at the cursor below it."""

    HELP = "Keys in the history"
    """The part of the help that is seen first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *actions.bindings(Where.RECORDS),
        # Before the list of players, which has its own use for them.
        Binding("pagedown", "more", "More", show=False, priority=True),
        Binding("pageup", "less", "Less", show=False, priority=True),
    ]

    def __init__(self, journal: Path, games: Sequence[Saved], cache: Path | None, *, some: bool = False) -> None:
        """Show the players of `games`.

        Args:
            journal: the file of saved games.
            games: which of them count.
            cache: where solved tables are kept.
            some: whether these are not all games.
        """
        super().__init__()
        self._journal = journal
        self._games = games
        self._cache = cache
        self._some = some
        self._records: tuple[PlayerStats, ...] = ()
        self._luck: Mapping[str, LuckRecord] = {}
        self._note = "Opening the games …"
        self._damaged: tuple[int, ...] = ()

    def compose(self) -> ComposeResult:
        """Heading, players, one record, keys."""
        with Vertical(id="records"):
            of = f"{len(self._games)} {'game' if len(self._games) == 1 else 'games'}"
            heading = f"Players of the {of} found" if self._some else f"Players of all {of}"
            yield Static(heading if self._games else "Players", classes="heading", markup=False)
            yield Static("", id="note", classes="label", markup=False)
            yield Static("", id="head", classes="label", markup=False)
            yield Rows(compact=True, id="players")
            with VerticalScroll(id="record-box", can_focus=False):
                yield Static("", id="record", markup=False)
        yield BarView(id="hints")

    def on_mount(self) -> None:
        """Begin to open the games."""
        self.set_focus(self.query_one(OptionList))
        if self._games:
            self.run_worker(self._work, thread=True, exclusive=True)
        else:
            self._note = "No game was played yet: esc, then n begins one. Records count games played to the end."
        self._show()

    def on_resize(self) -> None:
        """Lines are broken anew."""
        self.query_one("#hints", BarView).show_bar(hint_bar(actions.of(Where.RECORDS), self.size.width))
        self._list()

    # In a thread of its own

    def _work(self) -> None:
        worker = get_current_worker()
        try:
            journal = Journal(self._journal, read_only=True)
            try:
                opened = open_games(journal, self._games, lambda: worker.is_cancelled)
            finally:
                journal.close()
            self._tell(worker, statistics(all_results(opened.games)), {}, "Luck and skill are being worked out …")
            from kismet.history.luck import luck_records

            luck = luck_records(opened.games, self._cache, lambda: worker.is_cancelled)
            self._tell(worker, self._records, luck, damaged_line(opened.damaged))
        except JournalError as error:
            self._tell(worker, (), {}, str(error))

    def _tell(
        self, worker: Worker[None], records: tuple[PlayerStats, ...], luck: Mapping[str, LuckRecord], note: str
    ) -> None:
        if not worker.is_cancelled:
            self.app.call_from_thread(self._take, records, luck, note)

    # And back

    def _take(self, records: tuple[PlayerStats, ...], luck: Mapping[str, LuckRecord], note: str) -> None:
        if not self.is_attached:
            return  # it was left meanwhile
        new = records != self._records
        self._records, self._luck, self._note = records, luck, note
        if new:
            self._list()
        self._show()

    @property
    def _width(self) -> int:
        return max(20, self.size.width - 4)

    def _list(self) -> None:
        head, *rows = table_lines(self._records, self._width) if self._records else [""]
        self.query_one("#head", Static).update(head)
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        options.clear_options()
        options.add_options([Option(Content(row)) for row in rows])
        options.highlighted = min(at, len(rows) - 1) if rows else None
        self._show()

    def on_option_list_option_highlighted(self) -> None:
        """Another player."""
        self.query_one("#record-box", VerticalScroll).scroll_home(animate=False)
        self._show()

    def _show(self) -> None:
        note = self.query_one("#note", Static)
        note.update(self._note)
        note.display = bool(self._note)
        at = self.query_one(OptionList).highlighted
        if at is None or at >= len(self._records):
            return
        record = self._records[at]
        luck = self._luck.get(record.name.casefold())
        # Two columns are the scrollbar's.
        lines = record_lines(record, UNICODE, luck, self._width - 2)
        self.query_one("#record", Static).update("\n".join(lines))

    def action_more(self) -> None:
        """Further down in the record."""
        self._scroll(1)

    def action_less(self) -> None:
        """Back up."""
        self._scroll(-1)

    def _scroll(self, pages: int) -> None:
        box = self.query_one("#record-box", VerticalScroll)
        box.scroll_relative(y=pages * max(1, box.size.height - 1), animate=False)

    def action_back(self) -> None:
        """Where one came from."""
        self.dismiss(None)
