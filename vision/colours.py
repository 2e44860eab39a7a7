"""Pip colours as a check digit: in a Kismet set the colour is a function of the number.

Which set lies on the table is inferred from all dice together unless it is known. Then a colour that was hard to see
(blue or black under a lamp?) is settled by the numbers, and a colour that was plain to see but does not go with its
number is a contradiction: one of the two was misread, or the die is not of this set.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from seeds import dice_sets
from vision.colour import ORDER
from vision.opinion import Opinion
from vision.reading import PipColour

STRICT = 0.97
"""How often a die of a Kismet set shows the colour of its number: the rest is wear, light and stray dice."""
CLEAR = 0.8
"""Probability of a Kismet set from which a contradiction is spoken of."""
PRIORS = {"classic": 0.3, "blue": 0.2, "plain": 0.5}
"""How often each set is met when nothing is known."""
EASTERN = ["", "red", "black", "black", "red", "black", "black"]
"""Pip colours of 1 to 6 on ordinary dice from East Asia; on other ordinary dice all pips have one colour."""
PLAIN = 0.05
"""Probability of the rightly coloured pips below which a colour contradicts its number."""

PLACE = {colour.value: k for k, colour in enumerate(ORDER)}
"""Where each colour stands among a candidate's."""


@dataclass(frozen=True, slots=True)
class Check:
    """What colours say about one candidate."""

    colour: PipColour
    confidence: float
    """That it is a die and shows its number: the latter raised or lowered by the check digit. A side of a die has the
    colour of its number, too; that it is a top, colours cannot tell."""
    clash: str
    """Why colour and number contradict each other, as the end of a sentence; or nothing."""


def check_colours(seen: list[Opinion], dies: list[float], numbers: list[float], named: str = "auto") -> list[Check]:
    """Colours of all candidates of a picture.

    Args:
        seen: the candidates.
        dies: how likely each is a die.
        numbers: how likely each shows its number, if it is one.
        named: a set of `seeds/dice_sets.toml`, or `auto`.
    """
    mixture = which_set(seen, [die * number for die, number in zip(dies, numbers, strict=True)], named)
    return [_check(one, die, number, mixture) for one, die, number in zip(seen, dies, numbers, strict=True)]


def which_set(seen: list[Opinion], sure: list[float], named: str = "auto") -> dict[str, float]:
    """Probability of each dice set, given the numbers and colours of the picture's likely dice."""
    sets = dice_sets()
    if named in sets:
        return {name: float(name == named) for name in sets}
    dice = [one for one, p in zip(seen, sure, strict=True) if p >= 0.5]
    logs = {}
    for name, dice_set in sets.items():
        prior = math.log(PRIORS.get(name, 0.05))
        if dice_set.colours:
            logs[name] = prior + sum(
                math.log(STRICT * _chance(one, dice_set.colours[one.value]) + (1 - STRICT) / 6) for one in dice
            )
        else:
            alike = [[c.value] * 7 for c in ORDER] + [EASTERN]
            each = [
                sum(math.log(STRICT * _chance(one, way[one.value]) + (1 - STRICT) / 6) for one in dice) for way in alike
            ]
            each.append(-len(dice) * math.log(len(ORDER)))  # a mixed bag: every die has a colour of its own
            logs[name] = prior + _log_sum(each) - math.log(len(each))
    total = _log_sum(list(logs.values()))
    return {name: math.exp(v - total) for name, v in logs.items()}


def _check(one: Opinion, die: float, number: float, mixture: dict[str, float]) -> Check:
    sets = dice_sets()
    weights = dict.fromkeys(ORDER, 0.0)
    clash = ""
    odds = against = 0.0
    wanted: list[str] = []
    for name, share in mixture.items():
        colours = sets[name].colours
        right = colours.get(one.value)
        for c in ORDER:
            weights[c] += share * (1 / 6 if right is None else STRICT if c == right else (1 - STRICT) / 5)
        if right is None:
            continue
        rivals = [(v, math.exp(one.values[v])) for v in range(1, 7) if v != one.value]
        mass = sum(p for _, p in rivals)
        other = sum(p * _chance(one, colours[v]) for v, p in rivals) / max(mass, 1e-9)
        ratio = math.log((_chance(one, right) + 0.02) / (other + 0.02))
        odds += share * max(-3.0, min(2.0, ratio))
        if _chance(one, right) < PLAIN:
            against += share
            wanted += [right] * (share > 0.05 and right not in wanted)
    if against > CLEAR and die * number > 0.5:
        loud = max(ORDER, key=lambda c: _chance(one, c.value))
        clash = f"looks like a {one.value}, but its pips look {loud}, not {' or '.join(wanted)}"
    if 0 < number < 1:
        number = 1 / (1 + math.exp(-(math.log(number / (1 - number)) + odds)))
    best = max(ORDER, key=lambda c: weights[c] * (_chance(one, c.value) + 1e-4))
    if clash:
        best = max(ORDER, key=lambda c: _chance(one, c.value))
    return Check(best, die * number, clash)


def _chance(one: Opinion, colour: str) -> float:
    return math.exp(one.colours[PLACE[colour]])


def _log_sum(logs: list[float]) -> float:
    top = max(logs)
    return top + math.log(sum(math.exp(v - top) for v in logs))
