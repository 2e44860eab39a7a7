"""Who begins: everybody rolls one die, the highest starts, and those level at the top roll again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.messages import DeedChosen, FaceChosen
from tui.view.bars import keypad
from tui.view.first import FirstRoll
from tui.widgets.bars import BarView


class FirstScreen(ModalScreen[int | None]):
    """Gives the seat of the one who begins; `None` if it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(value), f"digit({value})", "The die", show=False) for value in range(1, 7)),
        Binding("backspace", "back", "Take it back"),
        Binding("enter", "done", "Begin"),
        Binding("escape", "leave", "Leave it"),
    ]

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__()
        self._steps = [FirstRoll.of(players)]

    def compose(self) -> ComposeResult:
        """What was rolled, who rolls, the keypad."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Who begins?"
            yield Static("", id="first-rolls", markup=False)
            yield BarView(id="first-pad")
            yield Static("", id="first-prompt", markup=False, classes="question")

    def on_mount(self) -> None:
        """Nothing was rolled yet."""
        self.query_one(BarView).show_bar(keypad(30))
        self._show()

    def _show(self) -> None:
        now = self._steps[-1]
        self.query_one("#first-rolls", Static).update("\n".join(now.lines))
        self.query_one("#first-prompt", Static).update(now.prompt)

    def action_digit(self, value: int) -> None:
        """Somebody's die."""
        if self._steps[-1].winner is None:
            self._steps.append(self._steps[-1].rolled(value))
            self._show()

    def take_dice(self, values: Sequence[int]) -> str:
        """Dice that were pasted, one for each in turn; gives nothing, since it takes what it can use."""
        for value in values:
            self.action_digit(value)
        return ""

    def action_back(self) -> None:
        """The last die was typed wrongly."""
        if len(self._steps) > 1:
            self._steps.pop()
            self._show()

    def action_done(self) -> None:
        """Begin, once it is known who does."""
        if (winner := self._steps[-1].winner) is not None:
            self.dismiss(winner)

    def action_leave(self) -> None:
        """Back to the names."""
        self.dismiss(None)

    def on_face_chosen(self, message: FaceChosen) -> None:
        """The keypad."""
        self.action_digit(message.value)

    def on_deed_chosen(self, message: DeedChosen) -> None:
        """The keypad's other keys."""
        if message.name == "backspace":
            self.action_back()
        else:
            self.action_done()
