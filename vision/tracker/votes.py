"""Several readings of one rest become one that is better than each of them.

Frames of a still table differ in noise alone, and the reader looks at each in another scale: still no independent
witnesses, so votes are averaged, never multiplied.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from vision.doubts import IN_PLAY, STRAY
from vision.reading import DieReading, PipColour, Reading, Spot, Status
from vision.tracker.places import pair

SAME_PLACE = 0.4
"""Edges within which two detections are the same die."""
CERTAIN = 0.97
"""A die is certain from this confidence on; the reader's own measure."""
DISSENT = 0.34
"""Share of a die's sightings that show another number, from which on the die is in doubt."""
DISAGREE = "The dice do not look the same in every picture."


def combine(readings: Sequence[Reading], count: int | None = None) -> Reading:
    """One reading out of those of one rest, by votes weighted with confidence.

    A die counts if it was seen in more than half of the readings. Its number is the one with most weight, its
    confidence the median over the readings that saw it, those with another number counting as none. The whole is
    `READ` only if every die is certain, nothing else was seen with certainty, and no problem was told by most readings.

    Args:
        readings: at least one, oldest first.
        count: how many dice are in play. When so many are certain, what else looks like a die is none.
    """
    if len(readings) == 1:
        return readings[0]
    half = len(readings) / 2
    seen = _sightings(readings)
    dice = tuple(sorted((_elect(one) for one in seen if len(one) > half), key=lambda die: die.centre[0]))
    complete = count is not None and len(dice) == count and all(die.confidence >= CERTAIN for die in dice)
    problems = [p for p in _lasting(readings, half) if not (complete and p.endswith(STRAY))]
    if any(IN_PLAY in p for p in problems):
        # Told of single pictures: it must be the number of dice that are shown, or none.
        other = [p for p in problems if IN_PLAY in p and not p.endswith(f"{IN_PLAY}{len(dice)} can be seen.")]
        problems = [p for p in problems if p not in other] + ([DISAGREE] if other else [])
    strays = [one for one in seen if len(one) <= half and max(die.confidence for die in one) >= CERTAIN]
    if any(_dissent(one) for one in seen if len(one) > half) or (strays and not complete):
        problems = [*dict.fromkeys((*problems, DISAGREE))]
    if not problems and any(die.confidence < CERTAIN for die in dice):
        problems += _newest_problems(readings)
    if not dice and not problems and sum(reading.status is Status.NO_DICE for reading in readings) <= half:
        problems += _newest_problems(readings)
    status = Status.UNSURE if problems else Status.READ if dice else Status.NO_DICE
    spent = sum(reading.milliseconds for reading in readings)
    return Reading(status, dice, tuple(problems), spent, spots=_spots(readings, problems))


def _sightings(readings: Sequence[Reading]) -> list[list[DieReading]]:
    """The detections of each die over all readings; each die is compared with where it was seen last."""
    dice: list[list[DieReading]] = []
    for reading in readings:
        pairs = pair([seen[-1] for seen in dice], reading.dice, SAME_PLACE)
        for j, die in enumerate(reading.dice):
            if j in pairs:
                dice[pairs[j]].append(die)
            else:
                dice.append([die])
    return dice


def _elect(seen: Sequence[DieReading]) -> DieReading:
    value = _winner(seen)
    colours: dict[PipColour, float] = defaultdict(float)
    agreeing = [die for die in seen if die.value == value]
    for die in agreeing:
        colours[die.colour] += die.confidence
    return replace(
        max(agreeing, key=lambda die: die.confidence),
        colour=max(colours, key=lambda c: colours[c]),
        confidence=median(die.confidence if die.value == value else 0.0 for die in seen),
    )


def _winner(seen: Sequence[DieReading]) -> int:
    weight: dict[int, float] = defaultdict(float)
    for die in seen:
        weight[die.value] += die.confidence
    return max(weight, key=lambda value: weight[value])


def _dissent(seen: Sequence[DieReading]) -> bool:
    """Whether a die was read as another number with certainty, or often."""
    others = [die for die in seen if die.value != _winner(seen)]
    return any(die.confidence >= CERTAIN for die in others) or len(others) > DISSENT * len(seen)


def _lasting(readings: Sequence[Reading], half: float) -> list[str]:
    """Problems that were there in more than half of the readings."""
    told = Counter(problem for reading in readings for problem in set(reading.problems))
    order = list(dict.fromkeys(problem for reading in readings for problem in reading.problems))
    return [problem for problem in order if told[problem] > half]


def _spots(readings: Sequence[Reading], problems: Sequence[str]) -> tuple[Spot, ...]:
    """Where these problems belong, as the newest reading that tells each of them saw it."""
    newest = {words: reading for reading in readings for words in reading.problems}
    return tuple(spot for words in problems if words in newest for spot in newest[words].spots if spot.words == words)


def _newest_problems(readings: Sequence[Reading]) -> tuple[str, ...]:
    return next((reading.problems for reading in reversed(readings) if reading.problems), ("It is not certain.",))
