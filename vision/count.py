"""What it is worth to know how many dice are in play.

Five dice were thrown, and a picture shows four without doubt and two half believed places: one of the two is likely the
fifth die, and the other is likely none. Each candidate's confidence is the chance that it is a die, taken for itself;
here the chances are worked out again together, given that the usual number is so many times likelier than any other.
It is not certain: a die may lie under a hand or on the floor, and then the reading must say so.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

FAITH = 30.0
"""How much likelier the number of dice in play is than each other number."""
LEAST = 1e-4
"""Confidences are held so far from 0 and 1, and lower ones are left as they are."""


def given_count(sure: list[float], count: int) -> list[float]:
    """The chance of each candidate to be a die, knowing how many there should be.

    Args:
        sure: chance of each candidate for itself, 0 to 1.
        count: dice in play, 1 or more.

    Returns:
        As many chances, in the same order.
    """
    asked = [k for k, p in enumerate(sure) if p > LEAST]
    chances = [min(sure[k], 1 - LEAST) for k in asked]
    before = [np.ones(1)]
    for p in chances:
        before.append(np.convolve(before[-1], (1 - p, p)))
    after = [np.ones(1)]
    for p in reversed(chances):
        after.append(np.convolve(after[-1], (1 - p, p)))
    out = list(sure)
    for place, (k, p) in enumerate(zip(asked, chances, strict=True)):
        others: Floats = np.convolve(before[place], after[len(chances) - 1 - place])  # chance of so many others
        die = p * (1 + (FAITH - 1) * _at(others, count - 1))
        none = (1 - p) * (1 + (FAITH - 1) * _at(others, count))
        out[k] = die / (die + none)
    return out


def _at(chances: Floats, number: int) -> float:
    return float(chances[number]) if 0 <= number < len(chances) else 0.0
