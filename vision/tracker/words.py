"""What the tracker says when dice are missing, in whole sentences."""

from __future__ import annotations

from vision.tracker.table import Table

ANEW = "All five dice were thrown, and nothing was recorded before: taken for a first roll."
"""The table had lain empty for a while."""
AGAIN = "All five dice were thrown again at once: taken for the next roll, not for a new first one."
"""They were in the hand only."""
NEXT = "All five dice were thrown after the third roll: they seem to be the next turn's."
FOURTH = "This would be a fourth roll: was a movement taken for a roll before?"

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
