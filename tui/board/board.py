"""The live board's picture: sheet, dice, places and news, cut to the window."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from kismet.game import Game
from tui.board.cut import Cut, Shape, cut
from tui.board.onlooker import Sight
from tui.board.words import dice_words, news_words, places_lines, table_of, turn_words
from tui.view.detail import best_words
from tui.view.layout import DiceForm
from tui.view.pieces import Piece
from tui.view.story import story
from tui.view.title import title_line
from tui.widgets.dice import DiceView
from tui.widgets.sheet import SheetView
from tui.widgets.title import TitleLine

_ROOMY = 80
"""Columns from which the first line also says how to leave."""
_STORY = 40
"""Lines of the story at most."""


class LiveBoard(Widget):
    """Shows a sight; looks only."""

    def __init__(self, *, blue: bool, follows: bool, leave: str) -> None:
        """Make it.

        Args:
            blue: whether the dice have blue pips in place of black ones.
            follows: whether the next game is shown when this one is over.
            leave: how to leave, for the first line where there is room.
        """
        super().__init__()
        self._follows = follows
        self._leave = leave
        self._blue = blue
        self._sight = Sight()
        self._news = ""

    def compose(self) -> ComposeResult:
        """All parts; which are shown is decided for each window."""
        yield TitleLine(id="title")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield SheetView(id="sheet")
            with Vertical(id="side"):
                yield Static(id="turn", markup=False)
                yield DiceView(id="dice")
                yield Static(id="best", markup=False)
                yield Static(id="news", markup=False)
                yield Static(id="places", markup=False)
                yield Static(id="story", markup=False)
        yield Static(id="waiting", markup=False)

    def on_mount(self) -> None:
        """Headings that never change."""
        self.query_one("#places").border_title = "places"
        self.query_one("#story").border_title = "so far"

    def on_resize(self) -> None:
        """Another window: cut anew."""
        self._paint()

    def show(self, sight: Sight) -> None:
        """Show another sight; the same again costs nothing."""
        if sight is self._sight:
            return
        if words := news_words(sight):
            self._news = words
        elif sight.game_id != self._sight.game_id:
            self._news = ""
        self._sight = sight
        if self.is_mounted:
            self._paint()

    def _paint(self) -> None:
        width, height = self.size
        if not width:
            return
        game = self._sight.game
        self.query_one("#body").display = game is not None
        self.query_one("#waiting").display = game is None
        if game is None:
            self.query_one("#title", TitleLine).show(((Piece(" KISMET", "brand"),),))
            self.query_one("#waiting", Static).update(self._sight.words)
            return
        self._paint_game(game, cut(width, height, game.state.players), width)

    def _paint_game(self, game: Game, board: Cut, width: int) -> None:
        state, sheet = game.state, board.sheet
        table = table_of(game, one=sheet is not None and sheet.columns < len(state.players))
        words = f"watching game {self._sight.game_id}{self._leave if width >= _ROOMY else ''}"
        self.query_one(TitleLine).show((title_line(table, words, width),))
        self.query_one("#body").set_class(board.shape is not Shape.BESIDE, "stacked")
        self.query_one("#left").display = sheet is not None
        if sheet is not None:
            beside = board.shape is Shape.BESIDE
            self.query_one("#left").styles.width = sheet.sheet if beside else "100%"
            self.query_one("#left").styles.height = "100%" if beside else 19
            self.query_one("#sheet").styles.height = 21 if sheet.ruled else 19
            self.query_one(SheetView).show_table(table, sheet)
        dice = self.query_one(DiceView)
        dice.display = board.dice is not None and state.dice is not None
        if board.dice is not None:
            dice.show_table(table, board.dice, blue=self._blue)
        bare = board.shape is Shape.PLACES
        say = dice_words if board.dice is None else turn_words
        self._say("turn", say(state, follows=self._follows))
        self._say("best", "" if bare or not state.dice else best_words(table))
        self._say("news", self._news)
        self._say("places", places_lines(state, board.side - (1 if bare else 5)) if board.places or state.over else "")
        self._say("story", "" if bare else story(game, _STORY))
        self.query_one("#side").set_class(bare, "bare")
        self.query_one("#side").set_class(board.dice is DiceForm.BIG, "large")

    def _say(self, part: str, words: str) -> None:
        static = self.query_one(f"#{part}", Static)
        if static.content != words:
            static.update(words)
        static.display = bool(words)
