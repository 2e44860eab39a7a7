"""Rectified crops for the face reader, shaken the way the finder errs, and the things it must refuse.

Three in ten crops show no top face: sides of dice, a corner between two dice, half a face, coins, print. The rest are
top faces, laid wrong by a few hundredths of their edge, seldom turned at random.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import CROP, SPAN, Face, face_of_quad, rectify, sides_under, upright
from vision.reading import Image
from vision.training.augment import photometric
from vision.training.labels import COLOURS, LABELS
from vision.training.paste import draw_view, paste
from vision.training.shards import COCKED, Picture, Truth

Floats = npt.NDArray[np.float32]

LEANING = 1.2
"""Within so many edges of a leaning die's upper face lie its other faces."""
COARSE = 0.5
"""Share of crops that are made from fewer pixels than the picture has."""
PIECE = 220
"""Side of the piece of a picture into which dice are pasted."""


def shaken(face: Face, rng: np.random.Generator, strength: float) -> Face:
    """A face as the finder might lay it."""
    turn = rng.normal(0, 0.09) * strength if rng.random() < 0.92 else rng.uniform(-math.pi / 4, math.pi / 4)
    c, s = math.cos(turn), math.sin(turn)
    basis = np.array([[face.ux, face.vx], [face.uy, face.vy]])
    stretch = np.eye(2) + rng.normal(0, 0.05, (2, 2)) * strength
    basis = stretch @ basis @ np.array([[c, -s], [s, c]]) * math.exp(rng.normal(0, 0.07) * strength)
    dx, dy = rng.normal(0, 0.05, 2) * strength * face.edge
    return Face(face.x + dx, face.y + dy, *(float(v) for v in (basis[0, 0], basis[1, 0], basis[0, 1], basis[1, 1])))


@dataclass(frozen=True, slots=True)
class Overlap:
    """How a laid face relates to a true one: shift in edges of the larger, and ratio of edges."""

    shift: float
    ratio: float


def overlap(laid: Face, true: Face) -> Overlap:
    """Compare two faces."""
    shift = math.hypot(laid.x - true.x, laid.y - true.y) / max(1e-6, min(laid.edge, true.edge))
    return Overlap(shift, laid.edge / max(1e-6, true.edge))


def label_of(laid: Face, dice: tuple[Truth, ...]) -> Floats:
    """What the reader should say about a laid face."""
    out = np.full(LABELS, -1, dtype=np.float32)
    out[5:] = 0
    near = [(overlap(laid, face_of_quad(d.quad)), d) for d in dice]
    near.sort(key=lambda pair: pair[0].shift)
    if any(fit.shift < LEANING and d.tilt > COCKED for fit, d in near) and near[0][0].shift > 0.28:
        return out  # Another face of a die that leans: who is to say that it is not its top?
    if not near or near[0][0].shift > 0.55:
        out[0] = 0
        return out
    fit, die = near[0]
    if fit.shift > 0.28 or not 0.7 < fit.ratio < 1.4:
        if fit.shift < 0.4 and 0.5 < fit.ratio < 1.9:
            return out
        out[0] = 0
        return out
    clear = die.readable and die.hidden < 0.35
    if clear:
        out[0] = die.value
        out[1] = COLOURS.index(die.pip_colour) if die.pip_colour in COLOURS else 5
    out[2] = float(die.hidden > 0.12)
    out[3] = float(die.tilt > COCKED)
    out[4] = float(not die.readable)
    basis = np.array([[laid.ux, laid.vx], [laid.uy, laid.vy]])
    if abs(np.linalg.det(basis)) < 1e-3:
        return out
    corners = (die.quad - [laid.x, laid.y]) @ np.linalg.inv(basis).T
    want = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float32)
    if np.cross(corners[1] - corners[0], corners[2] - corners[1]) < 0:
        corners = corners[::-1]
    gaps = [np.roll(corners, k, axis=0) - want for k in range(4)]
    best = min(gaps, key=lambda g: float(np.abs(g).sum()))
    if np.abs(best).max() < 0.6:
        out[5] = 1
        out[6:] = best.ravel()
    return out


def stray(picture: Picture, rng: np.random.Generator) -> Face:
    """A place where no top face is, most often close to a die."""
    height, width = picture.image.shape[:2]
    if picture.dice and rng.random() < 0.7:
        true = face_of_quad(picture.dice[int(rng.integers(len(picture.dice)))].quad)
        chance = rng.random()
        sides = sides_under(true)
        if chance < 0.6 and sides:
            return shaken(sides[int(rng.integers(len(sides)))], rng, 1.2)
        angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0.45, 1.5) * true.edge
        grow = math.exp(rng.normal(0, 0.25))
        moved = Face(
            true.x + reach * math.cos(angle),
            true.y + reach * math.sin(angle),
            true.ux * grow,
            true.uy * grow,
            true.vx * grow,
            true.vy * grow,
        )
        return shaken(moved, rng, 2.0)
    edge = math.exp(rng.uniform(math.log(10), math.log(90)))
    flat = Face(rng.uniform(0, width), rng.uniform(0, height), edge / 2, 0, 0, edge / 2 * rng.uniform(0.45, 1))
    return shaken(flat, rng, 2.0)


