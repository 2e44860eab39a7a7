"""Leaving the program while cameras run: no crash, no delay, whatever the threads are busy with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
DEADLINE = 60
BUSY_SOURCE = """
import sys
from vision.sources import open_source
source = open_source(sys.argv[1], speed=0)
source.start()
assert source.wait_newer(3, 30)
"""
BUSY_WATCHER = """
import sys, threading
from tests.tui.square_reader import SquareReader
from vision.sources import open_source
from vision.tracker import StageChanged
from vision.watch import Watcher
seen = threading.Event()
watcher = Watcher(lambda listener: open_source(sys.argv[1], speed=0, listener=listener), SquareReader)
watcher.start(lambda news: seen.set() if isinstance(news, StageChanged) else None)
assert seen.wait(30)
"""
HANGING = """
import threading
from vision import threads
threads.PARTING = 0.2
started = threading.Event()
def hang():
    started.set()
    threading.Event().wait()
def stop():
    raise OSError("gone")
threads.start("hangs", hang, stop)
assert started.wait(30)
"""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A video long enough to be still playing when the program ends."""
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 240))
    frames = np.random.default_rng(5).integers(0, 255, (4, 240, 320, 3), np.uint8)
    for index in range(200):
        writer.write(frames[index % 4])
    writer.release()
    return path


@pytest.mark.parametrize("program", [BUSY_SOURCE, BUSY_WATCHER, HANGING])
def test_the_program_ends_cleanly(program: str, film: Path) -> None:
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", program, str(film)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
