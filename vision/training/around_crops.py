"""What lies round faces, for the network that tells tops of dice from everything else (`vision.around`).

The faces are laid as for the face reader: on tops, on the sides under them, astray, and where a finder saw some. Each
picture gives crops as it is, and again with dice drawn into a piece of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.around import AROUND, REACH, Place, surroundings
from vision.faces import Face, face_of_quad, sides_under, upright
from vision.training.augment import photometric
from vision.training.litter import card, domino, litter
from vision.training.pool import Pool
from vision.training.read_crops import COARSE, PIECE, label_of, mined, overlap, pasted, places, shaken
from vision.training.shards import Picture, Shard, Truth, rolled, shards

Crop = npt.NDArray[np.uint8]
Label = tuple[int, int]
"""What a place is (`vision.around.Place`), and the number, if it is a top."""

POOL = Pool(keep=24_000, first=3_000, reuse=3)
STREWN = 2
"""Things that are no dice laid on a piece of each picture, at most."""
AGAIN = 2
"""How often each place is used at which a finder saw a face: there, and nowhere else, the surveyor will be asked."""
FROM_ABOVE = 0.9
"""Flatness above which any way up is as good as another."""


def place_of(laid: Face, dice: tuple[Truth, ...]) -> Place | None:
    """What a laid face is; None: it cannot be said, or is something in between."""
    label = label_of(laid, dice)
    if label[0] > 0:
        return Place.TOP
    if label[0] < 0:
        return None
    for die in dice:
        for side in sides_under(face_of_quad(die.quad)):
            fit = overlap(laid, side)
            if fit.shift < 0.35 and 0.65 < fit.ratio < 1.5:
                return Place.SIDE
    return Place.NOTHING


def turned(face: Face, angle: float) -> Face:
    """The face turned about its centre by an angle in radians."""
    c, s = math.cos(angle), math.sin(angle)
    u, v = (face.ux, face.uy), (face.vx, face.vy)
    return Face(face.x, face.y, c * u[0] - s * u[1], s * u[0] + c * u[1], c * v[0] - s * v[1], s * v[0] + c * v[1])


def crop_of(picture: Picture, laid: Face, rng: np.random.Generator) -> Crop | None:
    """The surroundings of a laid face, turned a little, at a random loss of resolution; None outside the picture."""
    image = picture.image
    reach = laid.long * AROUND / REACH * 0.75
    x0, y0 = max(0, int(laid.x - reach)), max(0, int(laid.y - reach))
    x1, y1 = min(image.shape[1], int(laid.x + reach) + 1), min(image.shape[0], int(laid.y + reach) + 1)
    if x1 - x0 < 6 or y1 - y0 < 6 or laid.edge < 5:
        return None
    part = image[y0:y1, x0:x1]
    shrink = 1.0
    if laid.edge > 10 and rng.random() < COARSE:
        shrink = math.exp(rng.uniform(math.log(max(0.12, 9 / laid.edge)), 0))
    face = laid.scaled(1, -x0, -y0)
    turn = rng.uniform(-math.pi, math.pi) if laid.flatness > FROM_ABOVE else rng.normal(0, 0.07)
    c, s = math.cos(turn) * shrink, math.sin(turn) * shrink
    wide, high = max(4, round(part.shape[1] * shrink)), max(4, round(part.shape[0] * shrink))
    middle = np.array([(wide - 1) / 2, (high - 1) / 2])
    linear = np.array([[c, -s], [s, c]])
    move = middle - linear @ [face.x, face.y]
    if shrink < 0.6:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 / shrink), dtype=np.uint8)
    out = cv2.warpAffine(part, np.column_stack([linear, move]), (wide, high), borderMode=cv2.BORDER_REPLICATE)
    seen = photometric(np.asarray(out, dtype=np.uint8), rng, keep_colours=False)
    moved = turned(face, turn)
    moved = Face(float(middle[0]), float(middle[1]), *(v * shrink for v in (moved.ux, moved.uy, moved.vx, moved.vy)))
    return surroundings(seen, moved)


def samples(picture: Picture, rng: np.random.Generator) -> Iterator[tuple[Crop, Label]]:
    """Crops of one picture and what they are: faces laid as for the face reader, and all that a finder saw."""
    for face in (*places(picture, rng, 1), *mined(picture, rng, AGAIN)):
        place = place_of(face, picture.dice)
        crop = crop_of(picture, face, rng) if place is not None else None
        if crop is not None and place is not None:
            yield crop, (int(place), int(label_of(face, picture.dice)[0]) if place == Place.TOP else 0)


def strewn(picture: Picture, rng: np.random.Generator) -> Iterator[tuple[Crop, Label]]:
    """Crops of things that are no dice, laid on a piece of a picture: what a die would show, but no die round it."""
    height, width = picture.image.shape[:2]
    y, x = int(rng.integers(height - PIECE)), int(rng.integers(width - PIECE))
    part = picture.image[y : y + PIECE, x : x + PIECE].copy()
    taken = [(d.quad.mean(axis=0) - [x, y], d.edge) for d in picture.dice]
    laid = []
    for _ in range(STREWN):
        edge, turn = math.exp(rng.uniform(math.log(10), math.log(60))), rng.uniform(0, 2 * math.pi)
        rise = 1.0 if rng.random() < 0.4 else rng.uniform(0.45, 1)
        c, s = math.cos(turn) * edge / 2, math.sin(turn) * edge / 2
        basis, middle = np.array([[c, -s], [s * rise, c * rise]]), rng.uniform(0.1, 0.9, 2) * PIECE
        if all(math.hypot(*(middle - at)) > 2.5 * edge + far for at, far in taken):
            taken.append((middle, 2 * edge))
            thing = (litter, litter, domino, card)[int(rng.integers(4))]
            thing(part, rng, basis, middle)
            laid.append(Face(*(float(v) for v in (*middle, *basis.T.ravel()))))
    seen = Picture(part, (), picture.tags, picture.seed)
    for face in laid:
        crop = crop_of(seen, upright(shaken(face, rng, 0.6)), rng)
        if crop is not None:
            yield crop, (int(Place.NOTHING), 0)


def fresh(folder: Path, rng: np.random.Generator) -> Iterator[tuple[Crop, Label]]:
    """Endless new crops and what they are."""
    while True:
        names = shards(folder)
        shard = Shard(names[int(rng.integers(len(names)))])
        for index in rng.permutation(len(shard))[:25]:
            picture = shard.picture(int(index))
            if not rolled(picture):
                yield from samples(picture, rng)
                yield from samples(pasted(picture, rng), rng)
                yield from strewn(picture, rng)


def batches(folder: Path, size: int, seed: int) -> Iterator[tuple[Crop, npt.NDArray[np.int64]]]:
    """Endless batches: what the network takes in 8 bits, and what each crop is: N × 2."""
    rng = np.random.default_rng(seed)
    for chosen in POOL.batches(fresh(folder, rng), size, rng):
        flips = rng.random(size) < 0.5
        crops = np.stack([c[:, ::-1] if flip else c for (c, _), flip in zip(chosen, flips, strict=True)])
        yield np.ascontiguousarray(crops.transpose(0, 3, 1, 2)), np.array([label for _, label in chosen])
