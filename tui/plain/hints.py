"""Advice for the line mode: solved when it is first asked for, since most games never ask."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kismet.game import State

if TYPE_CHECKING:
    from kismet.advice.table import Table


def advice(state: State, cache: Path) -> str:
    """What the player in turn does best, in sentences; the dice must lie there.

    Args:
        state: the game.
        cache: where solved tables are kept.
    """
    from kismet.advice.options import Keep, advise
    from kismet.advice.prospects import prospects
    from kismet.advice.words import headline, option_lines, why

    assert state.mover is not None
    assert state.dice is not None
    sheet = state.sheets[state.mover]
    table = _solved(state, cache)
    if isinstance(table, str):
        return f"No advice is to be had: {table}."
    best = advise(table, sheet, state.dice, state.roll_number)
    others = [f"{line.text} ({line.cost})" for line in option_lines(best)[1:]]
    words = [headline(best)]
    if isinstance(best.best.move, Keep):
        words.append(why(prospects(table, sheet, state.dice, state.roll_number, best.best.move)))
    if others:
        words.append(f"Otherwise: {'; '.join(others)}.")
    return " ".join(words)


def odds(state: State, cache: Path) -> str:
    """Each player's chance to win a game that is not over, in sentences; for one alone, the total to expect.

    Args:
        state: the game.
        cache: where solved tables are kept.
    """
    from kismet.advice.words import percent
    from kismet.odds.chances import odds_of

    table = _solved(state, cache)
    if isinstance(table, str):
        return f"No odds are to be had: {table}."
    found = odds_of(table, state)
    there = [
        (name, chance) for name, chance, away in zip(state.players, found.players, state.away, strict=True) if not away
    ]
    finals = ", ".join(f"{name} {chance.mean:.0f}" for name, chance in there)
    if len(there) == 1:
        low, high = there[0][1].low, there[0][1].high
        return f"Final total to expect: {finals}; in eight games of ten between {low} and {high}."
    wins = ", ".join(f"{name} {percent(chance.win)}" for name, chance in there)
    error = 100 * max(chance.error for _, chance in there)
    return (
        f"Chance to win: {wins}; give or take {error:.1f} %, in {found.games} games played out by best play."
        f" Final totals to expect: {finals}."
    )


def _solved(state: State, cache: Path) -> Table | str:
    """The table for the game's rules, or why there is none."""
    from kismet.advice.service import Solver

    assert state.mover is not None
    solver = Solver(cache)
    solver.start(state.rules, state.sheets[state.mover])
    solver.wait()
    table, failure = solver.table, solver.failure
    solver.cancel()
    return str(failure) if table is None else table
