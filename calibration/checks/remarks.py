"""What the camera's picture of the dice is like, in one sentence each, with what to change."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from calibration.checks import limits
from calibration.checks.measures import FaceMeasures
from calibration.table import Area, Plane, Size, whole


class Level(StrEnum):
    """How good a thing is for reading."""

    GOOD = "good"
    POOR = "poor"
    BAD = "bad"


class Kind(StrEnum):
    """What was checked."""

    SIZE = "size"
    FOCUS = "focus"
    EXPOSURE = "exposure"
    CONTRAST = "contrast"
    GLARE = "glare"
    VIEW = "view"
    TILT = "tilt"


@dataclass(frozen=True, slots=True)
class Remark:
    """One finding."""

    kind: Kind
    level: Level
    sentence: str


def remarks(
    faces: Sequence[FaceMeasures],
    size: Size,
    *,
    area: Area | None = None,
    plane: Plane | None = None,
    edge_boxes: Sequence[tuple[float, float, float, float]] = (),
) -> tuple[Remark, ...]:
    """All findings, the worst first; none without a die.

    Args:
        faces: what was measured on top faces, of one throw or several.
        size: of the picture.
        area: the part of it that is searched.
        plane: the table, if known.
        edge_boxes: boxes of the top faces (x0, y0, x1, y1), to see whether dice lie at the picture's edge.
    """
    if not faces:
        return ()
    found = [_size(faces, size), _focus(faces), _exposure(faces), _contrast(faces), _glare(faces)]
    found.append(_view(faces, size, area or whole(size), edge_boxes))
    if plane is not None:
        found.append(_tilt(plane, size))
    order = [Level.BAD, Level.POOR, Level.GOOD]
    return tuple(sorted(found, key=lambda remark: order.index(remark.level)))


def _level(value: float, good: float, bad: float) -> Level:
    """The level of a value; `good` and `bad` say by their order which way is better."""
    better, worse = (value >= good, value < bad) if good > bad else (value <= good, value > bad)
    return Level.GOOD if better else Level.BAD if worse else Level.POOR


def _size(faces: Sequence[FaceMeasures], size: Size) -> Remark:
    edge = median(face.edge for face in faces)
    level = _level(edge, limits.GOOD_EDGE, limits.BAD_EDGE)
    if edge > 0.25 * min(size):
        return Remark(
            Kind.SIZE, Level.POOR, f"Move the camera back: a die is {edge:.0f} pixels wide and fills the view."
        )
    if level is Level.GOOD:
        return Remark(Kind.SIZE, level, f"A die is {edge:.0f} pixels wide, which is enough.")
    return Remark(
        Kind.SIZE,
        level,
        # Rounded down: what is one figure short of enough must not be called enough.
        f"Move the camera closer: a die is {math.floor(edge)} pixels wide, {limits.GOOD_EDGE:.0f} are needed.",
    )


def _focus(faces: Sequence[FaceMeasures]) -> Remark:
    sharp = [face for face in faces if face.contrast >= limits.JUDGED]
    if not sharp:
        return Remark(Kind.FOCUS, Level.POOR, "Focus cannot be judged: the pips hardly stand out.")
    share = median(face.blur / face.edge for face in sharp)
    level = _level(share, limits.GOOD_BLUR, limits.BAD_BLUR)
    words = f"edges are spread over {200 * share:.0f} % of a die"
    if level is Level.GOOD:
        return Remark(Kind.FOCUS, level, "The dice are sharp.")
    if median(face.smear for face in sharp) >= limits.SMEARED:
        return Remark(
            Kind.FOCUS,
            level,
            f"The dice are smeared by movement ({words}): fix the camera, or add light so that it exposes shorter.",
        )
    return Remark(Kind.FOCUS, level, f"The dice are out of focus ({words}): focus the camera, or wipe its lens.")


def _exposure(faces: Sequence[FaceMeasures]) -> Remark:
    burnt = median(face.burnt for face in faces)
    bright = median(face.brightness for face in faces)
    level = _level(burnt, limits.GOOD_BURNT, limits.BAD_BURNT)
    if level is not Level.GOOD:
        return Remark(
            Kind.EXPOSURE,
            level,
            f"The dice are burnt out ({100 * burnt:.0f} % of their faces is pure white): dim the lamp, or lay something"
            " light under the dice, so that the camera opens less.",
        )
    level = _level(bright, limits.GOOD_DARK, limits.BAD_DARK)
    if level is not Level.GOOD:
        return Remark(Kind.EXPOSURE, level, f"The dice are dark (level {bright:.0f} of 255): put a lamp on the table.")
    return Remark(Kind.EXPOSURE, level, "The dice are well lit.")


def _contrast(faces: Sequence[FaceMeasures]) -> Remark:
    contrast = median(face.contrast for face in faces)
    level = _level(contrast, limits.GOOD_CONTRAST, limits.BAD_CONTRAST)
    if level is Level.GOOD:
        return Remark(Kind.CONTRAST, level, "The pips stand out well.")
    words = "hardly stand out" if level is Level.BAD else "could stand out better"
    return Remark(
        Kind.CONTRAST,
        level,
        f"The pips {words} (by {contrast:.0f} levels, {limits.GOOD_CONTRAST:.0f} are needed): give the dice soft light"
        " from the side, and focus the camera.",
    )


def _glare(faces: Sequence[FaceMeasures]) -> Remark:
    hit = [face for face in faces if face.burnt < limits.BAD_BURNT and face.glare > limits.BAD_GLARE]
    # A single die in a reflection is bad luck and can be thrown again; several are the lamp's fault.
    level = Level.GOOD if 4 * len(hit) < len(faces) else Level.POOR if 2 * len(hit) < len(faces) else Level.BAD
    if not hit:
        return Remark(Kind.GLARE, level, "No lamp is mirrored in the dice.")
    if level is Level.GOOD:
        return Remark(Kind.GLARE, level, f"A lamp is mirrored in {len(hit)} of {len(faces)} faces: that does no harm.")
    return Remark(
        Kind.GLARE,
        level,
        f"A lamp is mirrored in {len(hit)} of {len(faces)} faces: turn the lamp aside, or move it up and away.",
    )


def _view(
    faces: Sequence[FaceMeasures], size: Size, area: Area, boxes: Sequence[tuple[float, float, float, float]]
) -> Remark:
    edge = median(face.edge for face in faces)
    room = min(area[2] - area[0], area[3] - area[1]) / edge
    cut = sum(box[0] < 1 or box[1] < 1 or box[2] > size[0] - 2 or box[3] > size[1] - 2 for box in boxes)
    if cut:
        verb = "lies" if cut == 1 else "lie"
        return Remark(
            Kind.VIEW,
            Level.POOR,
            f"{cut} of {len(boxes)} dice {verb} at the picture's edge: turn the camera until they roll in its middle.",
        )
    level = _level(room, limits.GOOD_ROOM, limits.BAD_ROOM)
    if level is Level.GOOD:
        return Remark(Kind.VIEW, level, f"There is room for {room:.0f} dice side by side in view.")
    return Remark(
        Kind.VIEW,
        level,
        f"Only {room:.0f} dice have room side by side in view: move the camera back until {limits.GOOD_ROOM:.0f} have.",
    )


def _tilt(plane: Plane, size: Size) -> Remark:
    elevation = plane.elevation(size)
    level = _level(elevation, limits.GOOD_TILT, limits.BAD_TILT)
    if level is Level.GOOD:
        return Remark(Kind.TILT, level, f"The camera looks down from {elevation:.0f}° over the table.")
    return Remark(
        Kind.TILT,
        level,
        f"Raise the camera: it looks from {elevation:.0f}° over the table, {limits.GOOD_TILT:.0f}° are needed.",
    )
