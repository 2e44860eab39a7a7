"""What calibration has seen so far: an immutable notebook that each confirmed throw is added to.

The walk-through in the terminal and the app's screen keep one of these and ask it the same questions; `profile` is the
sum of it.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from calibration.checks import FaceMeasures, Remark, measure_faces, remarks
from calibration.colours import Lesson, Sample, guess_set, learn, samples_of
from calibration.mat import MatView, find_mat
from calibration.profile import Profile, now
from calibration.table import Area, Plane, Size, find_tray, plane_of_dice
from seeds import dice_sets
from vision.faces import Face, face_of_quad
from vision.reading import DieReading, Hints, Image

ABOVE = 0.6
"""Dice whose middles are closer than this from left to right, in their widths, lie above each other."""
AREA_GIVE = 0.5
"""A die this far (in its edges) outside the area makes the area too small."""
FIRM = 3
"""Throws from which on a guess at the dice set outweighs what an older profile says."""


@dataclass(frozen=True, slots=True)
class Notebook:
    """All that was seen of one camera's table."""

    size: Size
    """Of the frames."""
    dice_set: str = "auto"
    """What a person said the dice are; `auto`: to be found out."""
    throws: int = 0
    samples: tuple[Sample, ...] = ()
    faces: tuple[Face, ...] = ()
    measures: tuple[FaceMeasures, ...] = ()
    trays: tuple[Area | None, ...] = ()
    """What the tray seemed to be at each throw."""
    mat: MatView | None = None
    set_area: Area | None = None
    """The area a person has set by hand; it outweighs what was found."""
    white: tuple[float, float, float] | None = None

    def with_picture(self, image: Image) -> Notebook:
        """Look for the mat in a picture; the best view of it is kept."""
        return self.with_mat(image, find_mat(image))

    def with_mat(self, image: Image, found: MatView | None) -> Notebook:
        """Add what was found of the mat in a picture."""
        if found is None or (self.mat is not None and len(self.mat.seen) > len(found.seen)):
            return self
        return replace(self, mat=found, white=found.white(image) or self.white)

    def with_throw(self, image: Image, dice: Sequence[DieReading]) -> Notebook:
        """Add a throw whose numbers a person has confirmed or corrected."""
        faces = [face_of_quad(np.array(die.quad)) for die in dice]
        return replace(
            self.with_picture(image),
            throws=self.throws + 1,
            samples=(*self.samples, *samples_of(image, dice)),
            faces=(*self.faces, *faces),
            measures=(*self.measures, *measure_faces(image, faces, [die.value for die in dice])),
            trays=(*self.trays, find_tray(image, [face.box for face in faces])),
        )

    @property
    def likely_set(self) -> str:
        """The dice set: as said, or as the colours of the numbers suggest; `auto` as long as they suggest none."""
        if self.dice_set != "auto":
            return self.dice_set
        return guess_set(self.samples) if self.samples else "auto"

    @property
    def undecided(self) -> bool:
        """Whether pips were seen, but not often or clearly enough to say whose colours they are."""
        return bool(self.samples) and self.likely_set == "auto"

    @property
    def wanting(self) -> bool:
        """Whether another throw is needed to know the dice set and its colours."""
        lesson = self.lesson
        return self.undecided if lesson is None else bool(lesson.wanting)

    @property
    def die_px(self) -> float | None:
        """Usual edge of a top face in pixels."""
        return median(face.edge for face in self.faces) if self.faces else None

    @property
    def area(self) -> Area | None:
        """Where dice are thrown: as set, or the mat's play area, or the tray if most throws showed one and the same."""
        if self.set_area is not None:
            return self.set_area
        found = self.mat.play_area(self.size) if self.mat is not None else self._tray
        return found if found is not None and self._holds_all(found) else None

    @property
    def plane(self) -> Plane | None:
        """The table's plane, from the mat or from the dice."""
        return self.mat.plane if self.mat is not None else _plane_of(self.faces, self.size)

    @property
    def lesson(self) -> Lesson | None:
        """What was learned of the pips' colours; None if the set's colours say nothing, or it is not known."""
        name = self.likely_set
        return learn(self.samples, name) if name in dice_sets() else None

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What the checks say, the worst first."""
        boxes = [face.box for face in self.faces]
        return remarks(self.measures, self.size, area=self.area, plane=self.plane, edge_boxes=boxes)

    @property
    def hints(self) -> Hints:
        """What the reader may know already when the next throw is read."""
        return Hints(dice_set=self.dice_set, count=5, die_px=self.die_px)

    def profile(self, name: str, camera: str, old: Profile | None = None) -> Profile:
        """The sum of it, to be saved.

        Args:
            name: of the profile.
            camera: its camera, see `calibration.profile.camera_name`.
            old: the profile until now. What was not found out anew is taken from it: a calibration that was left after
                one throw must not cost what ten throws have taught before.
        """
        if old is not None and old.size != self.size:
            old = None
        lesson, dice_set = self.lesson, self.likely_set
        if old is not None and self.dice_set == "auto" and (self.throws < FIRM or dice_set == "auto"):
            dice_set = old.dice_set
        usable = lesson is not None and not lesson.wanting and dice_set == self.likely_set
        fresh = lesson.learned if lesson is not None and usable else None
        known = old.colours if old is not None and dice_set == old.dice_set else None
        area = self.area
        if area is None and old is not None and old.area is not None and self._holds_all(old.area):
            area = old.area
        return Profile(
            name=name,
            camera=camera,
            size=self.size,
            made=now(),
            dice_set=dice_set,
            die_px=self.die_px or (old.die_px if old is not None else None),
            area=area,
            plane=self.plane or (old.plane if old is not None else None),
            white=self.white or (old.white if old is not None else None),
            colours=fresh or known,
        )

    @property
    def _tray(self) -> Area | None:
        seen = [tray for tray in self.trays if tray is not None]
        if not seen or len(seen) * 2 < len(self.trays):
            return None
        # The largest of those that agree: dice at a wall can hide a part of the floor.
        x0, y0, x1, y1 = (np.array(side) for side in zip(*seen, strict=True))
        return int(x0.min()), int(y0.min()), int(x1.max()), int(y1.max())

    def _holds_all(self, area: Area) -> bool:
        give = AREA_GIVE * (self.die_px or 0.0)
        return all(
            area[0] - give <= face.x <= area[2] + give and area[1] - give <= face.y <= area[3] + give
            for face in self.faces
        )


@functools.lru_cache(maxsize=8)
def _plane_of(faces: tuple[Face, ...], size: Size) -> Plane | None:
    """As `plane_of_dice`; remembered, since a screen asks again and again and the search takes a while."""
    return plane_of_dice(faces, size)


def corrected(dice: Sequence[DieReading], numbers: Sequence[int]) -> tuple[DieReading, ...]:
    """The dice from left to right with the numbers a person gave for them, which are as many.

    Where the same numbers were read, in whatever order, nothing is corrected; and of two dice that lie above each other
    nobody can say which is further left, so the order that agrees with more of what was read is taken.
    """
    if same_numbers([die.value for die in dice], numbers):
        return tuple(dice)
    said = list(numbers)
    for n, (one, other) in enumerate(itertools.pairwise(dice)):
        wide = one.box[2] - one.box[0]
        near = abs(one.centre[0] - other.centre[0]) < ABOVE * wide
        if near and _agree(one, other, said[n + 1], said[n]) > _agree(one, other, said[n], said[n + 1]):
            said[n], said[n + 1] = said[n + 1], said[n]
    return tuple(
        die if die.value == number else replace(die, value=number, confidence=1.0)
        for die, number in zip(dice, said, strict=True)
    )


def _agree(one: DieReading, other: DieReading, first: int, second: int) -> int:
    return (one.value == first) + (other.value == second)


def same_numbers(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether the same numbers lie there, in whatever order."""
    return Counter(one) == Counter(other)
