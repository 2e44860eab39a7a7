"""The game screen's picture: everything that is seen of a table, cut to the window, and nothing that decides."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from kismet.game import Game
from tui import actions
from tui.camera import View
from tui.view.bars import hint_bar, keypad
from tui.view.detail import best_words, detail_content, warned
from tui.view.dice import HEIGHT
from tui.view.layout import DiceForm, Layout, layout, too_small
from tui.view.prompt import prompt
from tui.view.said import Said
from tui.view.story import places, places_title, story
from tui.view.table import Table
from tui.view.title import title_line
from tui.widgets.bars import BarView
from tui.widgets.camera import CameraPane
from tui.widgets.dice import DiceView
from tui.widgets.sheet import SheetView
from tui.widgets.title import TitleLine

_BESIDE = 60
"""Width of the sheet from which two panes fit under it side by side."""

_KEYS = "Keys play nothing until then;\n? helps, ctrl+q quits, all is saved."
"""Said where nothing can be seen."""

_LEAST_WHY = 4
"""Rows, with its border, below which the pane that tells why a box scores what it does tells too little to be shown."""

_FEW = 20
"""Columns for the two keys that are told where there is no line of keys."""

_BESIDE_CAMERA = 5
"""Lines of advice beside a camera's picture in a low window: the best move, and four more."""


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the board shows but the camera's picture."""

    table: Table
    game: Game
    camera: str
    """The camera's state in words; empty if there is none."""
    watching: bool
    """Whether the camera is on."""
    looks_on: bool
    """Whether it sees dice that are thrown now."""
    blue: bool
    """Whether the dice have blue pips in place of black ones."""


def _squeezed(cut: Layout, shown: Shown) -> bool:
    """Whether the camera's picture shares a low window with everything else, and needs some of its rows."""
    return cut.camera and shown.watching and cut.dice is not DiceForm.BIG


def _cut_by(shown: Shown) -> tuple[object, ...]:
    """What the layout depends on beside the window."""
    return shown.watching, shown.table.state.players, shown.table.odds is not None


