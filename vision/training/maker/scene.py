"""Draws a whole scene from one seed, casts it, and tells the truth about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.maker import Sample, clutter, prints
from vision.training.maker import world as w
from vision.training.maker.build import Builder, spin
from vision.training.maker.camera import Camera, draw_camera
from vision.training.maker.dicelook import DieLook, draw_die
from vision.training.maker.grounds import GROUNDS, Picture, Rng, tint
from vision.training.maker.lamps import draw_lighting
from vision.training.maker.lens import draw_lens, take
from vision.training.maker.painting import find_owners, paint
from vision.training.maker.placing import Floor, Pose, lean, lie, row, scatter, stack, tip
from vision.training.maker.tabling import light_table, view_table
from vision.training.maker.truth import tell
from vision.training.maker.world import Floats, Singles

TO_LIGHT = (np.arange(256, dtype=np.float32) / 255) ** np.float32(2.2)


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


def draw_number(rng: Rng) -> int:
    """How many dice: five most often, sometimes none, sometimes a crowd."""
    return int(
        rng.choice(
            [0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 16, 20],
            p=[0.14, 0.06, 0.07, 0.07, 0.07, 0.34, 0.10, 0.05, 0.04, 0.03, 0.02, 0.01],
        )
    )


def draw_dice(rng: Rng, build: Builder, number: int, knobs: Knobs) -> list[DieLook]:
    """The dice of a picture: mostly one set, sometimes with strangers among them."""
    edge = rng.uniform(1.1, 2.0)
    scheme = knobs.scheme or str(rng.choice(["classic", "blue", "plain", "coloured"], p=[0.36, 0.26, 0.14, 0.24]))
    mixed = scheme == "coloured" and rng.random() < 0.5
    looks = [draw_die(rng, build, scheme, edge)]
    for _ in range(number - 1):
        if mixed or rng.random() < 0.04:
            kind = scheme if mixed and rng.random() < 0.7 else str(rng.choice(["plain", "coloured"]))
            looks.append(draw_die(rng, build, kind, edge * (1 if rng.random() < 0.6 else rng.uniform(0.7, 1.35))))
        else:
            looks.append(looks[0])
    return looks


def lay_ground(rng: Rng, camera: Camera, kind: str | None) -> tuple[Picture, float, Floats, str]:
    """A table top that fills the view: picture, pixels per cm, its lower left corner in cm, and its kind."""
    rays = camera.rays(31)
    rays = rays.reshape(-1, 3)
    far = np.where(rays[:, 2] < -0.08, -camera.place[2] / np.minimum(rays[:, 2], -0.08), camera.place[2] / 0.08)
    spots = camera.place[:2] + np.minimum(far, 6 * camera.place[2] + 60)[:, None] * rays[:, :2]
    low, high = spots.min(0) - 2, spots.max(0) + 2
    extent = float(min((high - low).max(), 260))
    near = camera.focal / max(float(np.linalg.norm(camera.place)), 1.0)
    side = int(np.clip(extent * near * 1.1, 300, 1152))
    scale = side / extent
    names = list(GROUNDS)
    if kind is None:
        kind = (
            "newspaper"
            if rng.random() < 0.05
            else str(rng.choice(names, p=np.array([GROUNDS[n][1] for n in names]) / sum(GROUNDS[n][1] for n in names)))
        )
    ground = prints.newspaper(rng, side, scale) if kind == "newspaper" else GROUNDS[kind][0](rng, side, scale)
    if rng.random() < 0.5:
        ground = np.ascontiguousarray(np.rot90(ground))
    return ground, scale, (low + high) / 2 - extent / 2, kind


def _on_picture(ground: Picture, place: Floats, scale: float, corner: Floats) -> Floats:
    """Where a place on the table (cm) lies in the table's picture (pixels; its rows run downwards)."""
    x, y = (place - corner) * scale
    return np.array([x, len(ground) - y])


