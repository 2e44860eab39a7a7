"""Makes films of whole turns for the tracker: `python -m vision.training.maker.rolls --out DIR --start 0 --count 8`.

Each film is a fixed table and camera; dice are thrown, a hand takes those that are thrown again, kept ones stay or are
pushed aside, and the table is cleared between turns. Beside NAME.mp4 lies NAME.json with the truth of every roll and
frame, in the form that `score_rolls.py` reads.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.training.maker import clutter
from vision.training.maker import world as w
from vision.training.maker.build import Builder
from vision.training.maker.camera import draw_camera
from vision.training.maker.casting import draw_polish
from vision.training.maker.dicelook import draw_die
from vision.training.maker.film import FilmFrame, Setting, add_hand, rolls_truth, shoot, write_video
from vision.training.maker.grounds import Rng
from vision.training.maker.lamps import draw_lighting
from vision.training.maker.lens import draw_lens
from vision.training.maker.motion import Director, Stage
from vision.training.maker.tabletop import TO_LIGHT, lay_ground, lay_prints, line_tray, view_ground


@dataclass
class RollVideo:
    """A film and, once all its frames have been taken, its truth."""

    frames: Iterator[FilmFrame]
    fps: int
    size: tuple[int, int]
    played: list[dict[str, Any]]


def keep_some(rng: Rng, values: dict[int, int]) -> list[int]:
    """Which dice a player would keep: most often the commonest number, now and then any."""
    if rng.random() < 0.2:
        return [d for d in values if rng.random() < 0.5]
    best = Counter(values.values()).most_common(1)[0][0]
    return [d for d, v in values.items() if v == best]


def _setting(rng: Rng, size: tuple[int, int], scheme: str | None) -> tuple[Setting, Director]:
    build = Builder()
    scheme = scheme or str(rng.choice(["classic", "blue", "plain", "coloured"], p=[0.45, 0.33, 0.14, 0.08]))
    edge = rng.uniform(1.3, 1.9)
    die_px = rng.uniform(26, 58) * min(size) / 480
    camera = draw_camera(rng, size, die_px, edge, (44, 88))
    across = min(size) / die_px * edge
    ground, scale, corner, kind = lay_ground(rng, camera, None)
    wall = np.zeros(4)
    if rng.random() < 0.5:
        wall = clutter.tray(rng, build, min(0.42 * across, 12.0))
        if rng.random() < 0.75:
            line_tray(rng, ground, scale, corner, wall)
    lay_prints(rng, ground, scale, corner, 0.6 * across, 0.4)
    die = draw_die(rng, build, scheme, edge)
    half = edge / 2
    shape = (half, half, half, die.round * edge, die.cut * edge)
    solids = tuple(build.solid(w.BOX, die.look, (0, 0, 0), shape, half * 1.7321) for _ in range(5))
    hand = add_hand(rng, build)
    bounce = np.asarray(TO_LIGHT[ground[::7, ::7].reshape(-1, 3)].mean(0), np.float64)
    lighting = draw_lighting(rng, bounce)
    table = view_ground(camera, ground, scale, corner, rng)
    on_table = sum(lamp[3:6] * lamp[2] / np.linalg.norm(lamp[:3]) for lamp in lighting.lights) + lighting.air[0]
    # The camera rests on a stand: no smear of its own.
    lens = replace(draw_lens(rng, on_table / on_table[1], die_px), shake=0.0)
    toward = camera.place[:2] / (np.linalg.norm(camera.place[:2]) + 1e-9)
    side = float(np.arctan2(toward[1], toward[0])) + rng.normal(0, 0.5)
    if rng.random() < 0.2:
        side = rng.uniform(-np.pi, np.pi)
    stage = Stage(camera, wall, 0.36 * across, side)
    world = build.world(lighting.lights, lighting.windows, lighting.air)
    setting = Setting(stage, world, table, draw_polish(rng, kind), lens, solids, hand)
    return setting, Director(rng, stage, (die,) * 5)


def _play(rng: Rng, director: Director, turns: int, pace: float) -> list[dict[str, Any]]:
    played = []
    director.hold(0.4)
    for turn in range(1, turns + 1):
        director.turn = turn
        kept: list[int] = []
        for roll in range(1, int(rng.choice([1, 2, 3], p=[0.15, 0.25, 0.6])) + 1):
            director.roll = roll
            thrown = {d: int(rng.integers(1, 7)) for d in range(5) if d not in kept}
            director.throw(thrown)
            values = {d: pose.value for d, pose in sorted(director.lying.items())}
            director.hold(pace * rng.uniform(0.8, 2.0))
            kept = keep_some(rng, values) if roll < 3 else []
            if len(kept) == 5:
                kept = []
            played.append({"turn": turn, "roll": roll, "values": values, "kept": kept})
            director.take([d for d in range(5) if d not in kept], seconds=rng.uniform(0.3, 0.55))
            director.hold(pace * rng.uniform(0.2, 0.8))
            if not kept:
                break
        if director.lying:
            played[-1]["kept"] = []
            director.take(list(director.lying))
        director.hold(pace * rng.uniform(0.3, 1.2))
    return played


def make_roll_video(
    seed: int,
    size: tuple[int, int] = (640, 480),
    *,
    turns: int = 1,
    fps: int = 15,
    scheme: str | None = None,
    pace: float = 1.0,
) -> RollVideo:
    """A film of `turns` turns. The same arguments always give the same film.

    Args:
        seed: Any number from 0.
        size: Width and height in pixels.
        turns: How many turns are played.
        fps: Frames a second; a divisor of 240.
        scheme: classic, blue, plain or coloured dice; None draws.
        pace: How long things rest, 1 for a brisk game.
    """
    for attempt in range(20):
        rng = np.random.default_rng([seed, attempt, 55])
        cv2.setRNGSeed(seed & 0x7FFFFFFF)
        setting, director = _setting(rng, size, scheme)
        try:
            played = _play(rng, director, turns, pace)
        except ValueError:
            # A camera so near that no throw stays in the picture: another one.
            continue
        shutter = float(rng.uniform(0.15, 0.6))
        return RollVideo(shoot(setting, director.moments, fps, shutter, seed), fps, size, played)
    message = f"no stage was found on which film {seed} could be played"
    raise ValueError(message)


def write(video: RollVideo, path: Path, seed: int) -> None:
    """Write a film as `path` and its truth beside it."""
    writer = write_video(str(path), video.fps, video.size)
    frames = []
    for frame in video.frames:
        writer.write(frame.image)
        frames.append(frame.truth)
    writer.release()
    truth = {
        "seed": seed,
        "video": path.name,
        "fps": video.fps,
        "width": video.size[0],
        "height": video.size[1],
        "n_frames": len(frames),
        "rolls": rolls_truth(frames, video.played),
        "frames": frames,
    }
    path.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Make the films that are asked for and not yet there."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.maker.rolls", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=int, default=0, help="first seed")
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--size", default="640x480")
    options = parser.parse_args(arguments)
    width, height = (int(v) for v in options.size.lower().split("x"))
    options.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for seed in range(options.start, options.start + options.count):
        path = options.out / f"rolls_{seed:06d}.mp4"
        if not path.with_suffix(".json").exists():
            write(make_roll_video(seed, (width, height), turns=options.turns), path, seed)
            sys.stderr.write(f"{path.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
