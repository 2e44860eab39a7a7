"""How well learning a set's inks works, on scenes that the prior has not seen."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.colours import Lesson, Sample, learn, priors_from
from calibration.trials.fit_colours import LEARN, TEST, Row, fit
from vision.colour import ORDER
from vision.colours import PLAIN
from vision.learned import Tint
from vision.reading import PipColour

FOLDS = 8
"""Scenes are left out in so many groups."""
BURNT = 250
BINS = (0.0, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.6)


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one tested die."""

    right: bool
    """By ink alone."""
    joined: bool
    """By ink and number together, as the reader joins them: the number's colour, unless ink makes it impossible."""
    relit: bool
    edge: float
    forecast: float
    scene: int
    burnt: bool
    """Whether bodies are burnt out in one channel at least, when learning or now."""


def sample(row: Row) -> Sample:
    """A measured face as calibration gets it."""
    return Sample(row["value"], Tint(tuple(row["place"]), tuple(row["body"])))


def answers(rows: list[Row], throws: int) -> Iterable[Answer]:
    """Learn from each scene's first `throws` throws, and name the dice of its later ones by ink alone."""
    by_scene: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_scene[row["scene"]].append(row)
    for fold in range(FOLDS):
        prior = priors_from(fit([row for row in rows if row["scene"] % FOLDS != fold]))
        for scene, mine in by_scene.items():
            if scene % FOLDS != fold:
                continue
            first = [sample(r) for r in mine if r["lamp"] == 0 and r["throw"] < throws]
            if not first:
                # Nothing to learn from: what learning can say before the first throw, from one face far away.
                first = [Sample(mine[0]["value"], Tint((9.0, 9.0, 9.0), tuple(mine[0]["body"])))]
            lesson = learn(first, mine[0]["scheme"], prior)
            assert lesson is not None
            for row in mine:
                if row["lamp"] == 1 or row["throw"] in TEST:
                    yield _answer(lesson, row)


def _answer(lesson: Lesson, row: Row) -> Answer:
    logs = lesson.learned.chances(sample(row).tint)
    named = max(lesson.learned.colours, key=lambda c: logs[ORDER.index(c)])
    burnt = max(*lesson.learned.body, *row["body"]) >= BURNT
    joined = math.exp(logs[ORDER.index(PipColour(row["colour"]))]) >= PLAIN
    return Answer(named == row["colour"], joined, row["lamp"] == 1, row["edge"], lesson.mistaken, row["scene"], burnt)


def report(rows: list[Row]) -> str:
    """Tables as text."""
    out = [f"{len(rows)} faces of {len({r['scene'] for r in rows})} scenes; ink alone, dice set known", ""]
    out.append("throws learned from | same lamp | same, 25 px and more | another lamp | another, not burnt out")
    last: list[Answer] = []
    for throws in range(len(LEARN) + 1):
        last = list(answers(rows, throws))
        same, other = [a for a in last if not a.relit], [a for a in last if a.relit]
        large, clear = [a for a in same if a.edge >= 25], [a for a in other if not a.burnt]
        out.append(f"{throws} | {_share(same)} | {_share(large)} | {_share(other)} | {_share(clear)}")
    out += [
        "",
        "forecast for the worst pair (after all throws) | scenes | same lamp | another lamp | another, not burnt",
    ]
    for low, high in itertools.pairwise(BINS):
        here = [a for a in last if low <= a.forecast < high]
        scenes = len({a.scene for a in here})
        same, other = [a for a in here if not a.relit], [a for a in here if a.relit]
        clear = [a for a in other if not a.burnt]
        out.append(f"{low:g} to {high:g} | {scenes} | {_share(same)} | {_share(other)} | {_share(clear)}")
    out += ["", "ink and number together | same lamp | same, 25 px and more | another lamp | another, not burnt out"]
    same, other = [a for a in last if not a.relit], [a for a in last if a.relit]
    large, clear = [a for a in same if a.edge >= 25], [a for a in other if not a.burnt]
    out.append("after all throws | " + " | ".join(_share(group, "joined") for group in (same, large, other, clear)))
    return "\n".join(out) + "\n"


def _share(group: list[Answer], what: str = "right") -> str:
    if not group:
        return "–"
    return f"{100 * float(np.mean([getattr(a, what) for a in group])):.2f} % of {len(group)}"


__all__: list[Any] = ["answers", "report"]
