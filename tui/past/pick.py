"""From what is typed to a saved game, or to a player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from kismet.history import Played, PlayerStats
from kismet.journal import Journal, Saved
from kismet.quoting import shortened
from tui.cli import UserError
from tui.past.records import damaged_line


def pick_game(journal: Journal, text: str) -> Played:
    """The game of that number, or the one played last if `text` is `last`.

    Raises:
        UserError: if there is none.
        JournalError: if it cannot be read.
    """
    games = journal.games()
    if text == "last":
        found = games[:1]
    else:
        # One that has just begun is not listed yet, but it has its number.
        found = [game for game in journal.games(empty=True) if str(game.id) == text.lstrip("0")]
    if not found:
        raise UserError(_no_game(text, games))
    return Played(found[0], journal.load(found[0].id))


def pick_player(records: Sequence[PlayerStats], text: str, damaged: Sequence[int] = ()) -> PlayerStats:
    """The record of the player called `text`, or whose name alone has `text` in it; capitals do not matter.

    Args:
        records: everybody's.
        text: the name, or a part of it.
        damaged: numbers of games that were looked through in vain, since they are damaged.

    Raises:
        UserError: if there is none, or several.
    """
    wanted = text.strip().casefold()
    found = [record for record in records if record.name.casefold() == wanted]
    found = found or [record for record in records if wanted in record.name.casefold()]
    if not found:
        if damaged:
            raise UserError(
                f"No game that can be opened has a player called {shortened(text)}. {damaged_line(damaged)}"
            )
        raise UserError(f"No saved game has a player called {shortened(text)}.")
    if len(found) > 1:
        raise UserError(f"{shortened(text)} could be {' or '.join(record.name for record in found)}.")
    return found[0]


def pick_day(text: str) -> date:
    """The day written as `2025-11-30`.

    Raises:
        UserError: if it is none.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UserError(f"A day is written as 2025-11-30, not {shortened(text)}.") from None


def _no_game(text: str, games: Sequence[Saved]) -> str:
    if not games:
        return "There are no saved games yet; `kismet play` begins one."
    if not text.isdecimal():
        return f"A game is named by its number, or `last`, not {shortened(text)}; `kismet history` lists them."
    return f"There is no saved game number {shortened(text)}; `kismet history` lists them."
