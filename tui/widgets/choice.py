"""One line with a question and one of several answers, changed by ←, →, space or a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class ChoiceLine(Widget, can_focus=True):
    """A question with its answers; `value` is the index of the one chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "turn(1)", "Next answer", show=False),
        Binding("left", "turn(-1)", "Answer before", show=False),
    ]
    value: reactive[int] = reactive(0)

    class Changed(Message):
        """Another answer was chosen."""

        def __init__(self, line: ChoiceLine) -> None:
            super().__init__()
            self.line = line

    def __init__(self, question: str, answers: Sequence[str], value: int = 0, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._question = question
        self._answers = tuple(answers)
        self.set_reactive(ChoiceLine.value, value)

    def set_answers(self, answers: Sequence[str], value: int) -> None:
        """Other answers to the same question, and which of them is chosen."""
        self._answers = tuple(answers)
        self.value = value
        self.refresh()

    def render(self) -> Content:
        """Question and answer; the answer whole on a line of its own where both have no room on one."""
        question, answer = f"{self._question}: ", f"‹ {self._answers[self.value]} ›"
        apart = 0 < self.content_size.width < cell_len(question + answer)
        return Content.assemble(f"{question}\n" if apart else question, (answer, "bold"))

    def on_resize(self) -> None:
        """Another width: perhaps another number of lines."""
        self.refresh(layout=True)

    def action_turn(self, step: int) -> None:
        """Another answer."""
        self.value = (self.value + step) % len(self._answers)

    def watch_value(self) -> None:
        """Tell the screen."""
        self.post_message(self.Changed(self))

    def on_click(self) -> None:
        """The next answer."""
        self.action_turn(1)
