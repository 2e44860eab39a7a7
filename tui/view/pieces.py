"""Text with its part in the picture, line by line: what widgets paint and tests read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one line."""

    text: str
    kind: str
    """Name of its style; the widget's component class without the prefix."""


Line = tuple[Piece, ...]


def plain(line: Line) -> str:
    """The line without its styles."""
    return "".join(piece.text for piece in line)
