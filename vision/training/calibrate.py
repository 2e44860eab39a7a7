"""Fit the fusion on made pictures that no network has seen: `python -m vision.training.calibrate SHARDS MODEL`.

Every candidate of every held-out picture gives one row of features and the answer whether it was a die with that
number on top. A small model (`vision.fuse.Fusion`) learns the probability; half of the pictures are kept to say how far
the stated confidence can be believed, and the table printed at the end belongs in the model card.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from vision.faces import face_of_quad
from vision.fuse import NAMES, Fusion, Opinion
from vision.read import DiceReader
from vision.read import rows as rows_of
from vision.reading import NO_HINTS, Hints
from vision.training.augment import photometric
from vision.training.shards import Picture, Shard, shards

HIDDEN_WIDTH = 8
DECAY = 0.03
BINS = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.995, 1.0001)


def verdict(one: Opinion, picture: Picture) -> int | None:
    """1: a die showing that number; 0: not; None: a die nobody can read, which is neither."""
    for die in picture.dice:
        face = face_of_quad(die.quad)
        reach = max(3.0, 0.3 * max(face.edge, one.face.edge))
        if math.hypot(face.x - one.face.x, face.y - one.face.y) < reach:
            if not die.readable or die.hidden >= 0.35:
                return None
            alike = 0.6 < one.face.edge / max(1.0, face.edge) < 1.6
            return int(one.value == die.value and alike)
    return 0


def looks(picture: Picture) -> list[Picture]:
    """The picture as it is, and twice smaller or larger and under other light, as another camera would see it."""
    rng = np.random.default_rng(picture.seed)
    out = [picture]
    for _ in range(2):
        scale = math.exp(rng.uniform(math.log(0.6), math.log(1.5)))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(picture.image, None, fx=scale, fy=scale, interpolation=how), dtype=np.uint8)
        dice = tuple(replace(d, quad=d.quad * np.float32(scale), edge=d.edge * scale) for d in picture.dice)
        out.append(Picture(photometric(image, rng, keep_colours=True), dice, picture.tags, picture.seed))
    return out


def gather(folder: Path, reader: DiceReader) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], list[int]]:
    """Features, verdicts and the picture each row belongs to."""
    rows, marks, owners = [], [], []
    for path in shards(folder):
        shard = Shard(path)
        for index in range(len(shard)):
            for number, picture in enumerate(looks(shard.picture(index))):
                edges = [d.edge for d in picture.dice if d.readable]
                known = Hints(die_px=float(np.median(edges))) if edges and number == 2 else NO_HINTS
                seen = reader.opinions(picture.image, known)
                for one, row in zip(seen, rows_of(seen), strict=True):
                    mark = verdict(one, picture)
                    if mark is not None:
                        rows.append(row)
                        marks.append(mark)
                        owners.append(picture.seed)
    return np.array(rows), np.array(marks, dtype=np.float64), owners


class Odds(nn.Module):  # type: ignore[misc]
    """The model of `vision.fuse.Fusion`, to be fitted."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.straight = nn.Linear(features, 1)
        self.hidden = nn.Linear(features, HIDDEN_WIDTH)
        self.bent = nn.Linear(HIDDEN_WIDTH, 1, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """N × features → N log odds."""
        return (self.straight(x) + self.bent(torch.tanh(self.hidden(x))))[:, 0]


def fit(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], steps: int = 1200) -> dict[str, object]:
    """The numbers of a fitted `Fusion`, but for its names and scales."""
    torch.manual_seed(3)
    net = Odds(x.shape[1])
    inputs, wanted = torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)
    optimiser = torch.optim.AdamW(net.parameters(), lr=0.01, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(net(inputs), wanted)
        loss.backward()
        optimiser.step()
        schedule.step()
    return {
        "straight": net.straight.weight[0].tolist(),
        "bias": net.straight.bias.item(),
        "hidden": net.hidden.weight.T.tolist(),
        "hidden_bias": net.hidden.bias.tolist(),
        "bent": net.bent.weight[0].tolist(),
    }


def rounded(value: object) -> object:
    """Nested lists of numbers with five digits: enough, and readable."""
    if isinstance(value, list):
        return [rounded(v) for v in value]
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return round(value, 5) if isinstance(value, float) else value


def main() -> None:
    """Fit, write `fusion.json`, and print how far the stated confidence can be believed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("shards", type=Path, help="held-out shards")
    parser.add_argument("model", type=Path, help="folder of the networks")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    path = args.model / "fusion.json"
    # An opinion needs no fusion, but the reader wants to load one; an older one belongs to other networks.
    none = [0.0] * len(NAMES)
    empty = {"straight": none, "bias": 0.0, "hidden": [[0.0]] * len(NAMES), "hidden_bias": [0.0], "bent": [0.0]}
    path.write_text(json.dumps({"names": NAMES, "mean": none, "scale": [1.0] * len(NAMES), **empty}))
    x, y, owners = gather(args.shards, DiceReader(args.model))
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-3
    odd = np.array([owner % 2 == 1 for owner in owners])
    common = {"names": NAMES, "mean": mean.tolist(), "scale": scale.tolist()}
    path.write_text(json.dumps({**common, **fit(((x - mean) / scale)[~odd], y[~odd])}))
    p = np.array(Fusion(path).confidence(x[odd].tolist()))
    for low, high in itertools.pairwise(BINS):
        inside = (p >= low) & (p < high)
        if inside.any():
            print(f"{low:5.3f}–{high:5.3f}: {inside.sum():6d} candidates, {100 * y[odd][inside].mean():6.2f} % right")  # noqa: T201
    whole = {**common, **fit((x - mean) / scale, y)}
    path.write_text(json.dumps(rounded(whole), indent=1) + "\n", encoding="utf-8")
    print(f"{len(y)} candidates of {len(set(owners))} pictures")  # noqa: T201


if __name__ == "__main__":
    main()
