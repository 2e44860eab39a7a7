"""Writes a folder of made pictures: `python -m vision.training.maker --out DIR --start 0 --count 1000`.

Pictures go to DIR/images, truth to DIR/labels.jsonl, a line a picture. Run again with the same DIR, it makes only what
is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cv2

from vision.training.maker import make
from vision.training.maker.labels import line


def _one(task: tuple[int, tuple[int, int], Path, dict[str, Any]]) -> str:
    seed, size, folder, knobs = task
    cv2.setNumThreads(1)
    sample = make(seed, size, **knobs)
    name = f"{seed:07d}.png"
    # Written beside and then renamed, so that a half-written picture is never taken for a whole one.
    part = folder / "images" / f".{name}"
    ok, data = cv2.imencode(".png", sample.image)
    if not ok:
        message = f"picture {seed} could not be encoded"
        raise RuntimeError(message)
    part.write_bytes(data.tobytes())
    part.replace(folder / "images" / name)
    return json.dumps(line(name, sample))


def main(arguments: list[str] | None = None) -> int:
    """Make the pictures that are asked for and not yet there."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.maker", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--start", type=int, default=0, help="first seed")
    parser.add_argument("--count", type=int, default=100, help="how many pictures")
    parser.add_argument("--size", default="640x480", help="WIDTHxHEIGHT in pixels")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--dice", type=int, help="exactly so many dice in every picture")
    parser.add_argument("--scheme", choices=("classic", "blue", "plain", "coloured"), help="one kind of dice")
    options = parser.parse_args(arguments)
    width, height = (int(v) for v in options.size.lower().split("x"))
    (options.out / "images").mkdir(parents=True, exist_ok=True)
    labels = options.out / "labels.jsonl"
    done = set()
    if labels.exists():
        done = {
            json.loads(row)["image"] for row in labels.read_text(encoding="utf-8").splitlines() if row.endswith("}")
        }
    knobs = {key: value for key, value in (("dice", options.dice), ("scheme", options.scheme)) if value is not None}
    seeds = [seed for seed in range(options.start, options.start + options.count) if f"{seed:07d}.png" not in done]
    tasks = [(seed, (width, height), options.out, knobs) for seed in seeds]
    began = time.monotonic()
    with labels.open("a", encoding="utf-8") as out:

        def write(count: int, row: str) -> None:
            out.write(row + "\n")
            out.flush()
            if sys.stderr.isatty() or count % 100 == 0 or count == len(tasks):
                rate = (time.monotonic() - began) / count
                sys.stderr.write(f"{count} of {len(tasks)}, {1000 * rate:.0f} ms a picture\n")

        if options.jobs > 1:
            os.environ.setdefault("OMP_NUM_THREADS", "1")
            with ProcessPoolExecutor(options.jobs) as pool:
                for count, row in enumerate(pool.map(_one, tasks, chunksize=8), 1):
                    write(count, row)
        else:
            for count, task in enumerate(tasks, 1):
                write(count, _one(task))
    return 0


if __name__ == "__main__":
    sys.exit(main())
