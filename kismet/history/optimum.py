"""What best play averages in each box, to hold one's own averages against.

The numbers were measured once, by `kismet.history.measure`, and ship as a small file; nothing heavy is needed to read
them. They hold for a player alone, whose zeros nobody forces, under rules that score as the rulings do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from kismet.boxes import Box
from kismet.rules import RULINGS, Rules


@dataclass(frozen=True, slots=True)
class Mean:
    """An average, and how far off chance may have put it."""

    mean: float
    error: float
    """Standard error: the true average is within two of them 19 times in 20."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The averages of games played for the best expected total."""

    expected_total: float
    """Exact, to three decimals."""
    boxes: Mapping[Box, Mean]
    zeros: Mapping[Box, float]
    """By box, the share of games in which it is filled with a zero."""
    bonus: Mean
    tiers: Mapping[int, float]
    """By bonus (0, 35, 55, 75), the share of games that earn it."""
    kismets: Mean
    """Turns that end with five alike, a game."""
    games: int
    """How many games were watched."""
    seed: int
    card: str
    """Fingerprint of the card they were played on."""


def optimum_for(rules: Rules) -> Optimum | None:
    """The averages under `rules`; `None` if those score otherwise than the rulings, for which they were measured."""
    return _shipped() if _scoring(rules) == _scoring(RULINGS) else None


def _scoring(rules: Rules) -> tuple[object, ...]:
    """The options that change what best play scores alone."""
    return (
        rules.five_as_full_house,
        rules.two_pair_distinct,
        rules.straight,
        rules.voluntary_zero,
        rules.yarborough_first,
    )


@cache
def _shipped() -> Optimum:
    data = json.loads((resources.files("kismet.history") / "optimum.json").read_text(encoding="utf-8"))

    def mean(entry: Mapping[str, float]) -> Mean:
        return Mean(entry["mean"], entry["error"])

    return Optimum(
        expected_total=data["expected_total"],
        boxes={box: mean(data["boxes"][box.key]) for box in Box},
        zeros={box: data["boxes"][box.key]["zero"] for box in Box},
        bonus=mean(data["bonus"]),
        tiers={int(tier): share for tier, share in data["tiers"].items()},
        kismets=mean(data["kismets"]),
        games=data["games"],
        seed=data["seed"],
        card=data["card"],
    )
