"""Readings held against labels: which die is which, and the figures that follow.

exact      share of clear pictures whose numbers are right, all of them and no more
answered   share of clear pictures called "read" (or "no_dice" where nothing was found)
silent     share of clear pictures answered, and wrong: the worst fault there is
die        share of dice found where they lie, with the right number;  found: whatever the number
false      dice seen where there are none, per picture
colour     share of rightly read dice with a labelled pip colour whose colour is right
careful    share of doubtful pictures called "unsure", or answered rightly for every die that can be read
ms         median of the reader's own milliseconds, decoding left out
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from vision.measure.labels import LabelledDie, LabelledPicture
from vision.reading import DieReading, Reading, Status

SLACK = 0.15
"""The middle of a die that was read may lie outside the labelled box by this share of the box's sides."""
COLOURS = ("black", "red", "green", "blue")
"""Labelled pip colours that are scored; what is white or other to one person is grey to the next."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One picture's reading, die by die."""

    picture: LabelledPicture
    reading: Reading
    pairs: tuple[tuple[int, int], ...]
    """Index into the reading's dice, index into the labelled dice: the same die."""
    loose: tuple[int, ...]
    """Indices of dice that were read where none lies."""
    missed: tuple[int, ...]
    """Indices of labelled dice that are scored and were not found."""

    @property
    def scored(self) -> list[tuple[DieReading, LabelledDie]]:
        """The dice found that are scored, with their labels."""
        pairs = ((self.reading.dice[found], self.picture.dice[die]) for found, die in self.pairs)
        return [(found, die) for found, die in pairs if die.clear]

    @property
    def exact(self) -> bool:
        """Whether the numbers are right, wherever the dice lie."""
        read = [found.value for found, _ in self.scored] + [self.reading.dice[found].value for found in self.loose]
        return sorted(read) == sorted(die.value for die in self.picture.dice if die.clear)

    @property
    def answered(self) -> bool:
        """Whether the reader stands by what it says."""
        status = self.reading.status
        return status is Status.READ or (status is Status.NO_DICE and not self.reading.dice)

    @property
    def right(self) -> int:
        """Dice found in their place with the right number."""
        return sum(found.value == die.value for found, die in self.scored)

    @property
    def careful(self) -> bool:
        """Of a doubtful picture: whether the reader was as careful as it should be."""
        clear = sum(die.clear for die in self.picture.dice)
        return not self.answered or (self.exact and self.right == clear)


def judge(picture: LabelledPicture, reading: Reading) -> Judged:
    """Find out which die is which: the nearest middles first, each die once."""
    near = []
    for found, guess in enumerate(reading.dice):
        for index, die in enumerate(picture.dice):
            x0, y0, x1, y1 = die.box
            wide, high = SLACK * (x1 - x0), SLACK * (y1 - y0)
            x, y = guess.centre
            if x0 - wide <= x <= x1 + wide and y0 - high <= y <= y1 + high:
                near.append((math.hypot(x - (x0 + x1) / 2, y - (y0 + y1) / 2), found, index))
    of_found: dict[int, int] = {}
    used: set[int] = set()
    for _, found, index in sorted(near):
        if found not in of_found and index not in used:
            of_found[found] = index
            used.add(index)
    return Judged(
        picture,
        reading,
        pairs=tuple(sorted(of_found.items())),
        loose=tuple(found for found in range(len(reading.dice)) if found not in of_found),
        missed=tuple(index for index, die in enumerate(picture.dice) if die.clear and index not in used),
    )


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over many pictures, and the shares that follow. A share is `None` where there is nothing to share."""

    pictures: int = 0
    clear: int = 0
    right_pictures: int = 0
    answers: int = 0
    silent_pictures: int = 0
    dice: int = 0
    found_dice: int = 0
    right_dice: int = 0
    false_dice: int = 0
    coloured: int = 0
    right_colours: int = 0
    doubtful: int = 0
    careful_pictures: int = 0
    failed: int = 0
    """Pictures that could not be looked at."""
    ms: float | None = None

    @property
    def exact(self) -> float | None:
        """See the module."""
        return _share(self.right_pictures, self.clear)

    @property
    def answered(self) -> float | None:
        """See the module."""
        return _share(self.answers, self.clear)

    @property
    def silent(self) -> float | None:
        """See the module."""
        return _share(self.silent_pictures, self.clear)

    @property
    def die(self) -> float | None:
        """See the module."""
        return _share(self.right_dice, self.dice)

    @property
    def found(self) -> float | None:
        """See the module."""
        return _share(self.found_dice, self.dice)

    @property
    def false(self) -> float | None:
        """See the module; may be above 1."""
        return _share(self.false_dice, self.pictures)

    @property
    def colour(self) -> float | None:
        """See the module."""
        return _share(self.right_colours, self.coloured)

    @property
    def careful(self) -> float | None:
        """See the module."""
        return _share(self.careful_pictures, self.doubtful)


def figures(judged: Iterable[Judged]) -> Figures:
    """The figures of these pictures together."""
    rows = list(judged)
    clear = [row for row in rows if not row.picture.doubtful]
    doubtful = [row for row in rows if row.picture.doubtful]
    colours = [
        found.colour == die.pip_colour
        for row in rows
        for found, die in row.scored
        if found.value == die.value and die.pip_colour in COLOURS
    ]
    return Figures(
        pictures=len(rows),
        clear=len(clear),
        right_pictures=sum(row.exact for row in clear),
        answers=sum(row.answered for row in clear),
        silent_pictures=sum(row.answered and not row.exact for row in clear),
        dice=sum(die.clear for row in rows for die in row.picture.dice),
        found_dice=sum(len(row.scored) for row in rows),
        right_dice=sum(row.right for row in rows),
        false_dice=sum(len(row.loose) for row in rows),
        coloured=len(colours),
        right_colours=sum(colours),
        doubtful=len(doubtful),
        careful_pictures=sum(row.careful for row in doubtful),
        failed=sum(row.reading.status is Status.ERROR for row in rows),
        ms=statistics.median(row.reading.milliseconds for row in rows) if rows else None,
    )


def grouped(judged: Iterable[Judged], by: str) -> dict[str, list[Judged]]:
    """The pictures by `set`, `tier` or `tags`, names in order; a picture of many tags is in many groups."""
    out: dict[str, list[Judged]] = {}
    for row in judged:
        picture = row.picture
        names = picture.tags if by == "tags" else (picture.tier or "?",) if by == "tier" else (picture.set,)
        for name in names:
            out.setdefault(name, []).append(row)
    return dict(sorted(out.items()))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
