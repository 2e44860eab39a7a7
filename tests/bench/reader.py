"""How fast the reader is, and how much memory it takes, each beside the bar it should stay under.

    python -m tests.bench.reader [--picture FILE] [--runs N]

One core, decoding left out, the whole way from frame to reading, the median of many runs. The live frame stands for a
running game, and this is assumed of it: 1280×720 pixels; a dice tray of 30 cm in the middle, 70 % as wide and 85 % as
high as the picture, which is the area that is searched; dice of 16 mm, 48 pixels wide then; five of them in play, in
plain view. A frame that leaves doubts is read once more without the profile, which is not in this figure. The
spotter's work grows with the area in dice widths, so a second line has dice of 30 pixels in the same tray, without a
bar: a far larger table, or a camera further away. The other networks' work grows with what lies there: a third line
has ten dice in the tray. The unknown picture is the same frame without any hint, and the picture that it was made from.
Each line says how many dice were read: false ones cost time too.

Without a picture of yours, one that ships with the tests lies in the tray.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.reading import Hints, Image, Reading

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
WIDE, HIGH = 1280, 720
TRAY = (192, 54, 1088, 666)
"""x0, y0, x1, y1 of the area that is searched: 60 % of the frame."""
EDGE, SMALL_EDGE = 48.0, 30.0
"""Pixels of a top face's edge."""
LIVE_MS, UNKNOWN_MS, LOAD_MS, MEMORY_MB = 10.0, 40.0, 150.0, 150.0
"""What a reader in a game should stay under, on one core."""
FRESH = 5
"""Processes in which loading is measured, each of which loads once."""
LOAD = """
import cv2, sys, time
cv2.setNumThreads(1)
from vision.read import load_reader
start = time.perf_counter()
load_reader()
print(1000 * (time.perf_counter() - start))
"""
MEMORY = """
import cv2, sys
cv2.setNumThreads(1)
from vision.read import load_reader
from vision.reading import Hints
frame = cv2.imread(sys.argv[1])
live = Hints(count=5, die_px=float(sys.argv[2]), area=tuple(map(int, sys.argv[3:7])), hanging=False)
for _ in range(3):
    load_reader().read(frame, live)
    load_reader().read(frame)
status = open("/proc/self/status").read()
print(status.split("VmHWM:")[1].split()[0])
"""


class Row(NamedTuple):
    """One measurement."""

    name: str
    figure: float
    unit: str
    bar: float | None = None
    """What it should stay under, if anything was promised."""

    def __str__(self) -> str:
        told = f"{self.name:58} {self.figure:7.1f} {self.unit}"
        if self.bar is None:
            return told
        return f"{told}   bar {self.bar:3.0f} {self.unit}: {'met' if self.figure <= self.bar else 'NOT met'}"


def median_ms(work: Callable[[], object], runs: int) -> float:
    """Median wall-clock milliseconds of `work`, after two runs that do not count."""
    times = []
    for run in range(runs + 2):
        start = time.perf_counter()
        work()
        if run >= 2:
            times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def edge_of(reading: Reading) -> float:
    """Median length of the edges of the top faces, in pixels."""
    edges = [float(np.hypot(*np.subtract(die.quad[k], die.quad[k - 1]))) for die in reading.dice for k in range(4)]
    if not edges:
        raise SystemExit("No die is read in this picture, so it cannot be laid in a tray.")
    return statistics.median(edges)


def in_tray(image: Image, edge: float, wanted: float) -> tuple[Image, float]:
    """A frame with `image` in the middle of the tray, and how many pixels its dice are wide.

    Args:
        image: a picture of dice.
        edge: how wide they are in it.
        wanted: how wide they shall be; less, if the picture would not fit into the tray.
    """
    x0, y0, x1, y1 = TRAY
    high, wide = image.shape[:2]
    scale = min(wanted / edge, (x1 - x0) / wide, (y1 - y0) / high)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    frame = cv2.GaussianBlur(cv2.resize(image, (WIDE, HIGH), interpolation=cv2.INTER_AREA), (0, 0), 25)
    high, wide = small.shape[:2]
    x, y = (x0 + x1 - wide) // 2, (y0 + y1 - high) // 2
    frame[y : y + high, x : x + wide] = small
    return np.asarray(frame, dtype=np.uint8), edge * scale


def rows(file: Path, runs: int = 25) -> list[Row]:
    """What was measured."""
    from vision.read import load_reader

    cv2.setNumThreads(1)
    decoded = cv2.imread(str(file))
    if decoded is None:
        raise SystemExit(f"{file}: no picture")
    image = np.asarray(decoded, dtype=np.uint8)
    reader = load_reader()
    edge = edge_of(reader.read(image))
    out = []
    twice = np.hstack([image, image])
    for picture, count, wanted, bar in (
        (image, 5, EDGE, LIVE_MS),
        (image, 5, SMALL_EDGE, None),
        (twice, 10, EDGE, None),
    ):
        frame, die_px = in_tray(picture, edge, wanted)
        # As `vision.follow` tells the reader from the first sure roll on.
        live = Hints(count=count, die_px=die_px, area=TRAY, hanging=False)
        read = reader.read(frame, live)
        name = f"live {WIDE}×{HIGH}, {len(read.dice)} dice of {die_px:.0f} px, tray known"
        out.append(Row(name, median_ms(partial(reader.read, frame, live), runs), "ms", bar))
    frame, die_px = in_tray(image, edge, EDGE)
    for one in (frame, image):
        name = f"unknown picture {one.shape[1]}×{one.shape[0]}, {len(reader.read(one).dice)} dice"
        out.append(Row(name, median_ms(partial(reader.read, one), runs), "ms", UNKNOWN_MS))
    if Path("/proc/self/status").exists():
        out.append(Row("memory of a process that reads (peak)", _memory(frame, die_px), "MB", MEMORY_MB))
    loads = [float(_fresh(LOAD)) for _ in range(FRESH)]
    out.append(Row("load the reader, once in a fresh process", statistics.median(loads), "ms", LOAD_MS))
    return out


def _memory(frame: Image, die_px: float) -> float:
    """Megabytes that a process takes at most which reads live frames and unknown pictures."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "frame.png")
        cv2.imwrite(path, frame)
        return int(_fresh(MEMORY, path, str(die_px), *map(str, TRAY))) / 1024


def _fresh(program: str, *args: str) -> str:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", program, *args]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--picture", type=Path, default=FIXTURES / "five.jpg")
    parser.add_argument("--runs", type=int, default=25)
    args = parser.parse_args()
    for row in rows(args.picture, args.runs):
        print(row)  # noqa: T201


if __name__ == "__main__":
    main()
