"""Make the reader's weights again, from nothing, with one command that can be stopped and started at any time.

    python -m vision.training --work FOLDER --hours 12

Pictures and checkpoints are kept in FOLDER. First the pictures are made. Then the finder learns alone for a while, so
that its mistakes can be mined (`mine`): all networks learn from those, side by side. At last they are cooled, exported
to `vision/model/`, and the fusion is fitted on held-out pictures.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

MODEL = Path(__file__).parents[1] / "model"
ALONE = 0.25
"""Share of the time in which the finder learns before its mistakes are mined."""


def start(module: str, *arguments: object) -> subprocess.Popen[bytes]:
    """Run one of this folder's modules in a process of its own, on one core."""
    command = [sys.executable, "-m", f"vision.training.{module}", *map(str, arguments)]
    return subprocess.Popen(command, env={**os.environ, "OMP_NUM_THREADS": "1"})


def finish(*processes: subprocess.Popen[bytes]) -> None:
    """Wait for processes.

    Raises:
        SystemExit: one of them failed.
    """
    for process in processes:
        if process.wait():
            raise SystemExit(f"failed: {process.args!r}")


def main() -> None:
    """Make, train, cool, export, calibrate."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--work", type=Path, required=True, help="folder for pictures and checkpoints (some gigabytes)")
    parser.add_argument("--hours", type=float, default=12, help="time to train, about")
    parser.add_argument("--shards", type=int, default=150, help="hundreds of pictures to train on")
    parser.add_argument("--held-out", type=int, default=41, help="hundreds of pictures to fit the fusion on")
    parser.add_argument("--cool", type=int, default=10000, help="steps over which the learning rate falls at the end")
    parser.add_argument("--model", type=Path, default=MODEL)
    args = parser.parse_args()
    shards, held = args.work / "shards", args.work / "held"
    find, read, around = args.work / "find.pt", args.work / "read.pt", args.work / "around.pt"
    finish(
        start("shards", shards, "--count", args.shards),
        start("shards", held, "--count", args.held_out, "--held-out"),
    )
    minutes = args.hours * 60 * 0.8
    learn_to_find = ("train_find", shards, find, "--batch", 16, "--rate", 1.5e-3)
    early = args.work / "early"
    if not early.exists():
        finish(start(*learn_to_find, "--minutes", minutes * ALONE))
        early.mkdir()
        finish(start("export", "find", find, early / "find.onnx"))
    finish(start("mine", shards, early))
    minutes *= 1 - ALONE
    learn = (learn_to_find, ("train_read", shards, read), ("train_around", shards, around))
    finish(*(start(*one, "--minutes", minutes) for one in learn))
    finish(*(start(*one, "--cool", args.cool) for one in learn))
    args.model.mkdir(parents=True, exist_ok=True)
    finish(
        start("export", "find", find.with_suffix(".cool.pt"), args.model / "find.onnx"),
        start("export", "read", read.with_suffix(".cool.pt"), args.model / "read.onnx"),
        start("export", "around", around.with_suffix(".cool.pt"), args.model / "around.onnx"),
    )
    finish(start("calibrate", held, args.model))


if __name__ == "__main__":
    main()
