"""Dice that the border of the picture cuts in two.

The finder learned from whole faces: what is left of a die that is half outside may not look like anything to it, and
passing over a die in silence is the worst that a reading can do. So where dice were found, their own bodies tell what
to look for: a patch of that colour, of a die's size, that runs out of the picture and belongs to none of them.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Face
from vision.reading import Image, Point
from vision.shrink import shrunk

EDGE = 11.0
"""Edge of a face in the shrunken picture in which patches are looked for, in pixels."""
ALIKE = 16.0
"""Colours (Lab) as close as this to a body's are a body's."""
SAME = 3.0
"""Bodies whose colours (Lab) are no farther apart are one colour."""
CONTACT = 0.35
"""A patch touches the border along at least so many edges."""
LEAST, MOST = 0.12, 3.0
"""Area of a patch, in squares of the edge: a sliver of a die, or one with its sides; larger ones are table."""
ROUND = 1.15
"""A found face, and the die's sides under it, are so much larger than they look."""
COMMON = 5.0
"""Squares of the edge beside the dice in their bodies' colour: on a table of more, the colour tells nothing."""
SHARED = 0.4
"""A patch of which more than this belongs to a found die is a part of it."""


def cut_dice(image: Image, faces: list[Face]) -> list[Point]:
    """Where pieces of dice seem to stick into the picture, in pixels.

    Args:
        image: the picture.
        faces: the faces found in it for certain; none: nothing is known of the dice, and nothing is found.
    """
    if not faces:
        return []
    scale = min(1.0, EDGE / float(np.median([max(4.0, f.edge) for f in faces])))
    edge = scale * float(np.median([f.edge for f in faces]))
    height, width = image.shape[:2]
    wide, high = max(8, round(width * scale)), max(8, round(height * scale))
    small = shrunk(image, wide, high)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    near = np.zeros((high, wide), np.uint8)
    own = np.zeros((high, wide), np.uint8)
    bodies: list[npt.NDArray[np.float32]] = []
    for face in faces:
        quad = np.array(face.quad) * scale
        pixels = _within(lab, quad)
        if len(pixels) >= 9:
            body = np.median(pixels, axis=0)
            if all(np.linalg.norm(body - known) > SAME for known in bodies):
                bodies.append(body)
                near |= _like(lab, body)
        middle = quad.mean(axis=0)
        grown = (quad - middle) * ROUND + middle
        under = grown + np.array([0, ROUND * scale * face.drop])
        whole = np.concatenate([grown, under])
        cv2.fillConvexPoly(own, cv2.convexHull(whole.round().astype(np.int32)), 1)
    if (near & (own == 0)).sum() > COMMON * edge * edge:
        return []
    count, labels, stats, middles = cv2.connectedComponentsWithStats(near, connectivity=4)
    out = []
    for k in range(1, count):
        left, top, across, down, area = stats[k].tolist()
        inside = left > 0 and top > 0 and left + across < wide and top + down < high
        if inside or not LEAST * edge * edge <= area <= MOST * edge * edge:
            continue
        patch = labels == k
        border = max(int(s.sum()) for s in (patch[0], patch[-1], patch[:, 0], patch[:, -1]))
        if border >= CONTACT * edge and (patch & (own > 0)).sum() < SHARED * area:
            out.append((float(middles[k][0]) / scale, float(middles[k][1]) / scale))
    return out


def _within(lab: npt.NDArray[np.float32], quad: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """The pixels of a picture inside a quad, N × 3."""
    corners = quad.round().astype(np.int32)
    inside = (0, 0), lab.shape[1::-1]
    (left, top), (right, below) = np.clip(corners.min(axis=0), *inside), np.clip(corners.max(axis=0) + 1, *inside)
    part = lab[top:below, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    if mask.size:
        cv2.fillConvexPoly(mask, corners - (left, top), 1)
    return part[mask > 0]


def _like(lab: npt.NDArray[np.float32], body: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """1 where a picture has about a body's colour. Summed by OpenCV, in a fifth of numpy's time."""
    away = lab - body
    far = np.asarray(cv2.transform(away * away, np.ones((1, 3), np.float32)))
    return np.asarray(far < ALIKE * ALIKE, dtype=np.uint8)
