"""Learned inks at work: the colours of one set of dice under one light, asked after the reader has spoken.

The reader knows what pips usually look like; a profile knows what these look like on this camera. Where a colour seems
to contradict its number, the learned inks may know better (a lamp that turns black into brown); and where number and
colour seem to agree but the ink is plainly another colour's, one of the two was misread, which is worth a question.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.colours import samples_of
from calibration.drift import Drift, drift
from calibration.profile import Profile
from seeds import dice_sets
from vision.colour import ORDER
from vision.reading import DieReading, Image, PipColour, Reading, Spot, Status

LIKE = 0.5
"""Probability of the number's colour from which the ink agrees with the number."""
UNLIKE, PLAIN = 0.003, 0.95
"""An ink contradicts its number below the first, if another colour is as likely as the second. Of rightly read dice of
25 pixels and more, fewer than one in a hundred has the wrong colour as its likeliest (`trials/LOG.md`)."""


@dataclass(frozen=True, slots=True)
class Inks:
    """What the learned inks say of a picture's dice."""

    likely: tuple[Mapping[PipColour, float] | None, ...]
    """For each die, how likely each colour is; None where pips or body cannot be seen."""
    drift: Drift | None
    """How the light has changed since the inks were learned; None without dice."""

    @property
    def trusted(self) -> bool:
        """Whether bodies can still serve as white: not burnt out, and not in the dark."""
        return self.drift is not None and not self.drift.blind


def look(image: Image, dice: Sequence[DieReading], profile: Profile) -> Inks | None:
    """Measure the inks of `dice`; None if the profile's set has no colours, or none were learned."""
    if profile.colours is None or not colours_of(profile):
        return None
    tints = [next((sample.tint for sample in samples_of(image, [die])), None) for die in dice]
    likely = tuple(
        None if tint is None else {c: math.exp(v) for c, v in zip(ORDER, profile.colours.chances(tint), strict=True)}
        for tint in tints
    )
    return Inks(likely, drift(profile.colours, [tint for tint in tints if tint is not None]))


def colours_of(profile: Profile) -> dict[int, PipColour]:
    """The colour of each number in the profile's set; empty if the number alone decides."""
    named = dice_sets().get(profile.dice_set)
    return {} if named is None else {value: PipColour(colour) for value, colour in named.colours.items()}


def agree(reading: Reading, inks: Inks, profile: Profile) -> bool:
    """Whether every die's ink is that of its number."""
    wanted = colours_of(profile)
    return inks.trusted and all(
        likely is not None and likely[wanted[die.value]] >= LIKE
        for die, likely in zip(reading.dice, inks.likely, strict=True)
    )


def coloured(reading: Reading, profile: Profile) -> Reading:
    """The reading with every die in the colour of its number."""
    wanted = colours_of(profile)
    return replace(reading, dice=tuple(replace(die, colour=wanted[die.value]) for die in reading.dice))


def inked(reading: Reading, inks: Inks, profile: Profile) -> Reading:
    """The reading with each die whose ink goes with its number in that colour, whatever else its pips seemed to be."""
    if not inks.trusted:
        return reading
    wanted = colours_of(profile)
    dice = tuple(
        die if likely is None or likely[wanted[die.value]] < LIKE else replace(die, colour=wanted[die.value])
        for die, likely in zip(reading.dice, inks.likely, strict=True)
    )
    return replace(reading, dice=dice)


def questioned(reading: Reading, inks: Inks, profile: Profile) -> Reading:
    """The reading with a doubt for every die whose ink is plainly another colour's than its number's."""
    if not inks.trusted:
        return reading
    wanted = colours_of(profile)
    dice, spots = [], []
    for die, likely in zip(reading.dice, inks.likely, strict=True):
        told = die
        if likely is not None and likely[wanted[die.value]] < UNLIKE:
            other = max(likely, key=lambda colour: likely[colour])
            if likely[other] >= PLAIN:
                words = f"A die looks like a {die.value}, but its pips look {other}, not {wanted[die.value]}."
                spots.append(Spot(words, die.box))
                told = replace(die, confidence=min(die.confidence, 0.5))
        dice.append(told)
    if not spots:
        return reading
    return replace(
        reading,
        status=Status.UNSURE,
        dice=tuple(dice),
        problems=(*reading.problems, *(spot.words for spot in spots)),
        spots=(*reading.spots, *spots),
    )
