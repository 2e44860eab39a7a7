"""The line of keys and the keypad: words that can be clicked, laid out in cells."""

from __future__ import annotations

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


def hint_bar(actions: tuple[Action, ...], width: int) -> Bar:
    """As many keys as fit into `width`, the palette at the right end."""
    builder = _Builder()
    palette = "^p all"
    for action in actions:
        piece = (Piece(f" {action.shown} ", "key"), Piece(f"{action.hint} ", "word"))
        if builder.x + sum(cell_len(p.text) for p in piece) + len(palette) + 1 > width:
            break
        builder.add(action.name, *piece)
    if (space := width - builder.x - len(palette)) > 0:
        builder.gap(space)
        builder.add("palette", Piece("^p", "key"), Piece(" all", "word"))
    return builder.bar()


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
