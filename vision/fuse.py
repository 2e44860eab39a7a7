"""From opinions to one calibrated confidence.

Whether a reading can be trusted is itself learned: a small model over what each opinion says, fitted on made pictures
that no network has seen (`vision.training.calibrate`). Its few numbers lie beside the networks as JSON, to be read.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.around import Place
from vision.company import Company
from vision.opinion import Opinion, log_softmax

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
    "hangs",
    "top",
    "stands",
    "side",
    "holds",
    "least",
    "views",
    "hidden",
    "cocked",
    "unreadable",
    "flatness",
    "around",
    "beside",
)


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
        within(math.log(edge), 2.0, 6.5),
        within(math.log(max(1.0, one.candidate.network_edge)), 2.0, 4.5),
        within(math.log(1 + one.match.contrast), 0, 5),
        among.odd_size,
        among.odd_shape,
        among.under,
        among.over,
        among.friends,
        among.best,
        among.hangs,
        among.top,
        among.stands,
        among.side,
        among.holds,
        within(min(_margin(view, value) for view in one.views or (one.values,)), -6, 8),
        float(bool(one.views)),
        within(max(one.hidden, one.candidate.hidden), -6, 6),
        within(max(one.cocked, one.candidate.cocked), -6, 6),
        within(one.unreadable, -6, 6),
        one.face.flatness,
        within(one.around[Place.TOP] - max(one.around[Place.NOTHING], one.around[Place.SIDE]), -8, 8),
        within(one.around[Place.SIDE] - one.around[Place.NOTHING], -8, 8),
    ]


def _margin(values: tuple[float, ...], value: int) -> float:
    """How much likelier (log odds) a value is than the best of all else, no top face included."""
    return values[value] - max(v for k, v in enumerate(values) if k != value)


LIKELY = 0.5
"""A candidate that is less likely a die than this is none."""


@dataclass(frozen=True, slots=True)
class Belief:
    """How far a candidate is believed."""

    die: float
    """Probability that a die's top face is here."""
    number: float
    """Probability that it shows `Opinion.value`, given that it is one."""

    @property
    def sure(self) -> float:
        """Probability that a die is here and shows that number."""
        return self.die * self.number


class Odds:
    """One fitted model: log odds that are a weighted sum of the features, bent by one small hidden layer."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._straight = np.array(data["straight"])
        self._hidden = np.array(data["hidden"]), np.array(data["hidden_bias"])
        self._bent = np.array(data["bent"])
        self._bias = float(data["bias"])

    def chances(self, x: npt.NDArray[np.float64]) -> list[float]:
        """Probabilities for rows of normalised features (N × F)."""
        weights, bias = self._hidden
        odds = x @ self._straight + np.tanh(x @ weights + bias) @ self._bent + self._bias
        return [float(p) for p in 1 / (1 + np.exp(-np.clip(odds, -30, 30)))]


class Fusion:
    """Two fitted models over the same features: is there a die, and does it show that number?

    Raises:
        OSError, ValueError, KeyError: the file cannot be read, or belongs to other features.
    """

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        if tuple(data["names"]) != NAMES:
            raise ValueError(f"{path} was fitted to other features")
        self._mean = np.array(data["mean"])
        self._scale = np.array(data["scale"])
        self._die, self._number = Odds(data["die"]), Odds(data["number"])
        self.upright: tuple[float, ...] = tuple(float(v) for v in data["upright"])
        """Weights of what `vision.upright.evidence` finds."""

    def beliefs(self, rows: list[list[float]]) -> list[Belief]:
        """What is to be believed of candidates with these `features`, one row each."""
        if not rows:
            return []
        x = (np.array(rows) - self._mean) / self._scale
        return [Belief(*pair) for pair in zip(self._die.chances(x), self._number.chances(x), strict=True)]
