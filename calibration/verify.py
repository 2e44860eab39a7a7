"""Measures a profile on the spot: so many throws, how many read right; what `kismet calibrate --check` does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from calibration.colours import samples_of
from calibration.drift import drift
from calibration.notebook import corrected, same_numbers
from calibration.profile import Checked, Profile
from calibration.telling import size_words
from calibration.throwing import Throw, Throws
from calibration.walk import COUNT, QUESTION, Ask, Say, as_read, hints_of, parse_numbers, spared
from seeds import dice_sets
from vision.colour import ORDER
from vision.learned import Tint
from vision.reading import DieReading, Image, PipColour, Reader, Reading, Status
from vision.sources import SourceError

NOTHING = "What lies there? (the five numbers from left to right; Enter: leave this throw out; q: end) "


@dataclass(frozen=True, slots=True)
class Tally:
    """What was read, against what lay there."""

    throws: int = 0
    right: int = 0
    """Throws answered for, every number right."""
    unsure: int = 0
    """Throws the reader did not answer for."""
    dice: int = 0
    """Dice that lay there."""
    dice_right: int = 0
    coloured: int = 0
    """Rightly read dice of a set whose colours are known."""
    colours_right: int = 0
    """As the reader named them."""
    inks: int = 0
    """Those of them whose ink could be compared with what was learned."""
    inks_right: int = 0
    """As the learned colours name them, by ink alone."""

    @property
    def wrong(self) -> int:
        """Throws answered for, and wrong: the worst there is."""
        return self.throws - self.right - self.unsure

    @property
    def words(self) -> list[str]:
        """The result in sentences."""
        if not self.throws:
            return ["Nothing was checked."]
        whole = f"{self.right} of {self.throws} throws read right, {self.unsure} unsure, {self.wrong} wrong"
        lines = [f"{whole}; {self.dice_right} of {self.dice} dice right."]
        if self.coloured:
            lines.append(f"{self.colours_right} of {self.coloured} colours named right.")
        if self.inks:
            lines.append(f"By ink alone, the learned colours name {self.inks_right} of {self.inks} right.")
        return lines

    def as_checked(self) -> Checked:
        """The result as a profile keeps it."""
        return Checked(self.throws, self.right, self.unsure, datetime.now(UTC).date().isoformat())

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        mine, theirs = (tuple(getattr(one, name) for name in Tally.__slots__) for one in (self, other))
        return Tally(*(a + b for a, b in zip(mine, theirs, strict=True)))


def verify(throws: Throws, reader: Reader, profile: Profile | None, most: int, say: Say, ask: Ask) -> Tally:
    """Read up to `most` throws and compare them with what is written down, or with what a person says.

    Raises:
        SourceError: the camera was lost before anything was measured.
    """
    total = Tally()
    warned = compared = False
    while total.throws < most:
        if throws.live and _left(ask, f"Throw {total.throws + 1} of {most}: press Enter when the dice lie still. "):
            break
        try:
            throw = throws.next()
        except SourceError as error:
            say(spared(error, throws, kept=total.throws > 0))
            if throws.live:
                break
            continue
        if throw is None:
            break
        height, width = throw.images[-1].shape[:2]
        if profile is not None and not compared and (words := size_words(profile, (width, height))):
            say(words)
        compared = True
        reading = throw.read(reader, hints_of(profile, (width, height)))
        where = f"{throw.label}: " if throw.label else ""
        say(f"{where}{as_read(reading)} ({reading.status})" if reading.dice else f"{where}No dice were found.")
        truth = throw.truth if throw.truth is not None else _told(reading, say, ask)
        if truth is None:
            break
        if not truth:
            continue
        total = total.plus(compare(throw, reading, truth, profile))
        if not warned and (words := _drift(throw.images[-1], reading.dice, profile)):
            say(f"  {words}")
            warned = True
    return total


def compare(throw: Throw, reading: Reading, truth: Sequence[int], profile: Profile | None) -> Tally:
    """One throw's tally."""
    alike = same_numbers(reading.values, truth)
    sure = reading.status is Status.READ
    ordered = reading.values == tuple(truth)
    dice = corrected(reading.dice, truth) if ordered else ()
    by_value = {} if profile is None or profile.dice_set == "auto" else dice_sets()[profile.dice_set].colours
    coloured = [die for die in dice if die.value in by_value]
    inks = _named_by_ink(throw.images[-1], coloured, profile)
    return Tally(
        throws=1,
        right=int(sure and alike),
        unsure=int(not sure),
        dice=len(truth),
        dice_right=len(truth) if alike else _common(reading.values, truth),
        coloured=len(coloured),
        colours_right=sum(die.colour == by_value[die.value] for die in coloured),
        inks=len(inks),
        inks_right=sum(colour == by_value[value] for value, colour in inks),
    )


def _named_by_ink(image: Image, dice: Sequence[DieReading], profile: Profile | None) -> list[tuple[int, PipColour]]:
    """Number, and the colour that the learned inks give, of each die whose pips can be seen."""
    if profile is None or profile.colours is None:
        return []
    out = []
    for sample in samples_of(image, dice):
        logs = profile.colours.chances(sample.tint)
        out.append((sample.value, max(ORDER, key=lambda colour: logs[ORDER.index(colour)])))
    return out


def _drift(image: Image, dice: Sequence[DieReading], profile: Profile | None) -> str:
    """A warning if the light is no longer the one that colours were learned under."""
    if profile is None or profile.colours is None:
        return ""
    tints: list[Tint] = [sample.tint for sample in samples_of(image, dice)]
    found = drift(profile.colours, tints)
    return found.words if found is not None else ""


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(min(list(one).count(n), list(other).count(n)) for n in set(one))


def _left(ask: Ask, question: str) -> bool:
    try:
        return ask(question).strip().lower() == "q"
    except EOFError:
        return True


def _told(reading: Reading, say: Say, ask: Ask) -> tuple[int, ...] | None:
    """What a person says lies there; empty to leave the throw out, None to end."""
    while True:
        try:
            answer = ask(QUESTION if reading.dice else NOTHING).strip().lower()
        except EOFError:
            return None
        if answer in {"", "y", "yes"}:
            return reading.values
        if answer == "q":
            return None
        if answer in {"s", "skip"}:
            return ()
        numbers = parse_numbers(answer, len(reading.dice)) or parse_numbers(answer, COUNT)
        if numbers is not None:
            return numbers
        say("Enter: as read. Digits from left to right: what lies there. s: leave this throw out. q: end here.")
