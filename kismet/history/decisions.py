"""Choices of a saved game with what each cost, and where in its replay each was made.

Luck and cost are worked out from the turns as they stand at the end; a replay shows what was done when it was done. The
two meet in the turns' serials, which last through corrections.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kismet.game import Entered, Rolled, State
from kismet.history.replay import Moment

if TYPE_CHECKING:
    from kismet.luck import Decision, PlayerLuck, TurnLuck


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """One turn of one player, judged."""

    player: int
    round: int
    """1 to 15."""
    serial: int
    """Of the turn."""
    luck: TurnLuck


@dataclass(frozen=True, slots=True)
class Judged:
    """One choice, judged."""

    turn: JudgedTurn
    decision: Decision


def judged_turns(state: State, lucks: Sequence[PlayerLuck]) -> tuple[JudgedTurn, ...]:
    """The turns that were played, in the order of play; forced zeros are no turns.

    Args:
        state: the game as it stands.
        lucks: luck and cost of each of its players, by `kismet.luck.game_luck` of the same state.
    """
    waiting = [iter(player.turns) for player in lucks]
    filled = [0] * len(state.players)
    found = []
    for turn in state.turns:
        filled[turn.player] += 1
        if turn.rolls:
            found.append(JudgedTurn(turn.player, filled[turn.player], turn.serial, next(waiting[turn.player])))
    return tuple(found)


def costly_choices(turns: Sequence[JudgedTurn]) -> tuple[Judged, ...]:
    """All choices that cost something, the costliest first."""
    found = [Judged(turn, decision) for turn in turns for decision in turn.luck.decisions if decision.cost > 0]
    return tuple(sorted(found, key=lambda judged: -judged.decision.cost))


def moment_of(moments: Sequence[Moment], judged: Judged) -> int:
    """Where in a replay, rolls and all, a choice was made: the moment at which its dice lay there.

    If those dice were put right only later, it is the moment at which the turn was entered.
    """
    entered = next(
        index
        for index, moment in enumerate(moments)
        if isinstance(moment.event, Entered) and moment.serial == judged.turn.serial
    )
    for index in range(entered - 1, -1, -1):
        event = moments[index].event
        if isinstance(event, Entered):
            break
        if isinstance(event, Rolled) and event.number == judged.decision.number:
            return index if event.dice.values == judged.decision.dice.values else entered
    return entered


def judged_at(moments: Sequence[Moment], turns: Sequence[JudgedTurn]) -> dict[int, Judged]:
    """By moment, the choice that was made there."""
    found: dict[int, Judged] = {}
    for turn in turns:
        for decision in turn.luck.decisions:
            judged = Judged(turn, decision)
            found[moment_of(moments, judged)] = judged
    return found
