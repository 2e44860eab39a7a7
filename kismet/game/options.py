"""What the player whose turn it is may enter now, and what it would score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kismet.boxes import Box, why
from kismet.game.state import State
from kismet.rules import VoluntaryZero


@dataclass(frozen=True, slots=True)
class Choice:
    """A vacant box with what it would score now."""

    points: int
    reason: str
    """Why it scores that, in a sentence."""
    refused: str = ""
    """Why the rules forbid to enter it now; empty if they don't."""


def choices(state: State) -> Mapping[Box, Choice]:
    """The vacant boxes of the player whose turn it is, from the top; empty while no dice lie there."""
    if state.mover is None or state.dice is None:
        return {}
    dice, rules = state.dice, state.rules
    scores = {box: why(box, dice, rules) for box in state.sheets[state.mover].vacant}
    better = next((box for box, score in scores.items() if score.points), None)

    def refused(points: int) -> str:
        if points or better is None:
            return ""
        if rules.voluntary_zero is VoluntaryZero.ONLY_IF_STUCK:
            return f"A zero may be taken only when no vacant box scores, and {better.title} does (A15)."
        if rules.yarborough_first and Box.YARBOROUGH in scores:
            return "Yarborough must be filled before a zero may be taken (A15)."
        return ""

    return {box: Choice(score.points, score.reason, refused(score.points)) for box, score in scores.items()}
