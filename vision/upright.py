"""Which way up? A camera that hangs over the far side of the table shows everything upside down.

To the networks the upper of a die's faces is its top, so there they would read sides, and be rather sure of them. A
picture that is seen from the side is therefore read both ways up if there is any doubt; this says how much speaks for
one of the two. The weights are fitted beside the confidence (`vision.training.calibrate`).
"""

from __future__ import annotations

import math

import numpy as np

from vision.fuse import LIKELY, Belief
from vision.opinion import Opinion

SIDE = 0.93
"""Flatness of the usual top face above which a camera looks down, and any way up is as good as another."""
USUAL = 1.5
"""Log odds that a camera does not hang upside down, when nothing else is known."""
CLEAR = 1.0
"""Log odds that one way up must have over the other for a picture to be read without a doubt."""
SAME = 0.4
"""Two faces whose centres are no more edges apart are one."""
FAR = 1e-4
"""Confidences are held so far from 0 and 1."""


def from_side(seen: list[Opinion], beliefs: list[Belief]) -> bool:
    """Whether the camera looks on from the side, as far as the likely dice tell."""
    flat = [one.face.flatness for one, belief in zip(seen, beliefs, strict=True) if belief.die >= LIKELY]
    flat = flat or [one.face.flatness for one in seen]
    return bool(flat) and float(np.median(flat)) < SIDE


def nearer(seen: list[Opinion], beliefs: list[Belief]) -> float:
    """How clearly the dice lower in the picture are larger, because they are nearer: −1 to 1; 0 if nothing is known."""
    dice = [one.face for one, belief in zip(seen, beliefs, strict=True) if belief.die >= LIKELY]
    if len(dice) < 3:
        return 0.0
    down = np.array([face.y for face in dice])
    size = np.log([max(1.0, face.edge) for face in dice])
    if down.std() < np.exp(size.mean()) / 2 or size.std() < 1e-3:
        return 0.0
    return float(np.corrcoef(down, size)[0, 1] * min(1.0, size.std() / 0.05))


def evidence(seen: list[Opinion], beliefs: list[Belief]) -> tuple[float, float, float]:
    """What speaks for this way up: belief in dice (log odds, summed), how much larger nearer ones are, and doubts."""
    held = [min(1 - FAR, max(FAR, belief.sure)) for belief in beliefs]
    belief = sum(max(0.0, math.log(p / (1 - p))) for p in held)
    return belief, nearer(seen, beliefs), -sum(min(p, 1 - p) for p in held)


def alike(seen: list[Opinion], beliefs: list[Belief], others: list[Opinion], certain: list[Belief]) -> bool:
    """Whether two ways to look at a picture show the same likely dice, so that it does not matter which is right."""
    ones = [one for one, belief in zip(seen, beliefs, strict=True) if belief.die >= LIKELY]
    twos = [one for one, belief in zip(others, certain, strict=True) if belief.die >= LIKELY]

    def same(a: Opinion, b: Opinion) -> bool:
        return a.value == b.value and math.dist((a.face.x, a.face.y), (b.face.x, b.face.y)) < SAME * a.face.edge

    return len(ones) == len(twos) and all(any(same(a, b) for b in twos) for a in ones)