def lay_prints(rng: Rng, ground: Picture, scale: float, corner: Floats, spread: float, many: float) -> list[str]:
    """Cards, pads, paper and boards flat on the table."""
    tags = []
    for _ in range(rng.poisson(many)):
        at = _on_picture(ground, rng.normal(0, spread * 1.3 + 3, 2), scale, corner)
        kind, angle = rng.random(), rng.uniform(-np.pi, np.pi)
        if kind < 0.4:
            wide = rng.uniform(5, 6.5) * scale
            picture = prints.card(rng, int(np.clip(wide * 1.3, 30, 240)))
            tags.append("card")
        elif kind < 0.65:
            wide = rng.uniform(7, 15) * scale
            picture = prints.pad(rng, int(np.clip(wide * 1.2, 60, 420)), rng.uniform(0.8, 1.6))
            tags.append("pad")
        elif kind < 0.75:
            wide = rng.uniform(10, 30) * scale
            picture = prints.board(rng, int(np.clip(wide, 80, 600)))
            tags.append("board")
        elif kind < 0.85:
            wide = rng.uniform(2, 6) * scale
            picture = prints.domino(rng, 64) if rng.random() < 0.5 else prints.token(rng, 96)
        else:
            wide = rng.uniform(6, 40) * scale
            picture = np.full((40, 56, 3), np.array(tint(rng)[::-1]) * 255, np.uint8)
        round_corner = 1.0 if picture.shape[0] == picture.shape[1] == 96 else 0.0
        shadow = ground.copy() if scale > 6 else None
        if shadow is not None:
            dark = np.full_like(picture, 0)
            prints.paste(shadow, dark, at[0] + 0.08 * scale, at[1] + 0.08 * scale, wide * 1.01, angle, round_corner)
            ground[:] = cv2.addWeighted(ground, 0.7, cv2.GaussianBlur(shadow, (0, 0), max(0.06 * scale, 0.5)), 0.3, 0)
        prints.paste(ground, picture, at[0], at[1], wide, angle, round_corner)
    return tags


