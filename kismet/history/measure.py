"""Measures what best play scores in each box, and writes it to `optimum.json`: `python -m kismet.history.measure`.

The expected total of best play is exact, but what it is made of is not kept by the solver; so best play is watched for
many games, from one seed, and what chance leaves open is written down with the averages. Run again after a change of
the rulings or of what a box scores; a test tells when that is needed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kismet.advice.card import Card, card_for
from kismet.advice.solve import solve
from kismet.advice.space import EMPTY
from kismet.advice.table import Table
from kismet.boxes import Box
from kismet.odds.match import FIVE_ALIKE, Match, Seat
from kismet.odds.turns import Turns
from kismet.rules import RULINGS
from kismet.sheet import BONUS_TIERS, Sheet

GAMES, SEED, CHUNK = 200_000, 20_250, 10_000
OUT = Path(__file__).with_name("optimum.json")


def watch(table: Table, games: int, random: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Games played alone by best play.

    Returns:
        Points by game and box, the bonus in one more column; and Kismets thrown, by game.
    """
    match, turns = Match(table, RULINGS, [Seat(Sheet())], 0, games), Turns(table, random)
    everybody = np.arange(games)
    points = np.zeros((games, len(Box) + 1), np.int64)
    kismets = np.zeros(games, np.int64)
    for _ in Box:
        rolls, boxes = turns.play(match.columns[:, 0], match.nodes[:, 0])
        points[everybody, boxes] = table.card.scores[rolls, boxes]
        kismets += FIVE_ALIKE[rolls]
        match.enter(everybody, rolls, boxes)
    points[:, -1] = table.space.bonus[match.nodes[:, 0]]
    return points, kismets


def measure(card: Card, games: int = GAMES, seed: int = SEED) -> dict[str, Any]:
    """The averages of `games` games with their standard errors, as `optimum.json` holds them."""
    table, random = solve(card), np.random.default_rng(seed)
    parts = [watch(table, min(CHUNK, games - begin), random) for begin in range(0, games, CHUNK)]
    points = np.concatenate([part[0] for part in parts])
    kismets = np.concatenate([part[1] for part in parts])
    totals = points.sum(axis=1)
    return {
        "games": games,
        "seed": seed,
        "card": card.fingerprint,
        "expected_total": round(table.value(EMPTY), 3),
        "total": _mean(totals),
        "boxes": {
            box.key: {**_mean(points[:, box]), "zero": round(float((points[:, box] == 0).mean()), 4)} for box in Box
        },
        "bonus": _mean(points[:, -1]),
        "tiers": {str(tier): round(float((points[:, -1] == tier).mean()), 4) for tier in (0, *_tiers())},
        "kismets": _mean(kismets),
    }


def _tiers() -> list[int]:
    return sorted(bonus for _, bonus in BONUS_TIERS)


def _mean(values: NDArray[np.int64]) -> dict[str, float]:
    error = float(values.std(ddof=1)) / len(values) ** 0.5
    return {"mean": round(float(values.mean()), 3), "error": round(error, 4)}


if __name__ == "__main__":
    OUT.write_text(json.dumps(measure(card_for(RULINGS)), indent=1) + "\n", encoding="utf-8")
