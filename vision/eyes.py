"""Both networks and the pip patterns on one picture: where top faces may be, and what each opinion says about them.

Nothing is decided here: `vision.fuse` says how far the opinions are believed, `vision.read` draws conclusions.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.faces import CROP, SPAN, Face, Floats, face_of_quad, normalise, rectify
from vision.find import Candidate, FaceFinder
from vision.opinion import Opinion, log_softmax
from vision.pips import EDGE, SIZE, Match, match_all
from vision.reading import Hints, Image

WORTH = 40
"""At most so many candidates are looked at."""
UNLIKELY = 3.0
"""Faces that the face reader takes for none, by so many log odds, are not looked at in other ways."""


class Eyes:
    """Finder and face reader.

    Raises:
        cv2.error, OSError: a network cannot be loaded.
    """

    def __init__(self, folder: Path) -> None:
        self._finder = FaceFinder(folder / "find.onnx")
        self._net = cv2.dnn.readNetFromONNX(str(folder / "read.onnx"), cv2.dnn.ENGINE_CLASSIC)

    def opinions(self, image: Image, hints: Hints) -> list[Opinion]:
        """What every stage says about each candidate, before anything is decided.

        A single picture has one chance: there each likely face is looked at once more as a mirror shows it, and once
        more turned by a quarter, since what it shows must not depend on that. A camera in a game looks again anyway.
        """
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
        views = [[answer] for answer in answers]
        likely = [k for k, answer in enumerate(answers) if answer[0] < answer[1:7].max() + UNLIKELY]
        if likely and not hints.die_px:
            chosen = [moved[k] for k in likely]
            mirrored, turned = self._answers(image, chosen, mirror=True), self._answers(image, _quarter(chosen))
            for k, *more in zip(likely, mirrored, turned, strict=True):
                views[k] += more
        matches = match_all(np.stack([rectify(image, face, SIZE, EDGE) for face in moved]))
        return [_opinion(c, f, v, m) for c, f, v, m in zip(found, moved, views, matches, strict=True)]

    def _answers(self, image: Image, faces: list[Face], mirror: bool = False) -> Floats:
        """What the face reader says about faces, or about their mirror images: N × 24."""
        crops = np.stack([rectify(image, face, CROP, SPAN) for face in faces])
        if mirror:
            crops = crops[:, :, ::-1]
        self._net.setInput(normalise(crops.transpose(0, 3, 1, 2)))
        return np.array(self._net.forward(), dtype=np.float32).reshape(len(faces), -1)


def _vague(answer: Floats) -> bool:
    """Whether a face deserves a second look from where its corners really are."""
    values = np.sort(answer[:7])
    return bool(values[-1] - values[-2] < 4.0 and answer[0] - values[-1] > -6.0 and answer[0] < values[-1] + 2.0)


def _opinion(candidate: Candidate, face: Face, views: list[Floats], pattern: Match) -> Opinion:
    answer: list[float] = np.mean(views, axis=0).tolist()
    return Opinion(
        candidate=candidate,
        face=face,
        values=log_softmax(tuple(answer[0:7])),
        colours=log_softmax(tuple(answer[7:13])),
        hidden=answer[13],
        cocked=answer[14],
        unreadable=answer[15],
        match=pattern,
        views=tuple(log_softmax(tuple(view[0:7].tolist())) for view in views) if len(views) > 1 else (),
    )


def _quarter(faces: list[Face]) -> list[Face]:
    """The same faces, for a look at them turned by a quarter."""
    return [replace(face, ux=face.vx, uy=face.vy, vx=-face.ux, vy=-face.uy) for face in faces]


def _moved(face: Face, shifts: Floats) -> Face:
    """The face with its corners moved by shares of its half edges, as the face reader says."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + np.clip(shifts.reshape(4, 2), -0.6, 0.6)
    basis = np.array([[face.ux, face.vx], [face.uy, face.vy]])
    moved = face_of_quad(square @ basis.T + [face.x, face.y])
    return moved if moved.edge > 0.5 * face.edge else face
