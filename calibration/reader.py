"""A reader that knows a profile, and never reads worse for it.

A profile can be out of date: the camera was moved, the tray pushed aside, other dice are on the table. So whenever the
reading with the profile leaves doubts, the picture is read again as if nothing were known, and the better one counts.
And where the pips look like another set's than the profile's, what is known of the set is left out for good.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from calibration.colours import Sample, guess_set, samples_of, suits
from calibration.drift import Drift
from calibration.inks import agree, coloured, inked, look, questioned
from calibration.profile import Profile, camera_name
from calibration.store import shelf
from vision.reading import NO_HINTS, Hints, Image, Reader, Reading, Status

MOST = 30
"""Pips that are remembered of what looked like another set's."""
ORDINARY = "plain"
"""The dice set of which the number alone decides."""


class ProfiledReader:
    """Implements `vision.reading.Reader` by another reader and a profile."""

    def __init__(self, reader: Reader, profile: Profile, on_light: Callable[[Drift], None] = lambda _: None) -> None:
        """Read with `reader`, which is told what `profile` knows.

        Args:
            reader: the reader.
            profile: what is known of the camera, the table and the dice.
            on_light: called with how the light has changed, for every picture in which that can be seen.
        """
        self._reader = reader
        self._on_light = on_light
        self._telling: tuple[Sample, ...] = ()
        """Pips that looked like another set's, as they were read without the profile's word for it."""
        self._other_set: bool | None = None
        """Whether they are, once that is known."""
        self.profile = profile

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        """Read the dice in `image`; what the caller's hints say outweighs the profile."""
        height, width = image.shape[:2]
        known = _joined(hints, self.profile.hints((width, height)))
        if self._other_set:
            known = replace(known, dice_set=hints.dice_set)
        reading = self._reader.read(image, known)
        if known.dice_set != hints.dice_set and self._looks_other(
            image, reading, replace(known, dice_set=hints.dice_set)
        ):
            return self.read(image, hints)
        learned = self.profile.colours is not None and known.dice_set == self.profile.dice_set
        inks = look(image, reading.dice, self.profile) if learned else None
        if inks is not None and inks.drift is not None:
            self._on_light(inks.drift)
        if inks is not None:
            reading = inked(reading, inks, self.profile)
        if known == hints or _settled(reading, known):
            return reading if inks is None else questioned(reading, inks, self.profile)
        spent = reading.milliseconds
        if inks is not None and reading.status is Status.UNSURE and agree(reading, inks, self.profile):
            # Every ink goes with its number: what is left without a word about colours is all that there is to doubt.
            uncoloured = self._reader.read(image, replace(known, dice_set=ORDINARY))
            spent += uncoloured.milliseconds
            if _settled(uncoloured, known) and uncoloured.values == reading.values:
                return replace(coloured(uncoloured, self.profile), milliseconds=spent)
        plain = self._reader.read(image, hints)
        if learned and (inks := look(image, plain.dice, self.profile)) is not None and agree(plain, inks, self.profile):
            plain = coloured(plain, self.profile)  # nothing known beforehand, a lamp may make another set of this one
        better = plain if _worth(plain) > _worth(reading) else reading
        return replace(better, milliseconds=spent + plain.milliseconds)

    def _looks_other(self, image: Image, reading: Reading, hints: Hints) -> bool:
        """Whether it turns out now that the dice are of another set; looked into only where inks are not plain.

        Args:
            image: the picture.
            reading: of it, with the profile's set.
            hints: without it.
        """
        if self._other_set is not None or suits(samples_of(image, reading.dice), self.profile.dice_set):
            return False
        self._telling = (*self._telling, *samples_of(image, self._reader.read(image, hints).dice))[-MOST:]
        guess = guess_set(self._telling)
        if guess not in {"auto", ORDINARY}:
            self._other_set = guess != self.profile.dice_set
        return bool(self._other_set)


def profile_for(folder: Path, label: str) -> Profile | None:
    """The newest profile in `folder` of the source called `label`, if there is one."""
    return shelf(folder).for_camera(camera_name(label))


def reader_for(reader: Reader, folder: Path, label: str) -> Reader:
    """The reader with the profile of the source called `label`, if `folder` has one; otherwise as it is."""
    profile = profile_for(folder, label)
    return reader if profile is None else ProfiledReader(reader, profile)


def _joined(given: Hints, known: Hints) -> Hints:
    return replace(
        given,
        dice_set=given.dice_set if given.dice_set != "auto" else known.dice_set,
        count=given.count if given.count is not None else known.count,
        die_px=given.die_px if given.die_px is not None else known.die_px,
        area=given.area if given.area is not None else known.area,
    )


def _settled(reading: Reading, hints: Hints) -> bool:
    """Whether there is nothing to doubt: all dice in play are there and certain."""
    return reading.status is Status.READ and (hints.count is None or len(reading.dice) == hints.count)


def _worth(reading: Reading) -> tuple[int, int]:
    """Certain readings first, then those with more dice."""
    rank = {Status.READ: 3, Status.UNSURE: 2, Status.NO_DICE: 1, Status.ERROR: 0}
    return rank[reading.status], len(reading.dice)
