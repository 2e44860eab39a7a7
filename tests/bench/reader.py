"""How fast the reader is: loading, an unknown picture, a live frame, and how much memory it takes.

    python -m tests.bench.reader [--picture FILE]

One core, decoding left out, the median of many runs. Without a picture of yours it reads one that ships with the tests,
laid on a larger frame where a larger frame is asked for.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Hints, Image

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
MEMORY = """
import cv2, sys
cv2.setNumThreads(1)
import numpy as np
from vision.read import load_reader
from vision.reading import Hints
image = cv2.imread(sys.argv[1])
for _ in range(3):
    load_reader().read(image)
status = open("/proc/self/status").read()
print(status.split("VmHWM:")[1].split()[0])
"""


def median_ms(work: Callable[[], object], runs: int) -> float:
    """Median wall-clock milliseconds of `work`, after two runs that do not count."""
    times = []
    for run in range(runs + 2):
        start = time.perf_counter()
        work()
        if run >= 2:
            times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def framed(image: Image, width: int, height: int) -> tuple[Image, tuple[int, int, int, int]]:
    """`image` in the middle of a larger frame, and where it lies in it."""
    frame = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    frame = cv2.GaussianBlur(frame, (0, 0), 25)
    high, wide = image.shape[:2]
    scale = min(1.0, width / wide, height / high)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    high, wide = small.shape[:2]
    x, y = (width - wide) // 2, (height - high) // 2
    frame[y : y + high, x : x + wide] = small
    return np.asarray(frame, dtype=np.uint8), (x, y, x + wide, y + high)


def rows(picture: Path, runs: int = 25) -> list[tuple[str, str]]:
    """What was measured: name and figure."""
    from vision.read import DiceReader, load_reader

    cv2.setNumThreads(1)
    decoded = cv2.imread(str(picture))
    if decoded is None:
        raise SystemExit(f"{picture}: no picture")
    image = np.asarray(decoded, dtype=np.uint8)
    folder = Path(sys.modules[DiceReader.__module__].__file__ or "").parent / "model"
    load = median_ms(lambda: DiceReader(folder), 5)
    reader = load_reader()
    seen = reader.read(image)
    edge = statistics.median([float(np.hypot(*np.subtract(d.quad[0], d.quad[1]))) for d in seen.dice] or [30.0])
    frame, area = framed(image, 1280, 720)
    live = Hints(count=len(seen.dice), die_px=edge, area=area)
    unknown = median_ms(lambda: reader.read(image), runs)
    large = median_ms(lambda: reader.read(frame), runs)
    running = median_ms(lambda: reader.read(frame, live), runs)
    out = [
        ("load the reader", f"{load:7.1f} ms"),
        (f"unknown picture {image.shape[1]}×{image.shape[0]}, {len(seen.dice)} dice", f"{unknown:7.1f} ms"),
        ("unknown picture 1280×720", f"{large:7.1f} ms"),
        (f"live 1280×720, known size and area, {len(reader.read(frame, live).dice)} dice", f"{running:7.1f} ms"),
    ]
    if Path("/proc/self/status").exists():
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        kilobytes = subprocess.run(
            [sys.executable, "-c", MEMORY, str(picture)], capture_output=True, text=True, check=True, env=environment
        ).stdout
        out.append(("memory of a process that reads (peak)", f"{int(kilobytes) / 1024:7.0f} MB"))
    return out


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--picture", type=Path, default=FIXTURES / "five.jpg")
    args = parser.parse_args()
    for name, figure in rows(args.picture):
        print(f"{name:58} {figure}")  # noqa: T201


if __name__ == "__main__":
    main()
