"""Putting an earlier turn right: other dice or another box, with what it would change shown before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import GameError, Turn
from tui.messages import DeedChosen, DieChosen, FaceChosen
from tui.pasting import too_many, typed_all
from tui.session import Session
from tui.view.bars import keypad
from tui.view.entry import Entry
from tui.view.layout import DiceForm
from tui.view.table import Table
from tui.widgets.bars import BarView
from tui.widgets.choice import ChoiceLine
from tui.widgets.dice import DiceView
from tui.widgets.reading import Reading, scroll_keys

_NOTHING = "Nothing is changed yet: type over a die, or choose another box. esc leaves it as it is."


class CorrectScreen(ModalScreen[tuple[Dice, Box] | None]):
    """Gives the dice and box that should stand there, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(value), f"digit({value})", "Type a die", show=False) for value in range(1, 7)),
        Binding("left", "move(-1)", "Die before"),
        Binding("right", "move(1)", "Next die"),
        Binding("up,k", "box(-1)", "Box above"),
        Binding("down,j", "box(1)", "Box below"),
        *scroll_keys(lines=False),
        Binding("backspace", "backspace", "Take a digit away"),
        Binding("enter", "enter", "Do it", priority=True),
        Binding("escape,q", "leave", "Leave it"),
    ]

    AUTO_FOCUS = ""

    def __init__(self, session: Session, turn: Turn, *, blue: bool = False) -> None:
        super().__init__()
        assert turn.dice is not None
        self._session = session
        self._turn = turn
        self._blue = blue
        self._boxes = sorted({turn.box, *session.state.sheets[turn.player].vacant})
        self._entry = Entry(turn.rolls[-1].number, fixing=True, slots=turn.dice.values)

    def compose(self) -> ComposeResult:
        """Dice, keypad, box, consequences, buttons."""
        name = self._session.state.players[self._turn.player]
        with Vertical(classes="dialog"):
            yield Static(
                f"Put right: {name}, {self._turn.box.title} {self._turn.points}", markup=False, classes="question"
            )
            yield DiceView(id="fix-dice")
            yield BarView(id="fix-pad")
            yield ChoiceLine("Box (↑↓)", [box.title for box in self._boxes], self._boxes.index(self._turn.box))
            with Reading(id="changes-box", more="more: pgdn"):
                yield Static("", id="changes", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Do it (⏎)", id="do", compact=True)
                yield Button("Leave it (esc)", id="leave", compact=True)

    def on_mount(self) -> None:
        """The dialog answers the keys itself; nothing in it wants the focus."""
        for part in self.query("Button, ChoiceLine"):
            part.can_focus = False
        self.query_one("#fix-pad", BarView).show_bar(keypad(30, blue=self._blue))
        self._show()

    def on_resize(self) -> None:
        """What would change gets the rows that nothing else in the dialog needs: the buttons stay in sight."""
        box = self.query_one(Reading)
        others = [part for part in self.query_one(".dialog").children if part is not box]
        needed = sum(part.outer_size.height + part.styles.margin.height for part in others)
        box.styles.max_height = max(2, self.size.height * 96 // 100 - needed - 2)

    @property
    def _box(self) -> Box:
        return self._boxes[self.query_one(ChoiceLine).value]

    def _show(self) -> None:
        table = Table(self._session.state, entry=self._entry)
        self.query_one(DiceView).show_table(table, DiceForm.ROW, blue=self._blue)
        self.query_one("#changes", Static).update("\n".join(self._changes()))

    def _changes(self) -> list[str]:
        if self._entry.dice is None:
            return [f"Still to type: {self._entry.missing}"]
        if (self._entry.dice, self._box) == (self._turn.dice, self._turn.box):
            return ["Type over a die, or choose another box."]
        try:
            changes = self._session.preview_correction(self._turn.serial, self._entry.dice, self._box)
        except GameError as error:
            return [str(error)]
        return ["This will change:", *changes] if changes else ["The dice are put right; no score changes."]

    def _enter(self, entry: Entry) -> None:
        self._entry = entry
        self._show()

    def action_digit(self, value: int) -> None:
        """A die."""
        self._enter(self._entry.typed(value))

    def take_dice(self, values: Sequence[int]) -> str:
        """Dice that were pasted; gives why not, or nothing."""
        entry = typed_all(self._entry, values)
        if entry is None:
            return too_many(self._entry, values)
        self._enter(entry)
        return ""

    def action_move(self, step: int) -> None:
        """Another die."""
        self._enter(self._entry.right() if step > 0 else self._entry.left())

    def action_backspace(self) -> None:
        """Take a die away."""
        self._enter(self._entry.back())

    def action_box(self, step: int) -> None:
        """Another box."""
        self.query_one(ChoiceLine).action_turn(step)

    def action_scroll(self, way: str) -> None:
        """See all of what would change, where it does not fit."""
        self.query_one(Reading).go(way)

    def on_choice_line_changed(self) -> None:
        """The other box changes other things."""
        self._show()

    def on_die_chosen(self, message: DieChosen) -> None:
        """A click on a die: it is typed over next."""
        self._enter(replace(self._entry, at=message.place))

    def on_face_chosen(self, message: FaceChosen) -> None:
        """The keypad."""
        self.action_digit(message.value)

    def on_deed_chosen(self, message: DeedChosen) -> None:
        """The keypad's other keys."""
        if message.name == "backspace":
            self.action_backspace()
        else:
            self.action_enter()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do it or leave it."""
        if event.button.id == "do":
            self.action_enter()
        else:
            self.action_leave()

    def action_enter(self) -> None:
        """Give the correction back, if the game would take it."""
        if self._entry.dice is None:
            return
        if (self._entry.dice, self._box) == (self._turn.dice, self._turn.box):
            self.query_one("#changes", Static).update(_NOTHING)
            return
        try:
            self._session.preview_correction(self._turn.serial, self._entry.dice, self._box)
        except GameError:
            self._show()
            return
        self.dismiss((self._entry.dice, self._box))

    def action_leave(self) -> None:
        """Nothing is changed."""
        self.dismiss(None)
