"""Advice for the line mode: solved when it is first asked for, since most games never ask."""

from __future__ import annotations

from pathlib import Path

from kismet.game import State


def advice(state: State, cache: Path) -> str:
    """What the player in turn does best, in sentences; the dice must lie there.

    Args:
        state: the game.
        cache: where solved tables are kept.
    """
    from kismet.advice.options import Keep, advise
    from kismet.advice.prospects import prospects
    from kismet.advice.service import Solver
    from kismet.advice.words import headline, option_lines, why

    assert state.mover is not None
    assert state.dice is not None
    sheet = state.sheets[state.mover]
    solver = Solver(cache)
    solver.start(state.rules, sheet)
    solver.wait()
    table = solver.table
    if table is None:
        return f"No advice is to be had: {solver.failure}."
    best = advise(table, sheet, state.dice, state.roll_number)
    others = [f"{line.text} ({line.cost})" for line in option_lines(best)[1:]]
    words = [headline(best)]
    if isinstance(best.best.move, Keep):
        words.append(why(prospects(table, sheet, state.dice, state.roll_number, best.best.move)))
    if others:
        words.append(f"Otherwise: {'; '.join(others)}.")
    return " ".join(words)
