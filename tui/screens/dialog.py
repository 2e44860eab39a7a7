"""Small windows over the game: a question, and a text to read."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from tui.widgets.reading import Reading, scroll_keys


class AskScreen(ModalScreen[bool]):
    """A question with yes and no; escape is no."""

    # A second Enter by mistake must not be a yes.
    AUTO_FOCUS = "#no"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape", "answer(False)", "No"),
        Binding("left,right", "app.focus_next", "Other answer", show=False),
    ]

    def __init__(self, question: str, reason: str = "", yes: str = "Yes", no: str = "No") -> None:
        super().__init__()
        self._texts = (question, reason)
        self._words = (yes, no)

    def compose(self) -> ComposeResult:
        """Question, reason, two buttons."""
        yes, no = self._words
        with Vertical(classes="dialog"):
            yield Static(self._texts[0], markup=False, classes="question")
            if self._texts[1]:
                yield Static(self._texts[1], markup=False)
            with Horizontal(classes="buttons"):
                yield Button(Content(f"{yes} (y)"), id="yes", compact=True)
                yield Button(Content(f"{no} (n)"), id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer by key."""
        self.dismiss(yes)


class TextScreen(ModalScreen[None]):
    """A text to read; every key that does not scroll closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,w,question_mark", "app.pop_screen", "Close"),
        *scroll_keys(),
    ]

    def __init__(self, title: str, text: Content | str) -> None:
        super().__init__()
        self._heading = title
        self._text = text if isinstance(text, Content) else Content(text)

    def compose(self) -> ComposeResult:
        """The text in a box, which scrolls if it must."""
        with Reading(classes="dialog reading", ends="esc closes") as box:
            box.border_title = Content(self._heading).markup
            yield Static(self._text)

    def action_scroll(self, way: str) -> None:
        """See the rest, where it does not fit."""
        self.query_one(Reading).go(way)

    def on_click(self, event: events.Click) -> None:
        """A click beside the text closes it."""
        if event.widget is self:
            self.app.pop_screen()
