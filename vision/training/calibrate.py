"""Fit the fusion on made pictures that no network has seen: `python -m vision.training.calibrate SHARDS MODEL`.

Every candidate of every held-out picture gives one row of features and the answer whether it was a die with that
number on top. A small model (`vision.fuse.Fusion`) learns the probability; half of the pictures are kept to say how far
the stated confidence can be believed, and the table printed at the end belongs in the model card.

Made tables are fuller than people's. In more than a third of the pictures lies something that is meant to be taken for
a die: a domino, a lettered cube, a brick, a chip, a die with other than six faces. Networks learn from them what a die
is not; how likely a die is, they would teach wrongly, so here such a picture counts as a quarter of one (`SELDOM`).

Pictures that are seen from the side are also read upside down: which way up a reading looks better (`vision.upright`)
is weighed so that the right one is chosen. Cameras that lie on their side are left out; nobody reads dice like that.
"""

from __future__ import annotations

import argparse
import itertools
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from vision.faces import face_of_quad, rectify
from vision.fuse import NAMES, Fusion
from vision.opinion import Opinion
from vision.pips import EDGE, SIZE, match
from vision.read import DiceReader, upside_down
from vision.read import rows as rows_of
from vision.reading import Image
from vision.training.boost import grow
from vision.training.looks import looks
from vision.training.read_crops import LEANING
from vision.training.shards import COCKED, Picture, Shard, Truth, rolled, shards
from vision.trees import NAMES as KNOTS
from vision.upright import evidence

Floats = npt.NDArray[np.float64]
Arrays = dict[str, npt.NDArray[np.generic]]

HIDDEN_WIDTH = 16
DECAY = 0.1
FITS, SEEN = 6, 0.5
"""How many fits are averaged, and the share of rows that each sees: one alone follows single pictures too closely."""
STEPS = 1200
DIE_TREES, NUMBER_TREES = 300, 100
"""How many trees the two models have; more say the same (loss on pictures kept back)."""
THINGS = frozenset({"domino", "token", "block", "brick", "gem", "chips"})
"""Tags of pictures with things that look much like dice …"""
SELDOM = 0.25
"""… and what such a picture counts: on real tables they are rare."""
SEEN_AT_ALL = 0.12
"""Correlation of a face with its own pattern below which nothing is to be seen of it."""
BINS = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.995, 1.0001)


class Verdict(IntEnum):
    """What a candidate really is."""

    NONE = 0
    WRONG = 1
    """A die that shows another number."""
    RIGHT = 2


def verdict(one: Opinion, picture: Picture) -> Verdict | None:
    """What a candidate is; None: a die nobody can read, or another face of one that leans, which are neither."""
    leans = False
    for die in picture.dice:
        face = face_of_quad(die.quad)
        reach = max(3.0, 0.3 * max(face.edge, one.face.edge))
        far = math.hypot(face.x - one.face.x, face.y - one.face.y)
        leans |= die.tilt > COCKED and far < LEANING * face.edge
        if far < reach:
            if not die.readable or die.hidden >= 0.35 or not visible(picture.image, die):
                return None
            alike = 0.6 < one.face.edge / max(1.0, face.edge) < 1.6
            if alike:
                return Verdict.RIGHT if one.value == die.value else Verdict.WRONG
    return None if leans else Verdict.NONE


def visible(image: Image, die: Truth) -> bool:
    """Whether a die's pips stand out at all: made light and cameras may leave nothing of them for anybody to see."""
    crop = rectify(image, face_of_quad(die.quad), SIZE, EDGE)
    return match(crop).scores[die.value - 1] > SEEN_AT_ALL


class Ways(NamedTuple):
    """A picture seen from the side: what is seen of it the right way up and upside down, and its size in pixels."""

    right: list[Opinion]
    wrong: list[Opinion]
    width: int
    height: int


@dataclass
class Gathered:
    """What was seen in the held-out pictures."""

    rows: list[list[float]] = field(default_factory=list)
    """Features of each candidate."""
    marks: list[Verdict] = field(default_factory=list)
    """What each candidate is."""
    owners: list[int] = field(default_factory=list)
    """The seed of the picture each belongs to."""
    weights: list[float] = field(default_factory=list)
    """What each counts."""
    ways: list[Ways] = field(default_factory=list)
    """Pictures seen from the side, both ways up."""


