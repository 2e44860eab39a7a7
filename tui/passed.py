"""Readings that nobody accepted before the next roll was read: people forget to press space.

A certain one is recorded by itself then, since it was a roll of this turn and would be lost; undo takes it back, and
nothing is scored. One in doubt is never recorded silently: it is said that it was not, and it can be put in. Nor is
one recorded where it is only likely that the next throw is of the same turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kismet.game.state import LAST_ROLL, State
from tui.camera import RollSeen, offer
from tui.view.table import Offer, Table


def is_next_turn(news: RollSeen, state: State) -> bool:
    """Whether these dice are likely another turn's, though the last one's box was not chosen yet."""
    return news.number == 1 and bool(news.guess) and not news.revised and state.roll_number > 0


def certainly_passed(waiting: Offer, news: RollSeen, state: State) -> bool:
    """Whether the roll that waits is certain, and `news` is a later one."""
    if not waiting.sure or news.revised or waiting.number <= state.roll_number:
        return False
    if is_next_turn(news, state):
        return waiting.number == LAST_ROLL
    return not news.guess and offer(news, state).number > waiting.number


def recorded_words(number: int, values: Sequence[int], undo: str) -> str:
    """That it was recorded by itself; `undo` is what takes it back."""
    return f"Roll {number} was recorded by itself: {' '.join(map(str, values))}; {undo} takes it back."


def missed_words(number: int, put_in: str, *, sure: bool) -> str:
    """That it was not recorded; `put_in` is what puts it in."""
    why = "" if sure else ", since it was not certain"
    return f"Roll {number} was not recorded{why}: {put_in} puts it in."


def passed_over(table: Table, waiting: Offer | None) -> Table:
    """The table with a later reading offered: what waited before it and was not recorded can still be put in."""
    if waiting is None or table.offer is None or not table.state.roll_number < waiting.number < table.offer.number:
        return table
    words = missed_words(waiting.number, "m", sure=waiting.sure)
    return replace(table, missed=waiting).told(f"{words} {table.message}".strip())
