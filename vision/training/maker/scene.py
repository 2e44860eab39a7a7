"""Draws a whole scene from one seed, casts it, and tells the truth about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.maker import Sample, clutter, hands
from vision.training.maker import world as w
from vision.training.maker.build import Builder
from vision.training.maker.camera import draw_camera
from vision.training.maker.casting import cast, draw_polish
from vision.training.maker.dicelook import DieLook, draw_die
from vision.training.maker.grounds import Rng
from vision.training.maker.lamps import cast_shade, draw_lighting
from vision.training.maker.lens import draw_lens, take
from vision.training.maker.placing import Floor, Pose, lean, lean_on_wall, row, scatter, stack, tip, wall_outlines
from vision.training.maker.tabletop import TO_LIGHT, lay_edge, lay_ground, lay_prints, line_tray, strew, view_ground
from vision.training.maker.truth import tell
from vision.training.maker.world import Floats


@dataclass(frozen=True)
class Knobs:
    """What may be fixed from outside; None is drawn."""

    die_px: float | None = None
    """Length of a die's edge at the middle of the table, pixels."""
    dice: int | None = None
    """How many dice; 0 for clutter alone."""
    scheme: str | None = None
    """classic, blue, plain, coloured."""
    ground: str | None = None
    """A key of `grounds.GROUNDS`, or newspaper."""


@dataclass(frozen=True)
class Occasion:
    """What kind of picture it is."""

    number: int
    """How many dice."""
    die_px: float
    """Length of a die's edge, in pixels of a picture 480 high."""
    scheme: str
    mixed: float
    """How likely the dice are of different kinds."""
    view: tuple[float, float] | None = None
    """Range of the camera's elevation, degrees; None: any."""
    ground: str | None = None


def draw_number(rng: Rng) -> int:
    """How many dice: five most often, sometimes none, sometimes a crowd."""
    numbers = (0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 16, 20)
    return int(rng.choice(numbers, p=[0.17, 0.06, 0.07, 0.06, 0.07, 0.34, 0.09, 0.05, 0.04, 0.03, 0.01, 0.01]))


def draw_occasion(rng: Rng, knobs: Knobs) -> Occasion:
    """A kind of picture: mostly a game of Kismet; sometimes a crowd of strangers, a lone die, a far camera."""
    kind = str(rng.choice(["game", "crowd", "lone", "far"], p=[0.80, 0.08, 0.06, 0.06]))
    scheme = str(rng.choice(["classic", "blue", "plain", "coloured"], p=[0.33, 0.27, 0.15, 0.25]))
    light = "plain" if rng.random() < 0.7 else None
    size = np.exp(rng.normal(np.log(46), 0.55))
    if kind == "crowd":
        found = Occasion(int(rng.integers(3, 17)), rng.uniform(15, 36), "coloured", 0.9, (74, 90), light)
    elif kind == "lone":
        scheme = str(rng.choice(["plain", "coloured", "classic"]))
        found = Occasion(int(rng.integers(1, 3)), rng.uniform(20, 70), scheme, 0.5, (35, 75), light)
    elif kind == "far":
        ground = str(rng.choice(["wood", "board", "plain", "felt"]))
        found = Occasion(
            int(rng.integers(1, 7)), rng.uniform(12, 28), scheme, 0.3, None, ground if ground != "board" else None
        )
    else:
        found = Occasion(draw_number(rng), float(np.clip(size, 12, 300)), scheme, 0.5 if scheme == "coloured" else 0.0)
    return replace(
        found,
        number=found.number if knobs.dice is None else knobs.dice,
        die_px=found.die_px if knobs.die_px is None else knobs.die_px,
        scheme=knobs.scheme or found.scheme,
        ground=knobs.ground or found.ground,
    )


def draw_dice(rng: Rng, build: Builder, what: Occasion) -> list[DieLook]:
    """The dice of a picture: mostly one set, sometimes with strangers among them."""
    edge = rng.uniform(1.1, 2.0)
    mixed = rng.random() < what.mixed
    looks = [draw_die(rng, build, what.scheme, edge)]
    for _ in range(what.number - 1):
        if mixed or rng.random() < 0.04:
            kind = what.scheme if mixed and rng.random() < 0.7 else str(rng.choice(["plain", "coloured"]))
            looks.append(draw_die(rng, build, kind, edge * (1 if rng.random() < 0.6 else rng.uniform(0.7, 1.35))))
        else:
            looks.append(looks[0])
    return looks


