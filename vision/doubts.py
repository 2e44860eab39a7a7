"""What a person should know before trusting a reading, in whole sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from vision.colours import Check
from vision.faces import Face
from vision.opinion import Opinion
from vision.reading import Hints

HIDDEN, COCKED, UNREADABLE = 0.8, 0.8, 0.5
"""Log odds above which a doubt is spoken of."""

PIPS = 0.6
"""No pip's middle lies farther from the middle of a face, in half edges along each edge."""

IN_PLAY = " dice are in play, but "
"""Within the sentence that tells of another number of dice than there should be."""
STRAY = "may be a die, but it cannot be read."
"""How a doubt ends that speaks of something besides the dice that were read."""


class Doubt(NamedTuple):
    """Something to know, in a sentence, and where it belongs in the picture, if it has a place."""

    words: str
    box: tuple[float, float, float, float] | None = None
    """Left, upper, right and lower end, in pixels."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with all that was concluded about it."""

    opinion: Opinion
    check: Check
    die: float
    """Probability that it is a die at all."""


def place(x: float, y: float, width: int, height: int) -> str:
    """Where something lies, in words: "the upper left", "the middle"."""
    across = "left" if x < width / 3 else "right" if x > 2 * width / 3 else ""
    down = "upper" if y < height / 3 else "lower" if y > 2 * height / 3 else ""
    if not across and not down:
        return "in the middle"
    if not down:
        return f"on the {across}"
    return f"in the {down} {across or 'middle'}"


def outside(face: Face, width: int, height: int) -> bool:
    """Whether a face reaches out of the picture by more than a rounded corner."""
    x0, y0, x1, y1 = face.box
    give = 0.12 * face.edge
    return x0 < -give or y0 < -give or x1 > width - 1 + give or y1 > height - 1 + give


def loses_pips(face: Face, width: int, height: int) -> bool:
    """Whether the border cuts off a place where the middle of a pip may be."""
    wide, high = PIPS * (abs(face.ux) + abs(face.vx)), PIPS * (abs(face.uy) + abs(face.vy))
    return face.x < wide or face.y < high or face.x > width - 1 - wide or face.y > height - 1 - high


def cut(x: float, y: float, width: int, height: int) -> str:
    """What is said of a die that the border cuts so that it cannot be read."""
    return f"Something {place(x, y, width, height)} may be a die that is partly out of the picture."


def doubts(judged: list[Judged], width: int, height: int, certain: float, likely: float, hints: Hints) -> list[Doubt]:
    """All doubts about a picture's candidates; none: the reading may be trusted."""
    out = []
    for one in sorted(judged, key=lambda j: j.opinion.face.x):
        said = _doubt(one, width, height, certain, likely)
        if said:
            out.append(Doubt(said, one.opinion.face.box))
    count = sum(j.die >= likely for j in judged)
    if hints.count is not None and count != hints.count and (count or out):
        out.append(Doubt(f"{hints.count}{IN_PLAY}{count} can be seen."))
    return out


def _doubt(one: Judged, width: int, height: int, certain: float, likely: float) -> str:
    seen, face = one.opinion, one.opinion.face
    where = place(face.x, face.y, width, height)
    if one.die < likely and not outside(face, width, height):
        return f"Something {where} {STRAY}"
    if one.die < likely:
        return cut(face.x, face.y, width, height)
    if loses_pips(face, width, height) or (outside(face, width, height) and one.check.confidence < certain):
        return f"A die {where} is partly out of the picture."
    if max(seen.hidden, seen.candidate.hidden) > HIDDEN:
        return f"Something covers part of the die {where}."
    if max(seen.cocked, seen.candidate.cocked) > COCKED:
        return f"The die {where} leans: it is not sure which face is up."
    if seen.unreadable > UNREADABLE:
        return f"The die {where} is too blurred, dark or bright to be read."
    if one.check.clash:
        return f"The die {where} {one.check.clash}."
    if one.check.confidence < certain:
        return f"The die {where} looks like a {seen.value}, but that is not certain."
    return ""
