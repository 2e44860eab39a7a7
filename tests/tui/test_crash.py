"""A fault of our own: the terminal is put back, a sentence tells it, and the traceback outlives the next start."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.cli import main

pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")

from tests.bench.app import terminal

BROKEN = """
import sys
from tui.cli import main
from tui.screens.game import GameScreen
def broken(*_):
    raise RuntimeError('a fault for the test')
{where}
sys.exit(main({command}))
"""
KEY = "GameScreen.action_why = broken"
WORKER = "GameScreen.action_why = lambda self: self.run_worker(broken, thread=True)"
TIMER = "GameScreen.action_why = lambda self: self.set_timer(0.01, broken)"


@pytest.mark.parametrize("where", [KEY, WORKER, TIMER], ids=["key", "worker", "timer"])
def test_the_app_ends_with_a_sentence_and_the_traceback_stays(tmp_path: Path, where: str) -> None:
    with terminal(BROKEN.format(where=where, command=["play", "--players", "Ann,Bob"]), tmp_path) as screen:
        screen.wait_for("Yarborough")
        screen.send("55533")
        screen.wait_for("records it")
        screen.send("\r")
        screen.wait_for("‹36›")
        screen.send("w")
        screen.wait_for("\x1b[?1049l")
        screen.wait_for("kismet stopped by a fault of its own. Every game is saved up to its last step")
        assert screen.ended() == 1
    log = tmp_path / "log" / "crash.log"
    assert "RuntimeError: a fault for the test" in log.read_text()
    with terminal("from tui.cli import main; main([])", tmp_path) as screen:
        screen.wait_for("Resume Ann, Bob: round 1")
        screen.send("\x11")
        assert screen.ended() == 0
    assert "a fault for the test" in log.read_text(), "the next start leaves it there"


HIDDEN = "import os; os.dup2(os.open(os.devnull, os.O_WRONLY), 2)\n"
"""As `kismet 2>/dev/null` does."""


def test_it_is_told_where_people_look_wherever_faults_are_sent(tmp_path: Path) -> None:
    code = HIDDEN + BROKEN.format(where=KEY, command=["play", "--players", "Ann,Bob"])
    with terminal(code, tmp_path) as screen:
        screen.wait_for("Yarborough")
        screen.send("w")
        screen.wait_for("\x1b[?1049l")
        screen.wait_for("kismet stopped by a fault of its own. Every game is saved up to its last step")
        assert screen.ended() == 1


def test_so_is_why_nothing_could_be_opened(tmp_path: Path) -> None:
    with terminal(
        f"{HIDDEN}import sys; from tui.cli import main; sys.exit(main(['play', '--resume', '7']))", tmp_path
    ) as screen:
        screen.wait_for("kismet: There is no saved game number 7.")
        assert screen.ended() == 1


def test_the_board_that_looks_on_ends_so_too(tmp_path: Path) -> None:
    code = BROKEN.format(where="import tui.board.board; tui.board.board.LiveBoard.show = broken", command=["watch"])
    with terminal(code, tmp_path) as screen:
        screen.wait_for("kismet stopped by a fault of its own.")
        assert screen.ended() == 1
    assert "a fault for the test" in (tmp_path / "log" / "crash.log").read_text()


@pytest.mark.parametrize("writable", [True, False])
def test_a_command_ends_so_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], writable: bool
) -> None:
    def broken(_: object) -> int:
        raise RuntimeError("a fault for the test")

    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    monkeypatch.setattr("tui.commands.history.run", broken)
    if not writable:
        (tmp_path / "log").write_text("no folder")
    assert main(["history"]) == 1
    told = capsys.readouterr().err
    assert "kismet stopped by a fault of its own. Every game is saved up to its last step; what went wrong" in told
    assert (str(tmp_path / "log" / "crash.log") in told) == writable
    assert ("Traceback" in told) != writable, "without a log, the traceback itself is told"
