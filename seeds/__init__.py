"""The seeds of the game: its rules in our own words, and the dice sets, as data that every room may read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """What the text of a rule says where an option has another value than usual."""

    option: str
    value: object
    new: str
    old: str | None = None
    """What `new` stands in place of; `None` for the whole text."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule."""

    id: str
    """R1, R2, …: how code, tests and the help screen refer to it."""
    title: str
    text: str
    options: tuple[str, ...] = ()
    """Rule options that change it, each with what it does."""
    changes: tuple[Change, ...] = ()
    """How they change its text."""

    def played(self, options: Mapping[str, object]) -> str:
        """The text, on one line, as it is played with these options: their names and plain values."""
        text = self.text
        for change in self.changes:
            if change.option in options and options[change.option] == change.value:
                text = change.new if change.old is None else text.replace(change.old, change.new)
        return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class DiceSet:
    """A kind of dice as `dice_sets.toml` describes it."""

    name: str
    title: str
    colours: dict[int, str]
    """Number → colour of its pips; empty if colour says nothing."""
    hues: dict[str, tuple[float, float]]
    """Colour → middle and half width on the colour circle, in degrees: a start until a set's own are learned."""


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, in order."""
    rows = _read("rules.toml")["rule"]
    return tuple(
        Rule(
            row["id"],
            row["title"],
            row["text"],
            tuple(row.get("options", ())),
            tuple(Change(**change) for change in row.get("played", ())),
        )
        for row in rows
    )


@cache
def dice_sets() -> dict[str, DiceSet]:
    """All dice sets by name."""
    return {
        name: DiceSet(
            name=name,
            title=row["title"],
            colours={int(value): colour for value, colour in row["colours"].items()},
            hues={colour: (float(middle), float(width)) for colour, (middle, width) in row["hues"].items()},
        )
        for name, row in _read("dice_sets.toml").items()
    }


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
