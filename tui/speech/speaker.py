"""Speaks without anybody waiting: one thread, one process at a time, and the newest words win.

A call about a roll is of no use any more once the box is filled, so a new one cuts the old one short. Nothing is left
speaking when the game is left.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from threading import Condition, Thread

from tui.speech.program import Program

_GLANCE = 0.05
"""Seconds between two glances at a program that is speaking."""
_FAREWELL = 1.0
"""Seconds that closing waits for the thread, which only has to end a process."""


class Speaker:
    """Speaks through a program. Any thread may call it; nothing here raises."""

    def __init__(self, program: Program, failed: Callable[[str], None]) -> None:
        """Make it; nothing runs before the first words.

        Args:
            program: the speech program.
            failed: told once, in a sentence and on another thread, when the program does not work.
        """
        self._program = program
        self._failed = failed
        self._news = Condition()
        self._words: str | None = None
        self._closed = False
        self._broken = False
        self._thread: Thread | None = None

    def say(self, words: str) -> None:
        """Say this now, instead of whatever is being said."""
        with self._news:
            if self._closed or self._broken or not words:
                return
            self._words = words
            if self._thread is None:
                self._thread = Thread(target=self._run, name="speech", daemon=True)
                self._thread.start()
            self._news.notify()

    def close(self) -> None:
        """Fall silent, for good."""
        with self._news:
            self._closed = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join(_FAREWELL)

    def _run(self) -> None:
        process: subprocess.Popen[bytes] | None = None
        while True:
            with self._news:
                self._news.wait_for(
                    lambda: self._closed or self._words is not None, None if process is None else _GLANCE
                )
                words, self._words = self._words, None
                closed = self._closed
            if process is not None and (closed or words is not None):
                _silence(process, self._program)
                process = None
            if closed:
                return
            if words is not None:
                process = self._start(words)
            elif process is not None and process.poll() is not None:
                if process.returncode:
                    self._fail(f"it ended with status {process.returncode}")
                process = None
            if self._broken:
                return

    def _start(self, words: str) -> subprocess.Popen[bytes] | None:
        program = self._program
        try:
            process = subprocess.Popen(
                program.command(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # A group of its own: what it starts falls silent with it, and Ctrl+C is for the game.
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            self._fail(str(error.strerror))
            return None
        assert process.stdin is not None
        # A call is far shorter than a pipe holds, so this waits for nobody.
        with contextlib.suppress(OSError):
            if not program.as_argument:
                process.stdin.write(words.encode())
        with contextlib.suppress(OSError):
            process.stdin.close()
        return process

    def _fail(self, why: str) -> None:
        with self._news:
            self._broken = True
        self._failed(f"Calls cannot be spoken: {self._program.name} does not work here ({why}).")


def _silence(process: subprocess.Popen[bytes], program: Program) -> None:
    """End it, and all it has started."""
    if process.poll() is not None:
        return
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if program.hush:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            quiet = subprocess.DEVNULL
            subprocess.run(
                [program.name, *program.hush], stdin=quiet, stdout=quiet, stderr=quiet, timeout=_FAREWELL, check=False
            )
