"""Standard streams that are closed, full or cut off: no traceback, and nothing lost."""

from __future__ import annotations

import os
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kismet.dice import Dice
from kismet.journal import Journal


def shell(home: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run `line`, in which `kismet` is this program."""
    kismet = f"{shlex.quote(sys.executable)} -m tui"
    return subprocess.run(
        ["sh", "-c", line.replace("kismet ", f"{kismet} ")],
        capture_output=True,
        text=True,
        env={**os.environ, "KISMET_HOME": str(home)},
        check=False,
    )


def test_a_closed_input_is_an_empty_one(tmp_path: Path) -> None:
    done = shell(tmp_path, "kismet play --plain --players Ann <&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ann is to roll" in done.stdout


def test_the_app_without_a_terminal_says_what_to_do(tmp_path: Path) -> None:
    done = shell(tmp_path, "kismet play --players Ann <&-")
    assert done.returncode == 1
    assert done.stderr == "kismet: The app needs a terminal; `kismet play --plain` plays line by line through pipes.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_behind_the_output_is_one_sentence_and_the_game_is_kept(tmp_path: Path) -> None:
    done = shell(
        tmp_path, "printf '11663\\n' | kismet play --plain --players Ann | cat; kismet play --plain > /dev/full"
    )
    assert done.returncode == 1
    assert done.stderr == "kismet: No space left on device.\n"
    journal = Journal(tmp_path / "games.sqlite3")
    assert journal.load(1).state.dice == Dice.parse("11663")
    journal.close()


def test_output_that_nobody_reads_on_is_no_fault(tmp_path: Path) -> None:
    done = shell(tmp_path, "yes 11663 | head -n 3000 | kismet play --plain --players Ann | head -n 2")
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 2


def test_what_cannot_be_saved_is_told_and_ends_with_status_1(tmp_path: Path) -> None:
    shell(tmp_path, "printf '11663\\n' | kismet play --plain --players Ann")
    with sqlite3.connect(tmp_path / "games.sqlite3") as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no room'); END")
    db.close()
    done = shell(tmp_path, "printf 'score sixes\\n' | kismet play --plain --resume 1")
    assert done.returncode == 1
    assert "Cannot save the game" in done.stdout
    journal = Journal(tmp_path / "games.sqlite3")
    assert journal.load(1).state.dice == Dice.parse("11663")
    journal.close()