def view_ground(camera: Camera, ground: Picture, scale: float, corner: Floats, rng: Rng) -> Singles:
    """The table's own colours as the camera sees them, as light."""
    side, levels = len(ground), 6
    atlas = np.zeros((side + 2, side + side // 2 + 2, 3), np.float32)
    copy, top = cv2.LUT(ground, TO_LIGHT), 0
    for n in range(levels):
        left = 0 if n == 0 else side
        edge = side >> n
        if n:
            copy = cv2.resize(copy, (edge, edge), interpolation=cv2.INTER_AREA)
        atlas[top : top + edge, left : left + edge] = copy
        top += edge if n else 0
    light = np.empty((camera.height, camera.width, 3), np.float32)
    light[:] = np.array(tint(rng, 0.02, 0.6)[::-1], np.float32) ** 2.2
    view_table(camera.numbers(), atlas, side, levels, scale, corner, light)
    return light


def make_scene(seed: int, size: tuple[int, int], knobs: Knobs) -> Sample:
    """Draw, cast and describe one picture."""
    rng = np.random.default_rng([20261129, seed])
    cv2.setRNGSeed(seed & 0x7FFFFFFF)
    build, tags = Builder(), []
    number = knobs.dice if knobs.dice is not None else draw_number(rng)
    small = min(size) / 480
    die_px = knobs.die_px or float(np.clip(np.exp(rng.normal(np.log(46), 0.55)), 12, 300)) * small
    dice = draw_dice(rng, build, number, knobs) if number else []
    edge = dice[0].edge if dice else rng.uniform(1.1, 2.0)
    # A crowd must fit into the picture.
    die_px = min(die_px, 0.75 * min(size) / max(np.sqrt(len(dice)), 1))
    camera = draw_camera(rng, size, die_px, edge)
    across = min(size) / die_px * edge
    spread = float(
        np.clip(0.33 * across, 0.8 * edge * np.sqrt(max(len(dice), 1)), max(14, 2 * edge * np.sqrt(max(len(dice), 1))))
    )
    ground, scale, corner, kind = lay_ground(rng, camera, knobs.ground)
    tags.append(kind)
    floor = Floor()
    in_tray = rng.random() < 0.2
    if in_tray:
        tags.append("tray")
        half = spread * rng.uniform(1.15, 1.6) + 1.2 * edge
        frame = clutter.tray(rng, build, half)
        if rng.random() < 0.75:
            _line_tray(rng, ground, scale, corner, frame)
    busy = number == 0 or rng.random() < 0.45
    tags += lay_prints(rng, ground, scale, corner, spread, (2.5 if number == 0 else 1.2) if busy else 0.15)
    poses = _place_dice(rng, dice, spread, floor, tags)
    if poses and not in_tray and rng.random() < 0.5:
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
    light = cast(rng, world, camera, view_ground(camera, ground, scale, corner, rng), kind)
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
    return Sample(picture, truths, tuple(dict.fromkeys(tags)))


def cast(rng: Rng, world: w.World, camera: Camera, table: Singles, kind: str) -> Singles:
    """Light reaching every pixel; `table` holds the table's colours."""
    numbers = camera.numbers()
    glossy = {
        "plain": 0.5,
        "wood": 0.6,
        "stone": 0.6,
        "tiles": 0.5,
        "leather": 0.4,
        "felt": 0.0,
        "carpet": 0.0,
        "cloth": 0.0,
    }.get(kind, 0.2)
    shine, rough, mirror = 0.0, 0.5, 0.0
    if rng.random() < glossy:
        shine, rough = 0.04, rng.uniform(0.12, 0.6)
        mirror = 1.0 if rough < 0.4 and rng.random() < 0.7 else 0.0
    lit, polish = np.ones_like(table), np.zeros_like(table)
    boxes = np.array([camera.cover(s[w.PLACE : w.PLACE + 3], s[w.REACH]) for s in world.solids], np.int64).reshape(
        -1, 4
    )
    depth = np.full((camera.height, camera.width), 1e6, np.float32)
    owner, key = np.full(depth.shape, -1, np.int64), np.full(depth.shape, -1, np.int64)
    fine = 0.25 / camera.focal
    find_owners(world, numbers, boxes, depth, owner, key, fine)
    light_table(world, numbers, owner, rough, shine, mirror, lit, polish)
    light = np.ascontiguousarray(table * lit + polish, np.float32)
    paint(world, numbers, boxes, depth, owner, key, light, fine, 3)
    return light


def _place_dice(rng: Rng, dice: list[DieLook], spread: float, floor: Floor, tags: list[str]) -> list[Pose]:
    if not dice:
        return []
    poses = row(rng, dice, floor) if len(dice) > 1 and rng.random() < 0.12 else []
    if not poses:
        kept = dice
        leaning = 0
        if len(dice) > 1 and rng.random() < 0.16:
            leaning = 1 + int(rng.random() < 0.3 and len(dice) > 3)
            kept = dice[:-leaning]
        poses = scatter(rng, kept, spread * (0.35 if rng.random() < 0.2 else 1.0), floor)
        for die in dice[len(kept) :]:
            if rng.random() < 0.8:
                leant = lean(rng, poses[rng.integers(len(poses))], floor, die)
            else:
                leant = stack(rng, poses[rng.integers(len(poses))], die)
            if leant is not None:
                poses.append(leant)
                tags.append("cocked" if leant.tilt > 12 else "stacked")
    if rng.random() < 0.12:
        poses = [tip(rng, p) if p.tilt < 1 and p.place[2] < p.die.edge and rng.random() < 0.5 else p for p in poses]
    return poses


def _line_tray(rng: Rng, ground: Picture, scale: float, corner: Floats, frame: Floats) -> None:
    """Give a tray a floor of its own."""
    a, b, yaw, _ = frame
    names = ["felt", "wood", "leather", "plain", "cloth"]
    kind = names[int(rng.choice(5, p=[0.55, 0.15, 0.12, 0.1, 0.08]))]
    side = int(np.clip(2 * a * scale, 64, 900))
    inner = GROUNDS[kind][0](rng, side, side / (2 * a))[: max(int(side * b / a), 2)]
    at = _on_picture(ground, np.zeros(2), scale, corner)
    prints.paste(ground, np.ascontiguousarray(inner), at[0], at[1], 2 * a * scale, -yaw)


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
        clutter.hand(
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


__all__ = ["Knobs", "lie", "make_scene", "spin"]
