"""Another program as the camera, for tests: a terminal to type at, and a pipe through which pictures come."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import cv2

from tests.bench.app import Terminal, terminal
from tui.commands.demo import RECORDING

_CODE = """
import fcntl, sys, termios
fcntl.ioctl(1, termios.TIOCSCTTY, 0)
from tui.cli import main
sys.exit(main(sys.argv[1:]))
"""
AT_REST = 7.0
"""Seconds of the demo's film at which five dice lie still."""


@cache
def dice_at_rest() -> bytes:
    """Five dice that lie still, as a JPEG."""
    film = cv2.VideoCapture(str(RECORDING))
    film.set(cv2.CAP_PROP_POS_MSEC, 1000 * AT_REST)
    done, image = film.read()
    assert done
    done, data = cv2.imencode(".jpg", image)
    assert done
    return data.tobytes()


def in_terminal(
    arguments: Sequence[str], home: Path, stdin: int | None = None
) -> contextlib.AbstractContextManager[Terminal]:
    """Run `kismet` with these arguments in a terminal of its own; `stdin` is read in the keyboard's place."""
    return terminal(_CODE, home, *arguments, stdin=stdin)


@contextlib.contextmanager
def camera_program(arguments: Sequence[str], home: Path, picture: bytes) -> Iterator[Terminal]:
    """`some-program | kismet …` in a terminal: the program sends the same picture again and again."""
    read, write = os.pipe()
    stop = threading.Event()

    def send() -> None:
        with contextlib.suppress(BrokenPipeError), os.fdopen(write, "wb") as pipe:
            while not stop.is_set():
                pipe.write(picture)
                pipe.flush()

    with in_terminal(arguments, home, read) as screen:
        os.close(read)
        sender = threading.Thread(target=send)
        sender.start()
        try:
            yield screen
        finally:
            stop.set()
            screen.process.kill()
            sender.join()
