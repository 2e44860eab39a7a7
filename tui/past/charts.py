"""Small charts made of characters, with plain ones for terminals whose encoding lacks the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters that charts and tables are drawn with."""

    levels: str
    """From low to high."""
    full: str
    mark: str
    """Where something is to be compared with."""
    vacant: str
    dash: str


UNICODE = Glyphs("▁▂▃▄▅▆▇█", "█", "│", "·", "–")
ASCII = Glyphs("_.-=+*%#", "#", "|", ".", "-")


def glyphs_for(encoding: str | None) -> Glyphs:
    """The finest characters that `encoding` has."""
    try:
        (UNICODE.levels + UNICODE.mark + UNICODE.vacant + UNICODE.dash).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def sparkline(values: Sequence[float], glyphs: Glyphs, *, low: float | None = None, high: float | None = None) -> str:
    """A character for each value.

    Args:
        values: what is shown.
        glyphs: what it is drawn with.
        low: the value at the bottom, the lowest one if not given.
        high: the value at the top, the highest one if not given.
    """
    if not values:
        return ""
    bottom, top = min(values) if low is None else low, max(values) if high is None else high
    last = len(glyphs.levels) - 1
    if top <= bottom:
        return glyphs.levels[last // 2] * len(values)
    places = (round((value - bottom) / (top - bottom) * last) for value in values)
    return "".join(glyphs.levels[min(max(place, 0), last)] for place in places)


def compared(value: float, norm: float, width: int, glyphs: Glyphs) -> str:
    """A bar of `value` in `width` cells, in which `norm` is marked at two thirds, whatever it is.

    So the marks of several bars stand below each other, and what lies short of them is seen at once.
    """
    at = width * 2 // 3
    filled = min(width, round(value / norm * at)) if norm > 0 else 0
    return "".join(
        glyphs.mark if cell == at else glyphs.full if cell < filled else " " for cell in range(width)
    ).rstrip()
