"""How well rolls are followed in videos, and what watching a still table costs.

    python -m tests.bench.rolls [FOLDER] [--spoil WAY ...]

FOLDER holds videos, each with its truth beside it as JSON (see the README of the development data): by default the
recorded demo, and the development videos where they lie beside the checkout. A roll's answer is the first one between
its coming to rest and the next movement.

right     answered surely, with all five numbers right
unsure    answered with a doubt, about the roll or that none came of a throw; mended: and surely a little later, while
          the dice still lay there
silent    answered surely, and wrong; missed: not answered at all
extra     rolls told that were none; hands: while a hand was in view
number    the roll's number in its turn is right; kept: so are the dice that were kept
delay     seconds from rest to answer, in the middle case; most: the longest

--spoil makes the films harder: bump (the camera is knocked between rolls), lamp (switched on while dice lie there),
focus (autofocus hunts), webcam (ten blurred, grainy frames a second), nudge (a sleeve pushes a die), lost (a die leaves
the table: unsure is right), off (a die rolls off while the others lie: unsure is right).
"""

from __future__ import annotations

import argparse
import json
import statistics
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench._spoil import SPOILS, four_left
from vision.follow import Follower, follow
from vision.pictures import decode_picture
from vision.read import load_reader
from vision.reading import Frame, Image, Status
from vision.sources import LiveSource, every_frame
from vision.tracker import Doubt, Hindsight, RollAtRest, Stage, Tracker
from vision.watch import Watcher

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "tui" / "demo", ROOT.parent / "shared" / "data" / "videos")
STILL_FPS = 30
KEYS = ("rolls", "right", "unsure", "mended", "silent", "missed", "extra", "hands", "number", "kept")


def rests(truth: dict[str, Any]) -> list[tuple[int, int]]:
    """First and last frame of every roll's rest."""
    spans = []
    for roll in truth["rolls"]:
        start = end = roll["settle_frame"]
        for frame in truth["frames"][start:]:
            if frame["roll"] != roll["roll"] or frame["state"] == "moving":
                break
            end = frame["frame"]
        spans.append((start, end))
    return spans


def kept_before(truth: dict[str, Any], index: int) -> list[int]:
    """Numbers of the dice that were kept for the roll at `index`."""
    roll = truth["rolls"][index]
    if roll["roll"] == 1:
        return []
    before = truth["rolls"][index - 1]
    return sorted(before["values"][str(die)] for die in before["kept"])


def judge(video: Path, spoil: str = "none") -> tuple[Counter[str], list[float]]:
    """Counts for one video, spoiled in one way, and the delays of its answers in seconds."""
    truth = json.loads(video.with_suffix(".json").read_text(encoding="utf-8"))
    shown = list(SPOILS[spoil]([frame.image for frame in every_frame(video)], truth))
    frames = (Frame(shot.image, number, shot.seconds) for number, shot in enumerate(shown))
    hindsight = Hindsight()
    told = [(look, event) for look in follow(frames, Follower(load_reader(), Tracker())) for event in look.events]
    rolls = [event for _, event in told if isinstance(event, RollAtRest)]
    doubts = [shown[look.frame.index].index for look, event in told if isinstance(event, Doubt)]
    answers = [one for event in rolls if not event.revised for one in hindsight.add(event)] + hindsight.finish()
    counts: Counter[str] = Counter(rolls=len(truth["rolls"]))
    counts["hands"] = sum(truth["frames"][shown[answer.index].index]["hand"] for answer in answers)
    delays, used = [], 0
    for index, (roll, (start, end)) in enumerate(zip(truth["rolls"], rests(truth), strict=True)):
        here = [answer for answer in answers if start - 1 <= shown[answer.index].index <= end]
        used += len(here)
        if not here:
            counts["unsure" if any(start <= index <= end for index in doubts) else "missed"] += 1
            continue
        first = here[0]
        right = sorted(first.reading.values) == roll["dice_values_sorted"] and not four_left(spoil, truth, index)
        sure = first.reading.status is Status.READ
        kept = sorted(first.reading.dice[k].value for k in first.kept)
        better = [event for event in rolls if event.revised and start <= shown[event.index].index <= end]
        counts.update(
            right=right and sure,
            silent=sure and not right,
            unsure=not sure,
            mended=not sure and any(event.reading.status is Status.READ for event in better),
            number=first.number == roll["roll"],
            kept=kept == kept_before(truth, index),
        )
        delays.append(first.seconds - next(shot.seconds for shot in shown if shot.index >= start))
    counts["extra"] = len(answers) - used
    return counts, delays


