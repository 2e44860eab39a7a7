"""Make the reader's weights again, from nothing, with one command that can be stopped and started at any time.

    python -m vision.training --work FOLDER --hours 12

Pictures and checkpoints are kept in FOLDER. First the pictures are made. Then finder and spotter learn alone for a
while, so that their mistakes can be mined (`mine`): all networks learn from those, side by side, the surveyor from the
finder's weights on, and are cooled. The finder then learns on, from windows as it will be shown them. At last the
networks are exported to `vision/model/`, and the fusion is fitted on held-out pictures.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from vision.training.loop import keep_start
from vision.training.train_around import begin

MODEL = Path(__file__).parents[1] / "model"
ALONE = 0.25
"""Share of the time in which finder and spotter learn before their mistakes are mined."""


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


def _lesson(which: str, shards: Path, points: dict[str, Path]) -> tuple[str, Path, Path]:
    """The command that trains a network."""
    return f"train_{which}", shards, points[which]


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
    points = {which: args.work / f"{which}.pt" for which in ("spot", "find", "read", "around", "windows")}
    finish(
        start("shards", shards, "--count", args.shards),
        start("shards", held, "--count", args.held_out, "--held-out"),
    )
    minutes = args.hours * 60 * 0.8
    early = args.work / "early"
    looking = (("train_find", shards, points["find"], "--batch", 16, "--rate", 1.5e-3), _lesson("spot", shards, points))
    if not early.exists():
        finish(*(start(*one, "--minutes", minutes * ALONE) for one in looking))
        early.mkdir()
        finish(*(start("export", which, points[which], early / f"{which}.onnx") for which in ("find", "spot")))
    finish(start("mine", shards, early))
    minutes *= 1 - ALONE
    surveying = args.work / "around.start"
    if not surveying.exists():
        begin(points["find"], surveying)
    around = (*_lesson("around", shards, points), "--start", surveying)
    learn = (*looking, _lesson("read", shards, points), around)
    finish(*(start(*one, "--minutes", minutes) for one in learn))
    finish(*(start(*one, "--cool", args.cool) for one in learn))
    begun = args.work / "find.start"
    keep_start(points["find"].with_suffix(".cool.pt"), begun)
    finish(start(*_lesson("windows", shards, points), "--start", begun, "--cool", args.cool))
    args.model.mkdir(parents=True, exist_ok=True)
    finish(
        start("export", "find", points["windows"].with_suffix(".cool.pt"), args.model / "find.onnx"),
        *(
            start("export", which, points[which].with_suffix(".cool.pt"), args.model / f"{which}.onnx")
            for which in ("spot", "read", "around")
        ),
    )
    finish(start("calibrate", held, args.model))


if __name__ == "__main__":
    main()