def crop_of(picture: Picture, laid: Face, rng: np.random.Generator) -> Image | None:
    """The rectified crop of a laid face, at a random loss of resolution; None if it lies outside the picture."""
    image = picture.image
    reach = 1.25 * CROP / SPAN
    w, h = (abs(laid.ux) + abs(laid.vx)) * reach + 3, (abs(laid.uy) + abs(laid.vy)) * reach + 3
    x0, y0 = max(0, int(laid.x - w)), max(0, int(laid.y - h))
    x1, y1 = min(image.shape[1], int(laid.x + w) + 1), min(image.shape[0], int(laid.y + h) + 1)
    if x1 - x0 < 6 or y1 - y0 < 6 or laid.edge < 5:
        return None
    part = np.ascontiguousarray(image[y0:y1, x0:x1])
    shrink = 1.0
    if laid.edge > 12 and rng.random() < COARSE:
        shrink = math.exp(rng.uniform(math.log(max(0.12, 11 / laid.edge)), 0))
    wide, high = max(4, round(part.shape[1] * shrink)), max(4, round(part.shape[0] * shrink))
    fx, fy = wide / part.shape[1], high / part.shape[0]
    if shrink < 1:
        part = np.asarray(cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    part = photometric(part, rng, keep_colours=True)
    moved = Face(
        (laid.x - x0 + 0.5) * fx - 0.5,
        (laid.y - y0 + 0.5) * fy - 0.5,
        laid.ux * fx,
        laid.uy * fy,
        laid.vx * fx,
        laid.vy * fy,
    )
    return rectify(part, moved, CROP, SPAN)


def pasted(picture: Picture, rng: np.random.Generator) -> Picture:
    """A piece of a picture with a few more dice drawn into it."""
    height, width = picture.image.shape[:2]
    y, x = int(rng.integers(height - PIECE)), int(rng.integers(width - PIECE))
    part = picture.image[y : y + PIECE, x : x + PIECE].copy()
    dice = [replace(d, quad=d.quad - np.array([x, y], dtype=np.float32)) for d in picture.dice]
    dice = [d for d in dice if (d.quad > 0).all() and (d.quad < PIECE).all()]
    flat = [d for d in dice if d.tilt < COCKED]
    rise = face_of_quad(flat[0].quad).flatness if flat else None
    edge = math.exp(rng.uniform(math.log(15), math.log(70)))
    dice = paste(part, dice, draw_view(rng, edge, rise, 0.0), int(rng.integers(2, 6)), rng)
    return Picture(part, tuple(dice), picture.tags, picture.seed)


def places(picture: Picture, rng: np.random.Generator, times: int) -> Iterator[Face]:
    """Faces laid in one picture: on each die `times` times, and astray half as often.

    Ones are laid once more: a single pip tells least, and they are most often taken for none.
    """
    laid = [
        shaken(face_of_quad(d.quad), rng, 1.0)
        for d in picture.dice
        for _ in range(times + (d.value == 1))
        if d.edge > 6
    ]
    laid += [stray(picture, rng) for _ in range(max(2, len(laid) // 2))]
    yield from (face for face in map(upright, laid) if face.flatness >= 0.12)


def mined(picture: Picture, rng: np.random.Generator, times: int) -> Iterator[Face]:
    """All that a finder saw in a picture, several times, hardly shaken: there, and nowhere else, faces will be read."""
    faces = (upright(shaken(place, rng, 0.2)) for place in picture.places for _ in range(times))
    yield from (face for face in faces if face.flatness >= 0.12)


def samples(picture: Picture, faces: Iterable[Face], rng: np.random.Generator) -> Iterator[tuple[Image, Floats]]:
    """Crops and labels of faces laid in one picture."""
    for face in faces:
        crop = crop_of(picture, face, rng)
        if crop is None:
            continue
        label = label_of(face, picture.dice)
        if label[0] < 0 and label[2] < 0:
            continue
        yield crop, label


def mirrored(label: Floats) -> Floats:
    """The label of a crop whose left and right have been exchanged."""
    out = label.copy()
    corners = label[6:].reshape(4, 2)[[1, 0, 3, 2]] * [-1, 1]
    out[6:] = corners.ravel()
    return out
