"""Batches for the face reader: ray-cast faces and drawn ones, kept in a pool and each used a few times.

Making a crop costs more than learning from it, so crops stay in a pool for a while; each batch draws from the pool,
and a third as many new crops replace random old ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.faces import normalise
from vision.reading import Image
from vision.training.drawn import SIDE, face
from vision.training.read_crops import mirrored, pasted, samples
from vision.training.shards import Shard, rolled, shards

Floats = npt.NDArray[np.float32]

POOL = 24_000
"""Crops kept."""
FIRST = 4_000
"""Crops made before learning begins."""
REUSE = 3
"""How often a crop is used, about."""
DRAWN = 1
"""Flat drawn faces for each crop from a picture."""


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
            for crop, label in (*samples(picture, rng), *samples(pasted(picture, rng), rng, 1)):
                yield crop, label
                for _ in range(DRAWN):
                    y, x = int(rng.integers(height - SIDE)), int(rng.integers(width - SIDE))
                    yield face(rng, picture.image[y : y + SIDE, x : x + SIDE])


def batches(folder: Path, size: int, seed: int) -> Iterator[tuple[Floats, Floats]]:
    """Endless batches: normalised crops N × 3 × CROP × CROP, labels N × LABELS."""
    rng = np.random.default_rng(seed)
    source = fresh(folder, rng)
    crops: list[Image] = []
    labels: list[Floats] = []
    for _ in range(FIRST):
        crop, label = next(source)
        crops.append(crop)
        labels.append(label)
    while True:
        for _ in range(size // REUSE):
            crop, label = next(source)
            if len(crops) < POOL:
                crops.append(crop)
                labels.append(label)
            else:
                at = int(rng.integers(POOL))
                crops[at], labels[at] = crop, label
        chosen = rng.integers(len(crops), size=size)
        flips = rng.random(size) < 0.5
        x = np.stack([crops[i][:, ::-1] if flip else crops[i] for i, flip in zip(chosen, flips, strict=True)])
        y = np.stack([mirrored(labels[i]) if flip else labels[i] for i, flip in zip(chosen, flips, strict=True)])
        yield normalise(x.transpose(0, 3, 1, 2)), y
