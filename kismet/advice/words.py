"""Advice in plain words, for people: what to do, how much better that is, what else could be done, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kismet.advice.options import LAST_ROLL, Advice, Keep, Move, Option, Take
from kismet.advice.prospects import Prospect
from kismet.dice import COUNT

_NOTHING = 1e-9
"""A chance that only rounding has left over: far below that of any roll."""
_NUMBER_WORDS = ("none", "one", "two", "three", "four", "five")


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One of several options, as a row of a list."""

    move: Move
    text: str
    """What to do, as in `Keep 5 5 5`."""
    cost: str
    """What it costs against the best, as in `-4.2`; `best` for the best and all that are as good."""


def imperative(move: Move, *, last: bool = False) -> str:
    """The move as something to do: `Keep 5 5 5, roll two`.

    Args:
        move: the move.
        last: whether there is no roll left, so that there is no need to say that one could still roll.
    """
    now = "" if last else " now"
    match move:
        case Keep(()):
            return "Roll all five again"
        case Keep(values):
            return f"Keep {_spaced(values)}, roll {_NUMBER_WORDS[COUNT - len(values)]}"
        case Take(box, 0):
            return f"Take a zero in {box.title}{now}"
        case Take(box, points):
            return f"Take {box.title}{now} for {points}"


def brief(move: Move) -> str:
    """The move in as few words as a list needs: `Keep 5 5 5`, `Full House 36`."""
    match move:
        case Keep(()):
            return "Roll all five"
        case Keep(values):
            return f"Keep {_spaced(values)}"
        case Take(box, points):
            return f"{box.title} {points}"


def doing(move: Move, *, last: bool = False) -> str:
    """The move as something one might do: `keeping 5 5 5`, `taking Fives now`."""
    now = "" if last else " now"
    match move:
        case Keep(()):
            return "rolling all five again"
        case Keep(values):
            return f"keeping {_spaced(values)}"
        case Take(box, 0):
            return f"taking a zero in {box.title}{now}"
        case Take(box, _):
            return f"taking {box.title}{now}"


def headline(advice: Advice) -> str:
    """The best move and its gain over the runner-up, in one sentence.

    As in "Keep 5 5 5, roll two: 4.2 points better than taking Fives now."
    """
    last = advice.roll == LAST_ROLL
    best = imperative(advice.best.move, last=last)
    if advice.runner_up is None:
        return f"{best}: there is no other choice."
    other = doing(advice.runner_up.move, last=last)
    if advice.gain == 0:
        return f"{best}: as good as {other}."
    return f"{best}: {points_words(advice.gain)} better than {other}."


def points_words(points: float) -> str:
    """An amount of points with one decimal: `4.2 points`; small amounts are not rounded to nothing."""
    if points < 0.05:
        return "less than 0.1 points"
    return "1 point" if round(points, 1) == 1 else f"{points:.1f} points".replace(".0 ", " ")


def option_lines(advice: Advice, most: int = 5) -> tuple[OptionLine, ...]:
    """The best options with what each costs against the best."""
    return tuple(option_line(option, last=advice.roll == LAST_ROLL) for option in advice.options[:most])


def option_line(option: Option, *, last: bool = False) -> OptionLine:
    """One option as a row of a list."""
    cost = "best" if option.loss == 0 else f"-{max(option.loss, 0.1):.1f}"
    return OptionLine(option.move, imperative(option.move, last=last), cost)


def why(prospects: Sequence[Prospect], most: int = 4) -> str:
    """What a keep is good for, in one sentence: the likeliest boxes the turn ends in, and the chance of a zero.

    As in "Ends in Full House 42 %, Fives 31 %, Flush House 12 %; a zero 3 %."
    """
    likely = sorted((p for p in prospects if p.chance >= 0.005), key=lambda p: -p.chance)
    text = ", ".join(f"{p.box.title} {percent(p.chance)}" for p in likely[:most])
    zero = sum(p.zero for p in prospects)
    if zero >= 0.005:
        text = f"{text}; a zero {percent(zero)}" if text else f"a zero {percent(zero)}"
    return f"Ends in {text}."


def prospect_line(prospect: Prospect) -> str:
    """One box in a row: `Full House 42 %, 33 points`."""
    return f"{prospect.box.title} {percent(prospect.chance)}, {prospect.points:.0f} points"


def percent(chance: float) -> str:
    """A chance as a whole percentage; only certainty is 100 % and only impossibility 0 %."""
    if _NOTHING < chance < 0.01:
        return "< 1 %"
    if 0.99 < chance < 1 - _NOTHING:
        return "> 99 %"
    return f"{chance * 100:.0f} %"


def _spaced(values: Sequence[int]) -> str:
    return " ".join(map(str, values))
