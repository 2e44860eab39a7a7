"""What widgets tell their screen, one small class for each."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from kismet.boxes import Box
from tui.camera import News


@dataclass
class CellChosen(Message):
    """A cell of the sheet was clicked."""

    player: int | None
    """`None` if the name of the box was clicked."""
    box: Box


@dataclass
class DieChosen(Message):
    """A die was clicked."""

    place: int


@dataclass
class FaceChosen(Message):
    """A number of the keypad was clicked."""

    value: int


@dataclass
class DeedChosen(Message):
    """A word in the line of keys or the keypad was clicked: the name of an action."""

    name: str


@dataclass
class SpeechFailed(Message):
    """Calls cannot be spoken; posted from the thread that speaks."""

    words: str


@dataclass
class TrackChosen(Message):
    """A cell of a replay's track was clicked."""

    x: int
    width: int
    """Of the whole track."""


@dataclass
class CameraNews(Message):
    """Something happened before the camera; posted from its thread."""

    news: News
