"""How each held-out picture is looked at, for the confidence to be fitted to what will be met.

As it is; as another camera under another light would have taken it; by such a camera in a game, where the size of dice
is known; and close up, since people show one or a few dice to a camera, and made tables are seen whole.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import face_of_quad
from vision.reading import NO_HINTS, Hints
from vision.training.augment import photometric
from vision.training.shards import Picture, Truth

CUT = 0.12
"""Share of a face beyond the border from which it counts as hidden there."""


class Look(NamedTuple):
    """A picture and what the reader is told of it."""

    picture: Picture
    hints: Hints = NO_HINTS


def looks(picture: Picture) -> list[Look]:
    """The picture as it is, by another camera, by another one in a game, and close up."""
    rng = np.random.default_rng(picture.seed)
    other, in_game = otherwise(picture, rng), otherwise(picture, rng)
    edges = [die.edge for die in in_game.dice if die.readable]
    known = Hints(die_px=float(np.median(edges)), hanging=False) if edges else NO_HINTS
    return [Look(picture), Look(other), Look(in_game, known), Look(close_up(picture, rng))]


def otherwise(picture: Picture, rng: np.random.Generator) -> Picture:
    """A picture smaller or larger, under another light."""
    scale = math.exp(rng.uniform(math.log(0.6), math.log(1.5)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    image = np.asarray(cv2.resize(picture.image, None, fx=scale, fy=scale, interpolation=how), dtype=np.uint8)
    dice = tuple(replace(d, quad=d.quad * np.float32(scale), edge=d.edge * scale) for d in picture.dice)
    return Picture(photometric(image, rng, keep_colours=True), dice, picture.tags, picture.seed)


def close_up(picture: Picture, rng: np.random.Generator) -> Picture:
    """A piece of a picture round one of its dice, two and a half to nine dice wide; all of it if it has none."""
    height, width = picture.image.shape[:2]
    clear = [die for die in picture.dice if die.readable]
    if not clear:
        return otherwise(picture, rng)
    die = clear[int(rng.integers(len(clear)))]
    wide = min(width, round(die.edge * math.exp(rng.uniform(math.log(2.5), math.log(9.0)))))
    high = min(height, round(wide * rng.uniform(0.6, 1.0)))
    middle = die.quad.mean(axis=0) + rng.uniform(-0.25, 0.25, 2) * (wide, high)
    x = int(np.clip(middle[0] - wide / 2, 0, width - wide))
    y = int(np.clip(middle[1] - high / 2, 0, height - high))
    part = np.ascontiguousarray(picture.image[y : y + high, x : x + wide])
    corner = np.array([x, y], np.float32)
    dice = tuple(_cut(replace(d, quad=d.quad - corner), wide, high) for d in picture.dice)
    return Picture(photometric(part, rng, keep_colours=True), dice, picture.tags, picture.seed)


def _cut(die: Truth, wide: int, high: int) -> Truth:
    """A die of a piece so wide and high, with what lies beyond its border counted as hidden."""
    share: npt.NDArray[np.float64] = (np.arange(8) + 0.5) / 8
    face = face_of_quad(die.quad)
    a, b = np.meshgrid(2 * share - 1, 2 * share - 1)
    x, y = face.x + a * face.ux + b * face.vx, face.y + a * face.uy + b * face.vy
    beyond = float(((x < 0) | (y < 0) | (x > wide - 1) | (y > high - 1)).mean())
    return replace(die, hidden=max(die.hidden, beyond)) if beyond > CUT else die
