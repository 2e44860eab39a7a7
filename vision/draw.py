"""Draws on a frame what was read in it, so that people can see at a glance whether to believe it.

Nothing is said by colour alone: every label names its colour with a shape and a letter, certain dice have whole
outlines, doubtful ones broken ones and a question mark, kept ones heavy ones and the word "keep". Lines are light with
a dark rim, so that they show on every table; inks are dark on ivory and differ for people who see colours differently.
Each sentence below the picture has a letter that also stands where it speaks of. A reading tells the place of a doubt
in words alone ("in the upper left"), so that what may be a die is looked for in that ninth of the picture.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable
from typing import NamedTuple

import cv2
import numpy as np

from vision.doubts import place
from vision.reading import CERTAIN, DieReading, Image, PipColour, Reading, Status

ROOM = 1.16
"""Outlines are drawn by so much larger than the face, so that they hide no pip."""
NARROW = 160
"""Pictures of less width get no caption: it would be a tower of single words."""

_MAYBE = "may be a die"
"""What a sentence says of something that is not among the dice that were read."""

_IVORY, _INK, _LIGHT, _DARK, _AMBER = (232, 241, 244), (17, 17, 17), (255, 255, 255), (0, 0, 0), (40, 190, 255)
_NINTHS = tuple((column, row) for row in range(3) for column in range(3))
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
    height, width = image.shape[:2]
    unit = max(1.0, min(height, width) / 480)
    doubts = told_doubts(reading, width, height) if caption else _Doubts({}, {})
    doubtful = doubtful_dice(reading) | doubts.dice.keys()
    for index, die in enumerate(reading.dice):
        _outline(out, die, unit, broken=index in doubtful, heavy=index in kept)
    for ninth in doubts.ninths:
        _frame(out, ninth, unit)
    if labels:
        taken = [_around(die) for die in reading.dice]
        for index, die in enumerate(reading.dice):
            mark, ink = _MARKS[die.colour]
            keep = "  keep" if index in kept else ""
            letters = _spaced(doubts.dice.get(index, ""))
            text = f"{die.value}{'?' if index in doubtful else ''}{mark} {_percent(die.confidence)}{letters}{keep}"
            taken.append(_label(out, text, ink, _around(die), taken, unit, rim=index in doubtful))
        for ninth, told in doubts.ninths.items():
            inner = _inset(ninth, unit)
            taken.append(_label(out, f"?{_spaced(told)}", _INK, inner, taken, unit, rim=True, inside=True))
    if caption and reading.problems and out.shape[1] >= NARROW:
        lines = [
            f"{chr(97 + n)}  {words}" if n in doubts.lettered else words for n, words in enumerate(reading.problems)
        ]
        out = np.vstack([out, _caption(lines, out.shape[1], unit)])
    return out


class _Doubts(NamedTuple):
    """Which sentences of a reading speak of which places: their letters, `a` for the first sentence."""

    dice: dict[int, str]
    """By index of a die."""
    ninths: dict[_Box, str]
    """By part of the picture, of what is none of the dice that were read."""

    @property
    def lettered(self) -> set[int]:
        """The sentences that stand at a place, counted from 0."""
        return {ord(letter) - 97 for letters in (*self.dice.values(), *self.ninths.values()) for letter in letters}


def told_doubts(reading: Reading, width: int, height: int) -> _Doubts:
    """Where the sentences of an unsure reading belong in its picture of `width` × `height` pixels."""
    dice: dict[int, str] = {}
    ninths: dict[_Box, str] = {}
    if reading.status is not Status.UNSURE:
        return _Doubts(dice, ninths)
    for number, words in enumerate(reading.problems[:26]):
        where = next((box for box in _ninths(width, height) if _named(box, width, height) in words), None)
        if where is None:
            continue
        if _MAYBE in words:
            ninths[where] = ninths.get(where, "") + chr(97 + number)
            continue
        name = _named(where, width, height)
        there = [
            index
            for index, die in enumerate(reading.dice)
            if index not in dice and place(*die.centre, width, height) == name and _agrees(die, words, width, height)
        ]
        if there:
            dice[min(there, key=lambda index: reading.dice[index].confidence)] = chr(97 + number)
    return _Doubts(dice, ninths)


def _agrees(die: DieReading, words: str, width: int, height: int) -> bool:
    """Whether a sentence can speak of this die among several in the same part of the picture."""
    if "out of the picture" in words:
        x0, y0, x1, y1 = die.box
        return x0 < 0 or y0 < 0 or x1 > width - 1 or y1 > height - 1
    said = words.partition("looks like a ")[2][:1]
    return not said or said == str(die.value)


def _ninths(width: int, height: int) -> list[_Box]:
    return [_Box(width * c // 3, height * r // 3, max(1, width // 3), max(1, height // 3)) for c, r in _NINTHS]


def _named(box: _Box, width: int, height: int) -> str:
    return place(box.x + box.w / 2, box.y + box.h / 2, width, height)


def _spaced(letters: str) -> str:
    return f"  {' '.join(letters)}" if letters else ""


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
    _stroke(out, corners, (5 if heavy else 2) * unit, unit, strokes=2 if broken else 0)


def _frame(out: Image, ninth: _Box, unit: float) -> None:
    """A broken frame round a part of the picture in which something may be a die."""
    x, y, w, h = _inset(ninth, unit)
    _stroke(out, np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], dtype=np.float64), unit, unit, strokes=7)


def _inset(ninth: _Box, unit: float) -> _Box:
    """A little smaller, so that frames side by side stay apart."""
    gap = round(4 * unit)
    return _Box(ninth.x + gap, ninth.y + gap, max(1, ninth.w - 2 * gap), max(1, ninth.h - 2 * gap))


def _stroke(out: Image, corners: np.ndarray, thick: float, unit: float, *, strokes: int) -> None:
    """A line round the corners: whole and white, or amber and broken into so many strokes a side."""
    width = max(1, round(thick))
    lines: Iterable[tuple[np.ndarray, np.ndarray]] = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    pieces = [piece for a, b in lines for piece in (_dashes(a, b, strokes) if strokes else [(a, b)])]
    for colour, thickness in ((_DARK, width + 2 * max(1, round(unit))), (_AMBER if strokes else _LIGHT, width)):
        for a, b in pieces:
            cv2.line(out, _pixel(a), _pixel(b), colour, thickness, cv2.LINE_AA)


def _dashes(a: np.ndarray, b: np.ndarray, strokes: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Strokes with gaps between them and at the corners, so that it looks broken at any size."""
    pace = 0.92 / strokes
    starts = [0.16 + pace * n for n in range(strokes)] if strokes == 2 else [0.06 + pace * n for n in range(strokes)]
    return [(a + (b - a) * start, a + (b - a) * (start + 0.48 * pace)) for start in starts]


