"""Draws on a frame what was read in it, so that people can see at a glance whether to believe it.

Nothing is said by colour alone: every label names its colour with a shape and a letter, certain dice have whole
outlines, doubtful ones broken ones and a question mark, kept ones heavy ones and the word "keep". Lines are light with
a dark rim, so that they show on every table; inks are dark on ivory and differ for people who see colours differently.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable
from typing import NamedTuple

import cv2
import numpy as np

from vision.reading import CERTAIN, DieReading, Image, PipColour, Reading, Status

ROOM = 1.16
"""Outlines are drawn by so much larger than the face, so that they hide no pip."""
NARROW = 160
"""Pictures of less width get no caption: it would be a tower of single words."""

_IVORY, _INK, _LIGHT, _DARK = (232, 241, 244), (17, 17, 17), (255, 255, 255), (0, 0, 0)
_MARKS: dict[PipColour, tuple[str, tuple[int, int, int]]] = {
    PipColour.BLACK: ("●K", (17, 17, 17)),
    PipColour.RED: ("◆R", (30, 10, 220)),
    PipColour.GREEN: ("▲G", (132, 122, 0)),
    PipColour.BLUE: ("■B", (150, 40, 20)),
    PipColour.WHITE: ("○W", (90, 90, 90)),
    PipColour.OTHER: ("·", (90, 90, 90)),
}


class _Box(NamedTuple):
    x: int
    y: int
    w: int
    h: int


def draw_reading(
    image: Image, reading: Reading, kept: Collection[int] = (), *, labels: bool = True, caption: bool = True
) -> Image:
    """A copy of `image` with the reading drawn on it.

    Args:
        image: the picture that was read.
        reading: what was read, in the picture's pixels.
        kept: indices into the reading's dice of those that were not thrown again.
        labels: write value, colour and confidence beside each die.
        caption: write the problems below the picture, which makes it higher.
    """
    out = image.copy()
    unit = max(1.0, min(image.shape[:2]) / 480)
    doubtful = doubtful_dice(reading)
    for index, die in enumerate(reading.dice):
        _outline(out, die, unit, broken=index in doubtful, heavy=index in kept)
    if labels:
        taken = [_around(die) for die in reading.dice]
        for index, die in enumerate(reading.dice):
            mark, ink = _MARKS[die.colour]
            keep = "  keep" if index in kept else ""
            text = f"{die.value}{'?' if index in doubtful else ''}{mark} {_percent(die.confidence)}{keep}"
            taken.append(_label(out, text, ink, die, taken, unit))
    if caption and reading.problems and out.shape[1] >= NARROW:
        out = np.vstack([out, _caption(reading.problems, out.shape[1], unit)])
    return out


def doubtful_dice(reading: Reading) -> set[int]:
    """Indices of the dice to be asked about. May be none in an unsure reading: then its doubt is not about a number."""
    if reading.status is not Status.UNSURE:
        return set()
    return {i for i, die in enumerate(reading.dice) if die.confidence < CERTAIN}


def _percent(confidence: float) -> str:
    """Never "100 %": nothing is that certain."""
    return f"{min(99, int(100 * confidence))}%"


def _outline(out: Image, die: DieReading, unit: float, *, broken: bool, heavy: bool) -> None:
    middle = np.array(die.centre)
    corners = middle + (np.array(die.quad, dtype=np.float64) - middle) * ROOM
    width = max(1, round((5 if heavy else 2) * unit))
    lines: Iterable[tuple[np.ndarray, np.ndarray]] = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    pieces = [piece for a, b in lines for piece in (_dashes(a, b) if broken else [(a, b)])]
    for colour, thickness in ((_DARK, width + 2 * max(1, round(unit))), (_LIGHT, width)):
        for a, b in pieces:
            cv2.line(out, _pixel(a), _pixel(b), colour, thickness, cv2.LINE_AA)


def _dashes(a: np.ndarray, b: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Two strokes with gaps between them and at the corners, so that it looks broken at any size."""
    return [(a + (b - a) * start, a + (b - a) * (start + 0.22)) for start in (0.16, 0.62)]


def _pixel(point: np.ndarray) -> tuple[int, int]:
    x, y = np.clip(np.rint(point), -30_000, 30_000).astype(int)
    return int(x), int(y)


def _around(die: DieReading) -> _Box:
    x0, y0, x1, y1 = (int(v) for v in np.clip(die.box, -30_000, 30_000))
    return _Box(x0, y0, x1 - x0, y1 - y0)


def _label(out: Image, text: str, ink: tuple[int, int, int], die: DieReading, taken: list[_Box], unit: float) -> _Box:
    """Write `text` on a small card beside the die, where it hides least of other dice and cards."""
    size = round(15 * unit)
    pad = max(2, round(3 * unit))
    font = _font()
    x, _, w, _ = cv2.getTextSize((0, 0), text, (0, 0), font, size, 600)
    card_w, card_h = w + 2 * pad, size + pad
    box = _around(die)
    gap = round(5 * unit)
    middle_x, middle_y = box.x + (box.w - card_w) // 2, box.y + (box.h - card_h) // 2
    places = [
        (middle_x, box.y - card_h - gap),
        (middle_x, box.y + box.h + gap),
        (box.x + box.w + gap, middle_y),
        (box.x - card_w - gap, middle_y),
    ]
    height, width = out.shape[:2]
    cards = [
        _Box(min(max(0, px), max(0, width - card_w)), min(max(0, py), max(0, height - card_h)), card_w, card_h)
        for px, py in places
    ]
    card = min(cards, key=lambda c: sum(_overlap(c, other) for other in taken))
    cv2.rectangle(out, (card.x, card.y), (card.x + card.w, card.y + card.h), _IVORY, cv2.FILLED)
    cv2.putText(out, text, (card.x + pad - x, card.y + round(0.82 * size) + pad // 2), ink, font, size, 600)
    return card


def _overlap(a: _Box, b: _Box) -> int:
    across = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    down = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    return max(0, across) * max(0, down)


def _caption(sentences: Collection[str], width: int, unit: float) -> Image:
    """The sentences on a strip of ivory as wide as the picture."""
    size, pad = round(15 * unit), round(6 * unit)
    line = round(1.35 * size)
    letters = max(8, int((width - 2 * pad) / (0.53 * size)))
    lines = [part for sentence in sentences for part in textwrap.wrap(sentence, letters)]
    strip = np.full((len(lines) * line + 2 * pad, width, 3), _IVORY, np.uint8)
    cv2.putText(strip, "\n".join(lines), (pad, pad + size), _INK, _font(), size, 400)
    return strip


def _font() -> cv2.FontFace:
    """A font object belongs to the thread that made it: making one takes microseconds."""
    return cv2.FontFace("sans")
