"""The options of the rules: every point on which printed rules or families differ (A1–A17), and our default for each.

A `Rules` value travels with its game, so that an old game is always scored by the rules it was played under.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, get_type_hints

from kismet.quoting import shown


class RulesError(ValueError):
    """An option that does not exist or a value it cannot have; the message says so in one sentence."""


class SecondKismet(StrEnum):
    """What a second Kismet does to the other players (A4)."""

    ZERO_AND_LOSE_TURN = "zero_and_lose_turn"
    """A zero in the topmost vacant box, which is their entry for the turn they lose."""
    LOSE_TURN = "lose_turn"
    """They are passed over once; nothing is entered."""
    OFF = "off"
    """Nothing, and the turn passes on as after any other."""


class Trigger(StrEnum):
    """When five alike count as a second Kismet (A6)."""

    ROLLED = "rolled"
    """The player ended an earlier turn of this game with five alike, wherever they were scored."""
    SCORED = "scored"
    """The player's Kismet box holds points."""
    BOX_FILLED = "box_filled"
    """The player's Kismet box is filled, even with a zero."""


class VoluntaryZero(StrEnum):
    """Whether a zero may be chosen while another box would score (A15)."""

    ALLOWED = "allowed"
    ONLY_IF_STUCK = "only_if_stuck"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options in force in one game. The defaults are the rulings."""

    five_as_full_house: bool = True
    """A1: five alike score as Full House and Flush House."""
    two_pair_distinct: bool = False
    """A2: 2 Pair Same Color needs two different numbers, so that four alike are not enough."""
    second_kismet: SecondKismet = SecondKismet.ZERO_AND_LOSE_TURN
    second_kismet_trigger: Trigger = Trigger.ROLLED
    voluntary_zero: VoluntaryZero = VoluntaryZero.ALLOWED
    yarborough_first: bool = False
    """A15: no zero by choice while Yarborough, which always scores, is vacant."""
    straight: int = 30
    """A17: what a Straight scores, 30 or 40."""

    def __post_init__(self) -> None:
        if self.straight not in (30, 40):
            raise RulesError(f"straight can be 30 or 40, not {shown(self.straight)}.")

    @classmethod
    def parse(cls, options: Mapping[str, Any]) -> Rules:
        """Rules from a mapping of option names to plain values, as a TOML file or a saved game holds them.

        Raises:
            RulesError: for an unknown option or a value it cannot have.
        """
        hints = get_type_hints(cls)
        values: dict[str, Any] = {}
        for name, value in options.items():
            if name not in hints:
                raise RulesError(f"There is no rule option {shown(name)}; the options are {', '.join(sorted(hints))}.")
            wanted = hints[name]
            if issubclass(wanted, StrEnum):
                if value not in list(wanted):
                    raise RulesError(f"{name} can be {', '.join(wanted)}, not {shown(value)}.")
                values[name] = wanted(value)
            elif type(value) is not wanted:
                kind = "true or false" if wanted is bool else "a whole number"
                raise RulesError(f"{name} must be {kind}, not {shown(value)}.")
            else:
                values[name] = value
        return cls(**values)

    @classmethod
    def from_toml(cls, text: str) -> Rules:
        """Rules from the text of a TOML file.

        Raises:
            RulesError: if `text` is not TOML, or as in `parse`.
        """
        try:
            options = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RulesError(f"The rules are not valid TOML: {error}.") from None
        except (ValueError, RecursionError):  # a number of thousands of digits, or brackets in brackets in brackets
            raise RulesError("The rules hold something that is too long to be read.") from None
        return cls.parse(options)

    def as_dict(self) -> dict[str, Any]:
        """The options as plain values; `parse` takes them back."""
        return {name: str(value) if isinstance(value, StrEnum) else value for name, value in asdict(self).items()}

    def changed(self) -> dict[str, Any]:
        """The options that differ from the rulings."""
        return {f.name: self.as_dict()[f.name] for f in fields(self) if getattr(self, f.name) != f.default}


RULINGS = Rules()
"""The rulings: every option at its default."""
