"""Solid things that lie about: coins, buttons, pens, cups, hands, other dice, trays."""

from __future__ import annotations

import itertools

import numpy as np

from vision.training.maker import prints
from vision.training.maker import world as w
from vision.training.maker.build import Builder, Matrix, spin
from vision.training.maker.dicelook import bgr, pick
from vision.training.maker.grounds import Rng, tint
from vision.training.maker.world import Floats

METALS = ((0.72, 0.45, 0.2), (0.8, 0.65, 0.3), (0.75, 0.75, 0.77), (0.55, 0.4, 0.25), (0.9, 0.75, 0.4))


def coin(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A coin, counter or poker chip."""
    radius = rng.uniform(0.8, 1.6) if rng.random() < 0.8 else rng.uniform(1.6, 2.2)
    height = rng.uniform(0.06, 0.2)
    metal = rng.random() < 0.55
    face = prints.token(rng, 96)
    if metal:
        grey = face.astype(np.float32).mean(-1, keepdims=True)
        grey = 1 + 0.25 * (grey - grey.mean()) / (grey.std() + 1)
        face = np.clip(grey * np.array(bgr(pick(rng, METALS))) * 255, 0, 255).astype(np.uint8)
    look = build.look(
        tint(rng) if not metal else bgr(pick(rng, METALS)),
        rng.uniform(0.2, 0.5),
        0.7 if metal else 0.04,
        metal=0.9 if metal else 0.0,
        picture=face,
        reach=radius,
    )
    place = (x, y, height)
    build.solid(
        w.DISC,
        look,
        place,
        (radius, height, 0.05, 0, 0, 0, rng.choice([0.0, 0.1])),
        1.01 * np.hypot(radius, height),
        spin(rng.uniform(0, 6.3)),
    )


def button(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A button with two or four holes."""
    radius, height = rng.uniform(0.5, 1.4), rng.uniform(0.1, 0.25)
    look = build.look(bgr(tint(rng, 0.1, 0.98, 1)), rng.uniform(0.2, 0.6), soft=0.2)
    holes = int(rng.choice([2, 4]))
    size = (radius, height, 0.1, holes, 0.2 * radius, 0.1 * radius, rng.choice([0.0, 0.25]))
    build.solid(w.DISC, look, (x, y, height), size, 1.01 * np.hypot(radius, height), spin(rng.uniform(0, 6.3)))


def pen(rng: Rng, build: Builder, x: float, y: float, z: float = 0.0) -> None:
    """A pen or pencil, lying."""
    radius, half = rng.uniform(0.3, 0.6), rng.uniform(5, 8)
    yaw = rng.uniform(-np.pi, np.pi)
    turn = spin(yaw) @ spin(np.pi / 2, 1)
    body = build.look(bgr(tint(rng, 0.05, 0.95, 1)), rng.uniform(0.1, 0.5))
    along = turn[:, 2]
    at = np.array([x, y, z + radius])
    if rng.random() < 0.5:
        planes = np.array(
            [[np.cos(a), np.sin(a), 0, radius * 0.9, 0, 0, 0, 0] for a in np.arange(6) * np.pi / 3]
            + [[0, 0, s, half, 0, 0, 0, 0] for s in (-1, 1)]
        )
        build.solid(w.GEM, body, at, (0.03,), np.hypot(half, radius * 1.1), turn, planes)
        tip, lead = build.look(bgr((0.85, 0.68, 0.45)), 0.7), build.look((0.1, 0.1, 0.1), 0.4)
        cone = np.array(
            [
                [
                    0,
                    0,
                    half,
                    0,
                    0,
                    half + 1.2,
                    radius * 0.85,
                    0.15,
                ]
            ]
        )
        build.solid(w.LIMBS, tip, at, (0.01,), half + 2, turn, cone)
        build.solid(
            w.LIMBS, lead, at, (0.01,), half + 2, turn, np.array([[0, 0, half + 1.2, 0, 0, half + 1.7, 0.17, 0.03]])
        )
    else:
        capsule = np.array([[0, 0, -half, 0, 0, half, radius, radius]])
        build.solid(w.LIMBS, body, at, (0.01,), half + radius, turn, capsule)
        if rng.random() < 0.7:
            cap = build.look(bgr(tint(rng, 0.02, 0.95, 1)), rng.uniform(0.1, 0.5))
            build.solid(
                w.LIMBS,
                cap,
                at + along * half * 0.6,
                (0.01,),
                half * 0.4 + radius * 1.2,
                turn,
                np.array([[0, 0, -half * 0.3, 0, 0, half * 0.4, radius * 1.15, radius * 1.1]]),
            )
        build.solid(
            w.LIMBS,
            build.look(bgr(pick(rng, METALS)), 0.3, 0.6, metal=0.8),
            at + along * (half + radius),
            (0.01,),
            radius + 0.8,
            turn,
            np.array([[0, 0, -0.2, 0, 0, 0.6, radius * 0.6, 0.08]]),
        )


def cup(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A dice cup, mug or glass, upright, on its side or upside down."""
    low, high, half = rng.uniform(2.2, 3.6), rng.uniform(2.8, 4.4), rng.uniform(3, 5.5)
    look = build.look(bgr(tint(rng, 0.05, 0.95, 0.9)), rng.uniform(0.15, 0.8), soft=0.1)
    pose = rng.random()
    turn: Matrix = spin(rng.uniform(0, 6.3))
    z = half
    if pose > 0.75:
        turn, z = turn @ spin(np.pi / 2, 1), max(low, high) + 0.2
    elif pose > 0.6:
        turn = turn @ spin(np.pi, 0)
    build.solid(w.CUP, look, (x, y, z + 0.15), (low, high, half, 0.15), np.hypot(max(low, high), half) + 0.3, turn)


def bowl(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A bowl or saucer."""
    radius = rng.uniform(3, 7)
    look = build.look(bgr(tint(rng, 0.3, 0.98, 0.8)), rng.uniform(0.1, 0.5))
    build.solid(w.BOWL, look, (x, y, radius), (radius, 0.15), radius + 0.4)


def ring(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A ring, washer or hair tie."""
    radius, wire = rng.uniform(0.7, 2.5), rng.uniform(0.1, 0.25)
    metal = rng.random() < 0.5
    look = build.look(
        bgr(pick(rng, METALS) if metal else tint(rng)),
        rng.uniform(0.1, 0.6),
        0.7 if metal else 0.04,
        metal=float(metal),
    )
    build.solid(w.RING, look, (x, y, wire), (radius, wire), radius + wire)


def marble(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A marble, ball or bead."""
    radius = rng.uniform(0.4, 1.3)
    look = build.look(
        bgr(tint(rng, 0.1, 0.98, 1)),
        rng.uniform(0.05, 0.6),
        grain=int(rng.choice([w.PLAIN, w.MARBLE])),
        second=bgr(tint(rng)),
        size=radius,
    )
    build.solid(w.BALL, look, (x, y, radius), (radius,), radius)


def block(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A box, eraser, brick or blank cube without pips; sometimes a domino or a cube with a symbol."""
    kind = rng.random()
    turn = spin(rng.uniform(0, 6.3))
    if kind < 0.3:
        wide = rng.uniform(0.8, 1.3)
        look = build.look((0.9, 0.9, 0.88), rng.uniform(0.2, 0.6), picture=prints.domino(rng, 64))
        build.box(look, (x, y, 0.35), (wide, 2 * wide, 0.35), 0.08, turn)
        return
    if kind < 0.55:
        edge = rng.uniform(0.6, 1.1)
        colour = tint(rng, 0.1, 0.98, 1)
        face = np.full((64, 64, 3), np.array(bgr(colour)) * 255, np.uint8)
        ink = prints.as_ink(tint(rng))
        if rng.random() < 0.7:
            prints.write(face, prints.word(rng, 1, 3), 16, 48, 34, ink, rng)
        look = build.look(bgr(colour), rng.uniform(0.2, 0.7), picture=face)
        build.box(look, (x, y, edge), (edge, edge, edge), edge * rng.uniform(0.02, 0.3), turn)
        return
    half = (float(rng.uniform(0.5, 4)), float(rng.uniform(0.5, 3)), float(rng.uniform(0.2, 1.5)))
    look = build.look(
        bgr(tint(rng)),
        rng.uniform(0.1, 0.8),
        grain=int(rng.choice([w.PLAIN, w.TIMBER])),
        second=bgr(tint(rng)),
        size=1.0,
    )
    build.box(look, (x, y, half[2]), half, rng.uniform(0.02, 0.3), turn)


def _gem_normals(faces: int) -> Floats:
    golden = (1 + 5**0.5) / 2
    if faces == 4:
        n = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float)
    elif faces == 8:
        n = np.array(list(itertools.product((-1, 1), repeat=3)), float)
    elif faces == 10:
        n = np.array([[np.cos(a), np.sin(a), (0.9, -0.9)[i % 2]] for i, a in enumerate(np.arange(10) * np.pi / 5)])
    elif faces == 12:
        n = np.array(
            [p for a, b in itertools.product((-1, 1), (-golden, golden)) for p in ((0, a, b), (a, b, 0), (b, 0, a))],
            float,
        )
    else:
        n = np.array(
            [
                p
                for a, b in itertools.product((-1, 1), (-golden, golden))
                for p in ((0, a / golden, b * 1.0), (a / golden, b, 0), (b, 0, a / golden))
            ]
            + list(itertools.product((-1, 1), repeat=3)),
            float,
        )
    return np.asarray(n / np.linalg.norm(n, axis=1, keepdims=True))


def gem(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A die with 4, 8, 10, 12 or 20 sides, with a number on top."""
    faces = int(rng.choice([4, 8, 10, 12, 20]))
    normals = _gem_normals(faces)
    size = rng.uniform(0.6, 1.0) * (0.55 if faces == 4 else 1.0)
    # Turn a face down.
    down = normals[rng.integers(len(normals))]
    axis = np.cross(down, [0, 0, -1])
    s, c = np.linalg.norm(axis), -down[2]
    turn = np.eye(3)
    if s > 1e-6:
        k = axis / s
        cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
        turn = np.eye(3) + s * cross + (1 - c) * cross @ cross
    elif c < 0:
        turn = spin(np.pi, 0)
    normals = normals @ turn.T
    colour = tint(rng, 0.05, 0.95, 1)
    face = np.full((96, 96, 3), np.array(bgr(colour)) * 255, np.uint8)
    ink = (242, 242, 242) if sum(colour) < 1.4 else (12, 12, 12)
    h = rng.uniform(18, 34)
    prints.write(face, str(rng.integers(0, 21)), 48 - h * 0.5, 48 + h * 0.5, h, ink, rng)
    look = build.look(bgr(colour), rng.uniform(0.1, 0.5), picture=face, reach=size)
    planes = np.concatenate([normals, np.full((len(normals), 1), size), np.zeros((len(normals), 4))], 1)
    build.solid(
        w.GEM, look, (x, y, size), (0.03,), size * (3.1 if faces == 4 else 1.75), spin(rng.uniform(0, 6.3)), planes
    )


def tray(rng: Rng, build: Builder, half: float, look: int | None = None) -> Floats:
    """A tray's four walls round the middle; gives back its half width, half depth, yaw and wall's height."""
    yaw = rng.uniform(-np.pi, np.pi)
    a, b = half, half * rng.uniform(0.7, 1.0)
    height, thick = rng.uniform(0.8, 2.2), rng.uniform(0.25, 0.7)
    if look is None:
        if rng.random() < 0.65:
            dark, light = (
                ((0.3, 0.17, 0.1), (0.5, 0.32, 0.18)) if rng.random() < 0.5 else ((0.6, 0.42, 0.25), (0.82, 0.65, 0.45))
            )
            look = build.look(
                bgr(dark), rng.uniform(0.3, 0.7), grain=w.TIMBER, second=bgr(light), size=rng.uniform(0.5, 2), share=0.8
            )
        else:
            look = build.look(bgr(tint(rng, 0.03, 0.9)), rng.uniform(0.3, 0.9))
    frame = np.array([a, b, yaw, height])
    walls(build, frame, thick, look)
    return frame


def walls(build: Builder, frame: Floats, thick: float, look: int) -> None:
    """Four walls, 2 `thick` wide, round a floor: `frame` holds half width, half depth, yaw and the walls' height."""
    a, b, yaw, height = (float(v) for v in frame)
    turn = spin(yaw)
    for x, y, u, v in (
        (a + thick, 0.0, thick, b + 2 * thick),
        (-a - thick, 0.0, thick, b + 2 * thick),
        (0.0, b + thick, a, thick),
        (0.0, -b - thick, a, thick),
    ):
        build.box(look, turn @ np.array([x, y, height / 2]), (u, v, height / 2), 0.06, turn)


def brick(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A toy brick with studs: a block with rows of round dots."""
    look = build.look(bgr(tint(rng, 0.15, 0.95, 1)), rng.uniform(0.1, 0.4))
    columns, rows, pitch = int(rng.integers(1, 5)), int(rng.integers(1, 3)), 0.8
    half = (columns * pitch / 2, rows * pitch / 2, rng.choice([0.16, 0.48]))
    turn = spin(rng.uniform(0, 6.3))
    build.box(look, (x, y, half[2]), half, 0.03, turn)
    for i in range(columns):
        for j in range(rows):
            at = turn @ np.array([(i - (columns - 1) / 2) * pitch, (j - (rows - 1) / 2) * pitch, 0.0])
            build.solid(w.DISC, look, (x + at[0], y + at[1], 2 * half[2] + 0.09), (0.24, 0.09, 0.02), 0.27)


def remote(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A remote control, calculator or piece of keyboard: a slab with rows of keys."""
    columns, rows, pitch = int(rng.integers(2, 5)), int(rng.integers(2, 6)), rng.uniform(0.9, 1.6)
    slab = build.look(bgr(tint(rng, 0.03, 0.8, 0.4)), rng.uniform(0.2, 0.7))
    turn = spin(rng.uniform(0, 6.3))
    half = (columns * pitch / 2 + 0.3, rows * pitch / 2 + 0.3, rng.uniform(0.2, 0.7))
    build.box(slab, (x, y, half[2]), half, 0.15, turn)
    key = build.look(bgr(tint(rng, 0.05, 0.95, 0.6)), rng.uniform(0.2, 0.7))
    disc = rng.random() < 0.5
    for i in range(columns):
        for j in range(rows):
            at = turn @ np.array([(i - (columns - 1) / 2) * pitch, (j - (rows - 1) / 2) * pitch, 0.0])
            place = (x + at[0], y + at[1], 2 * half[2] + 0.05)
            if disc:
                build.solid(w.DISC, key, place, (0.36 * pitch, 0.12, 0.05), 0.4 * pitch + 0.1)
            else:
                build.box(key, place, (0.4 * pitch, 0.36 * pitch, 0.12), 0.05, turn)


def chips(rng: Rng, build: Builder, x: float, y: float) -> None:
    """A stack of counters."""
    radius, height = rng.uniform(0.9, 1.9), rng.uniform(0.12, 0.2)
    for level in range(int(rng.integers(2, 6))):
        face = prints.token(rng, 96)
        edge = face[48, 2].astype(np.float64) / 255
        look = build.look(edge, rng.uniform(0.2, 0.6), picture=face, reach=radius)
        at = (x + rng.normal(0, 0.06), y + rng.normal(0, 0.06), height * (2 * level + 1))
        size = (radius, height, 0.04)
        build.solid(w.DISC, look, at, size, 1.01 * np.hypot(radius, height), spin(rng.uniform(0, 6.3)))


SMALL = {
    "coin": coin,
    "button": button,
    "marble": marble,
    "block": block,
    "gem": gem,
    "ring": ring,
    "brick": brick,
    "remote": remote,
    "chips": chips,
}
"""Things about as large as a die."""
SHARES = (0.19, 0.15, 0.08, 0.17, 0.14, 0.07, 0.07, 0.05, 0.08)
"""How often each of `SMALL` is taken."""
