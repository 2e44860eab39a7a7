"""Makes the film that `kismet demo` plays: four turns with classic Kismet dice in a felt-lined tray.

Run `python -m vision.training.make_demo` from the root of the project (with the `training` extra, some minutes on one
core). It writes `tui/demo/demo.mp4` and, beside it, the truth: what lay on the table in every frame, and every roll.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.training.maker import clutter, prints
from vision.training.maker import world as w
from vision.training.maker.build import Builder
from vision.training.maker.camera import look_at
from vision.training.maker.casting import Polish
from vision.training.maker.dicelook import KISMET, DieLook, bgr, draw_style
from vision.training.maker.film import Setting, add_hand, rolls_truth, shoot, write_video
from vision.training.maker.grounds import felt, wood
from vision.training.maker.lens import Lens
from vision.training.maker.motion import Director, Stage
from vision.training.maker.tabletop import on_picture, view_ground
from vision.training.maker.world import LIGHT_WIDTH, Floats

SIZE = (640, 480)
FPS = 15
EDGE = 1.6
TRAY = np.array([8.6, 6.6, 0.0, 1.5])
"""Half width, half depth, yaw and height of the tray's walls, cm."""
TURNS: tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...] = (
    # A full house on the third roll.
    (((3, 3, 5, 1, 4), (0, 1)), ((3, 3, 5, 5, 2), (0, 1, 2, 3)), ((3, 3, 5, 5, 5), ())),
    # A straight on the second.
    (((1, 2, 3, 4, 6), (0, 1, 2, 3)), ((1, 2, 3, 4, 5), ())),
    # A flush house at once: all red.
    (((2, 5, 5, 2, 2), ()),),
    # A Kismet on the third.
    (((6, 6, 1, 4, 6), (0, 1, 4)), ((6, 6, 2, 6, 6), (0, 1, 3, 4)), ((6, 6, 6, 6, 6), ())),
)
"""For every turn its rolls: the five dice, and which of them (by place) are kept for the next roll."""


def _dice(rng: np.random.Generator, build: Builder) -> DieLook:
    values = (2, 5, 3, 4, 1, 6)
    inks = {"black": (0.05, 0.05, 0.06), "red": (0.78, 0.06, 0.09), "green": (0.03, 0.45, 0.22)}
    colours = {n: KISMET["classic"][n] for n in range(1, 7)}
    style = draw_style(rng, build, values, {n: inks[colours[n]] for n in colours}, big_one=1.1, flat=False)
    look = build.look(bgr((0.94, 0.93, 0.89)), 0.22, soft=0.15, style=style)
    return DieLook(look, values, tuple(colours[n] for n in values), "classic", EDGE, 0.13, 0.0)


def _lights() -> tuple[Floats, Floats, Floats]:
    lights = np.zeros((2, LIGHT_WIDTH))
    for row, (direction, colour, wide) in zip(
        lights,
        (((-0.55, 0.45, 0.9), (0.68, 0.62, 0.56), 0.32), ((0.7, 0.25, 0.75), (0.16, 0.2, 0.25), 0.12)),
        strict=True,
    ):
        d = np.array(direction) / np.linalg.norm(direction)
        row[:3], row[3:6], row[6], row[7] = d * 110, colour, wide * 110, 110 * 110
    windows = np.array([[-0.5, 0.6, 0.62, 1.5, 1.4, 1.3, 0.97, 0.96]])
    air = np.array([[0.30, 0.29, 0.28], [0.16, 0.16, 0.16], [0.10, 0.13, 0.11]])
    return lights, windows, air


