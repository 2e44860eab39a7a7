"""Makes a film of a game at a table: frames as a fixed camera gives them, and the truth of every frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.training.maker import hands
from vision.training.maker import world as w
from vision.training.maker.build import Builder
from vision.training.maker.casting import Polish, cast, reach_of
from vision.training.maker.lens import Lens, Picture, meter, take
from vision.training.maker.motion import RATE, Moment, Stage
from vision.training.maker.world import Floats, Integers, Singles, World

AWAY = -500.0
"""Height at which solids that are not there wait, under the table."""


@dataclass(frozen=True)
class Setting:
    """Everything in a film that does not move."""

    stage: Stage
    world: World
    table: Singles
    polish: Polish
    lens: Lens
    dice: tuple[int, ...]
    """Which solids the dice are."""
    hand: tuple[int, ...]
    """Which solids the hand and arm are, at home at the origin, pointing along x."""


@dataclass(frozen=True)
class FilmFrame:
    """A frame and what is true of it."""

    image: Picture
    truth: dict[str, Any]


def add_hand(rng: np.random.Generator, build: Builder) -> tuple[int, ...]:
    """Add a hand that can be moved about."""
    first = len(build.solids)
    hands.hand(rng, build, 0.0, 0.0, 0.0, 0.0, spread=rng.uniform(0.1, 0.5), curl=rng.uniform(0.35, 0.6))
    return tuple(range(first, len(build.solids)))


def pose_world(setting: Setting, moment: Moment) -> World:
    """The scene at one moment."""
    solids: Floats = setting.world.solids.copy()
    for number, k in enumerate(setting.dice):
        pose = moment.dice.get(number)
        if pose is None:
            solids[k, w.PLACE + 2] = AWAY
        else:
            solids[k, w.PLACE : w.PLACE + 3] = pose.place
            solids[k, w.TURN : w.TURN + 9] = pose.turn.reshape(-1)
    for k in setting.hand:
        if moment.hand is None:
            solids[k, w.PLACE + 2] = AWAY
            continue
        c, s = np.cos(moment.hand.yaw), np.sin(moment.hand.yaw)
        turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        solids[k, w.PLACE : w.PLACE + 3] = turn @ solids[k, w.PLACE : w.PLACE + 3] + (
            moment.hand.x,
            moment.hand.y,
            moment.hand.height,
        )
        solids[k, w.TURN : w.TURN + 9] = (turn @ solids[k, w.TURN : w.TURN + 9].reshape(3, 3)).reshape(-1)
    return setting.world._replace(solids=solids)


def same(a: Moment, b: Moment) -> bool:
    """Whether nothing differs that the camera could see."""
    return a.hand == b.hand and a.dice.keys() == b.dice.keys() and all(a.dice[d] is b.dice[d] for d in a.dice)


def shoot(
    setting: Setting, moments: list[Moment], fps: int, shutter: float, seed: int, *, quick: bool = False
) -> Iterator[FilmFrame]:
    """The frames. `shutter`: share of a frame's time in which it gathers light; `quick` leaves out motion blur."""
    rng = np.random.default_rng([seed, 77])
    step = RATE // fps
    open_for = 1 if quick else max(1, round(step * shutter))
    still, base = Moment({}, None, "empty", 0, 0), None
    light: Singles | None = None
    owner: Integers | None = None
    gain: float | None = None
    for index in range(len(moments) // step):
        now = moments[index * step : index * step + open_for]
        parts = now if not all(same(now[0], m) for m in now) else now[:1]
        if base is None:
            base, owner = cast(pose_world(setting, still), setting.stage.camera, setting.table, setting.polish, 2)
        if light is None or len(parts) > 1 or not same(still, parts[0]):
            total: Singles | None = None
            for moment in parts:
                one, owner = _change(setting, still, moment, base)
                total = one if total is None else total + one
            assert total is not None
            light = total / np.float32(len(parts))
            if len(parts) == 1 and moments[index * step].hand is None:
                still, base = parts[0], light
        if gain is None:
            gain = meter(light, setting.lens)
        assert owner is not None
        truth = _frame_truth(setting, now[-1], owner, index, fps)
        yield FilmFrame(take(light, setting.lens, rng, gain), truth)


def _change(setting: Setting, still: Moment, now: Moment, base: Singles) -> tuple[Singles, Integers]:
    """The light at one moment, cast anew only where something has moved since `still`, whose light is `base`."""
    moved = [k for d, k in enumerate(setting.dice) if still.dice.get(d) is not now.dice.get(d)]
    if still.hand != now.hand:
        moved += setting.hand
    before, after = pose_world(setting, still), pose_world(setting, now)
    camera = setting.stage.camera
    a, b = reach_of(before, camera, moved), reach_of(after, camera, moved)
    x0, y0, x1, y1 = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
    if x1 <= x0 or y1 <= y0:
        return base, np.full(base.shape[:2], -1, np.int64)
    return cast(after, camera, setting.table, setting.polish, 2, base, (x0, y0, x1, y1))


def _frame_truth(setting: Setting, moment: Moment, owner: Integers, index: int, fps: int) -> dict[str, Any]:
    camera = setting.stage.camera
    dice = []
    for number, pose in sorted(moment.dice.items()):
        reach = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * pose.die.edge / 2
        flat = camera.project(pose.place + reach @ pose.turn.T)
        low, high = flat.min(0), flat.max(0)
        if high[0] < 0 or high[1] < 0 or low[0] > camera.width or low[1] > camera.height:
            continue
        quad = camera.project(pose.corners())
        line: dict[str, Any] = {"id": number, "bbox": [round(float(v), 1) for v in (*low, *high)], "value": pose.value}
        line["quad"] = [[round(float(x), 1), round(float(y), 1)] for x, y in quad]
        dice.append(line)
    hand = bool(np.isin(owner, setting.hand).any())
    return {
        "frame": index,
        "t": round(index / fps, 3),
        "state": moment.state,
        "hand": hand,
        "turn": moment.turn,
        "roll": moment.roll,
        "dice": dice,
    }


def rolls_truth(frames: list[dict[str, Any]], played: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The list of rolls, with the frame at which each came to rest. `played`: turn, roll, values, kept by roll."""
    out = []
    for roll in played:
        settled = [
            f["frame"] for f in frames if (f["turn"], f["roll"], f["state"]) == (roll["turn"], roll["roll"], "settled")
        ]
        values = {str(d): v for d, v in sorted(roll["values"].items())}
        out.append(
            {
                "turn": roll["turn"],
                "roll": roll["roll"],
                "values": values,
                "kept": sorted(roll["kept"]),
                "settle_frame": settled[0],
                "dice_values_sorted": sorted(values.values()),
            }
        )
    return out


def write_video(path: str, fps: int, size: tuple[int, int]) -> cv2.VideoWriter:
    """A writer that every platform's OpenCV has."""
    fourcc = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(path, fourcc, fps, size)
    if not writer.isOpened():
        message = f"{path} cannot be written as mp4v video"
        raise OSError(message)
    return writer
