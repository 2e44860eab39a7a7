"""One reader, asked by several threads: the watcher of a camera that was switched off may still be looking."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FIXTURES = Path(__file__).parent / "fixtures"

PROGRAM = f"""
import threading
import cv2
from vision.read import load_reader

pictures = [cv2.imread(rf"{FIXTURES}/{{name}}.jpg") for name in ("classic", "blue", "row", "tray")]
alone = [load_reader().read(picture).dice for picture in pictures]
together = threading.Barrier(len(pictures))
seen = {{}}

def look(number):
    together.wait()
    seen[number] = [load_reader().read(pictures[number]).dice for _ in range(3)]

threads = [threading.Thread(target=look, args=(number,)) for number in range(len(pictures))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(all(seen.get(number) == [dice] * 3 for number, dice in enumerate(alone)))
"""


def test_threads_that_read_at_the_same_time_read_what_lies_there_and_the_program_lives() -> None:
    """In a program of its own, which is what ended: OpenCV's networks cannot be shared without care."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr
