"""The game line by line, through a real pipe, as another program or a screen reader plays it."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def kismet(home: Path, *args: str, lines: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tui", *args],
        input=lines if isinstance(lines, bytes) else lines.encode(),
        capture_output=True,
        env={**os.environ, "KISMET_HOME": str(home), "PYTHONUTF8": "1"},
        check=False,
    )


def answers(home: Path, *lines: str, players: str = "Ann,Bob", rules: str = "") -> list[dict[str, Any]]:
    extra = []
    if rules:
        home.mkdir(exist_ok=True)
        (home / "rules.toml").write_text(rules)
        extra = ["--rules", str(home / "rules.toml")]
    done = kismet(home, "play", "--json", "--players", players, *extra, lines="".join(line + "\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, b"")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(lines), "one object for each line"
    return told


def test_a_turn_from_the_first_roll_to_the_entry(home: Path) -> None:
    first, kept, second, score = answers(home, "11634", "keep 116", "roll 11663", "score two_pair")
    assert (first["ok"], first["dice"], first["roll"], first["open"]["sixes"]) == (True, "11634", 1, 6)
    assert kept["message"] == "Keep 1 1 6. Roll 2 dice and type them."
    assert (second["roll"], second["open"]["two_pair_same_color"], second["open"]["full_house"]) == (2, 17, 0)
    assert score == {
        "ok": True,
        "message": "Ann: 2 Pair Same Color 17. Ann has 17. Bob is to roll.",
        "round": 1,
        "player": "Bob",
        "roll": 0,
        "dice": None,
        "open": {},
        "forced": [],
        "sheets": {"Ann": {"two_pair_same_color": 17}, "Bob": {}},
        "bonus": {"Ann": 0, "Bob": 0},
        "totals": {"Ann": 17, "Bob": 0},
        "over": False,
    }


def test_only_the_thrown_dice_need_be_typed(home: Path) -> None:
    assert answers(home, "11634", "keep 116", "52")[-1]["dice"] == "11652"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["1163"], "Five dice are needed, not 4"),
        (["11637"], "'7' is not one"),
        (["keep 1"], "no dice to keep yet"),
        (["11634", "keep 55"], "5 5 cannot be kept: the dice are 1 1 6 3 4"),
        (["11634", "keep 11634"], "no roll"),
        (["11634", "keep 116", "22222"], "do not hold the kept 1 1 6"),
        (["score aces"], "Ann has not rolled yet"),
        (["11634", "score fl"], "flush or flush_house"),
        (["11634", "score deuces"], "say: score deuces 0"),
        (["11634", "score aces 3"], "Aces scores 2 with these dice, not 3"),
        (["11634", "11634", "11634", "11634"], "rolled three times"),
        (["11634", "roll 11634", "11634", "keep 1"], "rolled three times"),
        (["undo"], "nothing to undo"),
        (["redo"], "nothing to redo"),
        (["why flush"], "no dice on the table"),
        (["sheet Zoe"], "Nobody here is called Zoe"),
        (["dance"], "'dance' is no command"),
        ([""], "Type the dice"),
        (["11634", f"score aces {'9' * 5000}"], f"Aces scores 2 with these dice, not {'9' * 40}…."),
        (["x" * 5000], f"'{'x' * 40}…' is no command"),
        ([f"sheet {'x' * 5000}"], f"Nobody here is called {'x' * 40}…."),
    ],
)
def test_a_bad_line_says_what_is_wrong_and_changes_nothing(home: Path, lines: list[str], words: str) -> None:
    *_, before, bad = [{"ok": True}, *answers(home, *lines)]
    assert not bad["ok"]
    assert words in bad["message"]
    if len(lines) > 1:
        assert {k: v for k, v in bad.items() if k not in ("ok", "message")} == {
            k: v for k, v in before.items() if k not in ("ok", "message")
        }


def test_a_zero_must_be_said(home: Path) -> None:
    _, asked, done = answers(home, "12346", "score flush", "score flush 0")
    assert (asked["ok"], done["ok"], done["sheets"]["Ann"]) == (False, True, {"flush": 0})


def test_a_second_kismet_names_the_zeros_it_forced(home: Path) -> None:
    told = answers(home, "44444", "score kismet", "12346", "score sixes", "55555", "score fives", "undo")
    assert told[5]["forced"] == [["Bob", "aces"]]
    assert told[5]["player"] == "Ann"
    assert told[5]["sheets"]["Bob"] == {"sixes": 6, "aces": 0}
    assert told[6]["sheets"]["Bob"] == {"sixes": 6}
    assert "taken back" in told[6]["message"]


def test_undo_redo_fix_and_why(home: Path) -> None:
    told = answers(home, "11634", "fix 11644", "why fours", "score fours", "undo", "redo")
    assert told[1]["dice"] == "11644"
    assert told[2]["message"] == "Fours: 2 dice show 4: 2 × 4 = 8 for Fours. Rule R5; usual options."
    assert told[4]["message"].startswith("Ann: Fours 8 taken back. Ann, roll 1 of 3: 1 1 6 4 4.")
    assert told[5]["sheets"]["Ann"] == {"fours": 8}


def test_odds_tell_each_players_chance_and_mark_nothing(home: Path) -> None:
    told, _, _, later = answers(home, "odds", "66666", "score kismet", "odds")
    assert told["message"].startswith("Chance to win: ")
    assert "give or take 1." in told["message"]
    assert told["message"] != later["message"]
    with sqlite3.connect(home / "games.sqlite3") as db:
        assert db.execute("SELECT hinted FROM games").fetchall() == [(0,)]
    db.close()


def test_advice_says_what_to_do_and_marks_the_game(home: Path) -> None:
    none_yet, _, told, undone = answers(home, "advice", "66612", "advice", "undo")
    assert (none_yet["ok"], none_yet["message"]) == (
        False,
        "Advice needs dice on the table first. Round 1 of 15. Ann is to roll.",
    )
    assert told["message"].startswith("Keep 6 6 6, roll two: ")
    assert "Ends in " in told["message"]
    assert "roll 1, 6 6 6 1 2 taken back" in undone["message"]
    with sqlite3.connect(home / "games.sqlite3") as db:
        assert db.execute("SELECT hinted FROM games").fetchall() == [(1,)]
    db.close()


def test_house_rules_come_from_a_file(home: Path) -> None:
    assert answers(home, "12345", rules="straight = 40\n")[0]["open"]["straight"] == 40


def test_a_whole_game_ends_with_the_standings(home: Path) -> None:
    boxes = (
        "aces deuces treys fours fives sixes two_pair three straight flush full flush_house four_of yarborough kismet"
    )
    lines = []
    for box in boxes.split():
        for dice in ("66666", "12346"):
            lines += [dice, f"score {box}", f"score {box} 0"]
    told = answers(home, *[line for line in lines if line], rules='second_kismet = "off"\n')
    assert told[-1]["over"]
    assert told[-1]["totals"] == {"Ann": 30 + 30 + 30 + 35 + 45 + 50 + 55 + 30 + 80, "Bob": 1 + 2 + 3 + 4 + 6 + 16}


def test_a_game_goes_on_where_it_was_left(home: Path) -> None:
    """Also when the input simply ends in the middle of a turn."""
    kismet(home, "play", "--plain", "--players", "Ann,Bob", lines="11634\nkeep 11\n")
    done = kismet(home, "play", "--plain", "--resume", "last", lines="score aces\nquit\n").stdout.decode()
    assert done.splitlines()[0].startswith("Game 1, saved at every step. Ann, roll 1 of 3: 1 1 6 3 4.")
    assert "Ann: Aces 2" in done
    assert done.endswith("Saved. Goodbye.\n")


def test_bytes_that_are_no_text_are_a_bad_line(home: Path) -> None:
    done = kismet(home, "play", "--plain", lines=b"\xff\xfe\x00\n11634\n")
    assert done.returncode == 0
    assert b"roll 1 of 3: 1 1 6 3 4" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--players", "A,B,C,D,E,F,G,H,I,J"], "One to six can play, not 10."),
        (["--players", "Ann,ANN"], "Two players are called"),
        (["--players", "Ann,,Bob"], "kismet: There is an empty name between the commas.\n"),
        (["--players", "Ann, "], "kismet: There is an empty name beside the comma.\n"),
        (["--rules", "nowhere.toml"], "Cannot read the rules in nowhere.toml: No such file or directory."),
        (["--players", ""], "'' is not a name"),
        (["--resume", "1", "--players", "Ann"], "leave --players and --rules out"),
        (["--resume", "9"], "There is no saved game number 9."),
        (["--resume", "last"], "There are no saved games yet"),
        (["--resume", "friday"], "A game is named by its number, or `last`, not friday"),
        (["--resume", "9" * 25], f"There is no saved game number {'9' * 25}."),
        (["--resume", "9" * 5000], f"There is no saved game number {'9' * 40}…."),
        (["--camera", "9" * 5000], "There is no camera of the number 999999…."),
        (["--players", "👨\u200d👩\u200d👧"], "several signs joined"),
    ],
)
def test_what_cannot_start_is_one_sentence_and_status_1(home: Path, args: list[str], words: str) -> None:
    done = kismet(home, "play", "--plain", *args)
    assert done.returncode == 1
    assert done.stdout == b""
    assert words in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_a_home_that_cannot_be_written_is_one_sentence(home: Path) -> None:
    home.write_text("a file, not a folder")
    done = kismet(home, "play", "--plain", lines="11634\n")
    assert done.returncode == 1
    assert done.stderr.decode().startswith("kismet: Cannot open")
    assert done.stderr.decode().endswith("KISMET_HOME=FOLDER saves games in another folder.\n")


@pytest.mark.parametrize("camera", [False, True], ids=["no camera", "camera"])
def test_ctrl_c_leaves_with_a_word_on_a_line_of_its_own(home: Path, camera: bool) -> None:
    pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")
    from tests.tui.piped import in_terminal
    from tui.commands.demo import RECORDING

    looking_on = ["--camera", str(RECORDING)] if camera else []
    with in_terminal(["play", "--plain", "--players", "Ann,Bob", *looking_on], home) as screen:
        screen.wait_for("Type the dice, or help.")
        screen.send("11634\n")
        screen.wait_for("Ann, roll 1 of 3")
        screen.send("\x03")
        screen.wait_for("\r\nSaved. Goodbye.\r\n")
        assert screen.ended() == 130
    done = kismet(home, "play", "--plain", "--resume", "last", lines="turn\n")
    assert b"Ann, roll 1 of 3: 1 1 6 3 4." in done.stdout


def test_ctrl_c_leaves_programs_without_a_line_that_is_no_object(home: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tui", "play", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "KISMET_HOME": str(home), "PYTHONUTF8": "1"},
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(b"11634\n")
        program.stdin.flush()
        assert json.loads(program.stdout.readline())["dice"] == "11634"
        program.send_signal(signal.SIGINT)
        assert program.stdout.read() == b""
        assert program.wait() == 130
