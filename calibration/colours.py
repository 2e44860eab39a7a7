"""Learns a dice set's pip colours under one light from a few throws, and says how well they can be told apart.

Each colour's place (see `vision.learned.Tint`) is a guess made better by what is seen: before the first throw the guess
is what dice usually look like (measured on made scenes, `calibration.trials.fit_colours`), and every confirmed die
moves it and makes it firmer. The scatter is learned in the same way. How far two colours lie apart, measured in their
scatter, tells how often one will be taken for the other; on made scenes this forecast held.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from seeds import dice_sets
from vision.faces import face_of_quad, rectify
from vision.learned import LearnedColours, Tint, measure_tint
from vision.pips import EDGE, SIZE, match
from vision.reading import DieReading, Image, PipColour

Floats = npt.NDArray[np.float64]

ENOUGH = 3
"""Faces of each colour that are wanted."""
WELL, JUST = 0.003, 0.03
"""Forecast share of mistaken dice up to which colours can be told apart well, and just so; see `trials/LOG.md`."""
TRUST = 8.0
"""The scatter known beforehand weighs as much as so many faces."""
DEPTH = 10.0
"""By how much the scatter of depth is widened: how dark pips are tells white ones from others, but moves with every
shadow, and would otherwise outweigh their hue."""
ODD = 25.0
"""Squared distance, in deviations, from which a face is left out: misread, or in a lamp's reflection."""
WORD, MOST = 3.0, 3.0
"""What the reader's name for a face's colour weighs against another set's colour, and what its ink weighs at most, as
log odds. Of 299 ones and sixes in rendered pictures the reader named 97 in 100 rightly; by ink alone, one in seven blue
ones looks rather black."""
PLAINLY = 2.5
"""Log odds a telling face from which on ink alone is plain: four of five black faces have it, few blue ones."""
TELLING, ODDS = 2, 4.0
"""Faces of numbers that differ between two sets, and log odds, from which on it is said which of the two these are."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A confirmed die: its number, and what its ink looked like."""

    value: int
    tint: Tint
    named: PipColour | None = None
    """What the reader called its colour, if it said."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two colours, and the forecast share of dice of the two that ink alone would mistake."""

    one: PipColour
    other: PipColour
    mistaken: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was learned from some throws."""

    learned: LearnedColours
    counts: dict[PipColour, int]
    """Faces seen of each colour."""
    left_out: int
    """Faces that looked like nothing of the kind."""
    pairs: tuple[Pair, ...]
    """All pairs of colours, the worst first."""

    @property
    def wanting(self) -> tuple[PipColour, ...]:
        """Colours that have not been seen often enough."""
        return tuple(colour for colour, count in self.counts.items() if count < ENOUGH)

    @property
    def mistaken(self) -> float:
        """The forecast for the worst pair."""
        return self.pairs[0].mistaken if self.pairs else 0.0


@dataclass(frozen=True, slots=True)
class Prior:
    """What is known of a colour before the first throw."""

    mean: Floats
    between: Floats
    """How far the means of different scenes differ (3 × 3)."""
    within: Floats
    """How far faces differ within a scene (3 × 3)."""


def samples_of(image: Image, dice: Sequence[DieReading]) -> list[Sample]:
    """What the inks of confirmed dice look like; dice whose pips or body cannot be seen are left out.

    Args:
        image: the picture they were read in.
        dice: the dice with the numbers a person confirmed or corrected.
    """
    out = []
    for die in dice:
        face = rectify(image, face_of_quad(np.array(die.quad)), SIZE, EDGE)
        tint = measure_tint(face, match(face).pips(die.value))
        if tint is not None:
            out.append(Sample(die.value, tint, die.colour))
    return out


def learn(samples: Iterable[Sample], dice_set: str, priors: Mapping[PipColour, Prior] | None = None) -> Lesson | None:
    """Learn the colours of a set; None if its colours say nothing, or nothing was seen.

    Args:
        samples: confirmed dice, of this light; more may be added later and learned anew.
        dice_set: a set of `seeds/dice_sets.toml`.
        priors: what is known beforehand; measurements give another than the one that ships.
    """
    priors = priors or usual_inks()
    by_value = {value: PipColour(name) for value, name in dice_sets()[dice_set].colours.items()}
    seen = list(samples)
    if not by_value or not seen:
        return None
    colours = tuple(dict.fromkeys(by_value[value] for value in sorted(by_value)))
    places = {c: np.array([s.tint.place for s in seen if by_value[s.value] is c]).reshape(-1, 3) for c in colours}
    kept = {c: _without_odd(rows, priors[c]) for c, rows in places.items()}
    stretch = _stretch(kept, priors)
    shapes = {c: _learned_shape(kept[c], priors[c], stretch) for c in colours}
    body = np.median(np.array([s.tint.body for s in seen]), axis=0).tolist()
    learned = LearnedColours(
        colours=colours,
        means=tuple(_three(shapes[c][0]) for c in colours),
        covariances=tuple(tuple(float(v) for v in shapes[c][1].reshape(-1)) for c in colours),
        body=(body[0], body[1], body[2]),
    )
    counts = {c: len(kept[c]) for c in colours}
    # The forecast takes what was seen alone: guesses made beforehand would hold apart inks that look the same here.
    centres = [kept[c].mean(axis=0) if counts[c] >= ENOUGH else shapes[c][0] for c in colours]
    return Lesson(learned, counts, len(seen) - sum(counts.values()), pairs_of(learned, centres))


def guess_set(samples: Iterable[Sample], priors: Mapping[PipColour, Prior] | None = None) -> str:
    """The dice set whose colours the numbers have, as far as pips can say; `auto` where two sets are as likely.

    A set whose numbers have no colours of their own is told by all pips being alike, red ones and fours excepted, as
    some ordinary dice have them. Classic and blue sets differ in ones and sixes alone: as long as too few of those were
    seen, neither is named, since a wrong set makes colours worse than none.
    """
    priors = priors or usual_inks()
    seen = list(samples)
    likely = {colour: np.array([_likeness(s.tint, prior) for s in seen]) for colour, prior in priors.items()}
    plain = -math.inf
    for colour, rows in likely.items():
        red = np.maximum(rows, likely.get(PipColour.RED, rows))
        score = float(sum(red[n] if s.value in (1, 4) else rows[n] for n, s in enumerate(seen)))
        if colour is not PipColour.GREEN:
            plain = max(plain, score)
    sets = {name: dice_set.colours for name, dice_set in dice_sets().items() if dice_set.colours}
    scores = {
        name: float(sum(likely[PipColour(colours[s.value])][n] for n, s in enumerate(seen)))
        for name, colours in sets.items()
    }
    if max(scores.values()) <= plain:
        return "plain"
    best, *others = sorted(sets, key=lambda name: -scores[name])
    for other in others:
        odds = [
            _odds_of(seen[n], likely, PipColour(sets[best][s.value]), PipColour(sets[other][s.value]), n)
            for n, s in enumerate(seen)
            if sets[best][s.value] != sets[other][s.value]
        ]
        if len(odds) < TELLING or abs(sum(odds)) < ODDS:
            return "auto"
        best = best if sum(odds) > 0 else other
    return best


def suits(samples: Iterable[Sample], dice_set: str) -> bool:
    """Whether the inks of dice are plainly those of `dice_set` and not of another, as far as ink alone tells."""
    seen, priors, sets = list(samples), usual_inks(), dice_sets()
    likely = {colour: np.array([_likeness(s.tint, prior) for s in seen]) for colour, prior in priors.items()}
    mine = sets[dice_set].colours
    for other in (one.colours for name, one in sets.items() if one.colours and mine and name != dice_set):
        ways = [(n, PipColour(mine[s.value]), PipColour(other[s.value])) for n, s in enumerate(seen)]
        odds = [float(likely[one][n] - likely[two][n]) for n, one, two in ways if one is not two]
        if sum(odds) < PLAINLY * len(odds):
            return False
    return True


def _odds_of(sample: Sample, likely: Mapping[PipColour, Floats], one: PipColour, other: PipColour, n: int) -> float:
    """Log odds that the ink of sample number `n` is the one and not the other."""
    ink = float(likely[one][n] - likely[other][n])
    return max(-MOST, min(MOST, ink)) + WORD * ((sample.named is one) - (sample.named is other))


def _likeness(tint: Tint, prior: Prior) -> float:
    """Log likelihood of a tint under a colour of which only the usual is known; strays cost no more than ten."""
    spread = prior.between + prior.within
    away = np.array(tint.place) - prior.mean
    return max(-10.0, -0.5 * float(away @ np.linalg.solve(spread, away) + np.linalg.slogdet(spread)[1]))


def pairs_of(learned: LearnedColours, centres: Sequence[Floats]) -> tuple[Pair, ...]:
    """How often each two colours will be mistaken for each other, the worst first.

    Args:
        learned: the colours and their scatter.
        centres: where each lies.
    """
    out = []
    for a, b in itertools.combinations(range(len(learned.colours)), 2):
        apart = centres[a] - centres[b]
        spread = (np.array(learned.covariances[a]) + np.array(learned.covariances[b])).reshape(3, 3) / 2
        distance = math.sqrt(float(apart @ np.linalg.solve(spread, apart)))
        out.append(Pair(learned.colours[a], learned.colours[b], 0.5 * math.erfc(distance / 2 / math.sqrt(2))))
    return tuple(sorted(out, key=lambda pair: -pair.mistaken))


def verdict(lesson: Lesson) -> str:
    """In a sentence or two: can the colours be told apart here, by how much, and what to do if not."""
    if lesson.wanting:
        names = _and([str(colour) for colour in lesson.wanting])
        return f"Throw once more: {names} {'was' if len(lesson.wanting) == 1 else 'were'} seen too seldom."
    names = _and([str(colour) for colour in lesson.learned.colours])
    worst = lesson.pairs[0]
    pair = f"{worst.one} and {worst.other}"
    if worst.mistaken <= WELL:
        return f"{names[0].upper()}{names[1:]} can be told apart well here: {_odds(worst.mistaken, pair)}."
    if worst.mistaken <= JUST:
        return (
            f"{pair[0].upper()}{pair[1:]} can only just be told apart here: {_odds(worst.mistaken, 'them')}."
            f" {remedy(lesson)}"
        )
    return (
        f"{pair[0].upper()}{pair[1:]} cannot be told apart by colour here: {_odds(worst.mistaken, 'them')}."
        f" Numbers are read all the same. {remedy(lesson)}"
    )


def remedy(lesson: Lesson) -> str:
    """What would help to tell the colours apart, as a sentence."""
    body, depths = lesson.learned.body, [mean[2] for mean in lesson.learned.means]
    if max(body) >= 250:
        return "The dice are too bright: dim the lamp or lay something light under them, so that the camera opens less."
    if max(body) < 90:
        return "The dice are too dark: put a lamp on the table."
    if max(body) > 2.2 * max(min(body), 1.0):
        return "The light is strongly coloured: a whiter lamp or daylight will help."
    if max(depths) < 0.55:
        return "The pips are pale: move the camera closer or focus it."
    return "Move the camera closer, or put more light on the table."


def _odds(share: float, what: str) -> str:
    if share < 1e-4:
        return f"less than one die in ten thousand would be mistaken between {what}"
    return f"about one die in {max(2, _round(1 / share))} would be mistaken between {what}"


def _round(number: float) -> int:
    """To one digit, as people say it."""
    size = 10 ** math.floor(math.log10(number))
    return int(round(number / size) * size)


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _without_odd(rows: Floats, prior: Prior) -> Floats:
    """The faces that look like the others, or at least like what is usual."""
    if not len(rows):
        return rows
    centre = np.median(rows, axis=0) if len(rows) >= 4 else prior.mean
    spread = prior.within * 2 if len(rows) >= 4 else prior.within + 2 * prior.between
    away = rows - centre
    far = np.einsum("ij,jk,ik->i", away, np.linalg.inv(spread), away)
    near: Floats = rows[far < ODD]
    return near


def _stretch(kept: dict[PipColour, Floats], priors: Mapping[PipColour, Prior]) -> float:
    """How much wider (or narrower) faces scatter here than they usually do, as a factor of variance."""
    total, freedom = 3 * TRUST, 3 * TRUST
    for colour, rows in kept.items():
        if len(rows) > 1:
            away = rows - rows.mean(axis=0)
            total += float(np.einsum("ij,jk,ik->", away, np.linalg.inv(priors[colour].within), away))
            freedom += 3 * (len(rows) - 1)
    return total / freedom


def _learned_shape(rows: Floats, prior: Prior, stretch: float) -> tuple[Floats, Floats]:
    """Mean and covariance of a colour: the usual ones, moved by what was seen."""
    mean, unsure, scatter = prior.mean, prior.between, prior.within * stretch
    if len(rows):
        gain = unsure @ np.linalg.inv(unsure + scatter / len(rows))
        middle = rows.mean(axis=0)
        mean = mean + gain @ (middle - mean)
        unsure = unsure - gain @ unsure
        away = rows - middle
        scatter = (scatter * TRUST + away.T @ away) / (TRUST + len(rows) - 1)
    covariance = scatter + unsure
    covariance[2, 2] *= DEPTH
    return mean, (covariance + covariance.T) / 2


def _three(row: Floats) -> tuple[float, float, float]:
    a, b, c = row.tolist()
    return a, b, c


@functools.cache
def usual_inks() -> Mapping[PipColour, Prior]:
    """What is known of each colour before the first throw: `inks.json`."""
    return priors_from(json.loads(resources.files("calibration").joinpath("inks.json").read_text(encoding="utf-8")))


def priors_from(rows: Mapping[str, Any]) -> Mapping[PipColour, Prior]:
    """The priors in the form that `inks.json` keeps."""
    return {
        PipColour(name): Prior(np.array(row["mean"]), np.array(row["between"]), np.array(row["within"]))
        for name, row in rows.items()
    }
