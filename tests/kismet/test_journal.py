"""Saved games: what was played is there again, whatever happened meanwhile."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Game, Rolled, Undone
from kismet.journal import Journal, JournalError
from kismet.rules import Rules
from tests.kismet.tables import turn


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "new folder" / "games.sqlite3")
    yield journal
    journal.close()


def grow(journal: Journal, number: int, game: Game, *events: object) -> Game:
    for event in events:
        game = game.apply(event)  # type: ignore[arg-type]
        journal.append(number, game)
    return game


def test_a_game_is_there_again_in_the_middle_of_a_turn(journal: Journal) -> None:
    game = Game.start(["Ann", "Bo[b]", "Çlé"], Rules(straight=40))
    number = journal.create(game)
    game = grow(journal, number, game, Rolled(Dice.parse("11634"), 1), Rolled(Dice.parse("11625"), 2, (1, 1)), Undone())
    assert journal.load(number) == game


def test_the_list_shows_the_last_played_first(journal: Journal) -> None:
    first = Game.start(["Ann"])
    other = Game.start(["Bob", "Cle"]).apply(Rolled(Dice.parse("11634"), 1))
    one, _ = journal.create(first), journal.create(other)
    grow(journal, one, first, Rolled(Dice.parse("11634"), 1))
    listed = journal.games()
    assert {game.players for game in listed} == {("Ann",), ("Bob", "Cle")}
    assert all(not game.over and game.round == 1 for game in listed)
    journal.delete(one)
    assert [game.players for game in journal.games()] == [("Bob", "Cle")]
    with pytest.raises(JournalError, match=f"no saved game number {one}"):
        journal.load(one)


def test_a_process_killed_in_mid_turn_loses_nothing_it_had_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    program = textwrap.dedent(
        f"""
        import os
        from pathlib import Path
        from kismet.dice import Dice
        from kismet.game import Game, Rolled
        from kismet.journal import Journal
        journal = Journal(Path({str(path)!r}))
        game = Game.start(["Ann"])
        number = journal.create(game)
        game = game.apply(Rolled(Dice.parse("11634"), 1))
        journal.append(number, game)
        print("told", flush=True)
        os.kill(os.getpid(), 9)
        """
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "told\n"
    journal = Journal(path)
    assert journal.load(1).state.dice == Dice.parse("11634")
    journal.close()


def test_a_second_window_does_not_overwrite_the_first(journal: Journal) -> None:
    game = Game.start(["Ann"])
    number = journal.create(game)
    other = Journal(journal.path)
    grow(other, number, game, Rolled(Dice.parse("11634"), 1))
    other.close()
    with pytest.raises(JournalError, match="played on in another window"):
        grow(journal, number, game, Rolled(Dice.parse("66666"), 1))
    assert journal.load(number).state.dice == Dice.parse("11634")


def test_a_full_disk_is_told_and_loses_nothing(journal: Journal) -> None:
    game = Game.start(["Ann"])
    number = journal.create(game)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match=r"Cannot save the game in .*full"):
        grow(journal, number, game, *[Rolled(Dice.parse("11634"), 1)] * 500)
    journal._db.execute("PRAGMA max_page_count = 100000")
    saved = journal.load(number)
    assert 1 < len(saved.log) < 500
    assert len(grow(journal, number, saved, Rolled(Dice.parse("11635"), 1)).log) == len(saved.log) + 1


def test_what_is_no_journal_is_left_alone_and_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"this is not a database at all, but a letter to my aunt " * 40)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="not a file of saved games or is damaged; it is left as it is"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    Journal(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(JournalError, match="A newer version of this program wrote"):
        Journal(path)


@pytest.mark.parametrize(
    "event",
    [
        "{",
        "[]",
        '{"event": "rolled", "dice": "99999", "number": 1, "kept": null, "origin": "typed"}',
        '{"event": "entered", "box": "aces"}',
        '{"event": "danced"}',
        '{"event": "started", "players": ["A","B","C","D","E","F","G","H","I","J"], "rules": {}, "first": 0}',
        '{"event": "started", "players": 7, "rules": {}, "first": 0}',
    ],
)
def test_a_damaged_game_is_told_in_one_sentence_and_the_others_open(journal: Journal, event: str) -> None:
    game = Game.start(["Ann"])
    bad, good = journal.create(game), journal.create(game)
    journal._db.execute("UPDATE events SET event = ? WHERE game = ? AND seq = 0", (event, bad))
    if "entered" in event or "rolled" in event:
        journal._db.execute("DELETE FROM events WHERE game = ?", (bad,))
        journal._db.execute("INSERT INTO events VALUES (?, 0, '', ?)", (bad, event))
    with pytest.raises(JournalError, match=f"Game {bad} is damaged") as caught:
        journal.load(bad)
    assert "\n" not in str(caught.value)
    assert journal.load(good) == game


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(JournalError, match="Cannot open"):
        Journal(tmp_path / "data" / "games.sqlite3")


def test_every_game_of_a_long_evening_is_listed_with_its_totals(journal: Journal) -> None:
    game = Game.start(["Ann", "Bob"])
    number = journal.create(game)
    steps = turn(game, "66612", Box.SIXES).log[1:]
    grow(journal, number, game, *steps)
    assert journal.games()[0].totals == (18, 0)


def test_a_damaged_summary_is_told_from_the_log_and_hides_no_other_game(journal: Journal) -> None:
    ann, bob, cle = (journal.create(turn(Game.start([name]), "66612", Box.SIXES)) for name in ("Ann", "Bob", "Cle"))
    journal._db.execute("UPDATE games SET totals = x'5a', started = 'yesterday' WHERE id = ?", (ann,))
    journal._db.execute("UPDATE games SET players = '[' WHERE id = ?", (bob,))
    journal._db.execute("UPDATE events SET event = '{' WHERE game = ?", (bob,))
    listed = {game.id: game for game in journal.games()}
    assert (listed[ann].players, listed[ann].totals) == (("Ann",), (18,))
    assert listed[bob].players == ("(damaged)",)
    assert listed[cle].players == ("Cle",)
