"""A small picture of what went wrong: what was read is drawn as everywhere, and the truth beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np

from vision.draw import Note, draw_reading
from vision.measure.faults import Fault, Kind
from vision.measure.score import Judged
from vision.reading import DieReading, Image, Point, Reading

WIDE, HIGH = 560, 420
"""Pixels of the largest exhibit."""
CLOSEST = 3.0
"""Small dice are made larger, up to this."""
QUALITY = 80

_Box = tuple[float, float, float, float]


def exhibit(image: Image, judged: Judged, faults: Iterable[Fault], size: tuple[int, int] | None = None) -> bytes:
    """A JPEG of the part of a picture in which dice lie or were read, with the reading and the truth drawn on it.

    Args:
        image: the picture.
        judged: its reading and labels.
        faults: what to point at.
        size: width and height of the picture that reading and labels speak of, if `image` is a reduction of it.
    """
    width, height = size or (image.shape[1], image.shape[0])
    sx, sy = image.shape[1] / width, image.shape[0] / height
    x0, y0, x1, y1 = _part(judged, width, height)
    part = image[int(y0 * sy) : max(1, round(y1 * sy)), int(x0 * sx) : max(1, round(x1 * sx))]
    scale = min(WIDE / (x1 - x0), HIGH / (y1 - y0), CLOSEST)
    method = cv2.INTER_AREA if scale < sx else cv2.INTER_LINEAR
    shown = (max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale)))
    small = np.asarray(cv2.resize(part, shown, interpolation=method), dtype=np.uint8)
    notes = [
        Note(((a - x0) * scale, (b - y0) * scale, (c - x0) * scale, (d - y0) * scale), _truth(fault))
        for fault in faults
        if fault.box is not None
        for a, b, c, d in (fault.box,)
    ]
    out = draw_reading(small, _moved(judged.reading, x0, y0, scale), caption=False, notes=notes)
    _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()


def _part(judged: Judged, width: int, height: int) -> tuple[int, int, int, int]:
    """The upright rectangle round all dice, with room for what is written beside them."""
    boxes = np.array(
        [die.box for die in judged.picture.dice] + [die.box for die in judged.reading.dice], dtype=np.float64
    )
    if not len(boxes):
        return 0, 0, width, height
    room = 1.2 * float(np.median(boxes[:, 2:] - boxes[:, :2])) + 8
    x0, y0 = (int(v) for v in np.maximum(boxes[:, :2].min(axis=0) - room, 0))
    x1, y1 = (int(v) for v in np.minimum(boxes[:, 2:].max(axis=0) + room, (width, height)))
    # Labels may lie outside the picture altogether, if they are another picture's.
    return (x0, y0, x1, y1) if x1 - x0 >= 8 and y1 - y0 >= 8 else (0, 0, width, height)


def _moved(reading: Reading, x0: float, y0: float, scale: float) -> Reading:
    def point(p: Point) -> Point:
        return (p[0] - x0) * scale, (p[1] - y0) * scale

    def die(one: DieReading) -> DieReading:
        a, b, c, d = (point(corner) for corner in one.quad)
        low, high = point(one.box[:2]), point(one.box[2:])
        return replace(one, centre=point(one.centre), box=(*low, *high), quad=(a, b, c, d))

    return replace(reading, dice=tuple(die(one) for one in reading.dice))


def _truth(fault: Fault) -> str:
    """What is really there, in a word or two."""
    if fault.kind is Kind.MISSED:
        return f"missed {fault.truth}"
    return "no die" if fault.kind is Kind.FALSE else f"is {fault.truth}"
