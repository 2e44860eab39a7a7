"""Games on disk: an SQLite log of events, each one safe (fsync) before anybody is told that it happened.

One row per event and nothing else is the truth; the columns of `games` are a summary for lists, rebuilt with each
event. Write-ahead logging lets a second terminal read the board while a game is on.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kismet.game.codec import decode, encode
from kismet.game.errors import GameError
from kismet.game.events import Event
from kismet.game.game import Game
from kismet.read_only import open_to_read

VERSION = 1
"""Of the file's form; `PRAGMA user_version` holds it."""

DAMAGED = "(damaged)"
"""Stands in lists for the players of a game that cannot be read any more."""

_SAVE = "save the game in"
_FULL = "the disk is full"

_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,   -- UTC, ISO 8601
    updated TEXT NOT NULL,
    players TEXT NOT NULL,   -- JSON list of names
    totals TEXT NOT NULL,    -- JSON list of points
    round INTEGER NOT NULL,
    over INTEGER NOT NULL,
    hinted INTEGER NOT NULL  -- advice was shown
);
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    event TEXT NOT NULL,     -- JSON, see kismet.game.codec
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
"""


class JournalError(Exception):
    """The saved games cannot be read or written; the message says why in one sentence, and nothing was lost."""


class UnsavedError(JournalError):
    """Something could not be written; all that was saved before is as it was."""

    def __init__(self, message: str, *, full: bool) -> None:
        super().__init__(message)
        self.full = full
        """Whether the disk has no room."""


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


class Journal:
    """The file of saved games. Holds one connection; use it from one thread, and `close` it."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open the file, or make it.

        Args:
            path: the file.
            read_only: nothing is ever written, not even an empty file: for looking on, and for disks that are full or
                write-protected. A file that is not there is read as one without games.

        Raises:
            JournalError: if it cannot be opened, is no journal, or was written by a newer version.
        """
        self.path = path
        self.live = True
        """Whether what others save from now on is seen as well."""
        with self._told("open"):
            if read_only:
                self._db, self.live = open_to_read(path)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._db = sqlite3.connect(path, timeout=5, isolation_level=None)
            try:
                self._prepare(read_only=read_only)
            except BaseException:
                self._db.close()
                raise

    def _prepare(self, *, read_only: bool) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise JournalError(f"{self.path} was written by a newer version of this program; please update it.")
        if read_only:
            if version == 0:
                # Just being made by another process: until its tables are there, it has no games.
                self._db.close()
                self._db, self.live = sqlite3.connect(":memory:", isolation_level=None), False
                self._make_tables()
            return
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        if version == 0:
            with self._transaction():
                # Another process may have made the tables between our look and our lock.
                if self._db.execute("PRAGMA user_version").fetchone()[0] == 0:
                    self._make_tables()

    def _make_tables(self) -> None:
        for statement in _SCHEMA.split(";"):
            self._db.execute(statement)
        self._db.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        """Close the file; nothing is pending, every event was saved when it happened."""
        self._db.close()

    def create(self, game: Game) -> int:
        """Save a new game with all of its log so far, and return its number."""
        with self._told(_SAVE), self._transaction():
            now = _now()
            row = (now, now, *_summary(game))
            cursor = self._db.execute(
                "INSERT INTO games (started, updated, players, totals, round, over, hinted)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            assert cursor.lastrowid is not None
            for seq, event in enumerate(game.log):
                self._insert(cursor.lastrowid, seq, now, event)
            return cursor.lastrowid

    def append(self, game_id: int, game: Game) -> None:
        """Save the last event of `game`, whose earlier ones are saved already.

        Raises:
            JournalError: if it cannot be written, or the game was played on elsewhere meanwhile.
        """
        with self._told(_SAVE), self._transaction():
            count = self._db.execute("SELECT COUNT(*) FROM events WHERE game = ?", (game_id,)).fetchone()[0]
            if count != len(game.log) - 1:
                raise JournalError("This game was played on in another window; open it again to go on from there.")
            now = _now()
            self._insert(game_id, count, now, game.log[-1])
            self._db.execute(
                "UPDATE games SET updated = ?, players = ?, totals = ?, round = ?, over = ?, hinted = ? WHERE id = ?",
                (now, *_summary(game), game_id),
            )

    def load(self, game_id: int) -> Game:
        """The game of that number, as far as it was played.

        Raises:
            JournalError: if there is none, or its log is damaged.
        """
        with self._told("read"):
            rows = self._db.execute("SELECT event FROM events WHERE game = ? ORDER BY seq", (game_id,)).fetchall()
        if not rows:
            raise JournalError(f"There is no saved game number {game_id}.")
        try:
            return Game.replay(decode(json.loads(text)) for (text,) in rows)
        except (GameError, ValueError, RecursionError) as error:
            raise JournalError(f"Saved game {game_id} is damaged and cannot be opened: {error}") from None

    def times(self, game_id: int) -> tuple[datetime, ...]:
        """When each event of that game was saved, in the order of its log; UTC. Empty where that is damaged."""
        with self._told("read"):
            rows = self._db.execute("SELECT at FROM events WHERE game = ? ORDER BY seq", (game_id,)).fetchall()
        try:
            return tuple(datetime.fromisoformat(at) for (at,) in rows)
        except (ValueError, TypeError):
            # The game itself is no worse for it.
            return ()

    def latest(self) -> int | None:
        """The number of the game played last; `None` without any."""
        with self._told("read"):
            row = self._db.execute("SELECT id FROM games ORDER BY updated DESC, id DESC LIMIT 1").fetchone()
        return None if row is None else int(row[0])

    def events(self, game_id: int) -> int:
        """How many events that game has; none if there is no such game."""
        with self._told("read"):
            return int(self._db.execute("SELECT COUNT(*) FROM events WHERE game = ?", (game_id,)).fetchone()[0])

    def changes(self) -> int:
        """A number that is another one as soon as another process has saved something; costs next to nothing."""
        with self._told("read"):
            return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def games(self) -> list[Saved]:
        """All saved games, the one played last first."""
        with self._told("read"):
            rows = self._db.execute(
                "SELECT id, started, updated, players, totals, round, over, hinted FROM games"
                " ORDER BY updated DESC, id DESC"
            ).fetchall()
        return [self._saved(row) for row in rows]

    def _saved(self, row: tuple[Any, ...]) -> Saved:
        """A row of `games`. Where its summary is damaged, the log tells; where that is damaged too, it says so."""
        try:
            return Saved(
                id=row[0],
                started=datetime.fromisoformat(row[1]),
                updated=datetime.fromisoformat(row[2]),
                players=tuple(map(str, json.loads(row[3]))),
                totals=tuple(map(int, json.loads(row[4]))),
                round=int(row[5]),
                over=bool(row[6]),
                hinted=bool(row[7]),
            )
        except (ValueError, TypeError, OverflowError, RecursionError):
            pass
        long_ago = datetime.fromtimestamp(0, UTC)
        try:
            game = self.load(row[0])
        except JournalError:
            return Saved(row[0], long_ago, long_ago, (DAMAGED,), (0,), 0, over=False, hinted=False)
        state = game.state
        return Saved(
            row[0], long_ago, long_ago, state.players, state.totals, state.round, over=state.over, hinted=game.hinted
        )

    def delete(self, game_id: int) -> None:
        """Remove a game for good."""
        with self._told("change"), self._transaction():
            self._db.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def _insert(self, game_id: int, seq: int, now: str, event: Event) -> None:
        text = json.dumps(encode(event), ensure_ascii=False, separators=(",", ":"))
        self._db.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (game_id, seq, now, text))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            # A full disk rolls back by itself; asking again would hide the reason.
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _reason(self, error: sqlite3.DatabaseError) -> str:
        """SQLite calls many things an I/O error; the commonest, a full disk, can be told by looking."""
        if "I/O" in str(error) and shutil.disk_usage(self.path.parent).free < 64 * 1024:
            return _FULL
        return _FULL if "disk is full" in str(error) else str(error)

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if "not a database" in str(error) or "malformed" in str(error):
                raise JournalError(
                    f"{self.path} is not a file of saved games or is damaged; move it away, and a new one is made."
                ) from None
            words, full = f"Cannot {what} {self.path}: {self._reason(error)}.", self._reason(error) == _FULL
            raise (UnsavedError(words, full=full) if what == _SAVE else JournalError(words)) from None
        except OSError as error:
            raise JournalError(f"Cannot {what} {self.path}: {error.strerror}.") from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _summary(game: Game) -> tuple[str, str, int, int, int]:
    state = game.state
    names = json.dumps(list(state.players), ensure_ascii=False)
    return names, json.dumps(list(state.totals)), state.round, int(state.over), int(game.hinted)