class Still:
    """A camera that looks at a still table: JPEG frames of 1280 × 720 with a sensor's noise."""

    live = True

    def __init__(self) -> None:
        noise = np.random.default_rng(1)
        table = cv2.resize(noise.integers(60, 140, (36, 64, 3), np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC)
        self._frames = [
            cv2.imencode(".jpg", cv2.add(table, noise.integers(0, 6, table.shape, np.uint8)))[1].tobytes()
            for _ in range(10)
        ]
        self._count = 0
        self._stop = threading.Event()
        self._start = time.monotonic()

    def open(self) -> None:
        """Begin to count time."""
        self._start = time.monotonic() - self._count / STILL_FPS

    def grab(self) -> bool:
        """Wait for the next frame's time."""
        self._count += 1
        self._stop.wait(max(0.0, self._start + self._count / STILL_FPS - time.monotonic()))
        return True

    @property
    def position(self) -> float | None:
        """Now."""
        return None

    def retrieve(self) -> Image | None:
        """Decode."""
        return decode_picture(self._frames[self._count % len(self._frames)]).image

    def interrupt(self) -> None:
        """Wake a waiting grab."""
        self._stop.set()

    def close(self) -> None:
        """Nothing is held."""


def still_table(seconds: float = 8.0) -> float:
    """Share of one core that watching a still table takes, reader and tracker included."""
    watcher = Watcher(lambda listener: LiveSource(Still(), "still", listener=listener), load_reader)
    watcher.start(lambda _: None)
    while watcher.view.stage not in (Stage.REST, Stage.EMPTY):
        time.sleep(0.1)  # until the first rest is seen
    time.sleep(2.5)  # until it has calmed down
    begin, cpu = time.monotonic(), time.process_time()
    time.sleep(seconds)  # the time that is measured
    share = (time.process_time() - cpu) / (time.monotonic() - begin)
    watcher.close()
    return share


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="*")
    parser.add_argument(
        "--spoil",
        metavar="WAY",
        nargs="+",
        choices=(*SPOILS, "all"),
        default=["none"],
        help="make the films harder first: " + ", ".join(SPOILS) + ", or all, one after another",
    )
    parser.add_argument("--no-still", action="store_true", help="leave out what a still table costs")
    asked = parser.parse_args()
    folders = asked.folders or [folder for folder in FOLDERS if folder.is_dir()]
    cv2.setNumThreads(1)
    videos = sorted(path for folder in folders for path in folder.glob("*.mp4") if path.with_suffix(".json").exists())
    print(f"  {'':20}" + "".join(f"{key:>8}" for key in KEYS) + f"{'delay':>8}{'most':>7}")  # noqa: T201
    for spoil in SPOILS if "all" in asked.spoil else asked.spoil:
        total: Counter[str] = Counter()
        delays: list[float] = []
        for video in videos:
            counts, late = judge(video, spoil)
            total += counts
            delays += late
            _print(f"{spoil} {video.stem}" if spoil != "none" else video.stem, counts, late)
        _print(f"{spoil} all" if spoil != "none" else "all", total, delays)
    if not asked.no_still:
        share = 100 * still_table()
        print(f"  a still table, 1280×720, {STILL_FPS} fps: {share:.1f} % of a core")  # noqa: T201


def _print(name: str, counts: Counter[str], delays: list[float]) -> None:
    late = f"{statistics.median(delays):8.2f}{max(delays):7.2f}" if delays else ""
    print(f"  {name:20}" + "".join(f"{counts[key]:8}" for key in KEYS) + late, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
