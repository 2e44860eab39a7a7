"""Games on disk: an SQLite log of events, each one safe (fsync) before anybody is told that it happened.

One row per event and nothing else is the truth; the columns of `games` are a summary for lists, rebuilt with each
event. Write-ahead logging lets a second terminal read the board while a game is on.

What is damaged is told apart: one game that cannot be read (`DamagedError`) hides no other, and a file that is damaged
as a whole (`UnreadableError`) is never written to. A game in which nothing has happened but that its players sat down
is not listed, since nobody has played it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kismet.faults import (
    DamagedError,
    ForbiddenError,
    JournalError,
    UnreadableError,
    UnsavedError,
    is_damage,
    is_forbidden,
    is_full,
    opening_reason,
    reason,
)
from kismet.game.codec import encode
from kismet.game.errors import UnknownEventError
from kismet.game.events import Event
from kismet.game.game import Game
from kismet.journal_form import FORM, INSERT, LOGS, SCHEMA, VERSION
from kismet.read_only import open_to_read
from kismet.salvage import readable, understood
from kismet.saved import COLUMNS, Newest, Saved, from_game, from_row, instant, summary

__all__ = [
    "VERSION",
    "DamagedError",
    "ForbiddenError",
    "Journal",
    "JournalError",
    "Newest",
    "Saved",
    "UnreadableError",
    "UnsavedError",
]

_SAVE = "save the game in"
_TRIED = 30
"""Events that need more than the page they begin in."""


class Journal:
    """The file of saved games. Holds one connection; use it from one thread, and `close` it."""

    def __init__(self, path: Path, *, read_only: bool = False, torn: bool = False) -> None:
        """Open the file, or make it.

        Args:
            path: the file.
            read_only: nothing is ever written, not even an empty file: for looking on, and for disks that are full or
                write-protected. A file that is not there is read as one without games.
            torn: with `read_only`, a file that is cut off is read as far as it goes.

        Raises:
            JournalError: if it cannot be opened, is no journal, or was written by a newer version.
        """
        self.path = path
        self.live = True
        """Whether what others save from now on is seen as well."""
        with self._told("open"):
            if read_only:
                self._db, self.live = open_to_read(path, torn=torn)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._db = sqlite3.connect(path, timeout=5, isolation_level=None)
            try:
                self._prepare(read_only=read_only)
            except BaseException:
                self._db.close()
                raise

    def _prepare(self, *, read_only: bool) -> None:
        # A letter that was spoiled in a name is shown as one; it makes no game unreadable.
        self._db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        version, tables = self._form()
        if version > VERSION:
            raise JournalError(
                f"A newer version of this program wrote {self.path}, which this one cannot read: update it."
            )
        if version != 0 and not tables:
            raise UnreadableError(self.path)
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
                if self._form()[0] == 0:
                    self._make_tables()

    def _form(self) -> tuple[int, bool]:
        """The version of the file's form, and whether our tables are there.

        Raises:
            UnreadableError: if it is another program's.
        """
        version, tables, ours = self._db.execute(FORM).fetchone()
        if version == 0 and tables:
            raise UnreadableError(self.path)
        return int(version), ours == 2

    def _make_tables(self) -> None:
        for statement in SCHEMA.split(";"):
            self._db.execute(statement)
        self._db.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        """Close the file; nothing is pending, every event was saved when it happened."""
        self._db.close()

    def create(self, game: Game, times: Sequence[datetime] = ()) -> int:
        """Save a new game, and return its number. Its events happened at those `times`, and where these end, now."""
        with self._told(_SAVE), self._transaction():
            now = _now()
            # Above all that is there, in either table: a log whose summary was lost keeps its number.
            number = 1 + max(self._highest("id", "games"), self._highest("game", "events"))
            started = times[0].isoformat() if times else now
            self._db.execute(INSERT, (number, started, now, *summary(game)))
            for seq, event in enumerate(game.log):
                self._insert(number, seq, times[seq].isoformat() if seq < len(times) else now, event)
            return number

    def restore(self, saved: Saved, game: Game, times: Sequence[datetime]) -> None:
        """Save a game of another file under its own number, as it was there.

        Args:
            saved: its number, and when it was played.
            game: the game.
            times: when each of its events happened, as far as that is known.
        """
        started, updated = saved.started.isoformat(), saved.updated.isoformat()
        with self._told(_SAVE), self._transaction():
            self._db.execute(INSERT, (saved.id, started, updated, *summary(game)))
            for seq, event in enumerate(game.log):
                self._insert(saved.id, seq, times[seq].isoformat() if seq < len(times) else updated, event)

    def append(self, game_id: int, game: Game) -> None:
        """Save the last event of `game`, whose earlier ones are saved already.

        Raises:
            JournalError: if it cannot be written, or the game was played on or deleted elsewhere meanwhile.
        """
        with self._told(_SAVE), self._transaction():
            count = self._db.execute("SELECT COUNT(*) FROM events WHERE game = ?", (game_id,)).fetchone()[0]
            if count == 0:
                raise JournalError("This game was deleted in another window; begin a new one.")
            if count != len(game.log) - 1:
                raise JournalError("This game was played on in another window; open it again to go on from there.")
            now = _now()
            self._insert(game_id, count, now, game.log[-1])
            self._db.execute(
                "UPDATE games SET updated = ?, players = ?, totals = ?, round = ?, over = ?, hinted = ? WHERE id = ?",
                (now, *summary(game), game_id),
            )

    def try_to_save(self) -> None:
        """Find out whether a game could be saved now; nothing is changed.

        Raises:
            JournalError: if it could not.
        """
        game = Game.start(["Player"])
        with self._told("save games in"):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                number = 1 + max(self._highest("id", "games"), self._highest("game", "events"))
                self._db.execute(INSERT, (number, "", "", *summary(game)))
                for seq in range(_TRIED):
                    self._insert(number, seq, "", game.log[0])
                self._db.execute("UPDATE games SET round = 2 WHERE id = ?", (number,))
                if self.events(number) != _TRIED:
                    # The order of the table is spoiled: what is written there is not found again.
                    raise UnreadableError(self.path)
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def load(self, game_id: int) -> Game:
        """The game of that number, as far as it was played.

        Raises:
            DamagedError: if its log cannot be read.
            JournalError: if there is none.
        """
        game, fault = self._understood(game_id)
        if game is None or fault is not None:
            sound = len(game.log) if game is not None else 0
            raise DamagedError(game_id, newer=isinstance(fault, UnknownEventError), sound=sound) from fault
        return game

    def salvage(self, game_id: int) -> Game:
        """The damaged game of that number up to the last event that can be understood; nothing is changed.

        Raises:
            DamagedError: if nothing can be understood but, perhaps, that its players sat down.
            JournalError: if there is none.
        """
        game, _ = self._understood(game_id)
        if game is None or len(game.log) < 2:
            raise DamagedError(game_id)
        return game

    def _understood(self, game_id: int) -> tuple[Game | None, Exception | None]:
        """The game up to the first event that cannot be understood, and why not; `None` for a game without any."""
        with self._told("read", game_id):
            log = readable(self._db, "SELECT seq, event FROM events WHERE game = ? ORDER BY seq", game_id)
            if log == ([], True) and not self.has(game_id):
                raise JournalError(f"There is no saved game number {game_id}.")
        return understood(*log)

    def times(self, game_id: int) -> tuple[datetime, ...]:
        """When each event of that game was saved, in the order of its log; UTC. Empty where that is damaged."""
        with self._told("read", game_id):
            rows = self._db.execute("SELECT at FROM events WHERE game = ? ORDER BY seq", (game_id,)).fetchall()
        try:
            return tuple(instant(at) for (at,) in rows)
        except (ValueError, TypeError, OverflowError):
            # The game itself is no worse for it.
            return ()

    def newest(self, fits: Callable[[Saved], bool] = lambda _: True, *, empty: bool = False) -> Newest:
        """The game played last that `fits` and can be opened; damaged ones are passed over.

        Args:
            fits: which games are meant; by default any.
            empty: whether one in which nothing has happened yet counts.
        """
        passed: list[int] = []
        for saved in self.games(empty=empty):
            if fits(saved):
                try:
                    return Newest(saved, self.load(saved.id), tuple(passed))
                except DamagedError:
                    passed.append(saved.id)
        return Newest(None, None, tuple(passed))

    def events(self, game_id: int) -> int:
        """How many events that game has; none if there is no such game."""
        with self._told("read", game_id):
            return int(self._db.execute("SELECT COUNT(*) FROM events WHERE game = ?", (game_id,)).fetchone()[0])

    def has(self, game_id: int) -> bool:
        """Whether there is a game of that number, be it damaged or not."""
        with self._told("read", game_id):
            return any(
                self._db.execute(query, (game_id,)).fetchone()
                for query in ("SELECT 1 FROM events WHERE game = ? LIMIT 1", "SELECT 1 FROM games WHERE id = ?")
            )

    def changes(self) -> int:
        """A number that is another one as soon as another process has saved something; costs next to nothing."""
        with self._told("read"):
            return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def numbers(self) -> frozenset[int]:
        """The numbers of all games, listed or not.

        Raises:
            JournalError: if one might be missing among them.
        """
        with self._told("read"):
            rows = self._db.execute(f"SELECT id FROM games UNION SELECT game FROM ({LOGS})")
            return frozenset(int(number) for (number,) in rows)

    def games(self, *, empty: bool = False) -> list[Saved]:
        """All saved games, the one played last first; those in which nothing has happened only if `empty`.

        Only what is cheap to know is told of damage: whether a game can be opened is known when it is.
        """
        with self._told("read"):
            rows, whole = readable(self._db, f"SELECT {COLUMNS} FROM games")
            logs, all_logs = readable(self._db, LOGS)
        if not (rows or logs or (whole and all_logs)):
            raise UnreadableError(self.path)
        # Where the form of the table itself is spoiled, a row may have no number.
        listed = [self._saved(row) for row in rows if isinstance(row[0], int)]
        known = {saved.id for saved in listed}
        # Logs whose summary is lost.
        listed += [self._from_log(number) for (number,) in logs if isinstance(number, int) and number not in known]
        shown = [saved for saved in listed if saved is not None and (empty or not self._is_empty(saved))]
        return sorted(shown, key=lambda saved: (saved.updated, saved.id), reverse=True)

    def _saved(self, row: tuple[Any, ...]) -> Saved:
        """A row of `games`. Where its summary is damaged, the log tells; where that is damaged too, it says so."""
        try:
            saved = from_row(row)
            damaged = not self._begun(saved.id)
        except ValueError:
            return self._from_log(int(row[0]))
        except DamagedError:
            damaged = True
        return replace(saved, damaged=True) if damaged else saved

    def _from_log(self, number: int) -> Saved:
        try:
            return from_game(number, self.load(number), self.times(number))
        except JournalError:
            pass
        try:
            return from_game(number, None, self.times(number))
        except JournalError:
            return from_game(number, None, ())

    def _is_empty(self, saved: Saved) -> bool:
        """Whether its players sat down, and nothing else; where something else is said to have happened, it is not."""
        return not saved.damaged and not saved.begun and self._begun(saved.id) == 1

    def _begun(self, number: int) -> int:
        """How many events that game has, up to two."""
        with self._told("read", number):
            query = "SELECT COUNT(*) FROM (SELECT 1 FROM events WHERE game = ? LIMIT 2)"
            return int(self._db.execute(query, (number,)).fetchone()[0])

    def delete(self, game_id: int) -> None:
        """Remove a game for good."""
        try:
            with self._told("delete a game from", game_id), self._transaction():
                self._remove(game_id)
        except DamagedError:
            raise JournalError(
                f"Game {game_id} is damaged so badly that it cannot even be deleted; the other games are not concerned."
            ) from None

    def forget_if_empty(self, game_id: int) -> bool:
        """Remove a game in which nothing has happened but that its players sat down; whether it was one."""
        with self._told("delete a game from", game_id), self._transaction():
            empty = self._begun(game_id) == 1
            if empty:
                self._remove(game_id)
            return empty

    def _remove(self, game_id: int) -> None:
        self._db.execute("DELETE FROM events WHERE game = ?", (game_id,))
        self._db.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def _highest(self, column: str, table: str) -> int:
        return int(self._db.execute(f"SELECT COALESCE(MAX({column}), 0) FROM {table}").fetchone()[0])

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

    @contextmanager
    def _told(self, what: str, game: int | None = None) -> Iterator[None]:
        """Tell faults of the file in a sentence; `game` is the one that alone is concerned."""
        try:
            yield
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if is_damage(error) and what != _SAVE:
                raise (UnreadableError(self.path) if game is None else DamagedError(game)) from error
            why = reason(error, self.path)
            words = f"Cannot {what} {self.path}: {why}."
            if what == _SAVE:
                raise UnsavedError(words, full=is_full(why)) from error
            raise (ForbiddenError(words) if is_forbidden(error) else JournalError(words)) from error
        except OSError as error:
            raise JournalError(f"Cannot {what} {self.path}: {opening_reason(error)}.") from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
