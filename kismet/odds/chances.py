"""Each player's chance to win now: the rest of the game, played out a few thousand times.

Every player is taken to play for the best expected total, and second Kismets cost the others what the rules say. A
simulation is off by chance; how much is said with it. Dice that lie on the table are not looked at: the chances are
those between turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kismet.advice.table import Table
from kismet.game.state import State
from kismet.odds.match import Match, Seat
from kismet.odds.turns import Turns
from kismet.rules import Rules

EFFORT = 200_000
"""Turns played in all; fixes how many games there are time for within about a second."""
MOST_GAMES = 10_000


@dataclass(frozen=True, slots=True)
class Chance:
    """How a game is likely to end for one player."""

    win: float
    """The chance to win, 0 to 1. A shared win counts in parts, so that all chances add up to one."""
    error: float
    """Half the width of the 95 % interval: the true chance is within `win` ± `error` 19 times in 20."""
    mean: float
    """The final total to expect."""
    low: int
    """One game in ten ends with this total or less."""
    high: int
    """One game in ten ends with this total or more."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How a game is likely to end."""

    players: tuple[Chance, ...]
    games: int
    """How many games were played to find out."""


NOBODY = Chance(win=0.0, error=0.0, mean=0.0, low=0, high=0)
"""Of those who have left the table: they win nothing, whatever they have."""


def seats_of(state: State) -> tuple[Seat, ...]:
    """The players of a game between turns, those who have left among them."""
    kismets = {turn.player for turn in state.turns if turn.dice is not None and turn.dice.five_alike}
    return tuple(
        Seat(sheet, player in kismets, passes)
        for player, (sheet, passes) in enumerate(zip(state.sheets, state.passes, strict=True))
    )


def odds_of(
    table: Table, state: State, *, seed: int = 0, effort: int = EFFORT, stop: Callable[[], bool] = lambda: False
) -> Odds:
    """The odds of a game; see `odds`. Who has left plays no more and cannot win."""
    there = [player for player, away in enumerate(state.away) if not away]
    seats = seats_of(state)
    mover = None if state.mover is None else there.index(state.mover)
    if not there:
        return Odds((NOBODY,) * len(seats), 0)
    found = odds(table, state.rules, [seats[player] for player in there], mover, seed=seed, effort=effort, stop=stop)
    of = dict(zip(there, found.players, strict=True))
    return Odds(tuple(of.get(player, NOBODY) for player in range(len(seats))), found.games)


def odds(
    table: Table,
    rules: Rules,
    seats: Sequence[Seat],
    mover: int | None,
    *,
    seed: int = 0,
    effort: int = EFFORT,
    stop: Callable[[], bool] = lambda: False,
) -> Odds:
    """How the game is likely to end.

    Args:
        table: solved under `rules`, knowing the sheets of all players.
        rules: the rules in force.
        seats: the players in the order of play.
        mover: index of the player whose turn is next; `None` if the game is over.
        seed: fixes the dice, so that the same position always gives the same odds.
        effort: turns to play in all.
        stop: asked after each round of turns whether to give up.

    Raises:
        NotCovered: if the table does not know one of the sheets.
        Stopped: from `kismet.advice.solve`, when `stop` says so.
    """
    if mover is None:
        totals = np.array([[seat.sheet.total for seat in seats]])
    else:
        left = sum(len(seat.sheet.vacant) for seat in seats)
        games = max(1, min(effort // left, MOST_GAMES))
        match = Match(table, rules, seats, mover, games)
        totals = match.play(Turns(table, np.random.default_rng(seed)), stop)
    best = totals == totals.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    count = len(totals)
    certain = mover is None or len(seats) == 1
    chances = [
        Chance(
            win=float(share.mean()),
            error=0.0 if certain else _error(float(share.sum()), count),
            mean=float(total.mean()),
            low=int(np.quantile(total, 0.1, method="inverted_cdf")),
            high=int(np.quantile(total, 0.9, method="inverted_cdf")),
        )
        for share, total in zip(shares.T, totals.T, strict=True)
    ]
    return Odds(tuple(chances), count)


def _error(wins: float, games: int) -> float:
    """Half the width of the 95 % interval (Agresti and Coull), which also holds for chances near 0 and 1."""
    chance = (wins + 2) / (games + 4)
    return float(1.96 * np.sqrt(chance * (1 - chance) / (games + 4)))
