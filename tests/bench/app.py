"""How fast the app is, measured in a real pseudo-terminal: `python -m tests.bench.app`.

Start: from the process's start to the first screen, beside an empty Textual app in the same run, by turns. Keys: from
the key to the repainted row of the cursor, in a game of six with a camera whose every pixel moves.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_EMPTY = """
from textual.app import App
from textual.widgets import Label
class Empty(App):
    def compose(self):
        yield Label("READY")
Empty().run()
"""
_HOME = "import sys; from tui.cli import main; sys.argv = ['kismet']; main([])"
_GAME = "from tui.cli import main; main(['play', '--players', 'Ann,Bob,Cle,Dan,Eve,Fin'])"
_CAMERA = """
import threading, time
import numpy as np
from tui import opening
from tests.tui.fake_feed import FakeFeed, FakeView
from tui.session import Session
class Moving(FakeFeed):
    number = 0
    @property
    def view(self):
        self.number += 1
        frame = np.random.default_rng(self.number).integers(0, 255, (480, 640, 3), np.uint8)
        return FakeView("dice moving", True, frame, None, self.number)
opening.open_app(lambda j: Session.new(j, ["Ann", "Bob", "Cle", "Dan", "Eve", "Fin"]), camera="0", feed=Moving)
"""
_BOXES = ("Deuces", "Treys", "Fours", "Fives", "Sixes", "3 of a Kind", "Straight", "Flush", "Full House")


@dataclass
class Terminal:
    """A process in a pseudo-terminal of 80×24 cells."""

    master: int
    process: subprocess.Popen[bytes]

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def wait_for(self, text: str, seconds: float = 30.0) -> float:
        """Read until `text` was written, and return the moment."""
        seen, wanted, until = b"", text.encode(), time.perf_counter() + seconds
        while wanted not in seen:
            left = until - time.perf_counter()
            if left <= 0 or not select.select([self.master], [], [], left)[0]:
                raise TimeoutError(f"{text!r} was not shown within {seconds} s")
            seen = seen[-4096:] + os.read(self.master, 65536)
        return time.perf_counter()

    def drain(self) -> None:
        """Read what is left."""
        while select.select([self.master], [], [], 0)[0]:
            os.read(self.master, 65536)


@contextmanager
def terminal(code: str) -> Iterator[Terminal]:
    """Run Python `code` in a terminal, and end it."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "KISMET_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True
        )
        os.close(slave)
        try:
            yield Terminal(master, process)
        finally:
            process.kill()
            process.wait()
            os.close(master)


def start_seconds(code: str, shown: str) -> float:
    """From the process's start until `shown` is on the screen."""
    begin = time.perf_counter()
    with terminal(code) as screen:
        return screen.wait_for(shown) - begin


def key_milliseconds(code: str, presses: int) -> list[float]:
    """From each press of the arrow to the repainted row."""
    times = []
    with terminal(code) as screen:
        screen.wait_for("Kismet")
        time.sleep(1.5)
        for press in range(presses):
            box = _BOXES[press % len(_BOXES)]
            if press % len(_BOXES) == 0 and press:
                screen.send("g1")
                time.sleep(0.2)
            if box == "3 of a Kind":
                screen.send("j")
                time.sleep(0.2)
            screen.drain()
            begin = time.perf_counter()
            screen.send("j")
            times.append(1000 * (screen.wait_for(f"▸{box}") - begin))
            time.sleep(0.15)
    return times


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Measure and print."""
    ours, empty, play = [], [], []
    for _ in range(7):
        empty.append(start_seconds(_EMPTY, "READY"))
        ours.append(start_seconds(_HOME, "New game"))
        play.append(start_seconds(_GAME, "Yarborough"))
    base = statistics.median(empty)
    _say(f"empty Textual app        {base:.2f} s")
    _say(f"start screen             {statistics.median(ours):.2f} s  {statistics.median(ours) / base:.2f}×")
    _say(f"game of six, at once     {statistics.median(play):.2f} s  {statistics.median(play) / base:.2f}×")
    for name, code in (("no camera", _GAME), ("camera, all moving", _CAMERA)):
        times = key_milliseconds(code, 36)
        tenth = statistics.quantiles(times, n=10)[-1]
        _say(f"key to repaint, {name:<19} median {statistics.median(times):.1f} ms, 90 % {tenth:.1f} ms")


if __name__ == "__main__":
    main()
