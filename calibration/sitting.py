"""One sitting of calibration as a screen shows it: what was learned, the throw that waits for a yes, what is typed.

One immutable value that every key replaces, like a game's table; the screen paints it and saves its profile. The walk
by lines (`calibration.walk`) asks the same notebook the same questions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.checks import Level, Remark, measure_faces, remarks
from calibration.colours import verdict
from calibration.notebook import Notebook, corrected
from calibration.profile import COUNT, Profile
from calibration.table import Area, Size, Way, moved, resized, whole
from calibration.walk import FEWEST, UNDECIDED, describe_area, describe_mat
from seeds import dice_sets
from vision.faces import face_of_quad
from vision.reading import Image, Reading, Status
from vision.tracker.words import SOME_LAY, number

SAME_PLACE = 0.25
"""Of its width: a die that lies as near to where one lay was not thrown."""
_SOME_LAY = "It seems that not all dice were thrown again; a throw of all five teaches more."
"""What is said here instead of `vision.tracker.words.SOME_LAY`: there are no turns."""


_LOOK_TWICE = "These were not read for certain: look at each die, then Enter once more if all are right, or type them."


@dataclass(frozen=True, slots=True)
class Seen:
    """Dice that lie still, and their picture."""

    image: Image = field(repr=False)
    reading: Reading


@dataclass(frozen=True, slots=True)
class Sitting:
    """Everything that the calibration screen shows but the live picture."""

    old: Profile | None = None
    """The camera's profile until now."""
    book: Notebook | None = None
    """What this sitting has found out; None before the first picture."""
    waiting: Seen | None = None
    """A throw that nobody has confirmed yet."""
    typed: str = ""
    """Digits typed to put it right."""
    asked: bool = False
    """Whether a person was asked to look twice at a throw that was not read for certain."""
    message: str = ""
    last: Reading | None = None
    """The throw confirmed last, until it is taken back: as long as its dice lie there, nobody has thrown again."""
    before: tuple[Notebook, ...] = ()
    """The notebook before each confirmed throw, so that one can be taken back."""

    @property
    def throws(self) -> int:
        """How many throws were confirmed."""
        return self.book.throws if self.book is not None else 0

    @property
    def enough(self) -> bool:
        """Whether another throw would teach little."""
        return self.throws >= FEWEST and self.book is not None and not self.book.wanting

    @property
    def learned(self) -> bool:
        """Whether there is anything that a profile would keep."""
        book = self.book
        return book is not None and (book.throws > 0 or book.set_area is not None or book.dice_set != "auto")

    @property
    def area(self) -> Area | None:
        """The area that dice are looked for in; None for the whole picture."""
        if self.book is None:
            return None
        if self.book.area is not None:
            return None if self.book.area == whole(self.book.size) else self.book.area
        return self.old.hints(self.book.size).area if self.old is not None and not self.throws else None

    @property
    def asks(self) -> str:
        """What a person is to do now."""
        seen = self.waiting
        if seen is not None and len(seen.reading.dice) == COUNT:
            return f"Throw {self.throws + 1}: is that right, from left to right?"
        if self.throws == 0:
            return "Throw all five dice."
        if self.enough:
            return "That is enough; each further throw makes it a little better."
        return f"Throw all five dice again: {self.throws} of {FEWEST} or more."

    @property
    def dice(self) -> str:
        """The dice that wait, from left to right, typed ones in place of those that were read; empty without."""
        if self.waiting is None:
            return ""
        shown = []
        for n, die in enumerate(self.waiting.reading.dice):
            said = self.typed[n : n + 1]
            shown.append(f"[{said}]" if said else f" {die.value} ")
        return " ".join(shown)

    def profile(self, name: str, camera: str) -> Profile | None:
        """What is to be saved: what was found out now, and beside it what was known before; None without news."""
        if self.book is None or not self.learned:
            return None
        return self.book.profile(name, camera, self.old)

    def told(self, message: str) -> Sitting:
        """The sitting with another message."""
        return replace(self, message=message)


def looked(sitting: Sitting, size: Size) -> Sitting:
    """Pictures of this size come in. Of another size than before: all begins anew, for pixels mean something else."""
    if sitting.book is not None and sitting.book.size == size:
        return sitting
    return replace(sitting, book=Notebook(size), waiting=None, typed="", before=(), last=None)


def again(sitting: Sitting, reading: Reading) -> bool:
    """Whether the dice of the throw confirmed last still lie there, and no others."""
    last = sitting.last
    if last is None or len(last.dice) != len(reading.dice):
        return False
    return all(
        any(math.dist(die.centre, old.centre) < SAME_PLACE * (old.box[2] - old.box[0]) for old in last.dice)
        for die in reading.dice
    )


def asked_for(sitting: Sitting, image: Image, reading: Reading) -> Sitting:
    """A person wants what lies there to be taken for a throw."""
    if again(sitting, reading):
        return sitting.told("These dice were taken already: throw all five again.")
    return seen(sitting, image, reading)


def seen(sitting: Sitting, image: Image, reading: Reading) -> Sitting:
    """Dice have come to rest."""
    height, width = image.shape[:2]
    sitting = looked(sitting, (width, height))
    found = len(reading.dice)
    if found == COUNT:
        reading = replace(
            reading, problems=tuple(_SOME_LAY if problem == SOME_LAY else problem for problem in reading.problems)
        )
        return replace(sitting, waiting=Seen(image, reading), typed="", asked=False, message="")
    many = number(found).capitalize()
    verb = "die was" if found == 1 else "dice were"
    words = f"{many} {verb} found, not five. Are all of them in view, apart from each other, and in the light?"
    return replace(sitting, waiting=None, typed="", message=words)