def make_scene(seed: int, size: tuple[int, int], knobs: Knobs) -> Sample:
    """Draw, cast and describe one picture."""
    rng = np.random.default_rng([20261129, seed])
    cv2.setRNGSeed(seed & 0x7FFFFFFF)
    build, tags = Builder(), []
    what = draw_occasion(rng, knobs)
    number = what.number
    die_px = what.die_px * (min(size) / 480 if knobs.die_px is None else 1.0)
    dice = draw_dice(rng, build, what) if number else []
    edge = dice[0].edge if dice else rng.uniform(1.1, 2.0)
    # A crowd must fit into the picture.
    die_px = min(die_px, 0.75 * min(size) / max(np.sqrt(len(dice)), 1))
    camera = draw_camera(rng, size, die_px, edge, what.view)
    across = min(size) / die_px * edge
    spread = float(
        np.clip(0.33 * across, 0.8 * edge * np.sqrt(max(len(dice), 1)), max(14, 2 * edge * np.sqrt(max(len(dice), 1))))
    )
    ground, scale, corner, kind = lay_ground(rng, camera, what.ground)
    tags.append(kind)
    floor = Floor()
    frame: Floats | None = None
    if rng.random() < 0.2:
        tags.append("tray")
        half = spread * rng.uniform(1.15, 1.6) + 1.2 * edge
        frame = clutter.tray(rng, build, half)
        floor = Floor(wall_outlines(frame))
        if rng.random() < 0.75:
            line_tray(rng, ground, scale, corner, frame)
    busy = number == 0 or rng.random() < 0.45
    if rng.random() < 0.12:
        lay_edge(rng, ground, scale)
    tags += lay_prints(rng, ground, scale, corner, spread, (2.5 if number == 0 else 1.2) if busy else 0.15)
    if rng.random() < 0.25:
        strew(rng, ground, scale)
    poses = _place_dice(rng, dice, spread, floor, tags, frame)
    if poses and frame is None and rng.random() < 0.5:
        # Off the middle, and sometimes out of the frame.
        middle = rng.normal(0, 0.12 * across, 2)
        poses = [replace(p, place=p.place + np.array([*middle, 0])) for p in poses]
        floor = Floor([t + middle for t in floor.taken])
    first = len(build.solids)
    for pose in poses:
        d = pose.die
        half_edge = d.edge / 2
        build.solid(
            w.BOX,
            d.look,
            pose.place,
            (half_edge, half_edge, half_edge, d.round * d.edge, d.cut * d.edge),
            half_edge * 1.7321,
            pose.turn,
        )
    tags += _add_clutter(rng, build, floor, spread, edge, number, busy, poses)
    bounce = np.asarray(TO_LIGHT[ground[::7, ::7].reshape(-1, 3)].mean(0), np.float64)
    lighting = draw_lighting(rng, bounce)
    tags += list(lighting.tags)
    world = build.world(lighting.lights, lighting.windows, lighting.air)
    table = view_ground(camera, ground, scale, corner, rng)
    light, _ = cast(world, camera, table, draw_polish(rng, kind), 2 if die_px > 36 else 3)
    if rng.random() < 0.14:
        cast_shade(rng, light)
    on_table = (
        sum(lamp[3:6] * lamp[2] / np.linalg.norm(lamp[:3]) for lamp in lighting.lights)
        + lighting.air[0]
        + 0.35 * lighting.air[1]
    )
    lens = draw_lens(rng, on_table / on_table[1], die_px)
    picture = take(light, lens, rng)
    truths = tuple(tell(world, camera, lens, picture, first + i, pose) for i, pose in enumerate(poses))
    truths = tuple(t for t in truths if t.hidden < 0.98)
    tags.append("top_down" if camera.elevation > 72 else "mid" if camera.elevation > 50 else "oblique")
    return Sample(picture, truths, tuple(dict.fromkeys(tags)), camera.hanging)


def _place_dice(
    rng: Rng, dice: list[DieLook], spread: float, floor: Floor, tags: list[str], frame: Floats | None
) -> list[Pose]:
    if not dice:
        return []
    poses = row(rng, dice, floor) if len(dice) > 1 and rng.random() < 0.12 else []
    if not poses:
        kept = dice
        leaning = 0
        if len(dice) > 1 and rng.random() < 0.2:
            leaning = 1 + int(rng.random() < 0.3 and len(dice) > 3)
            kept = dice[:-leaning]
        poses = scatter(rng, kept, spread * (0.35 if rng.random() < 0.2 else 1.0), floor)
        for die in dice[len(kept) :]:
            if frame is not None and rng.random() < 0.5:
                leant = lean_on_wall(rng, frame, floor, die)
            elif rng.random() < 0.8:
                leant = lean(rng, poses[rng.integers(len(poses))], floor, die)
            else:
                leant = stack(rng, poses[rng.integers(len(poses))], die)
            if leant is not None:
                poses.append(leant)
                tags.append("cocked" if leant.tilt > 12 else "stacked")
    if rng.random() < 0.12:
        poses = [tip(rng, p) if p.tilt < 1 and p.place[2] < p.die.edge and rng.random() < 0.5 else p for p in poses]
    return poses


def _add_clutter(
    rng: Rng, build: Builder, floor: Floor, spread: float, edge: float, number: int, busy: bool, poses: list[Pose]
) -> list[str]:
    tags: list[str] = []
    if busy:
        names = list(clutter.SMALL)
        for _ in range(rng.poisson(4 if number == 0 else 2.2)):
            x, y = rng.normal(0, spread * 1.1 + 2, 2)
            if floor.take(float(x), float(y), 0, 1.3):
                name = str(rng.choice(names))
                clutter.SMALL[name](rng, build, float(x), float(y))
                tags.append(name)
        if rng.random() < 0.4:
            x, y = rng.normal(0, spread + 3, 2)
            clear = all(abs(x - p.place[0]) + abs(y - p.place[1]) > 1.2 * edge for p in poses)
            clutter.pen(rng, build, float(x), float(y), 0.0 if clear and rng.random() < 0.7 else edge)
            tags.append("pen")
        if rng.random() < 0.18:
            a, far = rng.uniform(0, 6.3), spread + rng.uniform(3, 8)
            (clutter.cup if rng.random() < 0.7 else clutter.bowl)(rng, build, far * np.cos(a), far * np.sin(a))
            tags.append("cup")
    if rng.random() < 0.10:
        a = rng.uniform(0, 6.3)
        reach = spread * rng.uniform(0.1, 1.6)
        hands.hand(
            rng,
            build,
            reach * np.cos(a),
            reach * np.sin(a),
            edge + rng.uniform(0.8, 5),
            a + np.pi,
            spread=rng.uniform(0, 1),
            curl=rng.uniform(0.05, 0.7),
        )
        tags.append("hand")
    return tags
