"""A game once more, roll by roll, with what the dice gave and what each choice cost."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Static

from kismet.game import Game
from kismet.game.state import LAST_ROLL
from tui import actions
from tui.actions import Where
from tui.fortune import Fortune
from tui.messages import CellChosen, TrackChosen
from tui.screens.deeds import DeedScreen
from tui.snapshots import Snapshot
from tui.view.bars import hint_bar, steps
from tui.view.layout import layout, too_small
from tui.view.pieces import Piece
from tui.view.race import race_lines, race_title
from tui.view.replay import Replay
from tui.widgets.bars import BarView
from tui.widgets.dice import DiceView
from tui.widgets.reading import Reading
from tui.widgets.sheet import SheetView
from tui.widgets.title import TitleLine
from tui.widgets.track import TrackView

_OPEN = "open"
_CHART = 52
"""Columns that the chart of totals by round needs."""


class ReplayScreen(DeedScreen[str | None]):
    """Gives `open` if the game is to be opened, or `None`."""

    HELP = "Keys in a replay"
    """The part of the help that is seen first."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings(Where.REPLAY)]

    replay: reactive[Replay | None] = reactive(None, init=False)

    def __init__(
        self,
        game: Game,
        heading: str,
        fortune: Fortune,
        *,
        blue: bool = False,
        snapshots: tuple[Snapshot, ...] = (),
        costliest: bool = False,
    ) -> None:
        """Show `game`.

        Args:
            game: the game.
            heading: which one it is, in a few words.
            fortune: works out its luck; started and closed here.
            blue: whether the dice have blue pips in place of black ones.
            snapshots: the pictures of its rolls that were kept.
            costliest: go to the costliest choice as soon as it is known.
        """
        super().__init__()
        self._snapshots = snapshots
        self.set_reactive(ReplayScreen.replay, Replay.of(game))
        self._state = game.state
        self._heading = heading
        self._fortune = fortune
        self._blue = blue
        self._costliest = costliest
        self._waiting: Timer | None = None

    @property
    def now(self) -> Replay:
        """Where the replay is."""
        assert self.replay is not None
        return self.replay

    def compose(self) -> ComposeResult:
        """Title; sheet beside words, dice and steps; track; keys."""
        yield TitleLine(id="title")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield SheetView(id="sheet")
                yield Static(id="race", markup=False)
            with Vertical(id="side"):
                more = Static(id="words-more", markup=False, classes="label")
                with Reading(id="words-box", more="more: pgdn", line=more):
                    yield Static(id="words", markup=False)
                yield more
                yield DiceView(id="dice")
                yield BarView(id="steps")
        yield TrackView(id="track")
        yield BarView(id="hints")
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        """Luck comes when it is worked out."""
        self._fortune.start(self._state)
        self._waiting = self.set_interval(0.25, self.look_for_luck)

    def on_unmount(self) -> None:
        """Nobody waits for the luck any more."""
        self._fortune.close()

    def look_for_luck(self) -> None:
        """Show it, once it is there."""
        if self._fortune.words is None or self._waiting is None:
            return
        self._waiting.stop()
        self._waiting = None
        if self._fortune.players is not None:
            known = self.now.with_luck(self._state, self._fortune.players)
            self.replay = known.costliest(1) if self._costliest else known

    def on_resize(self) -> None:
        """Cut anew."""
        self._paint()

    def watch_replay(self) -> None:
        """Another moment."""
        if self.is_mounted:
            self._paint()

    def _paint(self) -> None:
        width, height = self.size
        cut = layout(width, height, len(self._state.players))
        cut = cut and cut.for_names(self.now.moment.state.players)
        for part in ("#title", "#body"):
            self.query_one(part).display = cut is not None
        self.query_one("#track").display = cut is not None and cut.ruled
        self.query_one("#hints").display = cut is not None and cut.hints
        self.query_one("#small").display = cut is None
        if cut is None:
            self.query_one("#small", Static).update(too_small(width, height, "esc leaves, ? helps, ctrl+q quits."))
            return
        now, table = self.now, self.now.table
        self.query_one("#left").styles.width = cut.sheet
        self.query_one("#sheet").styles.height = 21 if cut.ruled else 19
        self.query_one(TitleLine).show((_title(now, self._heading, width),))
        self.query_one(SheetView).show_table(table, cut)
        self.query_one(DiceView).show_table(table, cut.dice, blue=self._blue)
        self.query_one("#steps", BarView).show_bar(steps(cut.side - 1))
        self.query_one(TrackView).show((now.track(width),))
        self.query_one("#hints", BarView).show_bar(hint_bar(actions.replay_hints(), width))
        chart = cut.detail and cut.sheet >= _CHART
        self.query_one("#race").display = chart
        if chart:
            race = race_lines(now.moment.state, cut.sheet - 2)
            self.query_one("#race", Static).update("\n".join((race_title(race), "", *race) if race else ()))
        self.query_one("#words", Static).update("\n".join(now.words))

    def _go(self, replay: Replay) -> None:
        self.replay = replay
        self.query_one(Reading).go("home")

    def action_next(self) -> None:
        """One step on."""
        self._go(self.now.to(self.now.at + 1))

    def action_previous(self) -> None:
        """One step back."""
        self._go(self.now.to(self.now.at - 1))

    def action_next_turn(self) -> None:
        """The next entry."""
        self._go(self.now.turn(1))

    def action_previous_turn(self) -> None:
        """The entry before."""
        self._go(self.now.turn(-1))

    def action_first(self) -> None:
        """The beginning."""
        self._go(self.now.to(0))

    def action_last(self) -> None:
        """The end."""
        self._go(self.now.to(len(self.now.moments)))

    def action_costliest(self) -> None:
        """The choice that cost most, or the next one after it."""
        self._costly(1)

    def action_dearer(self) -> None:
        """The costlier choice before."""
        self._costly(-1)

    def _costly(self, step: int) -> None:
        if self.now.worst:
            self._go(self.now.costliest(step))
        else:
            self.notify(self._no_cost(), markup=False)

    def _no_cost(self) -> str:
        if self._fortune.players is not None:
            return "No recorded choice cost anything."
        return "; ".join(self._fortune.words or ("Luck and skill are being worked out …",))

    def action_luck(self) -> None:
        """Luck and skill of all, and the costly choices to choose from."""
        from tui.screens.luck import LuckScreen

        if self._fortune.players is None:
            self.notify(self._no_cost(), markup=False)
            return
        self.app.push_screen(
            LuckScreen(self._state, self._fortune.players),
            lambda place: self._go(self.now.to(self.now.worst[place])) if place is not None else None,
        )

    def action_picture(self) -> None:
        """The picture of the roll that is shown, or of the last one before it."""
        if not self._snapshots:
            self.notify("There are no pictures of rolls in this game.")
            return
        from tui.screens.snapshots import SnapshotsScreen

        moment = self.now.moment
        here = (moment.state.serial, moment.state.roll_number) if moment.serial is None else (moment.serial, LAST_ROLL)
        before = [n for n, shot in enumerate(self._snapshots) if (shot.turn, shot.number) <= here]
        self.app.push_screen(SnapshotsScreen(self._snapshots, self._state, max(before, default=0)))

    def action_more(self) -> None:
        """Further down in what is told of this moment."""
        self.query_one(Reading).go("page_down")

    def action_less(self) -> None:
        """Back up."""
        self.query_one(Reading).go("page_up")

    def action_open(self) -> None:
        """Open the game itself."""
        self.dismiss(_OPEN)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)

    def on_track_chosen(self, message: TrackChosen) -> None:
        """A click on the track goes there."""
        self._go(self.now.to(self.now.moment_at(message.x, message.width)))

    def on_cell_chosen(self, message: CellChosen) -> None:
        """A click on a filled box goes to where it was filled."""
        at = self.now.entry(message.player, message.box)
        if at is not None:
            self._go(self.now.to(at))


def _title(now: Replay, heading: str, width: int) -> tuple[Piece, ...]:
    where = f"{now.place}"
    long = (
        Piece(" REPLAY", "brand"),
        Piece(f"   {heading}", "text"),
        Piece(f"   Round {now.moment.round}/15", "mover"),
    )
    short = (Piece(" REPLAY", "brand"), Piece(f"  R{now.moment.round}/15", "mover"))
    for pieces in (long, short):
        room = width - sum(len(piece.text) for piece in pieces) - len(where) - 1
        if room > 1:
            return (*pieces, Piece(" " * room, "gap"), Piece(where, "text"))
    return short
