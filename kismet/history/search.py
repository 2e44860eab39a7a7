"""Finding saved games: by player, day, how far they came, and whether advice was shown in them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, tzinfo

from kismet.game import Game
from kismet.journal import Journal, JournalError, Saved


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; what is `None` or empty does not matter."""

    player: str = ""
    """Part of a player's name; capitals do not matter."""
    since: date | None = None
    """Games that were played on this day or later."""
    until: date | None = None
    """Games that were played on this day or earlier."""
    over: bool | None = None
    hinted: bool | None = None
    damaged: bool | None = None
    """Whether it is known already that it cannot be opened."""

    def finds(self, game: Saved, zone: tzinfo | None = None) -> bool:
        """Whether `game` is one of those; days are those of `zone`, or of this machine."""
        wanted = self.player.strip().casefold()
        if wanted and not any(wanted in name.casefold() for name in game.players):
            return False
        if self.since is not None and game.updated.astimezone(zone).date() < self.since:
            return False
        if self.until is not None and game.started.astimezone(zone).date() > self.until:
            return False
        if self.damaged not in (None, game.damaged):
            return False
        return self.over in (None, game.over) and self.hinted in (None, game.hinted)


_DAY = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_STATES = {
    "over": Search(over=True),
    "finished": Search(over=True),
    "unfinished": Search(over=False),
    "advice": Search(hinted=True),
    "damaged": Search(damaged=True),
}


def searches(text: str) -> tuple[Search, ...]:
    """What is looked for, from words typed into one field; a game must fit all of them.

    A word is a year, month or day (`2026`, `2026-11`, `2026-11-29`), `over`, `unfinished`, `advice`, `damaged`,
    or a part of a player's name.
    """
    return tuple(_STATES.get(word.casefold()) or _days(word) or Search(player=word) for word in text.split())


def _days(word: str) -> Search | None:
    match = _DAY.fullmatch(word)
    if match is None:
        return None
    year, month, day = (None if part is None else int(part) for part in match.groups())
    assert year is not None
    try:
        if month is None:
            return Search(since=date(year, 1, 1), until=date(year, 12, 31))
        if day is None:
            return Search(since=date(year, month, 1), until=date(year, month, monthrange(year, month)[1]))
        return Search(since=date(year, month, day), until=date(year, month, day))
    except ValueError:
        return None  # month 13 is no month; it may be a name


def find_all(games: Iterable[Saved], text: str, zone: tzinfo | None = None) -> tuple[Saved, ...]:
    """The games that fit all words of `text`, in the order given; see `searches`."""
    wanted = searches(text)
    return tuple(game for game in games if all(search.finds(game, zone) for search in wanted))


def find(games: Iterable[Saved], search: Search, zone: tzinfo | None = None) -> tuple[Saved, ...]:
    """The games that `search` finds, in the order given."""
    return tuple(game for game in games if search.finds(game, zone))


@dataclass(frozen=True, slots=True)
class Played:
    """A saved game with all that happened in it."""

    saved: Saved
    game: Game


@dataclass(frozen=True, slots=True)
class Opened:
    """Saved games that were opened."""

    games: tuple[Played, ...]
    damaged: tuple[int, ...]
    """The numbers of those that cannot be."""


def open_games(journal: Journal, games: Iterable[Saved], stop: Callable[[], bool] = lambda: False) -> Opened:
    """Open `games`, in their order. A damaged one does not hide the others.

    A game takes a few milliseconds, so for hundreds a screen should do this in the background: with a journal opened
    there, and `stop` to be asked before each game, which ends the work early.
    """
    opened, damaged = [], []
    for saved in games:
        if stop():
            break
        try:
            opened.append(Played(saved, journal.load(saved.id)))
        except JournalError:
            damaged.append(saved.id)
    return Opened(tuple(opened), tuple(damaged))