class Board(Widget):
    """Title, sheet, camera, dice, prompts, keys."""

    def __init__(self, shown: Shown) -> None:
        super().__init__()
        self._shown = shown
        self._cut: Layout | None = None

    def compose(self) -> ComposeResult:
        """Title; sheet and side pane; keys; and what is said in a window that is too small."""
        yield TitleLine(id="title")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield SheetView(id="sheet")
                with Horizontal(id="below"):
                    yield Static(id="detail", markup=False)
                    yield Static(id="places", markup=False)
            with Vertical(id="side"):
                yield CameraPane(id="camera")
                yield Static(id="why", markup=False)
                yield Static(id="story", markup=False)
                yield DiceView(id="dice")
                yield BarView(id="pad")
                yield Static(id="prompt", markup=False)
                yield Static(id="best", markup=False)
                yield Static(id="message", markup=False)
                yield Static(id="room")
                yield BarView(id="few")
        yield BarView(id="hints")
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        """Headings that never change."""
        self.query_one("#detail").border_title = "why"
        self.query_one("#story").border_title = "so far"

    def on_resize(self) -> None:
        """The window has another size: cut anew."""
        self._arrange()

    def show(self, shown: Shown) -> None:
        """Show another table."""
        if self._shown == shown:
            return
        again = _cut_by(self._shown) != _cut_by(shown)
        self._shown = shown
        if again:
            self._arrange()
        elif self._cut is not None:
            self._paint()

    @property
    def too_small(self) -> bool:
        """Whether the window has no room for the table, and says so instead."""
        return bool(self.size.width) and self._cut is None

    def show_camera(self, view: View | None, words: str) -> None:
        """Show the newest picture, if there is room for one."""
        if self._cut is not None and self._cut.camera:
            self.query_one(CameraPane).show_view(view, words)

    def _arrange(self) -> None:
        width, height = self.size
        if not width:
            return
        players = self._shown.table.state.players
        cut = layout(width, height, len(players), odds=self._shown.table.odds is not None)
        cut = self._cut = cut and cut.for_names(players)
        for part in ("#title", "#body", "#hints"):
            self.query_one(part).display = cut is not None
        self.query_one("#small").display = cut is None
        if cut is None:
            self.query_one("#small", Static).update(too_small(width, height, _KEYS))
            return
        picture = cut.camera and self._shown.watching
        large = cut.dice is DiceForm.BIG
        self.query_one("#left").styles.width = cut.sheet
        rows = (21 if cut.ruled else 19) + cut.odds
        self.query_one("#sheet").styles.height = rows
        stacked = cut.sheet < _BESIDE
        listed = len(players) + 2  # all of them, in a border
        why = not stacked or height - 2 - rows - listed >= _LEAST_WHY
        self.query_one("#below").set_class(stacked, "stacked")
        self.query_one("#detail").display = why
        self.query_one("#places").styles.height = "100%" if not stacked else listed if why else "1fr"
        for part, visible in (
            ("#hints", cut.hints),
            ("#room", not cut.hints),
            ("#few", not cut.hints),
            ("#below", cut.detail),
            ("#camera", picture),
            ("#why", cut.camera and not picture and not cut.detail),
            ("#story", cut.detail and not picture),
        ):
            self.query_one(part).display = visible
        # Room for words of usual length, so that the dice stay where they are when these change.
        self.query_one("#message").styles.min_height = 3 if cut.camera and not large else 1
        self.query_one("#best").styles.min_height = 1 if cut.camera and not large else 0
        self._paint()

    def _paint(self) -> None:
        cut, shown, table = self._cut, self._shown, self._shown.table
        assert cut is not None
        width = self.size.width
        self.query_one(TitleLine).show((title_line(table, shown.camera, width),))
        self.query_one(SheetView).show_table(table, cut)
        self.query_one(DiceView).show_table(table, cut.dice, blue=shown.blue)
        self.query_one("#pad", BarView).show_bar(keypad(cut.side - 1, blue=shown.blue))
        hints = actions.hints(table, camera=bool(shown.camera), watching=shown.watching)
        self.query_one("#hints", BarView).show_bar(hint_bar(hints, width))
        if not cut.hints:
            self.query_one("#few", BarView).show_bar(hint_bar(actions.few_hints(), min(cut.side - 1, _FEW)))
        # Where lines are short, why something was refused needs them all.
        narrow = cut.dice is DiceForm.LIST
        asks = "" if narrow and table.refused else prompt(table, watching=shown.looks_on)
        most = 1 if narrow else _BESIDE_CAMERA if _squeezed(cut, shown) else None
        said = Said(asks, best_words(table, odds=not cut.odds, most=most), table.message)
        if not cut.camera:
            room = self.size.height - 2 - HEIGHT[cut.dice]  # the title, and the keys below or beside
            asked = table.hint is not None or table.odds is not None
            said = said.fitted(cut.side - 1, room, stays=said.best if asked else warned(table))
        self._say("prompt", said.prompt)
        self._say("best", said.best)
        self._say("message", said.message)
        self.query_one("#pad").display = said.pad
        self.query_one("#best").display = bool(said.best) or not said.tight
        self.query_one("#message").set_class(table.refused, "refused")
        detail = detail_content(table)
        if cut.detail:
            self._fill("detail", detail)
            self.query_one("#places").border_title = places_title(table.odds)
            self._fill("places", places(table.state, 24, table.odds))
            if not shown.watching:
                self._fill("story", story(shown.game, 20))
        elif cut.camera and not shown.watching:
            self._fill("why", detail)

    def _say(self, part: str, words: str) -> None:
        """Words that may need more or fewer lines than those before."""
        static = self.query_one(f"#{part}", Static)
        if static.content != words:
            static.update(words)

    def _fill(self, part: str, words: str | Content) -> None:
        """Words in a pane of fixed size: laying the whole screen out anew for them would make keys slow."""
        static = self.query_one(f"#{part}", Static)
        if static.content != words:
            static.update(words, layout=False)
