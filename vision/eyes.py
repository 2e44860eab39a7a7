"""The networks and the pip patterns on one picture: where top faces may be, and what each opinion says about them.

Nothing is decided here: `vision.fuse` says how far the opinions are believed, `vision.read` draws conclusions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.around import Place, inputs, surroundings
from vision.faces import CROP, SPAN, Face, Floats, face_of_quad, folded, normalise, rectify
from vision.find import Candidate, FaceFinder
from vision.opinion import UNKNOWN, Opinion, log_softmax
from vision.pips import EDGE, NO_MATCH, SIZE, Match, match_all
from vision.reading import Hints, Image
from vision.upright import SIDE

WORTH = 40
"""At most so many candidates are looked at."""
UNLIKELY = 3.0
"""Faces that the face reader takes for none, by so many log odds, are not looked at in other ways …"""
SEEN = 0.0
"""… unless the finder's score (log odds) is better than this …"""
HOT = 0.0
"""… or the spotter's: no network alone makes a die be passed over."""
PLAIN, BRIGHT = 5.0, 2.0
"""Faces whose number leads by so many log odds, and the colour of whose pips by so many, are not looked at again as
mirrors show them."""
FOUND, FACED = 1.0, 4.0
"""What the finder takes for a top, and the face reader for nothing else, by so many log odds, needs no surveyor, unless
the camera may hang over the far side of the table: then sides look like that, too."""

PLACES = len(Place)
"""So many of the surveyor's answers tell the place, the rest the number."""


class Survey(NamedTuple):
    """What the surveyor says about a face, as log probabilities."""

    place: tuple[float, ...]
    """Of each `vision.around.Place`."""
    numbers: tuple[float, ...] = UNKNOWN
    """Of 1 to 6, if it is a top."""


NOWHERE = Survey(log_softmax((4.0, 0.0, 0.0)))
"""What is taken to lie round those that are not looked at in other ways."""
ON_TOP = Survey(log_softmax((0.0, 0.0, 8.0)))
"""What the surveyor is taken to have said where it is not asked."""


@dataclass(frozen=True, slots=True)
class Sight:
    """One candidate as it is seen: the face where its corners really are, and what is said about it."""

    face: Face
    views: tuple[Floats, ...]
    """The face reader's answers (24 numbers), one for each way to look at it."""
    match: Match = NO_MATCH
    around: Survey = NOWHERE

    @property
    def likely(self) -> bool:
        """Whether it deserves to be looked at in all ways."""
        answer = self.views[0]
        return bool(answer[0] < answer[1:7].max() + UNLIKELY)

    @property
    def plain(self) -> bool:
        """Whether one look at it is enough to tell number and colour."""
        answer = self.views[0]
        return _lead(answer[:7]) >= PLAIN and _lead(answer[7:13]) >= BRIGHT