def gone(sitting: Sitting) -> Sitting:
    """The dice were picked up or thrown before anybody confirmed them: that throw is left out."""
    return replace(sitting, waiting=None, typed="")


def digit(sitting: Sitting, value: int) -> Sitting:
    """A number was typed."""
    if sitting.waiting is None:
        return sitting.told("First throw the dice; numbers are typed to put a reading right.")
    typed = sitting.typed if len(sitting.typed) < COUNT else ""
    return replace(sitting, typed=f"{typed}{value}", message="")


def confirmed(sitting: Sitting) -> Sitting:
    """The waiting throw is as was read, or as was typed."""
    throw, book = sitting.waiting, sitting.book
    if throw is None or book is None:
        return sitting.told("No dice wait to be confirmed: throw all five.")
    if sitting.typed and len(sitting.typed) < COUNT:
        return sitting.told(f"{COUNT - len(sitting.typed)} more: type all five numbers, from left to right.")
    doubtful = throw.reading.status is not Status.READ and set(throw.reading.problems) != {_SOME_LAY}
    if doubtful and not sitting.typed and not sitting.asked:
        return replace(sitting, asked=True, message=_LOOK_TWICE)
    numbers = tuple(map(int, sitting.typed)) if sitting.typed else throw.reading.values
    new = book.with_throw(throw.image, corrected(throw.reading.dice, numbers))
    worst = next((remark.sentence for remark in new.remarks if remark.level is not Level.GOOD), "")
    return replace(
        sitting, book=new, waiting=None, typed="", message=worst, before=(*sitting.before, book), last=throw.reading
    )


def skipped(sitting: Sitting) -> Sitting:
    """The waiting throw is left out."""
    if sitting.waiting is None:
        return sitting.told("There is no throw to leave out.")
    return replace(sitting, waiting=None, typed="").told("This throw is left out.")


def undone(sitting: Sitting) -> Sitting:
    """The last thing is taken back: a typed number, else the last confirmed throw."""
    if sitting.typed:
        return replace(sitting, typed=sitting.typed[:-1], message="")
    if not sitting.before or sitting.book is None:
        return sitting.told("There is no throw to take back.")
    book = replace(sitting.before[-1], set_area=sitting.book.set_area, dice_set=sitting.book.dice_set)
    return replace(sitting, book=book, before=sitting.before[:-1], last=None).told("The last throw is taken back.")


def other_set(sitting: Sitting) -> Sitting:
    """The next dice set: found out by itself, or said by a person."""
    book = sitting.book
    if book is None:
        return sitting
    names = ["auto", *dice_sets()]
    name = names[(names.index(book.dice_set) + 1) % len(names)]
    return replace(sitting, book=replace(book, dice_set=name), message="")


def area_moved(sitting: Sitting, way: Way, *, larger: bool = False) -> Sitting:
    """The area by one step of an arrow key: moved, or with `larger` its right or lower side alone."""
    book = sitting.book
    if book is None:
        return sitting
    change: Callable[[Area, Way, Size], Area] = resized if larger else moved
    start = sitting.area or _roomy(book.size)
    return replace(sitting, book=replace(book, set_area=change(start, way, book.size)), message="")


def area_whole(sitting: Sitting) -> Sitting:
    """The whole picture is searched."""
    book = sitting.book
    return sitting if book is None else replace(sitting, book=replace(book, set_area=whole(book.size)), message="")


def _roomy(size: Size) -> Area:
    """An area to begin with: what lies a tenth inside the picture."""
    width, height = size
    return width // 10, height // 10, width - width // 10, height - height // 10


def checks(sitting: Sitting, live: Seen | None) -> tuple[Remark, ...]:
    """What is good and bad about the picture, the worst first: of the dice in view now, or else of those confirmed."""
    book = sitting.book
    if live is None or not live.reading.dice or book is None:
        return book.remarks if book is not None else ()
    faces = [face_of_quad(np.array(die.quad)) for die in live.reading.dice]
    measures = measure_faces(live.image, faces, live.reading.values)
    return remarks(measures, book.size, area=sitting.area, plane=book.plane, edge_boxes=[face.box for face in faces])


def lessons(sitting: Sitting) -> tuple[str, ...]:
    """Which dice these seem to be, whether their colours can be told apart, and where dice are looked for."""
    book = sitting.book
    if book is None:
        return ()
    lines = [] if book.mat is None else [describe_mat(book.mat, book.size)]
    name, titles = book.likely_set, dice_sets()
    if name in titles:
        verb = "These are" if book.dice_set != "auto" else "These look like"
        title = titles[name].title
        lines.append(f"{verb} {title[0].lower()}{title[1:]}.")
    elif book.undecided:
        lines.append(UNDECIDED)
    lesson = book.lesson
    if lesson is not None:
        lines.append(verdict(lesson))
    elif name in titles and book.throws:
        lines.append("The number decides with these dice: there are no colours to learn.")
    if book.throws or book.set_area is not None or book.mat is not None:
        lines.append(describe_area(book))
    return tuple(lines)
