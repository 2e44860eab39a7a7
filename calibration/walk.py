"""The walk-through in words: throw, confirm, and be told what was found; for any terminal, and for pipes.

All it needs is a way to say a line and a way to ask for one. What it finds out is kept in a `Notebook`, which the app's
screen keeps in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from calibration.checks import Level
from calibration.colours import verdict
from calibration.mat import MatView, paper_name
from calibration.notebook import Notebook, corrected
from calibration.profile import Profile
from calibration.table import whole
from calibration.throwing import Throw, Throws
from seeds import dice_sets
from vision.reading import NO_HINTS, Hints, Reader, Reading
from vision.sources import SourceError

Say = Callable[[str], None]
Ask = Callable[[str], str]
"""Shows a question and gives the line typed in answer. Raises EOFError when there will be none."""

FEWEST, MOST = 3, 8
"""Throws: fewer do not show all colours, more teach little."""
COUNT = 5

WELCOME = (
    "Calibration takes about a minute and can be left at any time with q; everything learned until then is kept.",
    "Point the camera at the table from above and a little aslant, so that all five dice will be in view.",
)
HELP = "Enter: as read. Five digits from left to right (11663): correct it. s: leave this throw out. q: end here."


QUESTION = "Right? (Enter: yes; or type the numbers from left to right; s: leave this throw out; q: end) "


UNDECIDED = "Which dice these are is not clear yet: too few ones and sixes were seen to tell black pips from blue ones."


class _EndError(Exception):
    """The person has had enough."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a walk-through."""

    notebook: Notebook
    throws: int


def walk(throws: Throws, reader: Reader, say: Say, ask: Ask, dice_set: str = "auto") -> Outcome | None:
    """Lead a person through the calibration of one camera.

    Args:
        throws: the camera.
        reader: reads the throws.
        say: shows a line.
        ask: asks for a line.
        dice_set: which dice, if known.

    Returns:
        What was found out; None if not a single throw was confirmed.

    Raises:
        SourceError: the camera was lost before anything was learned.
    """
    book: Notebook | None = None
    for line in WELCOME:
        say(line)
    try:
        number = 0
        while number < MOST:
            number += 1
            try:
                throw = _throw(throws, ask, number)
            except SourceError as error:
                say(spared(error, throws, kept=book is not None and book.throws > 0))
                if throws.live:
                    break
                continue
            if throw is None:
                break
            height, width = throw.images[-1].shape[:2]
            if book is None or book.size != (width, height):
                book = _opened((width, height), throw, dice_set, say)
            book = _confirmed(book, throw, reader, say, ask)
            if _enough(book):
                break
    except (_EndError, EOFError):
        pass
    if book is None or not book.throws:
        say("Nothing was learned: no throw was confirmed.")
        return None
    book = _with_area(_with_set(book, throws, say, ask), throws, say, ask)
    for line in findings(book):
        say(line)
    return Outcome(book, book.throws)


def spared(error: SourceError, throws: Throws, *, kept: bool) -> str:
    """What to say of a throw that did not come, where work can go on: with the next file, or with what is `kept`.

    Raises:
        SourceError: it cannot.
    """
    if not kept and (error.final or throws.live):
        raise error
    return str(error)


def _with_set(book: Notebook, throws: Throws, say: Say, ask: Ask) -> Notebook:
    """The notebook with the dice set named, which a person at a live camera may correct."""
    if book.dice_set != "auto":
        return book
    names = dice_sets()
    guess = book.likely_set
    told = names[guess].title if guess in names else ""
    say(f"These look like {guess} dice: {told}." if told else UNDECIDED)
    question = f"{'Right? (Enter' if told else 'Which are they? (Enter: I cannot say'}, or {_or(list(names))}) "
    answer = ""
    try:
        while throws.live and (answer := ask(question).strip().lower()) not in names:
            if answer in {"", "y", "yes", "q"}:
                break
    except EOFError:
        pass
    return replace(book, dice_set=answer if answer in names else guess)


def _with_area(book: Notebook, throws: Throws, say: Say, ask: Ask) -> Notebook:
    """The notebook with the area a person at a live camera agrees to."""
    if book.area is None or not throws.live:
        return book
    say(describe_area(book))
    try:
        answer = ask("Right? (Enter, or n for the whole picture) ").strip().lower()
    except EOFError:
        return book
    return replace(book, set_area=whole(book.size)) if answer in {"n", "no"} else book


def _or(words: list[str]) -> str:
    return ", ".join(words[:-1]) + " or " + words[-1]


