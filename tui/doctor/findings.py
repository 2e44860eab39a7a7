"""What the doctor finds: facts by topic, and problems with what to do next."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Grade(StrEnum):
    """How bad a problem is."""

    NOTE = "note"
    """Works, but could work better."""
    BROKEN = "broken"
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong."""

    grade: Grade
    what: str
    """One sentence."""
    next: str
    """What to do about it, one sentence."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What was found about one thing."""

    title: str
    facts: dict[str, str]
    """In the order in which they are told."""
    problems: tuple[Problem, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "facts": self.facts,
            "problems": [{"grade": str(p.grade), "what": p.what, "next": p.next} for p in self.problems],
        }


def broken(what: str, then: str) -> Problem:
    """A problem that stops something."""
    return Problem(Grade.BROKEN, what, then)


def note(what: str, then: str) -> Problem:
    """A problem that stops nothing."""
    return Problem(Grade.NOTE, what, then)
