"""What the tracker says when dice are missing, in whole sentences."""

from __future__ import annotations

from collections.abc import Sequence

from vision.reading import Reading, Status
from vision.tracker.table import Table

ANEW = "All five dice were thrown, and nothing was recorded before: taken for a first roll."
"""The table had lain empty for a while."""
AGAIN = "All five dice were thrown again at once: taken for the next roll, not for a new first one."
"""They were in the hand only."""
NEXT = "All five dice were thrown after the third roll: they seem to be the next turn's."
SOME_LAY = "It seems that not all dice were thrown, but a turn begins with all of them."
UNSEEN = "Five dice lie there, but no throw was seen: if it was one, type them."
"""They may be those of the turn before, pushed aside."""
FOURTH = "This would be a fourth roll: was a movement taken for a roll before?"

_MISSING = " dice can be seen: "
_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def missing(table: Table, seen: int) -> str:
    """That fewer dice are seen than are in play."""
    gone = table.count - seen
    dice, verb, they = ("die", "is", "it") if gone == 1 else ("dice", "are", "they")
    return (
        f"Only {number(seen)} of {number(table.count)}{_MISSING}{number(gone)} {dice} {verb} missing;"
        f" did {they} fall off the table, or is something in front?"
    )


def silence(reading: Reading, count: int, *, hands: bool) -> str:
    """Why dice that lie there are not told as a roll, and what to do."""
    seen = len(reading.dice)
    if hands:
        return "A hand, or something as large, is in view, so nothing is read: take it away, or type the dice."
    if seen < count:
        verb = "is" if seen == 1 else "are"
        words = f"Only {number(seen)} of {number(count)} dice {verb} seen, so nothing is read"
        return f"{words}: lay them apart and in view and throw again, or type them."
    if seen > count:
        words = f"{number(seen).capitalize()} things look like dice, but {number(count)} are in play"
        return f"{words}: take the others away, or type the dice."
    if reading.status is Status.READ:
        return UNSEEN
    problem = f" {reading.problems[0]}" if reading.problems else ""
    return f"The dice are not read for certain.{problem} Move the doubtful die a little, or type them."


def fitting(sentences: Sequence[str], table: Table, seen: int) -> tuple[str, ...]:
    """Of what was said of dice that are missing, only what is true of `seen` dice; all else as it is."""
    true = missing(table, seen) if seen < table.count else ""
    return tuple(words for words in sentences if _MISSING not in words or words == true)


def number(count: int) -> str:
    """A small number as a word."""
    return _WORDS[count] if count < len(_WORDS) else str(count)