def gather(folder: Path, model: Path) -> Gathered:
    """Look at all held-out pictures, on all cores."""
    out = Gathered()
    with ProcessPoolExecutor(initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for path, part in zip(shards(folder), pool.map(partial(_gather, model), shards(folder)), strict=True):
            out.rows += part.rows
            out.marks += part.marks
            out.owners += part.owners
            out.weights += part.weights
            out.ways += part.ways
            print(path.stem, flush=True)  # noqa: T201
    return out


def _gather(model: Path, path: Path) -> Gathered:
    """Look at the pictures of one shard."""
    out, reader, shard = Gathered(), DiceReader(model), Shard(path)
    for index in range(len(shard)):
        plain = shard.picture(index)
        if rolled(plain):
            continue
        for number, (picture, hints) in enumerate(looks(plain)):
            seen = reader.opinions(picture.image, hints)
            height, width = picture.image.shape[:2]
            for one, row in zip(seen, rows_of(seen, width, height), strict=True):
                mark = verdict(one, picture)
                if mark is not None:
                    out.rows.append(row)
                    out.marks.append(mark)
                    out.owners.append(picture.seed)
                    out.weights.append(SELDOM if THINGS & set(picture.tags) else 1.0)
            if number == 0 and any(die.readable for die in picture.dice) and "top_down" not in picture.tags:
                out.ways.append(Ways(seen, reader.opinions(upside_down(picture.image)), width, height))
    return out


def weigh(fusion: Fusion, ways: list[Ways]) -> list[float]:
    """Weights of `vision.upright.evidence` under which the right way up wins most clearly."""

    def found(seen: list[Opinion], width: int, height: int) -> tuple[float, float, float]:
        return evidence(seen, fusion.beliefs(rows_of(seen, width, height)))

    gaps = torch.tensor(
        np.array([np.subtract(found(one.right, *one[2:]), found(one.wrong, *one[2:])) for one in ways], np.float32)
    )
    scale = gaps.std(dim=0)
    weights = torch.zeros(gaps.shape[1], requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=200)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = nn.functional.softplus(-(gaps / scale) @ weights).mean() + 0.003 * weights.square().sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    out = (weights / scale).detach()
    print(f"the right way up is chosen in {100 * float(((gaps @ out) > 0).float().mean()):.1f} % of {len(ways)}")  # noqa: T201
    return [float(v) for v in out]


class Bent(nn.Module):  # type: ignore[misc]
    """The bent sum of `vision.fuse.Odds`, to be fitted."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.straight = nn.Linear(features, 1)
        self.hidden = nn.Linear(features, HIDDEN_WIDTH)
        self.bent = nn.Linear(HIDDEN_WIDTH, 1, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """N × features → N log odds."""
        return (self.straight(x) + self.bent(torch.tanh(self.hidden(x))))[:, 0]


@dataclass(frozen=True, slots=True)
class Rows:
    """Candidates to fit to: features (N × F) as they are and normalised, and what each counts."""

    plain: Floats
    normal: Floats
    weights: Floats

    def where(self, chosen: npt.NDArray[np.bool_]) -> Rows:
        """Only some of them."""
        return Rows(self.plain[chosen], self.normal[chosen], self.weights[chosen])


def fit(rows: Rows, wanted: Floats, trees: int) -> Arrays:
    """The numbers of a fitted `vision.fuse.Odds`.

    The bent sum is the mean of several fits, each of which saw most of the rows: one model with all their hidden units.
    """
    fits = [_fit(rows, wanted, seed) for seed in range(FITS)]
    bent = {
        "straight": np.mean([net.straight.weight[0].tolist() for net in fits], axis=0),
        "hidden": np.concatenate([net.hidden.weight.detach().numpy() for net in fits]).T,
        "hidden_bias": np.concatenate([net.hidden.bias.detach().numpy() for net in fits]),
        "bent": np.concatenate([net.bent.weight[0].detach().numpy() for net in fits]) / FITS,
        "bias": np.mean([net.straight.bias.item() for net in fits]),
    }
    return {name: np.asarray(part, np.float16) for name, part in bent.items()} | grow(
        rows.plain, wanted, rows.weights, trees
    )


def _fit(rows: Rows, wanted: Floats, seed: int) -> Bent:
    torch.manual_seed(seed)
    net = Bent(rows.normal.shape[1])
    shown = np.random.default_rng(seed).random(len(wanted)) < SEEN
    inputs, truths, weights = (
        torch.tensor(part[shown], dtype=torch.float32) for part in (rows.normal, wanted, rows.weights)
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=0.01, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    for _ in range(STEPS):
        optimiser.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(net(inputs), truths, weights)
        loss.backward()
        optimiser.step()
        schedule.step()
    return net


def fit_both(rows: Rows, marks: npt.NDArray[np.int64]) -> Arrays:
    """The two models of a `Fusion`: whether there is a die, and, where there is one, whether the number is right."""
    dice = marks != Verdict.NONE
    models = {
        "die": fit(rows, dice.astype(np.float64), DIE_TREES),
        "number": fit(rows.where(dice), (marks[dice] == Verdict.RIGHT).astype(np.float64), NUMBER_TREES),
    }
    return {f"{model}_{name}": part for model, parts in models.items() for name, part in parts.items()}


def blank() -> Arrays:
    """A fusion that knows nothing: an opinion needs none, but the reader wants to load one."""
    count = len(NAMES)
    shapes = {"straight": (count,), "hidden": (count, 1), "hidden_bias": (1,), "bent": (1,), "bias": ()}
    odds = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    leaf = {name: np.zeros(1, np.float32 if name in ("limit", "value") else np.uint16) for name in KNOTS}
    return {f"{model}_{name}": part for model in ("die", "number") for name, part in (odds | leaf).items()}


def main() -> None:
    """Fit, write `fusion.npz`, and print how far the stated confidence can be believed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("shards", type=Path, help="held-out shards")
    parser.add_argument("model", type=Path, help="folder of the networks")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    path = args.model / "fusion.npz"

    def write(parts: Arrays) -> Fusion:
        np.savez_compressed(path, **parts)  # type: ignore[arg-type]
        return Fusion(path)

    none = np.zeros(len(NAMES), np.float32)
    common: Arrays = {"names": np.array(NAMES), "mean": none, "scale": none + 1, "upright": np.zeros(3, np.float32)}
    write(common | blank())
    seen = gather(args.shards, args.model)
    plain, marks = np.array(seen.rows), np.array(seen.marks)
    mean, scale = plain.mean(axis=0), plain.std(axis=0) + 1e-3
    common |= {"mean": mean.astype(np.float32), "scale": scale.astype(np.float32)}
    rows = Rows(plain, (plain - mean) / scale, np.array(seen.weights))
    odd = np.array([owner % 2 == 1 for owner in seen.owners])
    believed = write(common | fit_both(rows.where(~odd), marks[~odd])).beliefs(plain[odd].tolist())
    show("a die with that number", [b.sure for b in believed], marks[odd] == Verdict.RIGHT)
    show("a die", [b.die for b in believed], marks[odd] != Verdict.NONE)
    whole = common | fit_both(rows, marks)
    upright = weigh(write(whole), seen.ways)
    write(whole | {"upright": np.array(upright, np.float32)})
    print(f"{len(marks)} candidates of {len(set(seen.owners))} pictures")  # noqa: T201


def show(what: str, stated: list[float], true: npt.NDArray[np.bool_]) -> None:
    """Print how far stated probabilities can be believed."""
    p = np.array(stated)
    held = np.clip(np.where(true, p, 1 - p), 1e-5, 1)
    print(f"{what}: a loss of {-np.log(held).mean():.4f}")  # noqa: T201
    for low, high in itertools.pairwise(BINS):
        inside = (p >= low) & (p < high)
        if inside.any():
            print(f"{low:5.3f}–{high:5.3f}: {inside.sum():6d} candidates, {100 * true[inside].mean():6.2f} % right")  # noqa: T201


if __name__ == "__main__":
    main()
