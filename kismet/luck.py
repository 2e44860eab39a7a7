"""Luck and skill, told apart: what the dice gave above expectation, and what choices cost against the best ones.

The worth of a position is the final total to expect of it under best play. A throw moves it up or down: that is luck. A
choice can only leave it or lower it: that is cost. What is added and taken off over a game adds up exactly: the final
total is the total expected at the start, plus luck, less cost, less what other players' second Kismets took.

Of a turn that was put right after its box was chosen, the box is not judged: nobody chose it for the dice that stand
there now. Its whole difference is luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kismet.advice.keeps import NUMBER, counts_of, roll_number
from kismet.advice.options import TIE, Keep, Move, Take, advise_turn
from kismet.advice.table import Table, start_of
from kismet.advice.turn import TurnValues
from kismet.advice.words import doing, points_words
from kismet.boxes import Box, score
from kismet.dice import Dice
from kismet.game.state import State, Turn
from kismet.rules import Rules
from kismet.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that were rolled."""

    dice: Dice
    number: int
    """Which roll of the turn it was, 1 to 3."""
    kept: tuple[int, ...] | None = None
    """The dice kept of it for the next roll; `None` if it was the last one, or if nobody said."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that was made. Sheet, dice and number are all it takes to ask for advice again."""

    sheet: Sheet
    dice: Dice
    number: int
    """Which roll of the turn it was, 1 to 3."""
    chosen: Move
    best: Move
    cost: float
    """Points less than the best move was worth; zero if as good."""

    @property
    def round(self) -> int:
        """In which of the player's rounds it was made, 1 to 15."""
        return _round(self.sheet)


@dataclass(frozen=True, slots=True)
class TurnLuck:
    """Luck and cost of one turn."""

    sheet: Sheet
    """Before the turn."""
    box: Box
    points: int
    luck: float
    """What the dice gave above expectation; choices that nobody recorded are counted here, as if they were the best."""
    cost: float
    """What the choices cost."""
    decisions: tuple[Decision, ...]
    """The recorded choices, in order; the last is the box."""
    judged: bool = True
    """Whether the box is one of them. It is not where the turn was put right later: it was chosen before that."""

    @property
    def round(self) -> int:
        """Which of the player's rounds it was, 1 to 15."""
        return _round(self.sheet)


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """Luck and cost of one player's game so far."""

    name: str
    start: float
    """The final total to expect at the start."""
    luck: float
    cost: float
    forced: float
    """What other players' second Kismets took."""
    expected: float
    """The final total to expect now: `start + luck - cost - forced`. At the end, the total."""
    turns: tuple[TurnLuck, ...]
    """The turns played; forced zeros are no turns."""

    @property
    def costliest(self) -> Decision | None:
        """The decision that cost most; `None` if none cost anything."""
        decisions = [decision for turn in self.turns for decision in turn.decisions if decision.cost > 0]
        return max(decisions, key=lambda decision: decision.cost, default=None)


def turn_luck(
    table: Table, rules: Rules, sheet: Sheet, throws: Sequence[Throw], box: Box, *, judged: bool = True
) -> TurnLuck:
    """Luck and cost of one turn.

    Args:
        table: solved under `rules`, from a sheet that can become `sheet`.
        rules: the rules in force.
        sheet: the player's sheet before the turn.
        throws: what was rolled, in order; rolls that nobody recorded are missing.
        box: the box filled with the last of them.
        judged: whether the box was chosen for these dice; if not, all that it lost is counted as luck.

    Raises:
        NotCovered: if the table does not know the sheet.
        ValueError: if there is no throw.
    """
    if not throws:
        raise ValueError("A turn has at least one roll.")
    turn = TurnValues(table, start_of(sheet))
    worth, luck, cost = turn.start, 0.0, 0.0
    decisions = []
    for place, throw in enumerate(throws):
        number = roll_number(throw.dice.values)
        best = float(turn.best(throw.number)[number])
        luck += best - worth
        worth = best
        chosen: Move
        if place == len(throws) - 1:
            chosen = Take(box, score(box, throw.dice, rules))
            worth = float(turn.entries[number, box])
            if not judged:
                luck += worth - best
                continue
        elif throw.kept is not None and throws[place + 1].number == throw.number + 1:
            chosen = Keep(tuple(sorted(throw.kept)))
            worth = float(turn.keeps(throw.number)[NUMBER[counts_of(chosen.values)]])
        else:
            continue
        lost = best - worth if best - worth > TIE else 0.0
        cost += best - worth
        advice = advise_turn(turn, table, sheet, throw.dice, throw.number)
        decisions.append(Decision(sheet, throw.dice, throw.number, chosen, advice.best.move if lost else chosen, lost))
    points = score(box, throws[-1].dice, rules)
    return TurnLuck(sheet, box, points, luck, cost, tuple(decisions), judged)


def game_luck(table: Table, state: State) -> tuple[PlayerLuck, ...]:
    """Luck and cost of every player of a game, which need not be over.

    Args:
        table: the whole table under the game's rules.
        state: the game as it stands. A turn that is being played is left out.

    Raises:
        NotCovered: if the table does not know one of the sheets.
    """
    return tuple(_player_luck(table, state, player) for player in range(len(state.players)))


def throws_of(turn: Turn) -> tuple[Throw, ...]:
    """The rolls of a turn of the game, each with what was kept of it."""
    following = [*turn.rolls[1:], None]
    return tuple(
        Throw(roll.dice, roll.number, after.kept if after else None)
        for roll, after in zip(turn.rolls, following, strict=True)
    )


def in_words(decision: Decision) -> str:
    """A decision with what it cost, as a sentence.

    As in "Taking Aces: keeping 6 6 was worth 7.3 points more."
    """
    last = decision.number == 3
    chosen = doing(decision.chosen, last=last)
    said = chosen[0].upper() + chosen[1:]
    if decision.cost == 0:
        return f"{said}: there was nothing better."
    return f"{said}: {doing(decision.best, last=last)} was worth {points_words(decision.cost)} more."


def _player_luck(table: Table, state: State, player: int) -> PlayerLuck:
    sheet = Sheet()
    start = _expected(table, sheet)
    forced = 0.0
    turns = []
    for turn in state.turns:
        if turn.player != player:
            continue
        after = sheet.enter(turn.box, turn.points)
        if turn.rolls:
            judged = turn.entered_as is None
            turns.append(turn_luck(table, state.rules, sheet, throws_of(turn), turn.box, judged=judged))
        else:
            forced += _expected(table, sheet) - _expected(table, after)
        sheet = after
    luck, cost = sum(turn.luck for turn in turns), sum(turn.cost for turn in turns)
    return PlayerLuck(state.players[player], start, luck, cost, forced, _expected(table, sheet), tuple(turns))


def _round(sheet: Sheet) -> int:
    """The round that is played on a sheet of one player."""
    return sum(1 for _ in sheet.filled()) + 1


def _expected(table: Table, sheet: Sheet) -> float:
    """The final total to expect of a sheet."""
    return sum(points for _, points in sheet.filled()) + table.value(start_of(sheet))
