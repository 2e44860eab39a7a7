"""Batches for the face reader: ray-cast faces and drawn ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.faces import folded, normalise
from vision.reading import Image
from vision.training.drawn import SIDE, face
from vision.training.pool import Pool
from vision.training.read_crops import mined, mirrored, pasted, places, samples
from vision.training.shards import Shard, rolled, shards

Floats = npt.NDArray[np.float32]

POOL = Pool(keep=24_000, first=4_000, reuse=3)
DRAWN = 1
"""Flat drawn faces for each crop of a face that was laid in a picture."""


def fresh(folder: Path, rng: np.random.Generator) -> Iterator[tuple[Image, Floats]]:
    """Endless new crops with their labels."""
    while True:
        names = shards(folder)
        shard = Shard(names[int(len(names) * rng.random() ** 0.8)])
        for index in rng.permutation(len(shard))[:25]:
            picture = shard.picture(int(index))
            if rolled(picture):
                continue
            height, width = picture.image.shape[:2]
            yield from samples(picture, mined(picture, rng, 1), rng)
            more = pasted(picture, rng)
            laid = samples(picture, places(picture, rng, 1), rng)
            for crop, label in (*laid, *samples(more, places(more, rng, 1), rng)):
                yield crop, label
                for _ in range(DRAWN):
                    y, x = int(rng.integers(height - SIDE)), int(rng.integers(width - SIDE))
                    yield face(rng, picture.image[y : y + SIDE, x : x + SIDE])


def batches(folder: Path, size: int, seed: int) -> Iterator[tuple[Floats, Floats]]:
    """Endless batches: normalised, folded crops N × 12 × CROP/2 × CROP/2, labels N × LABELS."""
    rng = np.random.default_rng(seed)
    for chosen in POOL.batches(fresh(folder, rng), size, rng):
        flips = rng.random(size) < 0.5
        x = np.stack([crop[:, ::-1] if flip else crop for (crop, _), flip in zip(chosen, flips, strict=True)])
        y = np.stack([mirrored(label) if flip else label for (_, label), flip in zip(chosen, flips, strict=True)])
        yield folded(normalise(x.transpose(0, 3, 1, 2))), y
