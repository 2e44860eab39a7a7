"""A sheet from one line of text, `aces=3, flush_house=0`, and what is wrong with it if it cannot be."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from kismet.boxes import Box, BoxError, score
from kismet.dice import COUNT, FACES, Dice
from kismet.quoting import MOST, shortened
from kismet.rules import Rules
from kismet.sheet import Sheet

_OPTIONS: dict[str, tuple[Any, ...]] = {
    "straight": (30, 40),
    "five_as_full_house": (True, False),
    "two_pair_distinct": (True, False),
}
"""The rule options that change what a box can hold."""


class FilledError(ValueError):
    """A sheet that cannot be; the message says why in one sentence."""


def parse_filled(text: str, rules: Rules) -> Sheet:
    """The sheet with the boxes that `text` fills, as `box=points` divided by commas.

    Raises:
        FilledError: for an entry of another form, a box that does not exist or comes twice, and points that no dice
            score in the box.
    """
    sheet = Sheet()
    for entry in filter(None, (part.strip() for part in text.split(","))):
        name, equals, points = (part.strip() for part in entry.partition("="))
        if not equals or not (points.isascii() and points.removeprefix("-").isdigit()):
            raise FilledError(f"{shortened(entry)!r} does not say which box holds how many points, as in aces=3.")
        try:
            box = Box.parse(name)
        except BoxError as error:
            raise FilledError(str(error)) from None
        if sheet[box] is not None:
            raise FilledError(f"{box.title} is given twice, with {sheet[box]} and with {shortened(points)}.")
        possible = possible_points(box, rules)
        # Python refuses to make a number of thousands of digits; no box holds one of more than a few.
        number = int(points) if len(points) <= MOST else None
        if number is None or number not in possible:
            raise FilledError(
                f"{box.title} cannot hold {shortened(points) if number is None else number}; "
                f"it can hold {_list(possible)}{'' if number is None else _elsewhere(box, number, rules)}."
            )
        sheet = sheet.enter(box, number)
    return sheet


def _elsewhere(box: Box, points: int, rules: Rules) -> str:
    """The rule option under which the box could hold these points, in words; empty if there is none."""
    for option, values in _OPTIONS.items():
        for value in values:
            other = replace(rules, **{option: value})
            if points in possible_points(box, other):
                shown = str(value).lower()
                return f", or {points} with {option} = {shown} in a file of rules (--rules)"
    return ""


@lru_cache(maxsize=64)
def possible_points(box: Box, rules: Rules) -> tuple[int, ...]:
    """What `box` can hold, smallest first: all that any dice score there, and nothing."""
    rolls = combinations_with_replacement(FACES, COUNT)
    # A zero can be forced, in Yarborough too.
    return tuple(sorted({0, *(score(box, Dice(roll), rules) for roll in rolls)}))


def _list(points: tuple[int, ...]) -> str:
    """`0, 3, 6 or 9`; runs of three or more as `8 to 28`."""
    runs: list[list[int]] = []
    for value in points:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
