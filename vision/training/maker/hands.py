"""Hands and sleeves: what reaches over the table in real games, and must never be read as dice nor spoil a reading."""

from __future__ import annotations

import numpy as np

from vision.training.maker import world as w
from vision.training.maker.build import Builder, Matrix, spin
from vision.training.maker.dicelook import bgr, pick
from vision.training.maker.grounds import Rng, tint
from vision.training.maker.world import Floats

SKINS = (
    (0.93, 0.75, 0.65),
    (0.85, 0.64, 0.52),
    (0.70, 0.48, 0.36),
    (0.45, 0.29, 0.21),
    (0.96, 0.82, 0.74),
    (0.30, 0.19, 0.14),
)
FINGERS = (7.2, 8.0, 7.4, 5.9)
"""Lengths of the fingers from the index on, cm."""


def hand(
    rng: Rng, build: Builder, x: float, y: float, height: float, yaw: float, *, spread: float = 0.3, curl: float = 0.4
) -> None:
    """A hand with its arm: finger tips near (x, y), pointing along `yaw`; `height` of the palm, cm.

    `spread` fans the fingers out, `curl` bends them: 0 is flat, 0.8 nearly a fist.
    """
    tone = pick(rng, SKINS, 0.02)
    reddish = (min(tone[0] * 1.0, 1.0), tone[1] * 0.82, tone[2] * 0.78)
    skin = build.look(
        bgr(tone), rng.uniform(0.4, 0.6), 0.03, soft=0.3, grain=w.MOTTLE, second=bgr(reddish), size=0.7, share=0.9
    )
    nail = build.look(bgr((min(tone[0] * 1.05, 1), min(tone[1] * 1.0, 1), min(tone[2] * 1.02, 1))), 0.25, soft=0.2)
    size = rng.uniform(0.82, 1.02)
    turn = spin(yaw) @ spin(rng.uniform(-0.1, 0.1), 1)
    at = np.array([x, y, height])
    side = 1 if rng.random() < 0.5 else -1
    knuckles = []
    for i, length in enumerate(FINGERS):
        across = side * (1.5 - i) * 2.05
        bone = np.array([-6.6 - (0.2, 0.0, 0.25, 0.9)[i], across, 0.0])
        knuckles.append(bone.copy())
        fan = side * (1.5 - i) * (0.04 + 0.12 * spread)
        down, bend = 0.12 + 0.3 * curl, curl * rng.uniform(0.85, 1.2)
        finger = []
        for share, thick in ((0.48, 0.9), (0.3, 0.8), (0.22, 0.72)):
            step = np.array([np.cos(down) * np.cos(fan), np.cos(down) * np.sin(fan), -np.sin(down)]) * length * share
            slim = 0.88 if i == 3 else 1.0
            finger.append([*bone, *(bone + step), thick * slim, (thick - 0.07) * slim])
            bone = bone + step
            down += bend
        add_limbs(build, skin, at, turn, np.array(finger) * size, 0.35)
        last = finger[-1]
        tip, back = np.array(last[3:6]), np.array(last[:3])
        along = (tip - back) / np.linalg.norm(tip - back)
        up = np.cross(along, np.array([-along[1], along[0], 0]) / (np.hypot(along[0], along[1]) + 1e-6))
        top = tip + 0.12 * along + abs(up[2]) / (up[2] + 1e-9) * up * 0.34
        add_limbs(
            build, nail, at, turn, np.array([[*(top - 0.35 * along), *(top + 0.1 * along), 0.42, 0.36]]) * size, 0.05
        )
    palm = [[*k, -14.0, k[1] * 0.72, 0.3, 1.15, 1.45] for k in knuckles]
    palm.append([-14.5, 0, 0.4, -17.5, 0, 0.7, 2.3, 2.35])
    palm.append([-14.2, side * 2.6, -0.2, -10.0, side * 4.4, -1.0, 1.6, 1.25])
    add_limbs(build, skin, at, turn, np.array(palm) * size, 0.9)
    inwards = 0.25 + 0.5 * curl
    joint = np.array([-10.0, side * 4.4, -1.0])
    middle = joint + np.array([3.2, side * 0.5 * (1 - inwards), -0.9])
    tip = middle + np.array([2.4, -side * 2.0 * inwards, -0.9 - curl])
    thumb = np.array([[*joint, *middle, 1.15, 0.95], [*middle, *tip, 0.95, 0.75]])
    add_limbs(build, skin, at, turn, thumb * size, 0.35)
    add_limbs(build, skin, at, turn, np.array([[-17.0, 0, 0.6, -42, 0, 4.0, 2.35, 3.6]]) * size, 0.5)
    if rng.random() < 0.6:
        cloth = build.look(
            bgr(tint(rng, 0.03, 0.9)), 0.9, 0.0, grain=w.MOTTLE, second=bgr(tint(rng, 0.03, 0.6)), size=0.4, share=0.4
        )
        cut = rng.uniform(-27, -19)
        rise = 0.6 + (4.0 - 0.6) * (-17.0 - cut) / 25.0
        add_limbs(build, cloth, at, turn, np.array([[cut, 0, rise, -60, 0, 9, 3.6, 5.5]]) * size, 0.5)


def add_limbs(build: Builder, look: int, at: Floats, turn: Matrix, shapes: Floats, blend: float) -> None:
    """Add capsules (from x, y, z to x, y, z with two radii) as one solid, with its place in their middle."""
    ends = np.concatenate([shapes[:, :3], shapes[:, 3:6]])
    centre = (ends.min(0) + ends.max(0)) / 2
    shapes[:, :3] -= centre
    shapes[:, 3:6] -= centre
    reach = float(np.linalg.norm(ends - centre, axis=1).max() + shapes[:, 6:].max() + 0.1)
    build.solid(w.LIMBS, look, at + turn @ centre, (blend,), reach, turn, shapes)
