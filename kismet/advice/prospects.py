"""Why a keep is good: which boxes the turn may end in, how likely, and with how many points, under best play."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kismet.advice.keeps import FIRST_ROLL, KEEPS, NUMBER, PARTS, counts_of, roll_number
from kismet.advice.options import LAST_ROLL, Keep, Move
from kismet.advice.table import Table, start_of
from kismet.advice.turn import TurnValues, Values, arriving
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Prospect:
    """How the turn may end in one box."""

    box: Box
    chance: float
    """The chance that the turn ends here with points, 0 to 1."""
    points: float
    """The points it then scores, on average."""
    zero: float
    """The chance that the turn ends here with nothing."""
    fits: float
    """The chance that the final dice would score here, though another box may be better."""


def prospects(table: Table, sheet: Sheet, dice: Dice, roll: int, move: Move) -> tuple[Prospect, ...]:
    """Where the turn ends after `move`, the likeliest box first, with best play from then on.

    Args:
        table: solved under the rules in force, from a sheet that can become `sheet`.
        sheet: the player's sheet before the turn's entry.
        dice: the dice that lie there.
        roll: which roll they are, 1 to 3.
        move: what is done with them.

    Returns:
        All vacant boxes in which the turn can end or for which the dice may come to fit.

    Raises:
        NotCovered: if the table does not know the sheet.
    """
    turn = TurnValues(table, start_of(sheet))
    if isinstance(move, Keep):
        ends = _final_rolls(turn, NUMBER[counts_of(move.values)], roll)
        taken = turn.boxes.argmax(axis=1)
    else:
        ends = np.zeros(len(turn.ends))
        ends[roll_number(dice.values)] = 1
        taken = np.full(len(ends), int(move.box))
    scores = table.card.scores
    points = scores[np.arange(len(scores)), taken]
    found = []
    for box in sheet.vacant:
        here = taken == box
        scoring, nothing = ends[here & (points > 0)], ends[here & (points == 0)]
        chance = float(scoring.sum())
        mean = float(scoring @ points[here & (points > 0)]) / chance if chance else 0.0
        fits = float(ends[scores[:, box] > 0].sum())
        if fits or nothing.any():
            found.append(Prospect(box, chance, mean, float(nothing.sum()), fits))
    return tuple(sorted(found, key=lambda prospect: (-prospect.chance - prospect.zero, -prospect.fits, prospect.box)))


def _final_rolls(turn: TurnValues, keep: int, roll: int) -> Values:
    """The chance of each roll at the turn's end, keeping `keep` of roll number `roll` and playing best from then on."""
    keeps = np.zeros(len(KEEPS))
    keeps[keep] = 1
    for _ in range(roll + 1, LAST_ROLL):
        rolls = arriving(keeps)
        choice = PARTS[np.arange(len(PARTS)), turn.one_left[PARTS].argmax(axis=1)]
        keeps = np.bincount(choice, rolls, minlength=len(KEEPS)).astype(np.float64)
    assert keep < FIRST_ROLL
    return arriving(keeps)
