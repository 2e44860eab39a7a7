"""The reader: from a picture to a reading, with reasons.

The finder says where top faces may be; each is looked at straight on by the face reader, and its pips are matched to
patterns without any learning; `vision.fuse` turns these opinions into one confidence. What is in doubt is then said in
whole sentences, and only a picture without any doubt is called read.
"""

from __future__ import annotations

import time
from functools import lru_cache
from importlib import resources
from pathlib import Path

import cv2
import numpy as np

from vision.border import cut_dice
from vision.colours import check_colours
from vision.count import given_count
from vision.doubts import Judged, cut, outside, problems
from vision.faces import CROP, SPAN, Face, Floats, face_of_quad, normalise, rectify
from vision.find import Candidate, FaceFinder
from vision.fuse import Fusion, Opinion, company, features, log_softmax
from vision.pips import EDGE, SIZE, Match, match_all
from vision.reading import CERTAIN, NO_HINTS, DieReading, Hints, Image, Reading, Status

LIKELY = 0.4
"""A candidate below this is no die."""
MAYBE = 0.12
"""A candidate between this and LIKELY is said to be in doubt."""
BARELY = 0.004
"""The same for what the border of the picture cuts: half a die convinces nobody, and must not be passed over."""
NOTHING = 0.02
"""A picture of which nothing is known is called empty only if no place in it is likelier to be a die than this. In a
game, many pictures show empty tables, and dice are larger than specks."""
WORTH = 40
"""At most so many candidates are looked at."""


class DiceReader:
    """Implements `vision.reading.Reader` with the networks of a folder.

    Raises:
        cv2.error, OSError: a network or the fusion's numbers cannot be loaded.
    """

    def __init__(self, folder: Path) -> None:
        self._finder = FaceFinder(folder / "find.onnx")
        self._net = cv2.dnn.readNetFromONNX(str(folder / "read.onnx"), cv2.dnn.ENGINE_CLASSIC)
        self._fusion = Fusion(folder / "fusion.json")

    def opinions(self, image: Image, hints: Hints = NO_HINTS) -> list[Opinion]:
        """What every stage says about each candidate, before anything is decided."""
        height, width = image.shape[:2]
        found = self._finder.find(image, hints)
        found = [one for one in found if hints.possible((one.face.x, one.face.y), width, height)][:WORTH]
        if not found:
            return []
        faces = [c.face for c in found]
        answers = self._answers(image, faces)
        moved = [_moved(face, answer[16:24]) for face, answer in zip(faces, answers, strict=True)]
        vague = [k for k, answer in enumerate(answers) if _vague(answer)]
        if vague:
            again = self._answers(image, [moved[k] for k in vague])
            for k, answer in zip(vague, again, strict=True):
                moved[k] = _moved(moved[k], answer[16:24])
                answers[k] = (answers[k] + answer) / 2
        matches = match_all(np.stack([rectify(image, face, SIZE, EDGE) for face in moved]))
        return [_opinion(c, f, a.tolist(), m) for c, f, a, m in zip(found, moved, answers, matches, strict=True)]

    def _answers(self, image: Image, faces: list[Face]) -> Floats:
        """What the face reader says about faces: N × 24."""
        crops = np.stack([rectify(image, face, CROP, SPAN) for face in faces])
        self._net.setInput(normalise(crops.transpose(0, 3, 1, 2)))
        return np.array(self._net.forward(), dtype=np.float32).reshape(len(faces), -1)

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        """Read the dice in `image`."""
        start = time.perf_counter()
        image = _three_channels(image)
        seen = self.opinions(image, hints)
        sure = self._fusion.confidence(rows(seen))
        if hints.count is not None and hints.count > 0:
            sure = given_count(sure, hints.count)
        checks = check_colours(seen, sure, hints.dice_set)
        height, width = image.shape[:2]
        empty = hints.count is None and all(check.confidence < LIKELY for check in checks)
        least = NOTHING if empty else MAYBE
        judged = [
            Judged(one, check)
            for one, check in zip(seen, checks, strict=True)
            if check.confidence >= least or (half_seen(one, width, height) and check.confidence >= BARELY)
        ]
        dice = sorted((j for j in judged if j.check.confidence >= LIKELY), key=lambda j: j.opinion.face.x)
        doubts = problems(judged, width, height, CERTAIN, LIKELY, hints)
        if not doubts and hints.area is None and len(dice) != hints.count:
            # Neither where all dice in play are found, nor in a tray that ends inside the picture, is one cut.
            doubts = [cut(x, y, width, height) for x, y in cut_dice(image, [j.opinion.face for j in dice])]
        status = Status.UNSURE if doubts else Status.READ if dice else Status.NO_DICE
        readings = tuple(
            DieReading(
                value=j.opinion.value,
                colour=j.check.colour,
                confidence=j.check.confidence,
                centre=(j.opinion.face.x, j.opinion.face.y),
                box=j.opinion.face.box,
                quad=j.opinion.face.quad,
            )
            for j in dice
        )
        return Reading(status, readings, tuple(doubts), (time.perf_counter() - start) * 1000)


def half_seen(one: Opinion, width: int, height: int) -> bool:
    """Whether finder or face reader believes in a face that the border of the picture cuts."""
    return (one.candidate.score > 0 or one.values[0] < -2) and outside(one.face, width, height)


def rows(seen: list[Opinion]) -> list[list[float]]:
    """The features of all candidates of a picture."""
    return [features(one, among) for one, among in zip(seen, company(seen), strict=True)]


def _three_channels(image: Image) -> Image:
    if image.ndim == 2:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    elif image.shape[2] == 4:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
    return image


def _vague(answer: Floats) -> bool:
    """Whether a face deserves a second look from where its corners really are."""
    values = np.sort(answer[:7])
    return bool(values[-1] - values[-2] < 4.0 and answer[0] - values[-1] > -6.0 and answer[0] < values[-1] + 2.0)


def _opinion(candidate: Candidate, face: Face, answer: list[float], pattern: Match) -> Opinion:
    return Opinion(
        candidate=candidate,
        face=face,
        values=log_softmax(tuple(answer[0:7])),
        colours=log_softmax(tuple(answer[7:13])),
        hidden=answer[13],
        cocked=answer[14],
        unreadable=answer[15],
        match=pattern,
    )


def _moved(face: Face, shifts: Floats) -> Face:
    """The face with its corners moved by shares of its half edges, as the face reader says."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + np.clip(shifts.reshape(4, 2), -0.6, 0.6)
    basis = np.array([[face.ux, face.vx], [face.uy, face.vy]])
    moved = face_of_quad(square @ basis.T + [face.x, face.y])
    return moved if moved.edge > 0.5 * face.edge else face


@lru_cache(maxsize=1)
def load_reader() -> DiceReader:
    """The reader that ships with the package; loaded once."""
    with resources.as_file(resources.files("vision") / "model") as folder:
        return DiceReader(folder)
