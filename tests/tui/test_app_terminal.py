"""The real program in a real terminal: opened, killed in mid-turn, resumed, left; and nothing native draws over it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")

from tests.bench.app import Terminal, terminal

GAME = "from tui.cli import main; main(['play', '--players', 'Ann,Bob'])"
HOME = "from tui.cli import main; main([])"
DEMO = "from tui.cli import main; main(['demo'])"
PUT_BACK = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h")
"""The ordinary screen, a mouse that selects text, and a cursor."""


def last_words(screen: Terminal) -> bytes:
    """All that the program still writes until it ends."""
    written = b""
    while True:
        try:
            got = os.read(screen.master, 65536)
        except OSError:  # the other side of the terminal is closed
            return written
        if not got:
            return written
        written += got


@pytest.mark.parametrize(
    ("code", "told"),
    [(GAME, signal.SIGTERM), (DEMO, signal.SIGTERM), (HOME, signal.SIGTERM), (GAME, signal.SIGHUP)],
    ids=["game", "demo", "start screen", "closed window"],
)
def test_a_program_that_is_told_to_end_leaves_the_terminal_and_the_game_as_they_were(
    tmp_path: Path, code: str, told: signal.Signals
) -> None:
    with terminal(code, tmp_path) as screen:
        screen.wait_for("New game" if code is HOME else "Yarborough")
        if code is GAME:
            screen.send("55533\r")
            screen.wait_for("‹36›")
        os.kill(screen.process.pid, told)
        written = last_words(screen)
        assert screen.ended() == 0
    assert [part for part in PUT_BACK if part not in written] == []
    if code is GAME:
        with terminal(HOME, tmp_path) as screen:
            screen.wait_for("Resume Ann, Bob: round 1")


def test_killed_in_mid_turn_and_resumed(tmp_path: Path) -> None:
    with terminal(GAME, tmp_path) as screen:
        screen.wait_for("Yarborough")
        screen.send("55533")
        screen.wait_for("⏎ records it")
        screen.send("\r")
        screen.wait_for("Ann: roll 1, 5 5 5 3 3")  # what boxes would score is seen before it is recorded
        os.kill(screen.process.pid, signal.SIGKILL)
    with terminal(HOME, tmp_path) as screen:
        screen.wait_for("Resume Ann, Bob: round 1")
        screen.send("r")
        screen.wait_for("‹36›")
        screen.send("\x11")
        assert screen.ended() == 0


def test_with_stderr_sent_elsewhere_the_game_is_seen_all_the_same(tmp_path: Path) -> None:
    """Textual draws on stderr; `kismet 2>/dev/null` would leave the window blank."""
    for code in (GAME, "from tui.cli import main; main(['watch'])"):
        with terminal(f"import os; os.dup2(os.open(os.devnull, os.O_WRONLY), 2); {code}", tmp_path) as screen:
            screen.wait_for("Yarborough")
            if code is GAME:  # a game in which nobody rolled is gone when it is left
                screen.send("11663\r")
                screen.wait_for("Roll 1")
            screen.send("\x11")
            assert screen.ended() == 0


def test_without_a_terminal_the_app_says_what_to_do_instead(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui"],
        input="",
        capture_output=True,
        text=True,
        env={**os.environ, "KISMET_HOME": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "kismet: The app needs a terminal; `kismet play --plain` plays line by line through pipes.\n"
    assert not list(tmp_path.glob("*.sqlite3"))


def test_what_native_libraries_write_goes_to_the_log_and_not_to_the_screen(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "from tui.opening import quiet_stderr\n"
        "with quiet_stderr():\n"
        "    os.write(2, b'Corrupt JPEG data\\n')\n"
        "    sys.__stderr__.write('drawn\\n')\n"
        "os.write(2, b'after\\n')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "KISMET_HOME": str(tmp_path)},
        check=True,
    )
    assert done.stderr == "drawn\nafter\n"
    assert (tmp_path / "log" / "stderr.log").read_text() == "Corrupt JPEG data\n"