def findings(book: Notebook) -> list[str]:
    """All that was found out, a sentence each."""
    lines = [remark.sentence for remark in book.remarks]
    lines.append(describe_area(book))
    lesson = book.lesson
    if lesson is None and book.undecided:
        lines.append("No colours were learned, so they are read as without a profile.")
    elif lesson is None:
        lines.append("The number decides with these dice: there are no colours to learn.")
    else:
        lines.append(verdict(lesson))
    return lines


def describe_area(book: Notebook) -> str:
    """Which part of the picture is searched, and why."""
    area = book.area
    if area is None:
        return "No tray or mat was found: the whole picture is searched, which is fine."
    share = (area[2] - area[0]) * (area[3] - area[1]) / (book.size[0] * book.size[1])
    if share == 1:
        return "The whole picture is searched."
    what = "set by hand" if book.set_area is not None else "the play mat" if book.mat is not None else "the tray"
    return f"Dice are looked for in {what} alone: {100 * share:.0f} % of the picture."


def parse_numbers(text: str, count: int) -> tuple[int, ...] | None:
    """The numbers in `text` if it is exactly `count` digits from 1 to 6, spaces and commas aside."""
    digits = text.replace(" ", "").replace(",", "")
    if len(digits) == count and all(digit in "123456" for digit in digits):
        return tuple(int(digit) for digit in digits)
    return None


def as_read(reading: Reading) -> str:
    """A reading in words: the numbers from left to right, with their colours."""
    if not reading.dice:
        return "no dice"
    return "  ".join(f"{die.value} {die.colour}" for die in reading.dice)


def _opened(size: tuple[int, int], throw: Throw, dice_set: str, say: Say) -> Notebook:
    book = Notebook(size=size, dice_set=dice_set).with_picture(throw.images[-1])
    if book.mat is not None:
        say(describe_mat(book.mat, size))
    return book


def describe_mat(mat: MatView, size: tuple[int, int]) -> str:
    """That the mat is in view, and from where the camera looks at it."""
    return (
        f"The play mat ({paper_name(mat.sheet.paper)}) is in view, {len(mat.seen)} of its 4 corner marks;"
        f" the camera looks from {mat.plane.elevation(size):.0f}° over the table."
    )


def _throw(throws: Throws, ask: Ask, number: int) -> Throw | None:
    if throws.live:
        again = "again " if number > 1 else ""
        if ask(f"Throw all five dice {again}and press Enter when they lie still (q: end here). ").strip() == "q":
            raise _EndError
    return throws.next()


def _confirmed(book: Notebook, throw: Throw, reader: Reader, say: Say, ask: Ask) -> Notebook:
    """The notebook with the throw, once a person has said what it shows; as it was if it is left out."""
    reading = throw.read(reader, book.hints if book.throws else replace(NO_HINTS, count=COUNT))
    where = f"{throw.label}: " if throw.label else ""
    if not reading.dice:
        say(f"{where}No dice were found; are they in view, and is there light?")
        return book
    say(f"{where}{as_read(reading)}")
    for problem in reading.problems:
        say(f"  {problem}")
    numbers = _asked(reading, throw, say, ask)
    if numbers is None:
        say("This throw is left out.")
        return book
    book = book.with_throw(throw.images[-1], corrected(reading.dice, numbers))
    worst = [remark.sentence for remark in book.remarks if remark.level is not Level.GOOD]
    for sentence in worst[:2]:
        say(f"  {sentence}")
    return book


def _asked(reading: Reading, throw: Throw, say: Say, ask: Ask) -> tuple[int, ...] | None:
    """The numbers of the dice that were found, from left to right; None to leave the throw out."""
    count = len(reading.dice)
    if throw.truth is not None:
        return throw.truth if len(throw.truth) == count else None
    while True:
        answer = ask(QUESTION).strip().lower()
        if answer in {"", "y", "yes"}:
            return reading.values
        if answer == "q":
            raise _EndError
        if answer in {"s", "skip"}:
            return None
        numbers = parse_numbers(answer, count)
        if numbers is not None:
            return numbers
        if count != COUNT and parse_numbers(answer, COUNT) is not None:
            say(f"{count} dice were found, not {COUNT}: this throw teaches nothing.")
            return None
        say(HELP)


def _enough(book: Notebook) -> bool:
    """Whether another throw would teach little."""
    return book.throws >= FEWEST and not book.wanting


def hints_of(profile: Profile | None, size: tuple[int, int]) -> Hints:
    """What a reader may know, with or without a profile."""
    return Hints(count=COUNT) if profile is None else profile.hints(size)
