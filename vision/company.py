"""What the candidates of one picture say about each other: dice come in company, and every side has a top above it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.faces import Face, encode, sides_under
from vision.find import TRAY, apart_by
from vision.opinion import Opinion

MISFIT = 0.8
"""Two faces that differ more are not the same one; see `misfit`."""
HOPELESS = -2.0
"""A place that nobody believes in (log odds) has no sides."""


@dataclass(frozen=True, slots=True)
class Company:
    """What the other candidates of a picture say about one.

    All top faces on one table share one ellipse, whichever way the dice are turned; the side of a die has another, and
    it hangs under a top face.
    """

    odd_size: float
    """How far its edge is from the usual one (log)."""
    odd_shape: float
    """How far its ellipse is from the usual one: height to width (log), and lean."""
    under: float
    """How much better (log odds) the best candidate touching it from above is; −8 if there is none."""
    over: float
    """The same for the best one touching it from below."""
    friends: float
    """How many other likely candidates have its size and shape: dice come in company."""
    best: float
    """How much stronger (log odds) the strongest candidate of the picture is; 0 for itself."""
    hangs: float
    """How well it fits as a side of another candidate's die: 0 perfectly, `MISFIT` not at all."""
    top: float
    """How much better (log odds) the candidate is whose side it may be; −8 if there is none."""
    stands: float
    """How well another candidate fits as a side of its die."""
    side: float
    """How strong (log odds) that one is; −8 if there is none."""
    holds: float
    """How strong (log odds) the best candidate is that is very much smaller and lies on it; −8 if there is none."""


def company(seen: list[Opinion]) -> list[Company]:
    """Compare the candidates of one picture with each other."""
    if not seen:
        return []
    strength = [one.strength for one in seen]
    likely = [k for k, s in enumerate(strength) if s > 2.0] or list(range(len(seen)))
    shapes = [encode(one.face)[:3] for one in seen]
    edges = [max(1.0, one.face.edge) for one in seen]
    usual = float(np.median([edges[k] for k in likely]))
    tall = float(np.median([shapes[k][1] - shapes[k][0] for k in likely]))
    lean = float(np.median([shapes[k][2] for k in likely]))
    cubes = _cubes(seen, strength)
    out = []
    for k, one in enumerate(seen):
        under = over = holds = -8.0
        for j, other in enumerate(seen):
            far = apart_by(other.face, one.face)
            if edges[j] * TRAY < edges[k] and far < 1:
                holds = max(holds, strength[j])
            if j != k and far < 2.3:
                gain = max(-8.0, min(8.0, strength[j] - strength[k]))
                if other.face.y < one.face.y - 0.2 * min(edges[k], edges[j]):
                    under = max(under, gain)
                elif other.face.y > one.face.y + 0.2 * min(edges[k], edges[j]):
                    over = max(over, gain)
        shape = abs(shapes[k][1] - shapes[k][0] - tall) + abs(shapes[k][2] - lean)
        friends = sum(j != k and strength[j] > 2.0 and _alike(k, j, edges, shapes) for j in range(len(seen)))
        best = min(12.0, max(strength) - strength[k])
        size = min(1.2, abs(math.log(edges[k] / usual)))
        out.append(Company(size, min(1.5, shape), under, over, min(5.0, friends), best, *cubes[k], min(8.0, holds)))
    return out


def _alike(k: int, j: int, edges: list[float], shapes: list[tuple[float, float, float]]) -> bool:
    """Whether two candidates may be faces of like dice on one table."""
    tall = shapes[k][1] - shapes[k][0] - shapes[j][1] + shapes[j][0]
    return abs(math.log(edges[k] / edges[j])) < 0.25 and abs(tall) < 0.2 and abs(shapes[k][2] - shapes[j][2]) < 0.25


def _cubes(seen: list[Opinion], strength: list[float]) -> list[tuple[float, float, float, float]]:
    """For each candidate, how it goes together with another as two faces of one cube: `hangs`, `top`, `stands`, `side`.

    A top face says exactly where the sides of its die must lie and how they must look.
    """
    sides = [sides_under(one.face) for one in seen]
    out = []
    for k, one in enumerate(seen):
        hangs = stands = MISFIT
        top = side = -8.0
        for j, other in enumerate(seen):
            if j == k:
                continue
            fit = min((misfit(s, one.face) for s in sides[j]), default=MISFIT)
            if fit < hangs and strength[j] > HOPELESS:
                hangs, top = fit, max(-8.0, min(8.0, strength[j] - strength[k]))
            fit = min((misfit(s, other.face) for s in sides[k]), default=MISFIT)
            if fit < stands:
                stands, side = fit, max(-8.0, min(8.0, strength[j]))
        out.append((hangs, top, stands, side))
    return out


def misfit(a: Face, b: Face) -> float:
    """How far two faces are from being the same: shift in edges, and half the difference of their ellipses."""
    shift = math.hypot(a.x - b.x, a.y - b.y) / max(1.0, min(a.edge, b.edge))
    if shift > MISFIT:
        return MISFIT
    return shift + 0.5 * sum(abs(p - q) for p, q in zip(encode(a)[:3], encode(b)[:3], strict=True))