class Eyes:
    """Finder, face reader and surveyor.

    Raises:
        cv2.error, OSError: a network cannot be loaded.
    """

    def __init__(self, folder: Path) -> None:
        self._finder = FaceFinder(folder)
        self._reader = cv2.dnn.readNetFromONNX(str(folder / "read.onnx"), cv2.dnn.ENGINE_CLASSIC)
        self._surveyor = cv2.dnn.readNetFromONNX(str(folder / "around.onnx"), cv2.dnn.ENGINE_CLASSIC)

    def opinions(self, image: Image, hints: Hints) -> list[Opinion]:
        """What every stage says about each candidate, before anything is decided."""
        found = self._finder.find(image, hints)[:WORTH]
        if not found:
            return []
        sights = self._first(image, [one.face for one in found])
        likely = [k for k, sight in enumerate(sights) if sight.likely or found[k].score > SEEN or found[k].heat > HOT]
        if likely:
            clear = [_clear(found[k], sights[k]) for k in likely]
            tops = [sights[k].face.flatness for k, sure in zip(likely, clear, strict=True) if sure]
            may_hang = hints.hanging is None and bool(tops) and float(np.median(tops)) < SIDE
            unclear = [may_hang or not sure for sure in clear]
            closely = self._closely(image, [sights[k] for k in likely], bool(hints.die_px), unclear)
            for k, sight in zip(likely, closely, strict=True):
                sights[k] = sight
        return [_opinion(candidate, sight) for candidate, sight in zip(found, sights, strict=True)]

    def _first(self, image: Image, faces: list[Face]) -> list[Sight]:
        """What the face reader makes of faces, looked at again where it moved them and is not sure."""
        answers = self._answers(image, faces)
        moved = [_moved(face, answer[16:24]) for face, answer in zip(faces, answers, strict=True)]
        vague = [k for k, answer in enumerate(answers) if _vague(answer)]
        if vague:
            again = self._answers(image, [moved[k] for k in vague])
            for k, answer in zip(vague, again, strict=True):
                moved[k] = _moved(moved[k], answer[16:24])
                answers[k] = (answers[k] + answer) / 2
        return [Sight(face, (answer,)) for face, answer in zip(moved, answers, strict=True)]

    def _closely(self, image: Image, sights: list[Sight], in_game: bool, unclear: list[bool]) -> list[Sight]:
        """What all others say about likely faces; the surveyor about unclear ones alone.

        A single picture has one chance: there a face that is not plain is looked at once more as a mirror shows it,
        and once more turned by a quarter, since what it shows must not depend on that. A camera in a game looks again
        anyway.
        """
        faces = [sight.face for sight in sights]
        matches = match_all(np.stack([rectify(image, face, SIZE, EDGE) for face in faces]))
        asked = [face for face, is_open in zip(faces, unclear, strict=True) if is_open]
        places = iter(self.surveyed(image, asked) if asked else ())
        around = [next(places) if is_open else ON_TOP for is_open in unclear]
        more: list[list[Floats]] = [[] for _ in faces]
        for k in [] if in_game else [k for k, sight in enumerate(sights) if not sight.plain]:
            more[k] = [*self._answers(image, [faces[k]], mirror=True), *self._answers(image, [_quarter(faces[k])])]
        return [
            Sight(sight.face, (*sight.views, *views), match, place)
            for sight, views, match, place in zip(sights, more, matches, around, strict=True)
        ]

    def surveyed(self, image: Image, faces: list[Face]) -> list[Survey]:
        """What the surveyor says about faces (at least one) and what lies round them."""
        answers = _answered(self._surveyor, inputs(np.stack([surroundings(image, face) for face in faces])))
        return [Survey(log_softmax(tuple(one[:PLACES])), log_softmax(tuple(one[PLACES:]))) for one in answers.tolist()]

    def _answers(self, image: Image, faces: list[Face], mirror: bool = False) -> Floats:
        """What the face reader says about faces, or about their mirror images: N × 24."""
        crops = np.stack([rectify(image, face, CROP, SPAN) for face in faces])
        if mirror:
            crops = crops[:, :, ::-1]
        return _answered(self._reader, folded(normalise(crops.transpose(0, 3, 1, 2))))


def _answered(net: cv2.dnn.Net, crops: Floats) -> Floats:
    """A network's answers to crops, N × as many numbers, asked one by one: for a change of their number it pays."""
    answers = []
    for crop in crops:
        net.setInput(crop[None])
        answers.append(np.array(net.forward(), dtype=np.float32).ravel())
    return np.stack(answers)


def _clear(candidate: Candidate, sight: Sight) -> bool:
    """Whether finder and face reader agree that it is the top of a die."""
    answer = sight.views[0]
    return bool(candidate.score > FOUND and answer[1:7].max() - answer[0] > FACED)


def _lead(choices: Floats) -> float:
    """How much likelier (log odds) the likeliest of some choices is than any other."""
    second, first = np.sort(choices)[-2:]
    return float(first - second)


def _vague(answer: Floats) -> bool:
    """Whether a face deserves a second look from where its corners really are."""
    best = answer[:7].max()
    return bool(_lead(answer[:7]) < 4.0 and answer[0] - best > -6.0 and answer[0] < best + 2.0)


def _opinion(candidate: Candidate, sight: Sight) -> Opinion:
    answer: list[float] = np.mean(sight.views, axis=0).tolist()
    several = sight.views if len(sight.views) > 1 else ()
    return Opinion(
        candidate=candidate,
        face=sight.face,
        values=log_softmax(tuple(answer[0:7])),
        colours=log_softmax(tuple(answer[7:13])),
        hidden=answer[13],
        cocked=answer[14],
        unreadable=answer[15],
        match=sight.match,
        around=sight.around.place,
        numbers=sight.around.numbers,
        views=tuple(log_softmax(tuple(view[0:7].tolist())) for view in several),
    )


def _quarter(face: Face) -> Face:
    """The same face, for a look at it turned by a quarter."""
    return replace(face, ux=face.vx, uy=face.vy, vx=-face.ux, vy=-face.uy)


def _moved(face: Face, shifts: Floats) -> Face:
    """The face with its corners moved by shares of its half edges, as the face reader says."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + np.clip(shifts.reshape(4, 2), -0.6, 0.6)
    basis = np.array([[face.ux, face.vx], [face.uy, face.vy]])
    moved = face_of_quad(square @ basis.T + [face.x, face.y])
    return moved if moved.edge > 0.5 * face.edge else face