def _pixel(point: np.ndarray) -> tuple[int, int]:
    x, y = np.clip(np.rint(point), -30_000, 30_000).astype(int)
    return int(x), int(y)


def _around(die: DieReading) -> _Box:
    x0, y0, x1, y1 = (int(v) for v in np.clip(die.box, -30_000, 30_000))
    return _Box(x0, y0, x1 - x0, y1 - y0)


def _label(
    out: Image,
    text: str,
    ink: tuple[int, int, int],
    box: _Box,
    taken: list[_Box],
    unit: float,
    *,
    rim: bool,
    inside: bool = False,
) -> _Box:
    """Write `text` on a small card beside `box`, or in its corners, where it hides least of dice and other cards."""
    size = round(15 * unit)
    pad = max(2, round(3 * unit))
    font = _font()
    x, _, w, _ = cv2.getTextSize((0, 0), text, (0, 0), font, size, 600)
    card_w, card_h = w + 2 * pad, size + pad
    gap = round(5 * unit)
    middle_x, middle_y = box.x + (box.w - card_w) // 2, box.y + (box.h - card_h) // 2
    places = [
        (middle_x, box.y - card_h - gap),
        (middle_x, box.y + box.h + gap),
        (box.x + box.w + gap, middle_y),
        (box.x - card_w - gap, middle_y),
    ]
    if inside:
        left, top, right, low = box.x + gap, box.y + gap, box.x + box.w - card_w - gap, box.y + box.h - card_h - gap
        places = [(left, top), (right, top), (left, low), (right, low)]
    height, width = out.shape[:2]
    cards = [
        _Box(min(max(0, px), max(0, width - card_w)), min(max(0, py), max(0, height - card_h)), card_w, card_h)
        for px, py in places
    ]
    card = min(cards, key=lambda c: sum(_overlap(c, other) for other in taken))
    cv2.rectangle(out, (card.x, card.y), (card.x + card.w, card.y + card.h), _IVORY, cv2.FILLED)
    if rim:
        cv2.rectangle(out, (card.x, card.y), (card.x + card.w, card.y + card.h), _AMBER, max(1, round(unit)))
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
