"""Draws on a frame what was read in it, so that people can see at a glance whether to believe it.

Nothing is said by colour alone: every label names its colour with a shape and a letter, certain dice have whole
outlines, doubtful ones broken ones and a question mark, kept ones heavy ones and the word "keep". Lines are light with
a dark rim, so that they show on every table; inks are dark on ivory and differ for people who see colours differently.
Labels hide no die where there is any room beside it; one that lies further off has a line that leads to its die. Each
sentence below the picture has a letter that also stands where it speaks of. Where a reading tells the place of a doubt
in words alone ("in the upper left"), what may be a die is looked for in that ninth of the picture.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards import Box, Cards, Placed
from vision.doubts import place
from vision.reading import CERTAIN, DieReading, Image, PipColour, Reading, Status

ROOM = 1.16
"""Outlines are drawn by so much larger than the face, so that they hide no pip."""
NARROW = 160
"""Pictures of less width get no caption: it would be a tower of single words."""

HANGING = "The camera seems to hang upside down."
"""Said once a picture, for people alone: the object for programs is a contract without a key for it."""

_MAYBE = "may be a die"
"""What a sentence says of something that is not among the dice that were read."""

_IVORY, _INK, _LIGHT, _DARK, _AMBER = (232, 241, 244), (17, 17, 17), (255, 255, 255), (0, 0, 0), (40, 190, 255)
_TRUTH = (0, 215, 255)
_WEIGHT = 600
_NINTHS = tuple((column, row) for row in range(3) for column in range(3))
_MARKS: dict[PipColour, tuple[str, tuple[int, int, int]]] = {
    PipColour.BLACK: ("●K", (17, 17, 17)),
    PipColour.RED: ("◆R", (30, 10, 220)),
    PipColour.GREEN: ("▲G", (132, 122, 0)),
    PipColour.BLUE: ("■B", (150, 40, 20)),
    PipColour.WHITE: ("○W", (90, 90, 90)),
    PipColour.OTHER: ("·", (90, 90, 90)),
}


class Note(NamedTuple):
    """Something else to be said of a place."""

    box: tuple[float, float, float, float]
    """Left, top, right, bottom, in pixels; a rectangle is drawn there."""
    words: str


class _Card(NamedTuple):
    """Words that stand somewhere in the picture."""

    text: str
    ink: tuple[int, int, int]
    paper: tuple[int, int, int]
    rim: bool
    at: Box
    """What it speaks of."""
    placed: Placed


def draw_reading(
    image: Image,
    reading: Reading,
    kept: Collection[int] = (),
    *,
    labels: bool = True,
    caption: bool = True,
    notes: Sequence[Note] = (),
) -> Image:
    """A copy of `image` with the reading drawn on it.

    Args:
        image: the picture that was read.
        reading: what was read, in the picture's pixels.
        kept: indices into the reading's dice of those that were not thrown again.
        labels: write value, colour and confidence beside each die.
        caption: write the problems below the picture, which makes it higher.
        notes: what else is to be said of places in the picture.
    """
    out = image.copy()
    height, width = image.shape[:2]
    unit = max(1.0, min(height, width) / 480)
    doubts = told_doubts(reading, width, height) if caption else _Doubts({}, {}, {})
    doubtful = doubtful_dice(reading) | doubts.dice.keys()
    for index, die in enumerate(reading.dice):
        _outline(out, die, unit, broken=index in doubtful, heavy=index in kept)
    for spot in doubts.spots:
        _stroke(out, _corners(spot), 2 * unit, unit, strokes=2)
    for ninth in doubts.ninths:
        _stroke(out, _corners(_inset(ninth, unit)), unit, unit, strokes=7)
    for note in notes:
        x0, y0, x1, y1 = (int(v) for v in np.clip(np.rint(note.box), -30_000, 30_000))
        for colour, thickness in ((_INK, 4), (_TRUTH, 2)):
            cv2.rectangle(out, (x0, y0), (x1, y1), colour, thickness, cv2.LINE_AA)
    if labels:
        _write(out, _cards(reading, kept, doubtful, doubts, notes, (width, height), unit), unit)
    if caption and width >= NARROW:
        lines = [
            f"{chr(97 + n)}  {words}" if n in doubts.lettered else words for n, words in enumerate(reading.problems)
        ]
        lines += [HANGING] if reading.hanging else []
        out = np.vstack([out, _caption(lines, width, unit)]) if lines else out
    return out


class _Doubts(NamedTuple):
    """Which sentences of a reading speak of which places: their letters, `a` for the first sentence."""

    dice: dict[int, str]
    """By index of a die."""
    spots: dict[Box, str]
    """By place, of what is none of the dice that were read."""
    ninths: dict[Box, str]
    """By part of the picture, of what is none of the dice that were read, and of which no place is known."""

    @property
    def lettered(self) -> set[int]:
        """The sentences that stand at a place, counted from 0."""
        places = (*self.dice.values(), *self.spots.values(), *self.ninths.values())
        return {ord(letter) - 97 for letters in places for letter in letters}


def told_doubts(reading: Reading, width: int, height: int) -> _Doubts:
    """Where the sentences of an unsure reading belong in its picture of `width` × `height` pixels."""
    dice: dict[int, str] = {}
    spots: dict[Box, str] = {}
    ninths: dict[Box, str] = {}
    if reading.status is not Status.UNSURE:
        return _Doubts(dice, spots, ninths)
    for number, words in enumerate(reading.problems[:26]):
        letter = chr(97 + number)
        known = [spot.box for spot in reading.spots if spot.words == words]
        for box in known:
            die = None if _MAYBE in words else _die_at(box, reading.dice)
            if die is not None:
                dice[die] = dice.get(die, "") + letter
            else:
                place_of = _visible(box, width, height)
                spots[place_of] = spots.get(place_of, "") + letter
        if known:
            continue
        where = next((box for box in _ninths(width, height) if _named(box, width, height) in words), None)
        if where is None:
            continue
        if _MAYBE in words:
            ninths[where] = ninths.get(where, "") + letter
            continue
        name = _named(where, width, height)
        there = [
            index
            for index, die in enumerate(reading.dice)
            if index not in dice and place(*die.centre, width, height) == name and _agrees(die, words, width, height)
        ]
        if there:
            dice[min(there, key=lambda index: reading.dice[index].confidence)] = letter
    return _Doubts(dice, spots, ninths)


def _die_at(box: Sequence[float], dice: Sequence[DieReading]) -> int | None:
    """The die whose top face a box is; `None` if there is none."""
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    near = [(math.dist(die.centre, middle), i) for i, die in enumerate(dice)]
    gap, index = min(near, default=(math.inf, -1))
    return index if gap < (box[2] - box[0]) / 2 else None


def _visible(box: Sequence[float], width: int, height: int) -> Box:
    """What of a box lies in the picture, a little larger so that the line hides nothing of what is in it."""
    x0, y0, x1, y1 = box
    grow_x, grow_y = (ROOM - 1) / 2 * (x1 - x0), (ROOM - 1) / 2 * (y1 - y0)
    left, right = (min(max(x, 1), width - 2) for x in (x0 - grow_x, x1 + grow_x))
    top, bottom = (min(max(y, 1), height - 2) for y in (y0 - grow_y, y1 + grow_y))
    return _upright((left, top, right, bottom))


def _agrees(die: DieReading, words: str, width: int, height: int) -> bool:
    """Whether a sentence can speak of this die among several in the same part of the picture."""
    if "out of the picture" in words:
        x0, y0, x1, y1 = die.box
        return x0 < 0 or y0 < 0 or x1 > width - 1 or y1 > height - 1
    said = words.partition("looks like a ")[2][:1]
    return not said or said == str(die.value)


def _ninths(width: int, height: int) -> list[Box]:
    return [Box(width * c // 3, height * r // 3, max(1, width // 3), max(1, height // 3)) for c, r in _NINTHS]


def _named(box: Box, width: int, height: int) -> str:
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


def _corners(box: Box) -> np.ndarray:
    x, y, w, h = box
    return np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], dtype=np.float64)


def _inset(ninth: Box, unit: float) -> Box:
    """A little smaller, so that frames side by side stay apart."""
    gap = round(4 * unit)
    return Box(ninth.x + gap, ninth.y + gap, max(1, ninth.w - 2 * gap), max(1, ninth.h - 2 * gap))


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


def _around(die: DieReading) -> Box:
    """What of the picture shows the die with its outline."""
    corners = np.array(die.centre) + (np.array(die.quad, dtype=np.float64) - np.array(die.centre)) * ROOM
    return _upright([*corners.min(axis=0), *corners.max(axis=0)])


def _upright(box: Sequence[float]) -> Box:
    x0, y0, x1, y1 = (int(v) for v in np.clip(box, -30_000, 30_000))
    return Box(x0, y0, max(0, x1 - x0), max(0, y1 - y0))


def _cards(
    reading: Reading,
    kept: Collection[int],
    doubtful: Collection[int],
    doubts: _Doubts,
    notes: Sequence[Note],
    size: tuple[int, int],
    unit: float,
) -> list[_Card]:
    """A card for each die, each doubt about a part of the picture, and each note."""
    dice = [_around(die) for die in reading.dice]
    noted = [_upright(note.box) for note in notes]
    room, gap = Cards(*size, [*dice, *noted, *doubts.spots]), round(5 * unit)
    cards = []
    # Doubts first: they belong into their corner, while a die's card may lie on any side of it.
    for ninth, told in doubts.ninths.items():
        text, inner = f"?{_spaced(told)}", _inset(ninth, unit)
        cards.append(_Card(text, _INK, _IVORY, True, inner, room.inside(inner, *_measure(text, unit), gap)))
    for spot, told in doubts.spots.items():
        text = f"?{_spaced(told)}"
        cards.append(_Card(text, _INK, _IVORY, True, spot, room.beside(spot, *_measure(text, unit), gap)))
    for index, die in enumerate(reading.dice):
        mark, ink = _MARKS[die.colour]
        unsure = index in doubtful
        letters = _spaced(doubts.dice.get(index, ""))
        keep = "  keep" if index in kept else ""
        text = f"{die.value}{'?' if unsure else ''}{mark} {_percent(die.confidence)}{letters}{keep}"
        placed = room.beside(dice[index], *_measure(text, unit), gap)
        cards.append(_Card(text, ink, _IVORY, unsure, dice[index], placed))
    for note, box in zip(notes, noted, strict=True):
        placed = room.beside(box, *_measure(note.words, unit), gap)
        cards.append(_Card(note.words, _INK, _TRUTH, False, box, placed))
    return cards


def _measure(text: str, unit: float) -> tuple[int, int]:
    """Width and height of a card with these words."""
    size, pad = _letters(unit)
    _, _, width, _ = cv2.getTextSize((0, 0), text, (0, 0), _font(), size, _WEIGHT)
    return width + 2 * pad, size + pad


def _letters(unit: float) -> tuple[int, int]:
    """How high the letters of cards are, and how much room lies round them."""
    return round(15 * unit), max(2, round(3 * unit))


def _write(out: Image, cards: Sequence[_Card], unit: float) -> None:
    """The lines first: a card may lie on another's line, but no line runs over words."""
    for card in cards:
        if not card.placed.alone:
            _lead(out, card.placed.card, card.at, unit)
    size, pad = _letters(unit)
    for text, ink, paper, rim, _, placed in cards:
        x, y, w, h = placed.card
        cv2.rectangle(out, (x, y), (x + w - 1, y + h - 1), paper, cv2.FILLED)
        if rim:
            cv2.rectangle(out, (x, y), (x + w - 1, y + h - 1), _AMBER, max(1, round(unit)))
        left, *_ = cv2.getTextSize((0, 0), text, (0, 0), _font(), size, _WEIGHT)
        cv2.putText(out, text, (x + pad - left, y + round(0.82 * size) + pad // 2), ink, _font(), size, _WEIGHT)


def _lead(out: Image, card: Box, die: Box, unit: float) -> None:
    """A thin line from the edge of a card to the edge of a die."""
    start = np.clip((die.x + die.w / 2, die.y + die.h / 2), (card.x, card.y), (card.x + card.w, card.y + card.h))
    end = np.clip(start, (die.x, die.y), (die.x + die.w, die.y + die.h))
    thin = max(1, round(unit))
    for colour, thickness in ((_DARK, thin + 2), (_LIGHT, thin)):
        cv2.line(out, _pixel(start), _pixel(end), colour, thickness, cv2.LINE_AA)


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
