"""How fast the app is, measured in a real pseudo-terminal: `python -m tests.bench.app`.

Start: from the process's start to the first screen, beside an empty Textual app in the same run, by turns. Keys: from
the key to the repainted row of the cursor, in a game of six with a camera whose every pixel moves; and by turns with
nothing else to do, while a table is being solved, and while odds are worked out, both over and over again.
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
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

_EMPTY = """
from textual.app import App
from textual.widgets import Label
class Empty(App):
    def compose(self):
        yield Label("READY")
Empty().run()
"""
SETTLE = 20
"""Seconds that a new game may take to work out the best play before its load at rest is measured."""
_HOME = "import sys; from tui.cli import main; sys.argv = ['kismet']; main([])"
_GAME = "from tui.cli import main; main(['play', '--players', 'Ann,Bob,Cle,Dan,Eve,Fin'])"
_CAMERA = """
import cv2
import numpy as np
from tui import opening
from tests.tui.fake_feed import FakeFeed, FakeView
from tui.session import Session
# Sixteen pictures, made before the clock runs: a rough table over which the whole view slides, or does not.
coarse = np.random.default_rng(7).integers(0, 255, (12, 16, 3), np.uint8)
table = cv2.resize(coarse, (1280, 960), interpolation=cv2.INTER_CUBIC)
FRAMES = [np.ascontiguousarray(table[8 * n : 8 * n + 720, 8 * n : 8 * n + 1080]) for n in range(16)]
class Moving(FakeFeed):
    number = 0
    @property
    def view(self):
        self.number += 1
        return FakeView("dice moving", True, FRAMES[self.number % 16 if {moving} else 0], None, self.number)
opening.open_app(lambda j: Session.new(j, ["Ann", "Bob", "Cle", "Dan", "Eve", "Fin"]), camera="0", feed=Moving)
"""
_BUSY = """
import threading
def work():
    from kismet.advice.card import card_for
    from kismet.advice.solve import solve
    from kismet.odds.chances import odds
    from kismet.odds.match import Seat
    from kismet.rules import RULINGS
    from kismet.sheet import Sheet
    card = card_for(RULINGS)
    table = solve(card)
    while True:
        {work}
threading.Thread(target=work, daemon=True).start()
"""
_SOLVING = _BUSY.replace("{work}", "solve(card)") + _GAME
_CHANCES = _BUSY.replace("{work}", "odds(table, RULINGS, [Seat(Sheet())] * 6, 0)") + _GAME
_MOVING, _STILL = _CAMERA.replace("{moving}", "True"), _CAMERA.replace("{moving}", "False")
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

    def ended(self, seconds: float = 60.0) -> int:
        """Read until the program ends, and return its status: one that nobody reads would wait to be read for ever."""
        until = time.perf_counter() + seconds
        while self.process.poll() is None:
            if time.perf_counter() > until:
                raise TimeoutError(f"it did not end within {seconds} s")
            if select.select([self.master], [], [], 0.05)[0]:
                try:
                    os.read(self.master, 65536)
                except OSError:  # the other side of the terminal is closed
                    return self.process.wait(seconds)
        return self.process.returncode

    def drain(self) -> None:
        """Read what is left."""
        while select.select([self.master], [], [], 0)[0]:
            os.read(self.master, 65536)


@contextmanager
def terminal(code: str, home: Path, *arguments: str, stdin: int | None = None) -> Iterator[Terminal]:
    """Run Python `code` in a terminal, with its files in `home`, and end it; `stdin` stands in for the keyboard."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {**os.environ, "KISMET_HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=slave if stdin is None else stdin,
        stdout=slave,
        stderr=slave,
        env=env,
        start_new_session=True,
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
    with TemporaryDirectory() as home, terminal(code, Path(home)) as screen:
        return screen.wait_for(shown) - begin


def key_milliseconds(code: str, presses: int) -> list[float]:
    """From each press of the arrow to the repainted row."""
    times = []
    with TemporaryDirectory() as home, terminal(code, Path(home)) as screen:
        screen.wait_for("Kismet")
        time.sleep(1.5)  # what starting set off has ended
        for press in range(presses):
            box = _BOXES[press % len(_BOXES)]
            if press % len(_BOXES) == 0 and press:
                screen.send("g1")
                time.sleep(0.2)  # painted; it is no press that counts
            if box == "3 of a Kind":
                screen.send("j")
                time.sleep(0.2)  # the same
            screen.drain()
            begin = time.perf_counter()
            screen.send("j")
            times.append(1000 * (screen.wait_for(f"▸{box}") - begin))
            time.sleep(0.15)  # as people press: each key finds the app idle
    return times


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def load(code: str, seconds: float = 8.0) -> float:
    """The share of one core that the app takes while nobody touches it."""
    with TemporaryDirectory() as home, terminal(code, Path(home)) as screen:
        screen.wait_for("Kismet")
        share = _share(screen, 2)
        for _ in range(SETTLE):  # the best play is worked out first, once for the rules
            before, share = share, _share(screen, 1)
            if max(share, before) < 0.15:
                break
        return _share(screen, seconds)


def _share(screen: Terminal, seconds: float) -> float:
    """Processor seconds a second that a program uses, in front of a terminal that reads and costs nothing itself."""
    begin, used = time.perf_counter(), _processor(screen.process.pid)
    while time.perf_counter() < begin + seconds:
        screen.drain()
        time.sleep(0.02)  # the time that is measured
    return (_processor(screen.process.pid) - used) / (time.perf_counter() - begin)


def _processor(pid: int) -> float:
    """Processor seconds that a process has used so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
    for name, code in (("no camera", _GAME), ("camera still", _STILL), ("camera, all moving", _MOVING)):
        _say(f"at rest, {name:<25} {100 * load(code):.1f} % of a core")
        _say_keys(name, key_milliseconds(code, 36))
    advice = (("advice idle", _GAME), ("table being solved", _SOLVING), ("odds worked out", _CHANCES))
    found: dict[str, list[float]] = {name: [] for name, _ in advice}
    for _ in range(3):
        for name, code in advice:
            found[name] += key_milliseconds(code, 18)
    for name, times in found.items():
        _say_keys(name, times)


def _say_keys(name: str, times: list[float]) -> None:
    tenth = statistics.quantiles(times, n=10)[-1]
    _say(f"key to repaint, {name:<19} median {statistics.median(times):.1f} ms, 90 % {tenth:.1f} ms")


if __name__ == "__main__":
    main()
