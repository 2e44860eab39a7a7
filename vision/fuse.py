"""From opinions to one calibrated confidence.

Whether a reading can be trusted is itself learned: a small model over what each opinion says, fitted on made pictures
that no network has seen (`vision.training.calibrate`). Its few numbers lie beside the networks as JSON, to be read.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.faces import Face, encode
from vision.find import Candidate, apart_by
from vision.pips import Match

Floats = npt.NDArray[np.float32]

NAMES = (
    "finder",
    "second_scale",
    "face",
    "margin",
    "finder_margin",
    "finder_agrees",
    "pip_lead",
    "pip_score",
    "pips_agree",
    "log_edge",
    "network_edge",
    "contrast",
    "odd_size",
    "odd_shape",
    "under",
    "over",
    "friends",
    "best",
    "hidden",
    "cocked",
    "unreadable",
    "flatness",
)


@dataclass(frozen=True, slots=True)
class Opinion:
    """All that is known about one candidate before the opinions are fused."""

    candidate: Candidate
    face: Face
    """The face after the reader has moved its corners, in the picture's pixels."""
    values: tuple[float, ...]
    """Log probabilities that there is no top face, and of 1 to 6, by the face reader."""
    colours: tuple[float, ...]
    """Log probabilities of the pip colours in `vision.colour.ORDER`."""
    hidden: float
    cocked: float
    unreadable: float
    match: Match

    @property
    def value(self) -> int:
        """The number both networks together think likeliest."""
        finder = log_softmax(self.candidate.values)
        return 1 + max(range(6), key=lambda k: self.values[k + 1] + 0.3 * finder[k])


def log_softmax(logits: tuple[float, ...]) -> tuple[float, ...]:
    """Log probabilities from log odds of exclusive choices."""
    top = max(logits)
    total = top + math.log(sum(math.exp(v - top) for v in logits))
    return tuple(v - total for v in logits)


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


def company(seen: list[Opinion]) -> list[Company]:
    """Compare the candidates of one picture with each other."""
    if not seen:
        return []
    strength = [min(6.0, one.candidate.score) + min(6.0, max(one.values[1:]) - one.values[0]) for one in seen]
    likely = [k for k, s in enumerate(strength) if s > 2.0] or list(range(len(seen)))
    shapes = [encode(one.face)[:3] for one in seen]
    edges = [max(1.0, one.face.edge) for one in seen]
    usual = float(np.median([edges[k] for k in likely]))
    tall = float(np.median([shapes[k][1] - shapes[k][0] for k in likely]))
    lean = float(np.median([shapes[k][2] for k in likely]))
    out = []
    for k, one in enumerate(seen):
        under = over = -8.0
        for j, other in enumerate(seen):
            far = apart_by(other.face, one.face)
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
        out.append(Company(size, min(1.5, shape), under, over, min(5.0, friends), best))
    return out


def _alike(k: int, j: int, edges: list[float], shapes: list[tuple[float, float, float]]) -> bool:
    """Whether two candidates may be faces of like dice on one table."""
    tall = shapes[k][1] - shapes[k][0] - shapes[j][1] + shapes[j][0]
    return abs(math.log(edges[k] / edges[j])) < 0.25 and abs(tall) < 0.2 and abs(shapes[k][2] - shapes[j][2]) < 0.25


def features(one: Opinion, among: Company) -> list[float]:
    """The numbers the confidence is computed from, in the order of `NAMES`."""

    def within(v: float, low: float, high: float) -> float:
        return max(low, min(high, v))

    value = one.value
    finder = log_softmax(one.candidate.values)
    others = [v for k, v in enumerate(one.values) if k not in (0, value)]
    rivals = [v for k, v in enumerate(finder) if k != value - 1]
    edge = max(1.0, one.face.edge)
    return [
        within(one.candidate.score, -2, 6),
        within(one.candidate.second, -3, 6),
        within(one.values[value] - one.values[0], -6, 8),
        within(one.values[value] - max(others), 0, 8),
        within(finder[value - 1] - max(rivals), -5, 8),
        float(finder[value - 1] >= max(rivals)),
        within(one.match.lead(value), -0.3, 0.3),
        one.match.scores[value - 1],
        float(one.match.value == value),
        within(math.log(edge), 2.0, 4.5),
        within(math.log(max(1.0, one.candidate.network_edge)), 2.0, 4.5),
        within(math.log(1 + one.match.contrast), 0, 5),
        among.odd_size,
        among.odd_shape,
        among.under,
        among.over,
        among.friends,
        among.best,
        within(max(one.hidden, one.candidate.hidden), -6, 6),
        within(max(one.cocked, one.candidate.cocked), -6, 6),
        within(one.unreadable, -6, 6),
        one.face.flatness,
    ]


class Fusion:
    """The fitted model: log odds that are a weighted sum of the features, bent by one small hidden layer."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        if tuple(data["names"]) != NAMES:
            raise ValueError(f"{path} was fitted to other features")
        self._mean = np.array(data["mean"])
        self._scale = np.array(data["scale"])
        self._straight = np.array(data["straight"])
        self._hidden = np.array(data["hidden"]), np.array(data["hidden_bias"])
        self._bent = np.array(data["bent"])
        self._bias = float(data["bias"])

    def confidence(self, rows: list[list[float]]) -> list[float]:
        """Probability for each row of `features` that it is a die showing that number."""
        if not rows:
            return []
        x = (np.array(rows) - self._mean) / self._scale
        weights, bias = self._hidden
        odds = x @ self._straight + np.tanh(x @ weights + bias) @ self._bent + self._bias
        return [float(p) for p in 1 / (1 + np.exp(-np.clip(odds, -30, 30)))]
