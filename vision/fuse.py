"""From opinions to one calibrated confidence.

Whether a reading can be trusted is itself learned: a small model over what each opinion says, fitted on made pictures
that no network has seen (`vision.training.calibrate`). Half of it bends smoothly, half are trees, which see
corners that a smooth model rounds off: their mean is better than either, and less at the mercy of single pictures.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.around import Place
from vision.company import Company
from vision.opinion import Opinion, log_softmax
from vision.setting import Setting, top_odds
from vision.trees import Trees

Floats = npt.NDArray[np.float64]

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
    "surveyor_margin",
    "colour",
    "likely",
    "vague",
    "usual_strength",
    "usual_face",
    "usual_top",
    "usual_contrast",
    "near",
    "near_strength",
    "near_size",
    "border",
    "heat",
)


def features(one: Opinion, among: Company, where: Setting) -> list[float]:
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
        top_odds(one),
        within(one.around[Place.SIDE] - one.around[Place.NOTHING], -8, 8),
        within(_margin(one.numbers, value - 1), -6, 8),
        within(max(one.colours), -3, 0),
        where.likely,
        where.vague,
        where.strength,
        where.face,
        where.top,
        where.contrast,
        where.near,
        where.near_strength,
        where.near_size,
        where.border,
        within(one.candidate.heat, -3, 2),
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
    """One fitted model: the mean of what two say, in log odds.

    One is a weighted sum of the features, bent by one small hidden layer; the other is made of trees.
    """

    def __init__(self, data: Mapping[str, npt.NDArray[np.generic]], name: str) -> None:
        self._straight, self._hidden, self._hidden_bias, self._bent, self._bias = (
            np.asarray(data[f"{name}_{part}"], dtype=np.float64) for part in BENT
        )
        self._trees = Trees(data, name)

    def chances(self, rows: Floats, normal: Floats) -> list[float]:
        """Probabilities for rows of features (N × F), as they are and normalised."""
        bent = normal @ self._straight + np.tanh(normal @ self._hidden + self._hidden_bias) @ self._bent + self._bias
        odds = (bent + self._trees.odds(rows)) / 2
        return [float(p) for p in 1 / (1 + np.exp(-np.clip(odds, -30, 30)))]


BENT = ("straight", "hidden", "hidden_bias", "bent", "bias")
"""The parts of the bent sum: F, F × H, H, H and one number."""


class Fusion:
    """Two fitted models over the same features: is there a die, and does it show that number?

    Raises:
        OSError, ValueError, KeyError: the file cannot be read, or belongs to other features.
    """

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as data:
            if tuple(data["names"].tolist()) != NAMES:
                raise ValueError(f"{path} was fitted to other features")
            self._mean = np.asarray(data["mean"], dtype=np.float64)
            self._scale = np.asarray(data["scale"], dtype=np.float64)
            self._die, self._number = Odds(data, "die"), Odds(data, "number")
            self.upright: tuple[float, ...] = tuple(float(v) for v in data["upright"])
            """Weights of what `vision.upright.evidence` finds."""

    def beliefs(self, rows: list[list[float]]) -> list[Belief]:
        """What is to be believed of candidates with these `features`, one row each."""
        if not rows:
            return []
        x = np.array(rows)
        normal = (x - self._mean) / self._scale
        dies, numbers = self._die.chances(x, normal), self._number.chances(x, normal)
        return [Belief(*both) for both in zip(dies, numbers, strict=True)]
