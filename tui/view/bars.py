"""The line of keys and the keypad: words that can be clicked, laid out in cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from tui.actions import Action
from tui.view.marks import mark
from tui.view.pieces import Line, Piece

BAR_KINDS = ("key", "word", "gap", "black", "red", "green", "blue")


@dataclass(frozen=True, slots=True)
class Bar:
    """One line with the deed behind each stretch of it."""

    line: Line
    deeds: tuple[tuple[int, int, str], ...]
    """From column, up to column, what it does: the name of an action, or a digit for a die."""

    def deed_at(self, x: int) -> str | None:
        """What a click in column `x` does."""
        return next((deed for start, end, deed in self.deeds if start <= x < end), None)


class _Builder:
    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.deeds: list[tuple[int, int, str]] = []
        self.x = 0

    def add(self, deed: str, *pieces: Piece) -> None:
        start = self.x
        for piece in pieces:
            self.pieces.append(piece)
            self.x += cell_len(piece.text)
        if deed:
            self.deeds.append((start, self.x, deed))

    def gap(self, width: int) -> None:
        self.add("", Piece(" " * width, "gap"))

    def bar(self) -> Bar:
        return Bar(tuple(self.pieces), tuple(self.deeds))


_PALETTE = (Piece("^p", "key"), Piece(" all", "word"))


def hint_bar(actions: tuple[Action, ...], width: int) -> Bar:
    """As many keys as fit into `width`, each of them whole, the palette at the right end.

    They move closer together where that makes room for more of them; the last are left out first.
    """
    room = width - _width(_PALETTE) - 1
    loose, close = (
        _that_fit(
            [(Piece(f" {action.shown} ", "key"), Piece(f"{action.hint}{gap}", "word")) for action in actions], room
        )
        for gap in (" ", "")
    )
    builder = _Builder()
    for action, item in zip(actions, close if len(close) > len(loose) else loose, strict=False):
        builder.add(action.name, *item)
    if (space := width - builder.x - _width(_PALETTE)) > 0:
        builder.gap(space)
        builder.add("palette", *_PALETTE)
    return builder.bar()


def _that_fit(items: Sequence[Line], room: int) -> list[Line]:
    return [item for count, item in enumerate(items, 1) if sum(map(_width, items[:count])) <= room]


def _width(pieces: Line) -> int:
    return sum(cell_len(piece.text) for piece in pieces)


STEPS = (
    ("first", "|<"),
    ("previous_turn", "<<"),
    ("previous", "<"),
    ("next", ">"),
    ("next_turn", ">>"),
    ("last", ">|"),
)
"""Deeds of a replay, and how their keys for the mouse are labelled."""


def steps(width: int) -> Bar:
    """The keys of a replay for the mouse."""
    builder = _Builder()
    for deed, label in STEPS:
        builder.add(deed, Piece(f" {label} " if width >= 30 else f"{label} ", "key"))
    return builder.bar()


def keypad(width: int, *, blue: bool = False) -> Bar:
    """The six numbers with the marks of their colours, and the keys that end typing."""
    builder = _Builder()
    wide = width >= 30
    for value in range(1, 7):
        shown = mark(value, blue=blue)
        text = f"{value}{shown.shape} " if wide else f"{value} "
        builder.add(str(value), Piece(f" {text}" if wide else text, shown.name))
    builder.add("backspace", Piece(" ⌫ " if wide else "⌫ ", "key"))
    builder.add("enter", Piece(" ⏎ " if wide else "⏎", "key"))
    return builder.bar()
