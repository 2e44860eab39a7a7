"""What the tracker says when dice are missing, in whole sentences."""

from __future__ import annotations

from vision.tracker.table import Table

_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def missing(table: Table, seen: int) -> str:
    """That fewer dice are seen than are in play."""
    gone = table.count - seen
    dice, verb, they = ("die", "is", "it") if gone == 1 else ("dice", "are", "they")
    return (
        f"Only {number(seen)} of {number(table.count)} dice can be seen: {number(gone)} {dice} {verb} missing;"
        f" did {they} fall off the table, or is something in front?"
    )


def number(count: int) -> str:
    """A small number as a word."""
    return _WORDS[count] if count < len(_WORDS) else str(count)
