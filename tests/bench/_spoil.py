"""Recordings made harder: what happens at real tables, done to films whose truth is known.

Each way takes the frames of a film and its truth, and gives other frames, each with the frame of the truth that it
shows. Films are altered and not made anew, since a film of the picture maker costs minutes. What is cut out is filled
with the bare table, which every film shows at its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from vision.reading import Image

Truth = dict[str, Any]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame of a spoiled film."""

    image: Image = field(repr=False)
    index: int
    """Of the frame of the truth that it shows."""
    seconds: float


Spoil = Callable[[Sequence[Image], Truth], Iterator[Shown]]


def as_it_is(frames: Sequence[Image], truth: Truth) -> Iterator[Shown]:
    """The film itself."""
    for index, frame in enumerate(frames):
        yield Shown(frame, index, index / truth["fps"])


def bump(frames: Sequence[Image], truth: Truth) -> Iterator[Shown]:
    """Somebody knocks the camera in every second pause between rolls: it jolts, and stands elsewhere from then on."""
    x = y = 0
    ways = [(14, -9), (-22, 17), (9, 12), (-12, -16)]
    knocks = [end - 4 for _, end in _calm(truth)][::2]
    for shot in as_it_is(frames, truth):
        jolt = (0, 0)
        if shot.index in knocks:
            dx, dy = ways[knocks.index(shot.index) % len(ways)]
            x, y, jolt = x + dx, y + dy, (8, 5)
        elif shot.index - 1 in knocks:
            jolt = (-4, -3)
        matrix = np.array([[1, 0, x + jolt[0]], [0, 1, y + jolt[1]]], np.float32)
        size = (shot.image.shape[1], shot.image.shape[0])
        moved = cv2.warpAffine(shot.image, matrix, size, borderMode=cv2.BORDER_REFLECT)
        yield Shown(np.asarray(moved, np.uint8), shot.index, shot.seconds)


def lamp(frames: Sequence[Image], truth: Truth) -> Iterator[Shown]:
    """A lamp is switched on at one side while dice lie there, and off again a roll later."""
    switches = [start + 2 * (end - start) // 3 for start, end in _calm(truth)]
    on = False
    for shot in as_it_is(frames, truth):
        if shot.index in switches:
            on = not on
        image = shot.image
        if on:
            fall = np.linspace(1.0, 1.55, image.shape[1], dtype=np.float32)[None, :, None] * (0.94, 1.0, 1.04)
            image = np.clip(image * fall, 0, 255).astype(np.uint8)
        yield Shown(image, shot.index, shot.seconds)


def focus(frames: Sequence[Image], truth: Truth) -> Iterator[Shown]:
    """Autofocus hunts: out of focus as dice come to rest, to and fro for most of a second."""
    starts = [roll["settle_frame"] for roll in truth["rolls"]]
    for shot in as_it_is(frames, truth):
        since = min((shot.index - start for start in starts if shot.index >= start - 3), default=999) / truth["fps"]
        sigma = 3.2 * abs(np.sin(np.pi * (since + 0.2) / 0.45)) * max(0.0, 1 - since / 0.8)
        image = cv2.GaussianBlur(shot.image, (0, 0), sigma) if sigma > 0.3 else shot.image
        yield Shown(np.asarray(image, np.uint8), shot.index, shot.seconds)


def webcam(frames: Sequence[Image], truth: Truth) -> Iterator[Shown]:
    """Ten frames a second, each exposed for as long as it lasts, with grain and a poor codec: a webcam in the dark."""
    noise = np.random.default_rng(1)
    step = truth["fps"] / 10
    at = 0.0
    while int(at + step) <= len(frames):
        first, last = int(at), max(int(at) + 1, int(at + step))
        mean = np.mean(np.stack(frames[first:last]).astype(np.float32), axis=0)
        # Between two frames of the film, movement is continued by mixing in the next one.
        if last < len(frames):
            mean = 0.6 * mean + 0.4 * frames[last].astype(np.float32)
        grainy = np.clip(mean + noise.normal(0, 3, mean.shape), 0, 255).astype(np.uint8)
        coded = cv2.imdecode(cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], cv2.IMREAD_COLOR)
        yield Shown(np.asarray(coded, np.uint8), min(last, len(frames) - 1), at / truth["fps"])
        at += step


