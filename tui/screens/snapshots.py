"""The pictures of a game's rolls, one after another: what lay there when it was recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from kismet.game import State
from kismet.game.state import Roll
from tui.snapshots import Snapshot, load

if TYPE_CHECKING:
    from tui.snapshots import Shot


class SnapshotsScreen(Screen[None]):
    """Arrows go from roll to roll; escape closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up,k", "step(-1)", "The roll before"),
        Binding("right,down,j,space", "step(1)", "The next roll"),
        Binding("escape,q,enter,d", "app.pop_screen", "Close"),
    ]

    def __init__(self, snapshots: tuple[Snapshot, ...], state: State, at: int) -> None:
        """Show `snapshots`, of which there is at least one, of the game `state`, beginning with the one at `at`."""
        super().__init__()
        self._snapshots = snapshots
        self._state = state
        self._at = at

    def compose(self) -> ComposeResult:
        """What it is, the picture, the keys."""
        yield Static("", id="snapshot-title", markup=False)
        yield ShotPane(id="snapshot-picture")
        yield Static("", id="snapshot-words", markup=False)
        yield Static("← → other rolls · ? help · esc closes", id="snapshot-keys", classes="label", markup=False)

    def on_mount(self) -> None:
        """The first one."""
        self.action_step(0)

    def action_step(self, by: int) -> None:
        """Another roll."""
        self._at = (self._at + by) % len(self._snapshots)
        snapshot = self._snapshots[self._at]
        shot = load(snapshot.path)
        where = f"picture {self._at + 1} of {len(self._snapshots)}"
        self.query_one("#snapshot-title", Static).update(f" {_title(snapshot, self._state)} · {where}")
        self.query_one("#snapshot-words", Static).update(_words(shot, snapshot, self._state))
        self.query_one(ShotPane).show(shot)


class ShotPane(Widget):
    """Paints one picture."""

    _shot: Shot | None = None
    _rows: list[list[Segment]] | None = None

    def show(self, shot: Shot | None) -> None:
        """Show this one; nothing if it is gone."""
        self._shot, self._rows = shot, None
        self.refresh()

    def on_resize(self) -> None:
        """Another size: painted anew."""
        self._rows = None

    def render_line(self, y: int) -> Strip:
        """One row."""
        width, height = self.size
        if self._rows is None and self._shot is not None and width and height:
            # Here, not above: it brings OpenCV along.
            from tui.view.shot import shot_rows

            self._rows = shot_rows(self._shot, width, height, mono=self.app.no_color)
        row = self._rows[y] if self._rows is not None and y < len(self._rows) else []
        return Strip(row).adjust_cell_length(width, self.rich_style)


def _title(snapshot: Snapshot, state: State) -> str:
    turn = next((turn for turn in state.turns if turn.serial == snapshot.turn), None)
    if turn is not None:
        return f"{state.players[turn.player]}, {turn.box.title} {turn.points}, roll {snapshot.number}"
    return f"{state.player}, roll {snapshot.number}" if snapshot.turn == state.serial else f"Roll {snapshot.number}"


def roll_of(snapshot: Snapshot, state: State) -> Roll | None:
    """The roll as it is recorded now; None if it was taken back."""
    rolls = state.rolls if snapshot.turn == state.serial else ()
    rolls = next((turn.rolls for turn in state.turns if turn.serial == snapshot.turn), rolls)
    return next((roll for roll in rolls if roll.number == snapshot.number), None)


def _words(shot: Shot | None, snapshot: Snapshot, state: State) -> str:
    """What was read, and what was recorded, if that is something else."""
    if shot is None:
        return "This picture is damaged or gone."
    read = " ".join(map(str, shot.values))
    sure = "" if shot.sure else ", not surely"
    roll = roll_of(snapshot, state)
    if roll is None:
        return f"Read as {read}{sure}; this roll was taken back."
    if sorted(roll.dice.values) == sorted(shot.values):
        return f"Recorded as read{sure}: {read}."
    return f"Read as {read}{sure}; recorded as {' '.join(map(str, roll.dice.values))}."
