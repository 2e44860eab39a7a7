"""A game once more, moment by moment: what was done, in words, and what the table looked like then.

What was taken back is passed over; it is in the log, and in the JSON export. An entry that was corrected later shows as
it was made, and the correction follows where it happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kismet.game import Corrected, Entered, Event, Game, Roll, Rolled, State, Turn, describe
from kismet.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened and stood."""

    event: Event
    words: str
    """One sentence without a full stop, as `Ann: Full House 36`."""
    rolls: tuple[str, ...]
    """For an entry: the rolls of the turn in words, as `6 6 5 2 1` and `keeps 6 6, rolls 6 6 6 3 2`."""
    state: State
    """The table after it."""
    round: int
    """The round that it belongs to."""
    player: int | None
    """Whose sheet an entry or a correction changed; `None` for anything else."""
    serial: int | None = None
    """Of the turn that was entered or put right."""


def replay(game: Game, *, rolls: bool = False) -> tuple[Moment, ...]:
    """The moments of a game from its start on.

    Args:
        game: the game.
        rolls: whether each roll is a moment of its own; otherwise the rolls are told with the entry.
    """
    moments = []
    before = game.steps[0].state
    for step in game.steps:
        if rolls or not isinstance(step.event, Rolled):
            turn = _turn(step.event, before, step.state)
            told = rolls_words(turn.rolls) if turn else ()
            moments.append(
                Moment(
                    event=step.event,
                    words=describe(step.event, before, step.state),
                    rolls=told[-1:] if isinstance(step.event, Corrected) else told,
                    state=step.state,
                    round=before.round,
                    player=turn.player if turn else None,
                    serial=turn.serial if turn else None,
                )
            )
        before = step.state
    return tuple(moments)


def rolls_words(rolls: Sequence[Roll]) -> tuple[str, ...]:
    """The rolls of a turn, finished or not, each in words; empty for a forced zero."""
    told = []
    number = 0
    for roll in rolls:
        dice = " ".join(map(str, roll.dice.values))
        if roll.kept is not None:
            kept = " ".join(map(str, roll.kept))
            dice = f"keeps {kept}, rolls {dice}" if kept else f"rolls all five, {dice}"
        # Nobody need type the rolls before the last; then it is worth saying which one this was.
        told.append(dice if roll.number == number + 1 else f"roll {roll.number}: {dice}")
        number = roll.number
    return tuple(told)


def race(state: State) -> tuple[tuple[int, ...], ...]:
    """By player, the total after each box that was filled: the lines of a race chart."""
    lines: list[list[int]] = [[] for _ in state.players]
    sheets = [Sheet()] * len(state.players)
    for turn in state.turns:
        sheets[turn.player] = sheets[turn.player].enter(turn.box, turn.points)
        lines[turn.player].append(sheets[turn.player].total)
    return tuple(map(tuple, lines))


def best_turns(state: State, player: int, most: int = 3) -> tuple[Turn, ...]:
    """The turns that scored most; of equal ones, the earliest first."""
    own = [turn for turn in state.turns if turn.player == player and turn.points]
    return tuple(sorted(own, key=lambda turn: -turn.points)[:most])


def _turn(event: Event, before: State, after: State) -> Turn | None:
    """The turn that the event ended or put right."""
    if isinstance(event, Corrected):
        return after.by_serial(event.turn)
    if isinstance(event, Entered) and before.mover is not None:
        return after.turn_in(before.mover, event.box)
    return None
