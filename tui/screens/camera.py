"""Which camera? Asked once, when the camera is switched on for the first time."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui.addresses import HIDDEN, masked, unmasked


class CameraScreen(ModalScreen[str | None]):
    """Gives what was typed: an index, an address, a file or a folder."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Leave it")]

    def __init__(self, source: str = "") -> None:
        """Ask; `source` is the camera watched before, to be typed over."""
        super().__init__()
        self._source = source or "0"
        self._shown = masked(self._source)

    def compose(self) -> ComposeResult:
        """A question and a line to type in."""
        with Vertical(classes="dialog"):
            yield Static("Which camera?", markup=False, classes="question")
            yield Static(
                "0 is the first camera of this computer. A telephone's camera has an address, as http://… or rtsp://…; "
                "a video, a picture or a folder of pictures will do as well. What you name is remembered, in a file "
                "that is for you alone.",
                markup=False,
            )
            yield Input(self._shown, id="source", compact=True)
            if self._shown != self._source:
                yield Static(f"{HIDDEN} is what you typed before; leave it, or type over it.", classes="label")
            yield Static("⏎ switches it on · esc leaves it off", markup=False, classes="label")

    def on_mount(self) -> None:
        """Ready to type."""
        self.set_focus(self.query_one(Input))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give it back."""
        self.dismiss(unmasked(event.value.strip(), self._source) or None)

    def action_leave(self) -> None:
        """No camera."""
        self.dismiss(None)
