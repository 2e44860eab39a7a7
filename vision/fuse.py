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

from vision.faces import Face
from vision.find import Candidate
from vision.pips import Match

Floats = npt.NDArray[np.float32]

NAMES = (
    "finder",
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


def features(one: Opinion, usual_edge: float) -> list[float]:
    """The numbers the confidence is computed from, in the order of `NAMES`.

    Args:
        one: what is known about the candidate.
        usual_edge: the middle one of the picture's likely dice, in pixels.
    """

    def within(v: float, low: float, high: float) -> float:
        return max(low, min(high, v))

    value = one.value
    finder = log_softmax(one.candidate.values)
    others = [v for k, v in enumerate(one.values) if k not in (0, value)]
    rivals = [v for k, v in enumerate(finder) if k != value - 1]
    edge = max(1.0, one.face.edge)
    return [
        within(one.candidate.score, -2, 6),
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
        within(abs(math.log(edge / max(1.0, usual_edge))), 0, 1.2),
        within(max(one.hidden, one.candidate.hidden), -6, 6),
        within(max(one.cocked, one.candidate.cocked), -6, 6),
        within(one.unreadable, -6, 6),
        one.face.flatness,
    ]


class Fusion:
    """The fitted model: a network of one small hidden layer, or of none, which is plain logistic."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        if tuple(data["names"]) != NAMES:
            raise ValueError(f"{path} was fitted to other features")
        self._mean = np.array(data["mean"])
        self._scale = np.array(data["scale"])
        self._layers = [(np.array(layer["weights"]), np.array(layer["bias"])) for layer in data["layers"]]

    def confidence(self, rows: list[list[float]]) -> list[float]:
        """Probability for each row of `features` that it is a die showing that number."""
        if not rows:
            return []
        x = (np.array(rows) - self._mean) / self._scale
        for number, (weights, bias) in enumerate(self._layers):
            if number:
                x = np.tanh(x)
            x = x @ weights + bias
        return [float(p) for p in 1 / (1 + np.exp(-np.clip(x[:, 0], -30, 30)))]
