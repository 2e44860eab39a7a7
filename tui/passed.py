"""Readings that nobody accepted before the next roll was read: people forget to press space.

A certain one is recorded by itself then, since it was a roll of this turn and would be lost; undo takes it back, and
nothing is scored. One in doubt is never recorded silently: it is said that it was not, and it can be put in. Nor is
one recorded where it is only likely that the next throw is of the same turn.

What is read while a person types waits until that is done.

People forget to choose a box as well, and the next player throws. Those dice are nobody's until it is chosen: they wait
for it, whatever else happens on the table, and are never offered as the old turn's. The app and the line mode do alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from kismet.game.state import LAST_ROLL, State
from tui.camera import RollSeen, offer
from tui.view.table import Offer, Table

FORGOTTEN = "The dice that were read meanwhile are forgotten: type them if they count."
"""Said of dice that waited for something that was not done then."""

LOST = "The turn that was read before them is forgotten: type its dice if they count."
"""Said when two turns were thrown before a box was chosen."""


class Seen(Protocol):
    """A roll that was read: the app's news, or the tracker's."""

    @property
    def number(self) -> int:
        """Which roll of a turn it is taken for."""
        ...

    @property
    def revised(self) -> bool:
        """Whether it was told before, less well."""
        ...

    @property
    def guess(self) -> str:
        """Why the number is only likely."""
        ...


Roll = TypeVar("Roll", bound=Seen)


def is_next_turn(news: Seen, state: State) -> bool:
    """Whether these dice are likely another turn's, though the last one's box was not chosen yet."""
    return news.number == 1 and bool(news.guess) and not news.revised and state.roll_number > 0


def next_turns(waiting: tuple[Roll, ...], news: Roll, state: State) -> tuple[Roll, ...] | None:
    """The rolls of the next turn, now that `news` was read; `None` if it is one of the turn that is played.

    Args:
        waiting: those that were read before, while no box was chosen.
        news: the roll that was read.
        state: the game.
    """
    if is_next_turn(news, state):
        return (news,)
    if not waiting:
        return None
    if news.revised and news.number == waiting[-1].number:
        return (*waiting[:-1], news)
    return (*waiting, news) if not news.revised and news.number > waiting[-1].number else None


def next_turn_words(before: Sequence[Seen], news: Seen, state: State) -> str:
    """Whose turn it still is, and what becomes of the dice of the next one.

    Args:
        before: the rolls that waited before.
        news: the roll that was read now.
        state: the game.
    """
    why = news.guess or "They seem to be the next turn's."
    lost = f" {LOST}" if before and is_next_turn(news, state) else ""
    return f"{why} {box_first(state)}{lost}"


def box_first(state: State) -> str:
    """What dice wait for that seem to be the next turn's."""
    return f"{state.player} has to choose a box first; then they are offered."


def turn_goes_on(before: State, after: State) -> bool:
    """Whether the same turn is played, and none of its rolls was taken back."""
    return before.serial == after.serial and bool(after.rolls) and before.roll_number <= after.roll_number


def turn_is_done(before: State, after: State) -> bool:
    """Whether a box was chosen, so that dice that waited for it are the next player's."""
    return after.serial > before.serial and not after.rolls and not after.over


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


def read_meanwhile(waiting: tuple[Roll, ...], news: Roll) -> tuple[Roll, ...]:
    """The rolls that wait until what is typed is done, now that `news` was read."""
    known = waiting[:-1] if waiting and news.revised and news.number == waiting[-1].number else waiting
    return (*known, news)


def meanwhile_words(news: RollSeen) -> str:
    """That a roll waits until what is typed is done."""
    dice = " ".join(map(str, news.reading.values))
    return f"Roll {news.number} was read meanwhile: {dice}. It is offered when these dice are done."


def passed_over(table: Table, waiting: Offer | None) -> Table:
    """The table with a later reading offered: what waited before it and was not recorded can still be put in."""
    if waiting is None or table.offer is None or not table.state.roll_number < waiting.number < table.offer.number:
        return table
    words = missed_words(waiting.number, "m", sure=waiting.sure)
    return replace(table, missed=waiting).told(f"{words} {table.message}".strip())
