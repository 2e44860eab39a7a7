"""Saved games read without writing: beside a game that is on, and where nothing can be written at all."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from kismet.dice import Dice
from kismet.game import Game, Rolled
from kismet.journal import Journal, JournalError


def players(path: Path) -> list[tuple[str, ...]]:
    journal = Journal(path, read_only=True)
    try:
        return [game.players for game in journal.games(empty=True)]
    finally:
        journal.close()


def nothing_can_be_made_beside(path: Path) -> None:
    """As on a full disk: the file through which readers see what writers do cannot be made."""
    (path.parent / f"{path.name}-shm").mkdir()


def test_no_file_is_no_games_and_stays_no_file(tmp_path: Path) -> None:
    assert players(tmp_path / "nowhere" / "games.sqlite3") == []
    assert list(tmp_path.iterdir()) == []


def test_a_reader_sees_what_others_save_and_cannot_write(tmp_path: Path) -> None:
    writer = Journal(tmp_path / "games.sqlite3")
    reader = Journal(writer.path, read_only=True)
    assert (reader.newest(empty=True).saved, reader.live) == (None, True)
    before = reader.changes()
    game = Game.start(["Ann"])
    number = writer.create(game)
    assert reader.changes() != before
    assert reader.newest(empty=True).game == game
    assert (reader.events(number), reader.events(99)) == (1, 0)
    with pytest.raises(JournalError, match="Cannot save"):
        reader.create(game)
    # A reader with the file open keeps nobody from playing.
    writer.append(number, game.apply(Rolled(Dice.parse("11634"), 1)))
    assert reader.events(number) == 2
    assert len(reader.times(number)) == 2
    reader.close()
    writer.close()


def test_a_file_that_is_just_being_made_has_no_games_yet(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    sqlite3.connect(path).close()
    path.touch()
    assert players(path) == []


def test_saved_games_are_readable_where_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    writer = Journal(path)
    writer.create(Game.start(["Ann"]))
    writer.close()
    (tmp_path / "games.sqlite3-wal").mkdir()
    plain = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError):
        plain.execute("SELECT * FROM games")
    plain.close()
    assert players(path) == [("Ann",)]


def test_games_that_are_in_the_log_alone_are_read_too(tmp_path: Path) -> None:
    """The disk filled up while a game was on, and the program was killed."""
    writer = Journal(tmp_path / "games.sqlite3")
    writer.create(Game.start(["Ann"]))
    writer.create(Game.start(["Bob"]))
    left = tmp_path / "left"
    left.mkdir()
    for name in ("games.sqlite3", "games.sqlite3-wal"):
        shutil.copyfile(tmp_path / name, left / name)
    writer.close()
    nothing_can_be_made_beside(left / "games.sqlite3")
    assert sorted(players(left / "games.sqlite3")) == [("Ann",), ("Bob",)]
    assert sorted(path.name for path in left.iterdir()) == ["games.sqlite3", "games.sqlite3-shm", "games.sqlite3-wal"]


def test_what_is_no_journal_is_said(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_text("a letter to my aunt" * 100)
    with pytest.raises(JournalError, match="not a file of saved games or is damaged; it is left as it is"):
        Journal(path, read_only=True)
