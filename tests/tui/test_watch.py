"""`kismet watch` beside a game that another process plays: what a second terminal, a pipe or a program sees."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Hinted, Renamed
from kismet.journal import Journal
from tui.board.onlooker import NOBODY_PLAYS, Onlooker
from tui.session import Session


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "KISMET_HOME": str(home), "PYTHONUTF8": "1"}


@contextmanager
def running(home: Path, *args: str) -> Iterator[subprocess.Popen[str]]:
    """The command, in a process of its own, with pipes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tui", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def ask(process: subprocess.Popen[str], line: str) -> str:
    """Type a line into a plain game, and wait for the answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return process.stdout.readline()


def out(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def until(process: subprocess.Popen[str], words: str) -> str:
    """Lines of the process, up to one with these words: several changes may be told in one line."""
    while line := out(process).readline():
        if words in line:
            return line
    raise AssertionError(f"the board ended without a word of {words}")


def watch_once(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui", "watch", "--once", *args],
        capture_output=True,
        env=environment(home),
        encoding="utf-8",
        check=False,
    )


def test_a_game_in_another_process_is_told_as_it_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, "watch", "--plain") as board:
        assert out(board).readline().strip() == NOBODY_PLAYS
        assert not (tmp_path / "games.sqlite3").exists(), "looking on makes no file"
        with running(tmp_path, "play", "--plain", "--players", "Ann,Bob") as game:
            out(game).readline()
            assert out(board).readline() == "Game 1: Ann and Bob. Round 1 of 15. Ann is to roll.\n"
            assert "roll 1 of 3" in ask(game, "11663")
            assert out(board).readline() == "Ann: roll 1, 1 1 6 6 3.\n"
            ask(game, "score two_pair")
            line = "Ann: 2 Pair Same Color 17. Ann 17, Bob 0. Round 1 of 15. Bob is to roll.\n"
            assert out(board).readline() == line
            ask(game, "undo")
            assert (
                out(board).readline()
                == "Ann: 2 Pair Same Color 17 taken back. Round 1 of 15. Ann, roll 1 of 3: 1 1 6 6 3.\n"
            )
            ask(game, "redo")
            assert out(board).readline().startswith("Ann: 2 Pair Same Color 17 put back. Ann 17, Bob 0.")
            # The game was never in anybody's way: it is as if nobody had looked.
            assert "Bob, roll 1 of 3" in ask(game, "55555")


def test_a_correction_in_another_process_is_told_with_all_that_follows(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    session = Session.new(journal, ("Ann", "Bob"))
    session.roll(Dice.parse("66661"))
    session.enter(Box.SIXES)
    with running(tmp_path, "watch", "--json") as board:
        assert json.loads(out(board).readline())["totals"] == {"Ann": 24, "Bob": 0}
        session.correct(session.state.turns[0].serial, Dice.parse("66651"), Box.THREE_OF_A_KIND)
        told = json.loads(out(board).readline())
    journal.close()
    assert told["event"] == "game"
    assert (told["game"], told["player"], told["totals"]) == (1, "Bob", {"Ann": 24, "Bob": 0})
    assert told["sheets"]["Ann"] == {"three_of_a_kind": 24}
    assert "Ann: Sixes 24 becomes vacant" in told["message"]


def test_the_next_game_is_followed_and_a_deleted_one_is_missed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    first = Session.new(journal, ("Ann", "Bob"))
    with running(tmp_path, "watch", "--plain") as board:
        assert out(board).readline().startswith("Game 1: Ann and Bob.")
        left = Session.new(journal, ("Cleo", "Dan"))
        assert out(board).readline().startswith("Game 2: Cleo and Dan.")
        left.leave()
        assert out(board).readline().startswith("Game 2 was left before anybody rolled. Game 1: Ann and Bob.")
        first.roll(Dice.parse("66666"))
        assert out(board).readline().startswith("Ann: roll 1")
        journal.delete(1)
        assert out(board).readline() == "Game 1 was deleted. As soon as another begins, it is shown here.\n"
        Session.new(journal, ("Eve",))
        assert out(board).readline().startswith("Game 1: Eve.")
    journal.close()


def test_advice_is_nobody_elses_business(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    session = Session.new(journal, ("Ann",))
    with running(tmp_path, "watch", "--plain") as board:
        assert out(board).readline().startswith("Game 1: Ann.")
        session.do(Hinted())
        session.roll(Dice.parse("66666"))
        assert out(board).readline() == "Ann: roll 1, 6 6 6 6 6.\n"
    journal.close()


def test_one_game_is_watched_while_others_go_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    first, second = Session.new(journal, ("Ann",)), Session.new(journal, ("Bob",))
    with running(tmp_path, "watch", "--plain", "--game", "1") as board:
        assert out(board).readline().startswith("Game 1: Ann.")
        second.roll(Dice.parse("12345"))
        first.roll(Dice.parse("66666"))
        assert out(board).readline() == "Ann: roll 1, 6 6 6 6 6.\n"
    journal.close()


def test_the_end_of_a_game_is_told_with_who_won(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    session = Session.new(journal, ("Ann",))
    for box in Box:
        session.roll(Dice.parse("12345"))
        if box is Box.KISMET:
            break
        session.enter(box)
    with running(tmp_path, "watch", "--plain") as board:
        out(board).readline()
        session.enter(Box.KISMET)
        total = session.state.totals[0]
        assert out(board).readline() == f"Ann: Kismet 0. The game is over. Ann has {total}.\n"
    journal.close()


def test_looking_once(tmp_path: Path) -> None:
    assert watch_once(tmp_path).stdout.strip() == NOBODY_PLAYS
    missing = watch_once(tmp_path, "--game", "3")
    assert (missing.returncode, missing.stderr) == (
        1,
        "kismet: There are no saved games yet; `kismet play` begins one.\n",
    )
    journal = Journal(tmp_path / "games.sqlite3")
    Session.new(journal, ("Ann",))
    journal.close()
    told: dict[str, Any] = json.loads(watch_once(tmp_path, "--json", "--game", "1").stdout)
    assert (told["event"], told["game"], told["player"], told["roll"]) == ("game", 1, "Ann", 0)


def damaged(home: Path, how: str) -> None:
    """A file of saved games that cannot be read: no database, cut off in the middle, or with a log that is none."""
    path = home / "games.sqlite3"
    journal = Journal(path)
    session = Session.new(journal, ("Ann", "Bob"))
    for _ in range(40):
        session.do(Renamed(1, "Bert"))
        session.undo()
    journal.close()
    if how == "letter":
        path.write_bytes(b"this is no database, but a letter to my aunt" * 50)
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:6000])
    else:
        db = sqlite3.connect(path)
        db.execute("UPDATE events SET event = '{}' WHERE seq = 1")
        db.commit()
        db.close()


@pytest.mark.parametrize("how", ["letter", "cut", "log"])
@pytest.mark.parametrize("form", ["--plain", "--json"])
@pytest.mark.parametrize("once", [True, False])
def test_a_damaged_file_ends_the_lines_with_one_sentence(tmp_path: Path, how: str, form: str, once: bool) -> None:
    damaged(tmp_path, how)
    done = subprocess.run(
        [sys.executable, "-m", "tui", "watch", form, *(["--once"] if once else [])],
        capture_output=True,
        env=environment(tmp_path),
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "damaged" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_damaged_while_it_is_watched_ends_the_lines(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    Session.new(journal, ("Ann",))
    journal.close()
    with running(tmp_path, "watch", "--plain") as board:
        assert out(board).readline().startswith("Game 1: Ann.")
        (tmp_path / "letter").write_bytes(b"this is no database, but a letter to my aunt" * 50)
        (tmp_path / "letter").rename(tmp_path / "games.sqlite3")
        assert out(board).readline() == "", "no line, and no more to come"
        assert board.wait(30) == 1
        assert board.stderr is not None
        assert "damaged" in board.stderr.read()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes there cannot tell that nobody reads any more")
def test_the_board_ends_when_nobody_reads_it(tmp_path: Path) -> None:
    with running(tmp_path, "watch", "--json") as board:
        out(board).readline()
        out(board).close()
        board.stdout = None
        assert board.wait(30) == 0


def test_without_a_terminal_the_screen_says_what_works(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui", "watch"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "`kismet watch --plain`" in done.stderr
    assert done.stderr.count("\n") == 1


# The onlooker by itself


def test_looking_again_is_the_very_same_sight_until_something_is_saved(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    session = Session.new(journal, ("Ann", "Bob"))
    onlooker = Onlooker(journal.path)
    first = onlooker.look()
    assert onlooker.look() is first
    session.do(Renamed(1, "Bert"))
    assert onlooker.look().news == ("Bob is now called Bert",)
    assert onlooker.look() is onlooker.look()
    onlooker.close()
    journal.close()


def test_a_file_moved_away_or_put_in_its_place_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    for folder, name in ((tmp_path, "Ann"), (tmp_path / "other", "Bob")):
        journal = Journal(folder / "games.sqlite3")
        Session.new(journal, (name,))
        journal.close()
    onlooker = Onlooker(path)
    sight = onlooker.look()
    assert sight.game is not None
    assert sight.game.state.players == ("Ann",)
    path.unlink()
    assert onlooker.look().game is None
    (tmp_path / "other" / "games.sqlite3").rename(path)
    again = onlooker.look()
    assert again.game is not None
    assert again.game.state.players == ("Bob",)
    onlooker.close()


def test_a_file_that_is_no_journal_is_said_once_and_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"this is no database, but a letter to my aunt" * 50)
    onlooker = Onlooker(path)
    sight = onlooker.look()
    assert "is not a file of saved games" in sight.words
    assert onlooker.look() is sight
    path.unlink()
    journal = Journal(path)
    Session.new(journal, ("Ann",))
    assert onlooker.look().game is not None
    onlooker.close()
    journal.close()


@pytest.mark.skipif(sys.platform == "win32", reason="terminals there have no TERM")
@pytest.mark.parametrize("kind", ["dumb", "unknown"])
@pytest.mark.parametrize("command", [[], ["play"], ["watch"]])
def test_a_terminal_that_can_show_no_app_says_so(tmp_path: Path, kind: str, command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui", *command],
        capture_output=True,
        env=environment(tmp_path) | {"TERM": kind},
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert f"This terminal (TERM={kind}) cannot show the app; `kismet " in done.stderr
    assert done.stderr.count("\n") == 1
