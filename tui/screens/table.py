"""A screen with a table on it: the keys and clicks that only look, hold, point and type, and change no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from textual import events
from textual.reactive import reactive

from kismet.dice import COUNT
from kismet.game import Started
from kismet.game.state import LAST_ROLL
from tui.messages import DieChosen, FaceChosen
from tui.pasting import too_many, typed_all
from tui.screens.deeds import DeedScreen
from tui.view import table as view
from tui.view.kept import kept_toggled, no_keeping
from tui.view.sheet import key_box
from tui.view.table import Asked, Table

if TYPE_CHECKING:
    from tui.app import KismetApp


class TableScreen(DeedScreen[Started | None]):
    """Holds one immutable table; every key replaces it. Gives the game to begin next, if one was asked for."""

    table: reactive[Table | None] = reactive(None, init=False)

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.set_reactive(TableScreen.table, table)

    @property
    def now(self) -> Table:
        """The table as it is shown."""
        assert self.table is not None
        return self.table

    def validate_table(self, table: Table) -> Table:
        """What the boxes would score follows the dice that are typed."""
        return view.typed_over(table, self.now)

    @property
    def unseen(self) -> bool:
        """Whether nothing of the table can be seen; then keys do nothing with it."""
        return False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is done to a table that nobody sees."""
        return not self.unseen and super().check_action(action, parameters)

    @property
    def kismet(self) -> KismetApp:
        """The app, as what it is."""
        return cast("KismetApp", self.app)

    def _look(self) -> None:
        """Show what the camera sees now."""

    def action_camera(self) -> None:
        """Switch the camera on or off; ask which one if none was ever named."""
        self.kismet.switch_camera()
        self._look()

    def action_other_camera(self) -> None:
        """Another one than the camera that was named once."""
        self.kismet.ask_camera()

    def action_calibrate(self) -> None:
        """See how well the camera sees, and teach it."""
        self.kismet.calibrate()

    def action_digit(self, value: int) -> None:
        """A digit: a die, a place after `h`, a box after `g`."""
        if self.now.asked is Asked.HOLD and value <= COUNT:
            self.toggle(value - 1)
        else:
            self.table = view.digit(self.now, value)

    def toggle(self, place: int) -> None:
        """Hold the die at `place` or let it go; of dice that were read, say whether it was kept."""
        toggled = view.toggled if self.now.offer is None else kept_toggled
        self.table = toggled(self.now, place)

    def take_dice(self, values: Sequence[int]) -> str:
        """Dice that were pasted, as if they were typed, whatever was asked for; gives why not, or nothing."""
        if self.unseen:
            return "The window was too small to see what was pasted; paste it again."
        opened = self.now if self.now.entry is not None else view.typing(self.now)
        if opened.entry is None:
            return opened.message
        entry = typed_all(opened.entry, values)
        if entry is None:
            return too_many(opened.entry, values)
        self.table = replace(opened, entry=entry, asked=Asked.DICE, message="")
        return ""

    def tell(self, words: str) -> None:
        """Say why something did not happen."""
        self.table = self.now.told(words, refused=True)

    def action_roll(self) -> None:
        """What is typed now is the next roll; dice that are typed for it already are recorded first."""
        table = self.now
        following = view.next_roll(table)
        entry = table.entry
        if following is table and entry is not None and entry.missing < entry.most:
            self._typed_first("then r is the next roll" if entry.number < LAST_ROLL else "then a box is chosen")
        else:
            self.table = following

    def action_hold(self) -> None:
        """Digits now hold dice, or say which of those that were read were kept, until something else is done."""
        table = self.now
        if table.offer is None and self._typed_first("then h holds"):
            return
        asked = Asked.DICE if table.asked is Asked.HOLD else Asked.HOLD
        if table.offer is not None:
            words = no_keeping(table)
            self.table = table.told(words, refused=True) if words else replace(table, asked=asked, message="")
        elif table.state.dice is None or not table.may_roll:
            self.table = view.toggled(table, 0)
        else:
            self.table = replace(table, asked=asked, entry=None, message="")

    def _typed_first(self, then: str) -> bool:
        """Whether dice are being typed; then nothing is done with those that lie there, and none of them is lost."""
        entry = self.now.entry
        if entry is None:
            return False
        left = f" {entry.missing} more {'die' if entry.missing == 1 else 'dice'}, and" if entry.missing else ""
        self.table = self.now.told(f"First the dice that are typed:{left} ⏎ records them, {then}.", refused=True)
        return True

    def action_jump(self) -> None:
        """The next letter or number is a box."""
        self.table = replace(self.now, asked=Asked.BOX, message="")

    def action_up(self) -> None:
        """The box above."""
        self.table = view.moved(self.now, rows=-1)

    def action_down(self) -> None:
        """The box below."""
        self.table = view.moved(self.now, rows=1)

    def action_left(self) -> None:
        """The player, or the typed die, to the left."""
        entry = self.now.entry
        self.table = replace(self.now, entry=entry.left()) if entry else view.moved(self.now, columns=-1)

    def action_right(self) -> None:
        """The player, or the typed die, to the right."""
        entry = self.now.entry
        self.table = replace(self.now, entry=entry.right()) if entry else view.moved(self.now, columns=1)

    def action_backspace(self) -> None:
        """Take the last typed die away."""
        entry = self.now.entry
        if entry is not None:
            self.table = replace(self.now, entry=entry.back(), message="")

    def action_escape(self) -> None:
        """Give up what was begun."""
        self.table = view.left(self.now)

    def wants(self, key: events.Key) -> bool:
        """After `g`, a letter is a box before it is anything else."""
        return not self.unseen and self.now.asked is Asked.BOX and bool(key.character and key.character.isalpha())

    def on_key(self, event: events.Key) -> None:
        """The letter of a box."""
        if not self.wants(event):
            return
        event.stop()
        event.prevent_default()
        box = key_box(event.character or "")
        if box is None:
            self.table = replace(self.now, asked=Asked.DICE).told("No box has that letter.", refused=True)
        else:
            self.table = replace(self.now, asked=Asked.DICE, box=box, message="")

    def on_die_chosen(self, message: DieChosen) -> None:
        """A click holds a die; while dice are typed or offered, it says which one is typed over."""
        table = self.now
        if table.asked is Asked.HOLD:
            self.toggle(message.place)
        elif table.entry is not None:
            self.table = replace(table, entry=table.entry.to(message.place))
        elif table.offer is not None or table.state.dice is None or not table.may_roll:
            self.table = view.typing(table, message.place if table.offer or table.state.dice else None)
        else:
            self.toggle(message.place)

    def on_face_chosen(self, message: FaceChosen) -> None:
        """The keypad types dice, whatever was asked for."""
        self.table = view.digit(replace(self.now, asked=Asked.DICE), message.value)
