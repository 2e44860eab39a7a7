"""The reader: from a picture to a reading, with reasons.

The finder says where top faces may be; each is looked at straight on by the face reader, and its pips are matched to
patterns without any learning (`vision.eyes`); `vision.fuse` turns these opinions into one confidence. What is in doubt
is then said in whole sentences, and only a picture without any doubt is called read. A picture seen from the side that
leaves doubts is also read upside down, in case the camera hangs (`vision.upright`).
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.around import Place
from vision.border import cut_dice
from vision.colours import check_colours
from vision.company import company
from vision.count import given_count
from vision.doubts import Doubt, Judged, cut, doubts, outside
from vision.eyes import Eyes
from vision.faces import Face
from vision.fuse import LIKELY, Belief, Fusion, features
from vision.opinion import Opinion
from vision.reading import CERTAIN, NO_HINTS, DieReading, Hints, Image, Point, Reading, Spot, Status
from vision.setting import settings
from vision.upright import CLEAR, USUAL, alike, evidence, from_side, nearer

MAYBE = 0.03
"""A candidate between this and LIKELY is said to be in doubt."""
BARELY = 0.004
"""The same for what the border of the picture cuts: half a die convinces nobody, and must not be passed over."""
AGREED = 0.01
"""The same for what surveyor and face reader take for a top face, each for itself: one network that does not must not
make a die be passed over in silence."""
PATCH = math.log(0.9)
"""Log probability of nothing from which a patch in the dice's colour at the border is passed over: glare, sunshine, a
strip of the table. On held-out pictures that is three of four false alarms, and one in ten pieces of dice."""
SURVEYED, LOOKED_AT = math.log(0.9), math.log(0.65)
"""Log probability of a top from which the surveyor, and of no top up to which the face reader, counts as agreeing."""
NOTHING = 0.004
"""A picture of which nothing is known is called empty only if no place in it is likelier to be a die than this. In a
game, many pictures show empty tables, and dice are larger than specks."""

OPEN_WAY = "It is not clear which way up the camera is: these may be the sides of the dice."
"""The doubt about a picture that looks nearly as good upside down."""


class Way(NamedTuple):
    """What was seen one way up, where it lies in the picture as it was given."""

    seen: list[Opinion]
    beliefs: list[Belief]
    hanging: bool
    """Whether the picture was turned upside down for it."""
    unclear: bool
    """Whether the other way up looks nearly as good, and shows other dice."""


class DiceReader:
    """Implements `vision.reading.Reader` with the networks of a folder.

    May be asked from any thread: one picture is read at a time. A network of OpenCV keeps its input and its buffers, so
    two threads in it at once get each other's answers, or end the program; and the thread of a camera that was switched
    off may still be looking when the next one begins.

    Raises:
        cv2.error, OSError: a network or the fusion's numbers cannot be loaded.
    """

    def __init__(self, folder: Path) -> None:
        self._eyes = Eyes(folder)
        self._fusion = Fusion(folder / "fusion.npz")
        self._alone = threading.RLock()

    def opinions(self, image: Image, hints: Hints = NO_HINTS) -> list[Opinion]:
        """What every stage says about each candidate, before anything is decided."""
        with self._alone:
            return self._eyes.opinions(image, hints)

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        """Read the dice in `image`."""
        with self._alone:
            return self._read(image, hints)

    def _read(self, image: Image, hints: Hints) -> Reading:
        start = time.perf_counter()
        image = _three_channels(image)
        way = self._best_way_up(image, hints)
        judged = judge(way.seen, way.beliefs, image.shape[1], image.shape[0], hints)
        dice = sorted((j for j in judged if j.die >= LIKELY), key=lambda j: j.opinion.face.x)
        found = self._doubts(image, judged, dice, way.hanging, hints)
        if way.unclear and dice:
            found.append(Doubt(OPEN_WAY))
        return Reading(
            status=Status.UNSURE if found else Status.READ if dice else Status.NO_DICE,
            dice=tuple(_reading(one) for one in dice),
            problems=tuple(dict.fromkeys(doubt.words for doubt in found)),
            milliseconds=(time.perf_counter() - start) * 1000,
            hanging=way.hanging,
            spots=tuple(Spot(doubt.words, doubt.box) for doubt in found if doubt.box is not None),
        )

    def _best_way_up(self, image: Image, hints: Hints) -> Way:
        height, width = image.shape[:2]
        hanging, unclear = bool(hints.hanging), False
        seen, beliefs = self._one_way_up(image, hints, hanging)
        doubtful = any(MAYBE <= one.die < CERTAIN for one in beliefs) or nearer(seen, beliefs) < 0
        if hints.hanging is None and doubtful and from_side(seen, beliefs):
            others, certain = self._one_way_up(image, hints, hanging=True)
            gaps = np.subtract(evidence(seen, beliefs), evidence(others, certain))
            odds = USUAL + float(gaps @ np.array(self._fusion.upright))
            turned = [one.turned(width, height) for one in others]
            unclear = abs(odds) < CLEAR and not alike(seen, beliefs, turned, certain)
            if odds < 0:
                return Way(turned, certain, True, unclear)
        if hanging:
            seen = [one.turned(width, height) for one in seen]
        return Way(seen, beliefs, hanging, unclear)

    def _one_way_up(self, image: Image, hints: Hints, hanging: bool) -> tuple[list[Opinion], list[Belief]]:
        """Opinions and how far they are believed, where they lie in the picture as it was looked at."""
        if hanging:
            image, hints = upside_down(image), hints.turned(image.shape[1], image.shape[0])
        seen = self.opinions(image, hints)
        return seen, self._fusion.beliefs(rows(seen, image.shape[1], image.shape[0]))

    def _doubts(
        self, image: Image, judged: list[Judged], dice: list[Judged], hanging: bool, hints: Hints
    ) -> list[Doubt]:
        """All doubts about a picture, in whole sentences."""
        height, width = image.shape[:2]
        found = doubts(judged, width, height, CERTAIN, LIKELY, hints)
        if not found and hints.area is None and len(dice) != hints.count:
            # Neither where all dice in play are found, nor in a tray that ends inside the picture, is one cut.
            pieces = self._pieces(image, [one.opinion.face for one in dice], hanging)
            half = _usual([one.opinion.face for one in dice]).edge / 2 if pieces else 0.0
            boxes = [(x - half, y - half, x + half, y + half) for x, y in pieces]
            found = [Doubt(cut(x, y, width, height), box) for (x, y), box in zip(pieces, boxes, strict=True)]
        return found

    def _pieces(self, image: Image, faces: list[Face], hanging: bool) -> list[Point]:
        """Where pieces of dice stick into the picture: what looks like one (`vision.border`), and not like nothing."""
        height, width = image.shape[:2]
        if hanging:  # Both look for sides under tops.
            image, faces = upside_down(image), [face.turned(width, height) for face in faces]
        pieces = cut_dice(image, faces)
        if pieces:
            usual = _usual(faces)
            laid = [replace(usual, x=x, y=y) for x, y in pieces]
            nothing = [survey.place[Place.NOTHING] for survey in self._eyes.surveyed(image, laid)]
            pieces = [piece for piece, odds in zip(pieces, nothing, strict=True) if odds < PATCH]
        return [(width - 1 - x, height - 1 - y) for x, y in pieces] if hanging else pieces


def judge(seen: list[Opinion], beliefs: list[Belief], width: int, height: int, hints: Hints) -> list[Judged]:
    """The candidates that are dice, and those that may be; the rest is passed over."""
    dies = [belief.die for belief in beliefs]
    if hints.count is not None and hints.count > 0:
        dies = given_count(dies, hints.count)
    checks = check_colours(seen, dies, [belief.number for belief in beliefs], hints.dice_set)
    empty = hints.count is None and all(die < LIKELY for die in dies)
    least = NOTHING if empty else MAYBE
    return [
        Judged(one, check, die)
        for one, check, die in zip(seen, checks, dies, strict=True)
        if die >= least or (half_seen(one, width, height) and die >= BARELY) or (agreed(one) and die >= AGREED)
    ]


def _usual(faces: list[Face]) -> Face:
    """The face of middle size."""
    return sorted(faces, key=lambda face: face.edge)[len(faces) // 2]


def _reading(one: Judged) -> DieReading:
    face = one.opinion.face
    return DieReading(
        value=one.opinion.value,
        colour=one.check.colour,
        confidence=one.check.confidence,
        centre=(face.x, face.y),
        box=face.box,
        quad=face.quad,
    )


def upside_down(image: Image) -> Image:
    """The picture as the same camera would take it standing instead of hanging."""
    return np.ascontiguousarray(image[::-1, ::-1])


def half_seen(one: Opinion, width: int, height: int) -> bool:
    """Whether finder or face reader believes in a face that the border of the picture cuts."""
    return (one.candidate.score > 0 or one.values[0] < -2) and outside(one.face, width, height)


def agreed(one: Opinion) -> bool:
    """Whether surveyor and face reader take it for a top face, the surveyor surely."""
    return one.around[Place.TOP] > SURVEYED and one.values[0] < LOOKED_AT


def rows(seen: list[Opinion], width: int, height: int) -> list[list[float]]:
    """The features of all candidates of a picture so many pixels wide and high."""
    where = settings(seen, width, height)
    return [features(*all_of_it) for all_of_it in zip(seen, company(seen), where, strict=True)]


def _three_channels(image: Image) -> Image:
    if image.ndim == 2:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    elif image.shape[2] == 4:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
    return image


@lru_cache(maxsize=1)
def load_reader() -> DiceReader:
    """The reader that ships with the package; loaded once, for all threads."""
    with resources.as_file(resources.files("vision") / "model") as folder:
        return DiceReader(folder)
