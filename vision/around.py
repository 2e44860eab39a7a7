"""What lies round a face, seen the camera's way up and not straightened: is it the top of a die?

Straightened, a face seen from low down shows little of what lies beside it, and a side looks like a top. Here it is
left as the camera sees it, far enough to show the whole die: under a top hang the die's sides, under a side lies the
table, and a card's pips have a card round them. A network of its own judges that, and the number besides.
"""

from __future__ import annotations

from enum import IntEnum

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Face, rectify
from vision.reading import Image

Floats = npt.NDArray[np.float32]

AROUND = 64
"""Side of the picture of the surroundings, in pixels."""
REACH = 30
"""The longer axis of the face's ellipse in it: the rest shows the die and what it lies on."""
CHANNELS = 4
"""Blue, green, red, and where the face is thought to lie."""


class Place(IntEnum):
    """What a face may be."""

    NOTHING = 0
    SIDE = 1
    """The side of a die."""
    TOP = 2


def surroundings(image: Image, face: Face) -> npt.NDArray[np.uint8]:
    """What lies round a face: AROUND × AROUND × CHANNELS, 8 bits; the last channel is 255 where the face lies."""
    half = max(1.0, face.long) / 2
    square = Face(face.x, face.y, half, 0.0, 0.0, half)
    out = np.zeros((AROUND, AROUND, CHANNELS), np.uint8)
    out[:, :, :3] = rectify(image, square, AROUND, REACH)
    corners = (np.array(face.quad) - [face.x, face.y]) * (REACH / 2 / half) + (AROUND - 1) / 2
    mask = np.zeros((AROUND, AROUND), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    out[:, :, 3] = mask
    return out


def inputs(crops: npt.NDArray[np.uint8]) -> Floats:
    """What the network takes: N × AROUND × AROUND × CHANNELS, 8 bits, to N × CHANNELS × AROUND × AROUND, 0 to 1."""
    moved = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)
    return np.asarray(moved / 255, dtype=np.float32)
