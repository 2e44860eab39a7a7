"""All that the stages of the reader say about one place, before anything is decided."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from vision.faces import Face
from vision.find import Candidate
from vision.pips import Match

UNKNOWN = (-math.log(6.0),) * 6
"""What is said of a number by who was not asked."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """All that is known about one candidate before the opinions are fused."""

    candidate: Candidate
    face: Face
    """The face after the reader has moved its corners, in the picture's pixels."""
    values: tuple[float, ...]
    """Log probabilities that there is no top face, and of 1 to 6, by the face reader."""
    colours: tuple[float, ...]
    """Log probabilities of the pip colours in `vision.colour.ORDER`."""
    hidden: float
    cocked: float
    unreadable: float
    match: Match
    around: tuple[float, ...]
    """Log probabilities that what lies round it shows no die, a side of one, a top; see `vision.around.Place`."""
    numbers: tuple[float, ...] = UNKNOWN
    """Log probabilities of 1 to 6, if it is a top, by the surveyor; all alike where it was not asked."""
    views: tuple[tuple[float, ...], ...] = ()
    """`values` as each single view gave them, if the face was looked at in several ways; see `vision.read`."""

    @property
    def value(self) -> int:
        """The number both networks together think likeliest."""
        finder = log_softmax(self.candidate.values)
        return 1 + max(range(6), key=lambda k: self.values[k + 1] + 0.3 * finder[k])

    @property
    def strength(self) -> float:
        """How far finder and face reader together believe in a top face here, as log odds."""
        return min(6.0, self.candidate.score) + min(6.0, max(self.values[1:]) - self.values[0])

    def turned(self, width: int, height: int) -> Opinion:
        """The same in a picture of that size turned upside down."""
        candidate = replace(self.candidate, face=self.candidate.face.turned(width, height))
        return replace(self, candidate=candidate, face=self.face.turned(width, height))


def log_softmax(logits: tuple[float, ...]) -> tuple[float, ...]:
    """Log probabilities from log odds of exclusive choices."""
    top = max(logits)
    total = top + math.log(sum(math.exp(v - top) for v in logits))
    return tuple(v - total for v in logits)
