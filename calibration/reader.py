"""A reader that knows a profile, and never reads worse for it.

A profile can be out of date: the camera was moved, the tray pushed aside, other dice are on the table. So whenever the
reading with the profile leaves doubts, the picture is read again as if nothing were known, and the better one counts.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calibration.profile import Profile, camera_name
from calibration.store import shelf
from vision.reading import NO_HINTS, Hints, Image, Reader, Reading, Status


class ProfiledReader:
    """Implements `vision.reading.Reader` by another reader and a profile."""

    def __init__(self, reader: Reader, profile: Profile) -> None:
        """Read with `reader`, which is told what `profile` knows."""
        self._reader = reader
        self.profile = profile

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        """Read the dice in `image`; what the caller's hints say outweighs the profile."""
        height, width = image.shape[:2]
        known = _joined(hints, self.profile.hints((width, height)))
        reading = self._reader.read(image, known)
        if known == hints or _settled(reading, known):
            return reading
        plain = self._reader.read(image, hints)
        better = plain if _worth(plain) > _worth(reading) else reading
        return replace(better, milliseconds=reading.milliseconds + plain.milliseconds)


def reader_for(reader: Reader, folder: Path, label: str) -> Reader:
    """The reader with the profile of the source called `label`, if `folder` has one; otherwise as it is."""
    profile = shelf(folder).for_camera(camera_name(label))
    return reader if profile is None else ProfiledReader(reader, profile)


def _joined(given: Hints, known: Hints) -> Hints:
    return replace(
        known,
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
