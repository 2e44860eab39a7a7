"""The file of saved games: is it sound, and can every game in it be opened? It is only read, never made or changed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from kismet.game import Game, GameError, Joined, Renamed, Started
from kismet.game.codec import decode
from kismet.journal import VERSION
from tui.doctor.findings import Problem, Topic, broken

_ELSEWHERE = (
    "The games themselves may be sound, so leave the file where it is. See that the disk is not full and that you may "
    "read and write in its folder."
)
_KEEP = "Keep a copy of {path}, then move it away: a new one is made, and the copy may be mended."


@dataclass
class Look:
    """What was seen in the file."""

    facts: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    """Everybody who ever played, to be kept out of the report."""
    complete: bool = True
    """Whether all names are known."""

    @property
    def topic(self) -> Topic:
        """The facts and problems; no names."""
        return Topic("Saved games", self.facts, tuple(self.problems))


def look_at_games(path: Path) -> Look:
    """Look the file of saved games over."""
    look = Look({"file": path.name})
    if not path.exists():
        look.facts["file"] += ", not made yet"
        return look
    try:
        look.facts["size"] = f"{path.stat().st_size / 1e6:.1f} MB"
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as db:
            _look(db, path, look)
    except (sqlite3.Error, OSError) as error:
        look.complete = False
        advice = _KEEP.format(path=path) if _damaged(error) else _ELSEWHERE
        look.problems.append(broken(f"The saved games cannot be read: {error}.", advice))
    return look


def _damaged(error: Exception) -> bool:
    """Whether the file itself is at fault, and not the disk or the rights to it."""
    return getattr(error, "sqlite_errorname", "") in ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def _look(db: sqlite3.Connection, path: Path, look: Look) -> None:
    form = db.execute("PRAGMA user_version").fetchone()[0]
    look.facts["form"] = f"{form} (this program knows {VERSION})"
    if form > VERSION:
        look.complete = False
        look.problems.append(
            broken("The saved games were written by a newer version of this program.", "Update the program.")
        )
        return
    told = [row[0] for row in db.execute("PRAGMA integrity_check(3)")]
    look.facts["sound"] = "yes" if told == ["ok"] else "no"
    if told != ["ok"]:
        look.problems.append(broken(f"The file of saved games is damaged: {told[0]}.", _KEEP.format(path=path)))
    rows = db.execute("SELECT game, event FROM events ORDER BY game, seq")
    over, open_, damaged = 0, 0, []
    for number, events in groupby(rows, key=lambda row: row[0]):
        game = _game([event for _, event in events], look)
        if game is None:
            damaged.append(number)
        elif game.state.over:
            over += 1
        else:
            open_ += 1
    look.facts["games"] = f"{over} over, {open_} not over, {len(damaged)} damaged"
    if damaged:
        shown = ", ".join(map(str, damaged[:10]))
        look.problems.append(
            broken(
                f"Saved games that cannot be opened: {shown}.",
                "The others are not concerned; updating the program helps if a newer version saved these.",
            )
        )


def _game(texts: list[str], look: Look) -> Game | None:
    try:
        log = [decode(json.loads(text)) for text in texts]
        for event in log:
            match event:
                case Started(players):
                    look.names.update(players)
                case Joined(name) | Renamed(_, name):
                    look.names.add(name)
        return Game.replay(log)
    except (GameError, ValueError, TypeError, RecursionError):
        # Names in a damaged game are not all known, and may stand in the log.
        look.complete = False
        return None