def setting(seed: int) -> tuple[Setting, tuple[DieLook, ...]]:
    """The table, the tray, the light and the camera of the demo."""
    rng = np.random.default_rng(seed)
    build = Builder()
    camera = look_at((0.0, -0.55, 0.0), 64, -np.pi / 2, 0.0, 31.0, 800.0, SIZE, 0.0)
    side, extent = 1152, 64.0
    scale, corner = side / extent, np.array([-32.0, -28.0])
    ground = wood(np.random.default_rng(14), side, scale)
    lining = felt(np.random.default_rng(3), 700, 700 / (2 * TRAY[0]))
    lining = lining[: int(700 * TRAY[1] / TRAY[0])]
    at = on_picture(ground, np.zeros(2), scale, corner)
    prints.paste(ground, np.ascontiguousarray(lining), at[0], at[1], 2 * TRAY[0] * scale, 0.0)
    pad = on_picture(ground, np.array([12.5, 6.5]), scale, corner)
    prints.paste(ground, prints.pad(np.random.default_rng(8), 240, 1.4), pad[0], pad[1], 7.0 * scale, 0.35)
    die = _dice(rng, build)
    half = EDGE / 2
    solids = tuple(
        build.solid(w.BOX, die.look, (0, 0, 0), (half, half, half, die.round * EDGE, 0.0), half * 1.7321)
        for _ in range(5)
    )
    walls = build.look(
        bgr((0.33, 0.19, 0.11)), 0.35, grain=w.TIMBER, second=bgr((0.52, 0.33, 0.19)), size=1.6, share=0.45
    )
    clutter.walls(build, TRAY, 0.4, walls)
    hand = add_hand(np.random.default_rng(12), build)
    table = view_ground(camera, ground, scale, corner, rng)
    lights, windows, air = _lights()
    lens = Lens(
        exposure=0.44,
        highlights=1.1,
        balance=np.array([1.05, 1.0, 1.0]),
        fringe=0.0,
        vignette=0.12,
        defocus=0.0,
        soft=0.75,
        shake=0.0,
        shake_angle=0.0,
        shoulder=0.8,
        contrast=0.2,
        saturation=1.08,
        noise=0.4,
        chroma=0.3,
        coarse=2.0,
        smooth=0.0,
        sharpen=0.1,
        shrink=1.0,
        quality=0,
        again=0,
        quarter=False,
    )
    stage = Stage(camera, TRAY, 8.0, -np.pi / 2)
    polish = Polish()
    return Setting(stage, build.world(lights, windows, air), table, polish, lens, solids, hand), (die,) * 5


def play(director: Director) -> list[dict[str, Any]]:
    """Let all turns be played; give every roll's truth."""
    played = []
    director.hold(1.0)
    for number, rolls in enumerate(TURNS, 1):
        director.turn, director.roll = number, 0
        kept: tuple[int, ...] = ()
        for index, (values, keep) in enumerate(rolls, 1):
            director.roll = index
            director.throw({d: values[d] for d in range(5) if d not in kept}, apart=1.35)
            director.hold(1.6)
            dice = dict(enumerate(values))
            played.append({"turn": number, "roll": index, "values": dice, "kept": list(keep)})
            director.take([d for d in range(5) if d not in keep], seconds=0.5)
            director.hold(0.4 if keep else 0.7)
            kept = keep
    return played


def boxes(frame: dict[str, Any]) -> dict[str, list[float]]:
    """Where each die of a frame lies: its upright box in pixels, by number."""
    return {str(die["id"]): die["bbox"] for die in frame["dice"]}


def main(arguments: list[str] | None = None) -> int:
    """Write the film and its truth."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.make_demo", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("tui/demo"), help="folder to write to")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="without motion blur, to look at it first")
    parser.add_argument("--stills", type=Path, help="also write every tenth frame as a picture into this folder")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    scene, dice = setting(options.seed)
    director = Director(np.random.default_rng(options.seed), scene.stage, dice)
    played = play(director)
    writer = write_video(str(options.out / "demo.mp4"), FPS, SIZE)
    frames = []
    for frame in shoot(scene, director.moments, FPS, 0.2, options.seed, quick=options.quick):
        writer.write(frame.image)
        frames.append(frame.truth)
        if options.stills and frame.truth["frame"] % 10 == 0:
            options.stills.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(options.stills / f"{frame.truth['frame']:05d}.png"), frame.image)
    writer.release()
    rolls = rolls_truth(frames, played)
    truth = {
        "video": "demo.mp4",
        "fps": FPS,
        "width": SIZE[0],
        "height": SIZE[1],
        "n_frames": len(frames),
        "dice": "classic",
        "rolls": [{**roll, "boxes": boxes(frames[roll["settle_frame"]])} for roll in rolls],
        # What a die does in every frame is of no use to a test of the rolls, and would outweigh them in the package.
        "frames": [{key: value for key, value in frame.items() if key != "dice"} for frame in frames],
    }
    (options.out / "demo.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")
    sys.stderr.write(f"{len(frames)} frames, {(options.out / 'demo.mp4').stat().st_size / 1e6:.2f} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
