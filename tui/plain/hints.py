"""Advice, odds and luck for the line mode: solved when it is first asked for, since most games never ask.

Each gives sentences for people, and the same as JSON values for programs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from kismet.game import State
from tui.advising import advice_value, chances_value, solved

if TYPE_CHECKING:
    from kismet.advice.options import Move
    from kismet.advice.table import Table

Told: TypeAlias = tuple[str, dict[str, Any]]
"""Sentences, and what a JSON answer has besides them."""


class HintError(Exception):
    """Why there is nothing to tell, in a sentence."""


def advice(state: State, cache: Path, wait: Callable[[str], None]) -> Told:
    """What the player in turn does best; the dice must lie there.

    Args:
        state: the game.
        cache: where solved tables are kept.
        wait: called, with a sentence, if it takes long.

    Raises:
        HintError: if it cannot be worked out.
    """
    from kismet.advice.options import Keep, Take, advise
    from kismet.advice.prospects import prospects
    from kismet.advice.words import headline, option_lines, why

    assert state.mover is not None
    assert state.dice is not None
    sheet = state.sheets[state.mover]
    table = _table(state, cache, wait, "advice is")
    best = advise(table, sheet, state.dice, state.roll_number)
    others = [f"{line.text} ({line.cost})" for line in option_lines(best)[1:]]
    words = [headline(best)]
    if isinstance(best.best.move, Keep):
        words.append(why(prospects(table, sheet, state.dice, state.roll_number, best.best.move)))
    if others:
        words.append(f"Otherwise: {'; '.join(others)}.")
    if isinstance(best.best.move, Take) and not best.best.move.points:
        words.append(f"The zero is entered by: {line_for(best.best.move)}.")
    value = advice_value(best)
    value["best"]["say"] = line_for(best.best.move)
    for told, option in zip(value["options"], best.options, strict=True):
        told["say"] = line_for(option.move)
    return " ".join(words), value


def line_for(move: Move) -> str:
    """The line that does it: `keep 116`, `score aces`, or of a zero, which must be said, `score aces 0`."""
    from kismet.advice.options import Keep

    if isinstance(move, Keep):
        return f"keep {''.join(map(str, move.values)) or 'none'}"
    return f"score {move.box.key}" + " 0" * (not move.points)


def odds(state: State, cache: Path, wait: Callable[[str], None]) -> Told:
    """Each player's chance to win a game that is not over; for one alone, the total to expect. As `advice`.

    Dice that lie on the table are not looked at, and that is said.
    """
    from kismet.advice.words import percent
    from kismet.odds.chances import odds_of

    found = odds_of(_table(state, cache, wait, "odds are"), state)
    value = {"chances": chances_value(state, found)}
    there = [
        (name, chance) for name, chance, away in zip(state.players, found.players, state.away, strict=True) if not away
    ]
    finals = ", ".join(f"{name} {chance.mean:.0f}" for name, chance in there)
    before = "" if state.dice is None else " before this turn's dice"
    if len(there) == 1:
        low, high = there[0][1].low, there[0][1].high
        return f"Final total to expect{before}: {finals}; in eight games of ten between {low} and {high}.", value
    wins = ", ".join(f"{name} {percent(chance.win)}" for name, chance in there)
    error = 100 * max(chance.error for _, chance in there)
    return (
        f"Chance to win{before}: {wins}; give or take {error:.1f} %, in {found.games} games played out by best play."
        f" Final totals to expect: {finals}."
    ), value


def luck(state: State, cache: Path, wait: Callable[[str], None]) -> Told:
    """What the dice and the choices came to for each player, so far or at the end. As `advice`."""
    from kismet.history.luck import luck_words
    from kismet.luck import game_luck
    from tui.past.values import luck_value

    players = game_luck(_table(state, cache, wait, "luck is"), state)
    words = "\n".join(luck_words(player, over=state.over) for player in players)
    return words, {"luck": [luck_value(player) for player in players]}


def _table(state: State, cache: Path, wait: Callable[[str], None], what: str) -> Table:
    """The table for the game's rules."""
    try:
        return solved(state.rules, cache, wait)
    except Exception as error:  # whatever becomes of it, the game goes on
        raise HintError(f"No {what} to be had: {error}.") from error
