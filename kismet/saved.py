"""A saved game as lists show it, and the row of the file that says so.

The row is a summary and may be damaged while the game is sound: nothing in it is believed that could not have been
written, and then the game's own log tells.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from typing import Any

from kismet.boxes import Box
from kismet.game.game import Game
from kismet.game.players import check_players

DAMAGED = "(damaged)"
"""Stands in lists for the players of a game of which nothing can be read any more."""

LONG_AGO = datetime.fromtimestamp(0, UTC)
"""Stands for a day that nobody knows."""

COLUMNS = "id, started, updated, players, totals, round, over, hinted"
_HIGHEST = 10_000
"""More points than any game gives."""


@dataclass(frozen=True, slots=True)
class Saved:
    """One saved game, as shown in lists."""

    id: int
    started: datetime
    updated: datetime
    players: tuple[str, ...]
    totals: tuple[int, ...]
    round: int
    over: bool
    hinted: bool
    """Whether advice was shown in it."""
    damaged: bool = False
    """Whether it is known already that it cannot be opened; reading it tells for certain."""

    @property
    def begun(self) -> bool:
        """Whether this says that somebody has come any further than to sit down."""
        return self.round > 1 or self.over or any(self.totals) or self.updated != self.started


@dataclass(frozen=True, slots=True)
class Newest:
    """The game played last that can be opened."""

    saved: Saved | None
    game: Game | None
    """Both are `None` if there is no such game."""
    passed: tuple[int, ...] = ()
    """The numbers of damaged ones that were played later."""


def summary(game: Game) -> tuple[str, str, int, int, int]:
    """The columns from `players` on."""
    state = game.state
    names = json.dumps(list(state.players), ensure_ascii=False)
    return names, json.dumps(list(state.totals)), state.round, int(state.over), int(game.hinted)


def from_row(row: Sequence[Any]) -> Saved:
    """What a row with `COLUMNS` says.

    Raises:
        ValueError: if it says what cannot be. Other errors of Python's for values of a wrong kind are among those.
    """
    try:
        number, started, updated, players, totals, round_, over, hinted = row
        saved = Saved(
            id=number,
            started=instant(started),
            updated=instant(updated),
            players=tuple(json.loads(players)),
            totals=tuple(json.loads(totals)),
            round=int(round_),
            over=bool(over),
            hinted=bool(hinted),
        )
        if not all(isinstance(name, str) for name in saved.players):
            raise ValueError("These are no names.")
        check_players(saved.players)
        if not all(type(total) is int and 0 <= total < _HIGHEST for total in saved.totals):
            raise ValueError("These are no totals.")
        if len(saved.totals) != len(saved.players) or not 1 <= saved.round <= len(Box):
            raise ValueError("This is no game.")
    except (TypeError, OverflowError, RecursionError) as error:
        raise ValueError("This is no summary.") from error
    return saved


def from_game(number: int, game: Game | None, times: Sequence[datetime]) -> Saved:
    """What the log of a game says itself; `None` is one that cannot be read."""
    started, updated = (min(times), max(times)) if times else (LONG_AGO, LONG_AGO)
    if game is None:
        return Saved(number, started, updated, (DAMAGED,), (0,), 1, over=False, hinted=False, damaged=True)
    state = game.state
    return Saved(
        number, started, updated, state.players, state.totals, state.round, over=state.over, hinted=game.hinted
    )


def instant(text: str) -> datetime:
    """The moment written there, which can be told by the clock of any place.

    Raises:
        ValueError, TypeError: if it is none.
    """
    when = datetime.fromisoformat(text)
    if when.tzinfo is None or not MINYEAR < when.year < MAXYEAR:
        raise ValueError("No such moment can be shown.")
    return when.astimezone(UTC)
