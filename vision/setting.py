"""What kind of picture a candidate is in.

A face that convinces half is most likely a die where five others look just like it, and most likely none where others
are plain to see and it is not: how sure the picture's other dice are says what may be expected of one more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.around import Place
from vision.opinion import Opinion

LIKELY, VAGUE = 3.0, -1.0
"""Strength (log odds) above which a candidate is likely a die, and below which nobody thinks of one."""
MANY = 8.0
"""More than so many are many."""
FAR = 6.0
"""What is farther away, in edges, is no neighbour."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the likely dice of a picture are like besides one candidate, and how it lies to them."""

    likely: float
    """How many there are, up to `MANY`."""
    vague: float
    """How many places are neither likely nor hopeless, itself counted, up to `MANY`."""
    strength: float
    """How far finder and face reader believe in the usual one, as log odds; 0 if there is none."""
    face: float
    """What the face reader says to it, as log odds; 0 if there is none."""
    top: float
    """What the surveyor says to it, as log odds; 0 if there is none."""
    contrast: float
    """How far its pips stand off its body (log of levels)."""
    near: float
    """How far the nearest one is, in edges, up to `FAR`."""
    near_strength: float
    """How likely that one is, as log odds; 0 if there is none."""
    near_size: float
    """How much larger that one is (log); 0 if there is none."""
    border: float
    """How far the picture's border is, in edges; negative outside."""


def settings(seen: list[Opinion], width: int, height: int) -> list[Setting]:
    """For each candidate of a picture so many pixels wide and high, what kind of picture it is in."""
    if not seen:
        return []
    strength = np.array([one.strength for one in seen])
    says = np.array(
        [
            (one.strength, face_odds(one), top_odds(one), math.log(1 + one.match.contrast), max(1.0, one.face.edge))
            for one in seen
        ]
    )
    at = np.array([(one.face.x, one.face.y) for one in seen])
    likely = strength > LIKELY
    vague = min(MANY, float(((strength > VAGUE) & ~likely).sum()))
    out = []
    for k, one in enumerate(seen):
        others = likely.copy()
        others[k] = False
        edge = says[k, 4]
        usual = np.median(says[others], axis=0) if others.any() else np.array([0.0, 0.0, 0.0, 3.0, edge])
        border = min(one.face.x, one.face.y, width - one.face.x, height - one.face.y) / edge
        apart = np.where(others, np.hypot(*(at - at[k]).T) / edge, np.inf)
        nearest = int(np.argmin(apart))
        alone = apart[nearest] >= FAR
        out.append(
            Setting(
                likely=min(MANY, float(others.sum())),
                vague=vague,
                strength=float(usual[0]),
                face=float(usual[1]),
                top=float(usual[2]),
                contrast=float(usual[3]),
                near=min(FAR, float(apart[nearest])),
                near_strength=0.0 if alone else float(strength[nearest]),
                near_size=0.0 if alone else max(-1.0, min(1.0, math.log(says[nearest, 4] / edge))),
                border=max(-1.0, min(3.0, border)),
            )
        )
    return out


def face_odds(one: Opinion) -> float:
    """How much likelier (log odds) some number is than no top face at all, by the face reader."""
    return max(-6.0, min(8.0, max(one.values[1:]) - one.values[0]))


def top_odds(one: Opinion) -> float:
    """How much likelier (log odds) a top face is than anything else, by the surveyor."""
    return max(-8.0, min(8.0, one.around[Place.TOP] - max(one.around[Place.NOTHING], one.around[Place.SIDE])))
