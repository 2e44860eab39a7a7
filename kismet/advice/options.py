"""The options at a decision, best first: which dice to keep or box to fill, and what each is expected to bring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from kismet.advice.keeps import FIRST_ROLL, KEEPS, parts, roll_number, values_of
from kismet.advice.table import Table, start_of
from kismet.advice.turn import TurnValues
from kismet.boxes import Box
from kismet.dice import COUNT, Dice
from kismet.sheet import Sheet

TIE = 0.001
"""Points within which options count as equally good: above the rounding of the table, below anything that matters."""

LAST_ROLL = 3


@dataclass(frozen=True, slots=True)
class Keep:
    """Let these dice lie and roll the others."""

    values: tuple[int, ...]
    """Smallest first; empty to roll all five."""


@dataclass(frozen=True, slots=True)
class Take:
    """Stop, and fill a box."""

    box: Box
    points: int
    """What the dice score in it."""


Move: TypeAlias = Keep | Take


@dataclass(frozen=True, slots=True)
class Option:
    """A move and what comes of it under best play afterwards."""

    move: Move
    expected_total: float
    """The final total to expect, with the points on the sheet, this turn, what follows and the bonus."""
    loss: float
    """Points less than the best option; zero if it is as good."""


@dataclass(frozen=True)
class Advice:
    """All options at a decision."""

    sheet: Sheet
    dice: Dice
    roll: int
    """1, 2 or 3."""
    points_so_far: int
    """The points in the sheet's boxes, without a bonus."""
    options: tuple[Option, ...]
    """Every move the rules allow, best first."""

    @property
    def best(self) -> Option:
        """The best option; of several equally good ones, stopping and keeping more dice come first."""
        return self.options[0]

    @property
    def runner_up(self) -> Option | None:
        """The best of the others, if there is any."""
        return self.options[1] if len(self.options) > 1 else None

    @cached_property
    def gain(self) -> float:
        """By how much the best option beats the runner-up; zero if they are equally good or there is only one."""
        return self.runner_up.loss if self.runner_up else 0.0

    def option(self, move: Move) -> Option | None:
        """The option of that move, if it is allowed."""
        return next((option for option in self.options if option.move == move), None)


def advise(table: Table, sheet: Sheet, dice: Dice, roll: int) -> Advice:
    """What can be done with `dice` lying there as roll number `roll`, and what each option is worth.

    Args:
        table: solved under the rules in force, from a sheet that can become `sheet`.
        sheet: the player's sheet; at least one box is vacant.
        dice: the five dice.
        roll: 1, 2 or 3.

    Raises:
        NotCovered: if the table does not know the sheet.
        ValueError: if the sheet is full or there is no such roll.
    """
    return advise_turn(TurnValues(table, start_of(sheet)), table, sheet, dice, roll)


def advise_turn(turn: TurnValues, table: Table, sheet: Sheet, dice: Dice, roll: int) -> Advice:
    """As `advise`, with the values of the turn at hand."""
    if sheet.full:
        raise ValueError("The sheet is full; there is nothing to decide.")
    if not 1 <= roll <= LAST_ROLL:
        raise ValueError(f"A roll is the first, second or third, not number {roll}.")
    so_far = sum(points for _, points in sheet.filled())
    number = roll_number(dice.values)
    moves: list[tuple[float, Move]] = [
        (value, Take(Box(box), int(table.card.scores[number, box])))
        for box, value in enumerate(turn.boxes[number].tolist())
        if value > float("-inf")
    ]
    if roll < LAST_ROLL:
        kept = [part for part in parts(number) if part < FIRST_ROLL]
        values = turn.keeps(roll)[kept].tolist()
        moves += [(value, Keep(values_of(KEEPS[part]))) for part, value in zip(kept, values, strict=True)]
    best = max(value for value, _ in moves)
    moves.sort(key=lambda item: _place(best - item[0], item[1]))
    options = (Option(move, so_far + value, _loss(best - value)) for value, move in moves)
    return Advice(sheet, dice, roll, so_far, tuple(options))


def _loss(behind: float) -> float:
    return behind if behind > TIE else 0.0


def _place(behind: float, move: Move) -> tuple[float, int, tuple[int, ...]]:
    """Where a move stands in the list: by loss; among the equally best, stopping first, then the most dice kept."""
    match move:
        case Take(box, points):
            return _loss(behind), -COUNT, (-points, box)
        case Keep(values):
            return _loss(behind), -len(values), values
