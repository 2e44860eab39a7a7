"""Several readings of one rest become one that is better than each of them.

Frames of a still table differ in noise alone, so they are no independent witnesses: votes are averaged, not multiplied.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from vision.reading import DieReading, PipColour, Reading, Status
from vision.tracker.places import pair

SAME_PLACE = 0.4
"""Edges within which two detections are the same die."""


def combine(readings: Sequence[Reading]) -> Reading:
    """One reading out of those of one rest, by votes weighted with confidence.

    A die counts if it was seen in more than half of the readings; its number is the one with most weight, and its
    confidence the mean over the readings that saw it, those with another number counting as none. The whole is `READ`
    only when most readings are, and those that are agree with each other and with the outcome.

    Args:
        readings: at least one, oldest first.
    """
    if len(readings) == 1:
        return readings[0]
    half = len(readings) / 2
    dice = tuple(
        sorted(
            (_elect(seen) for seen in _sightings(readings) if len(seen) > half),
            key=lambda die: die.centre[0],
        )
    )
    problems = _lasting(readings, half)
    values = Counter(die.value for die in dice)
    certain = [reading for reading in readings if reading.status in {Status.READ, Status.NO_DICE}]
    agree = all(Counter(reading.values) == values for reading in certain)
    if len(certain) > half and agree:
        status = Status.READ if dice else Status.NO_DICE
        problems = ()
    else:
        status = Status.UNSURE
        if not agree:
            problems = (*problems, "The dice do not look the same in every picture.")
        problems = problems or _newest_problems(readings)
    return Reading(status, dice, problems, sum(reading.milliseconds for reading in readings))


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
    weight: dict[int, float] = defaultdict(float)
    colours: dict[PipColour, float] = defaultdict(float)
    for die in seen:
        weight[die.value] += die.confidence
    value = max(weight, key=lambda v: weight[v])
    agreeing = [die for die in seen if die.value == value]
    for die in agreeing:
        colours[die.colour] += die.confidence
    return replace(
        agreeing[-1],
        colour=max(colours, key=lambda c: colours[c]),
        confidence=fmean(die.confidence if die.value == value else 0.0 for die in seen),
    )


def _lasting(readings: Sequence[Reading], half: float) -> tuple[str, ...]:
    """Problems that were there in more than half of the readings."""
    told = Counter(problem for reading in readings for problem in set(reading.problems))
    order = list(dict.fromkeys(problem for reading in readings for problem in reading.problems))
    return tuple(problem for problem in order if told[problem] > half)


def _newest_problems(readings: Sequence[Reading]) -> tuple[str, ...]:
    return next((reading.problems for reading in reversed(readings) if reading.problems), ("It is not certain.",))
