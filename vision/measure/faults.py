"""What went wrong in a picture, in kinds and in words: figures say how often, this says what to look at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vision.measure.score import COLOURS, Judged
from vision.reading import Status


class Kind(StrEnum):
    """Kinds of faults, the gravest first."""

    WRONG_NUMBER = "wrong number"
    MISSED = "missed die"
    FALSE = "false die"
    WRONG_COLOUR = "wrong colour"
    NOT_ANSWERED = "not answered"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that went wrong."""

    kind: Kind
    words: str
    """A sentence."""
    box: tuple[float, float, float, float] | None = None
    """Where, in pixels; `None` if it concerns the whole picture."""
    truth: str = ""
    """What is really there, in a word for the picture; empty if nothing is."""


def faults(judged: Judged) -> tuple[Fault, ...]:
    """All that went wrong, the gravest first; empty if nothing did."""
    out = [*_numbers(judged), *_missed(judged), *_false(judged), *_colours(judged), *_unanswered(judged)]
    return tuple(out)


def kinds(found: tuple[Fault, ...]) -> tuple[Kind, ...]:
    """The kinds of these faults, each once, the gravest first."""
    return tuple(dict.fromkeys(fault.kind for fault in found))


def percent(share: float) -> str:
    """A confidence in words; never "100 %", since nothing is that certain."""
    return f"{min(99.9, int(1000 * share) / 10):g} %"


def _numbers(judged: Judged) -> list[Fault]:
    return [
        Fault(
            Kind.WRONG_NUMBER,
            f"A {die.value} was read as {found.value} ({percent(found.confidence)}).",
            die.box,
            str(die.value),
        )
        for found, die in judged.scored
        if found.value != die.value
    ]


def _missed(judged: Judged) -> list[Fault]:
    dice = [judged.picture.dice[index] for index in judged.missed]
    return [Fault(Kind.MISSED, f"A {die.value} was not found.", die.box, str(die.value)) for die in dice]


def _false(judged: Judged) -> list[Fault]:
    dice = [judged.reading.dice[index] for index in judged.loose]
    return [
        Fault(Kind.FALSE, f"A {die.value} was read where no die is ({percent(die.confidence)}).", die.box)
        for die in dice
    ]


def _colours(judged: Judged) -> list[Fault]:
    return [
        Fault(
            Kind.WRONG_COLOUR,
            f"The {die.pip_colour} pips of a {die.value} were called {found.colour}.",
            die.box,
            die.pip_colour,
        )
        for found, die in judged.scored
        if found.value == die.value and die.pip_colour in COLOURS and found.colour != die.pip_colour
    ]


def _unanswered(judged: Judged) -> list[Fault]:
    if judged.picture.doubtful or judged.answered:
        return []
    told = " ".join(judged.reading.problems)
    what = "The picture could not be looked at." if judged.reading.status is Status.ERROR else "It said unsure."
    return [Fault(Kind.NOT_ANSWERED, f"{what} {told}".strip())]