def nudge(frames: Sequence[Image], truth: Truth) -> Iterator[Shown]:
    """A sleeve comes in from the side and pushes one die by half its width; that is no roll."""
    pushed = {start + (end - start) // 3: (start, end) for start, end in _calm(truth)}
    for shot in as_it_is(frames, truth):
        image = shot.image
        for moment, (start, end) in pushed.items():
            if not start <= shot.index <= end or shot.index < moment:
                continue
            box = _thrown_again(truth, start)
            if box is None:
                continue
            image = image.copy()
            since = shot.index - moment
            if since >= 2:
                _move(image, frames[0], box, (0.55 * (box[2] - box[0]), 0.2 * (box[3] - box[1])))
            if since <= 5:
                reach = (box[0] - 4) * (1 - abs(since - 2.5) / 4)
                middle = int((box[1] + box[3]) / 2)
                cv2.line(image, (-40, middle), (int(reach) - 30, middle + 8), (90, 60, 50), 60)
        yield Shown(image, shot.index, shot.seconds)


def lost(frames: Sequence[Image], truth: Truth) -> Iterator[Shown]:
    """One of the thrown dice leaves the table before it comes to rest: four lie there, and that must be said."""
    return _without_one(frames, truth, lambda _box, _since, _width: None)


def off(frames: Sequence[Image], truth: Truth) -> Iterator[Shown]:
    """While the others lie still already, one die rolls on, and off the tray."""

    def outward(box: Box, since: int, width: int) -> tuple[float, float]:
        way = 1 if (box[0] + box[2]) / 2 > width / 2 else -1
        return way * 1.1 * (box[2] - box[0]) * since, 0.0

    return _without_one(frames, truth, outward)


def _without_one(
    frames: Sequence[Image], truth: Truth, moved: Callable[[Box, int, int], tuple[float, float] | None]
) -> Iterator[Shown]:
    """In every second rest, one of the thrown dice is elsewhere: `moved` says where, `None` is nowhere.

    It is given the die's box, the frames since the rest began, and the width of the picture.
    """
    rests = _rests(truth)
    for shot in as_it_is(frames, truth):
        image = shot.image
        for start, end in rests[::2]:
            if start - 1 <= shot.index <= end and (box := _thrown_again(truth, start)) is not None:
                image = image.copy()
                _move(image, frames[0], box, moved(box, shot.index - start + 1, image.shape[1]))
        yield Shown(image, shot.index, shot.seconds)


SPOILS: dict[str, Spoil] = {
    "none": as_it_is,
    "bump": bump,
    "lamp": lamp,
    "focus": focus,
    "webcam": webcam,
    "nudge": nudge,
    "lost": lost,
    "off": off,
}
FEWER = {"lost", "off"}
"""Ways after which every second roll shows four dice."""


def four_left(name: str, truth: Truth, index: int) -> bool:
    """Whether the roll at `index` shows four dice after this way of spoiling: then nothing but doubt is right."""
    start = truth["rolls"][index]["settle_frame"]
    return name in FEWER and index % 2 == 0 and _thrown_again(truth, start) is not None


def _rests(truth: Truth) -> list[tuple[int, int]]:
    """First and last frame of every roll's rest, until something moves."""
    spans = []
    for roll in truth["rolls"]:
        start = end = roll["settle_frame"]
        for frame in truth["frames"][start:]:
            if frame["roll"] != roll["roll"] or frame["state"] != "settled" or frame["hand"]:
                break
            end = frame["frame"]
        spans.append((start, end))
    return spans


def _calm(truth: Truth) -> list[tuple[int, int]]:
    """Rests that another roll of the same turn follows."""
    return [span for span, roll in zip(_rests(truth), truth["rolls"], strict=True) if roll["kept"]]


def _thrown_again(truth: Truth, start: int) -> Box | None:
    """Where a die lies that was thrown, and is not kept for the next roll: what is done to it ends with that roll."""
    index = next(n for n, roll in enumerate(truth["rolls"]) if roll["settle_frame"] == start)
    roll = truth["rolls"][index]
    lay = truth["rolls"][index - 1]["kept"] if roll["roll"] > 1 else []
    places = roll.get("boxes") or {str(die["id"]): die["bbox"] for die in truth["frames"][start + 1]["dice"]}
    free = [box for die, box in sorted(places.items()) if int(die) not in (*roll["kept"], *lay)]
    # Dice that touch another one cannot be cut out alone.
    alone = [box for box in free if all(_gap(box, other) > 8 for other in places.values() if other is not box)]
    if not alone:
        return None
    x0, y0, x1, y1 = alone[0]
    return x0, y0, x1, y1


def _gap(one: Sequence[float], other: Sequence[float]) -> float:
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, down)


def _move(image: Image, bare: Image, box: Box, by: tuple[float, float] | None) -> None:
    """Take the die in `box` away, shadow and all, and lay it down elsewhere, if it is to lie anywhere."""
    height, width = image.shape[:2]
    grow = 7
    x0, y0 = max(0, int(box[0]) - grow), max(0, int(box[1]) - grow)
    x1, y1 = min(width, int(box[2]) + grow + 5), min(height, int(box[3]) + grow + 5)
    die, ground = image[y0:y1, x0:x1].copy(), bare[y0:y1, x0:x1]
    differs = (cv2.absdiff(die, ground).max(axis=2) > 14).astype(np.uint8)
    solid = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    image[y0:y1, x0:x1] = ground
    if by is None:
        return
    dx, dy = round(by[0]), round(by[1])
    left, upper = max(0, x0 + dx), max(0, y0 + dy)
    right, lower = min(width, x1 + dx), min(height, y1 + dy)
    if right > left and lower > upper:
        part = np.s_[upper - y0 - dy : lower - y0 - dy, left - x0 - dx : right - x0 - dx]
        place = image[upper:lower, left:right]
        place[:] = np.where(solid[part][..., None] > 0, die[part], place)
