"""From when on is a picture too bad? `python -m calibration.trials.fit_checks PICTURES [--model FOLDER]`.

PICTURES is what `calibration.trials.spoiled` wrote. Every die is measured as the checks do it and read as the reader
does it; of each measure is told how often dice were read rightly and surely, and where that falls off: the numbers in
`calibration/checks/limits.py` are these, rounded.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.checks import limits
from calibration.checks.measures import FaceMeasures, measure_face
from vision.faces import face_of_quad
from vision.pictures import load_picture
from vision.read import DiceReader, load_reader
from vision.reading import DieReading, Hints

Floats = npt.NDArray[np.float64]
CERTAIN = 0.9
"""Confidence from which a die counts as surely read."""
GOOD, BAD = 0.95, 0.8
"""Shares of the best, at which a measure is still good, and from which on it is bad."""
NEAR = 0.5
"""A reading belongs to the die whose centre lies within so many edges."""


@dataclass(frozen=True, slots=True)
class Try:
    """One die of a spoiled picture."""

    kind: str
    amount: float
    face: FaceMeasures
    right: bool
    sure: bool


def tries(folder: Path, reader: DiceReader) -> Iterable[Try]:
    """Measure and read all dice that can be seen."""
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        image = load_picture(folder / row["image"]).image
        read = reader.read(image, Hints(count=len(row["dice"])))
        for die in row["dice"]:
            quad = np.array(die["quad"])
            inside = quad.min() > 0 and quad[:, 0].max() < image.shape[1] and quad[:, 1].max() < image.shape[0]
            if die["hidden"] > 0.1 or not inside:
                continue
            found = _found(read.dice, quad, die["die_px"])
            face = face_of_quad(np.array(found.quad) if found is not None else quad)
            measured = measure_face(image, face, die["value"])
            if measured is None:
                continue
            right = found is not None and found.value == die["value"]
            sure = right and found is not None and found.confidence >= CERTAIN
            yield Try(row["kind"], row["amount"], measured, right, sure)


def _found(dice: Iterable[DieReading], quad: Floats, edge: float) -> DieReading | None:
    middle = quad.mean(axis=0)
    near = [(float(np.hypot(*(np.array(die.centre) - middle))), die) for die in dice]
    distance, die = min(near, key=lambda pair: pair[0], default=(np.inf, None))
    return die if distance < NEAR * edge else None


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing that is checked: where it is looked for, how it is taken, and which way is better."""

    name: str
    kinds: tuple[str, ...]
    take: Callable[[FaceMeasures], float]
    more_is_better: bool
    other: Callable[[FaceMeasures], bool]
    """Whether nothing else is wrong with the face."""


def _lit(face: FaceMeasures) -> bool:
    return face.burnt < 0.3 and face.brightness > 90


MEASURES = (
    Measure("edge, pixels", ("size",), lambda f: f.edge, True, _lit),
    Measure(
        "blur / edge", ("blur",), lambda f: f.blur / f.edge, False, lambda f: _lit(f) and f.contrast > limits.JUDGED
    ),
    Measure(
        "blur / edge, smeared",
        ("smear",),
        lambda f: f.blur / f.edge,
        False,
        lambda f: _lit(f) and f.contrast > limits.JUDGED,
    ),
    Measure("brightness", ("light",), lambda f: f.brightness, True, lambda f: f.burnt < 0.05),
    Measure("burnt share", ("light", "glare"), lambda f: f.burnt, False, lambda f: f.brightness > 200),
    Measure("glare", ("glare",), lambda f: f.glare, False, lambda f: f.burnt < 0.3),
    Measure("contrast, levels", ("light", "blur", "glare"), lambda f: f.contrast, True, lambda _: True),
)


def table(measure: Measure, seen: list[Try], bins: int = 8) -> str:
    """How dice fared by this measure, and where it falls off."""
    mine = [t for t in seen if t.kind in measure.kinds and measure.other(t.face)]
    if len(mine) < 30:
        return f"{measure.name}: too few dice ({len(mine)})\n"
    values = np.array([measure.take(t.face) for t in mine])
    sure, right = np.array([t.sure for t in mine]), np.array([t.right for t in mine])
    lines = [f"{measure.name}: {len(mine)} dice"]
    edges = np.unique(np.quantile(values, np.linspace(0, 1, bins + 1)))
    for low, high in itertools.pairwise(edges.tolist()):
        here = (values >= low) & ((values < high) | (high == edges[-1]) & (values <= high))
        if here.any():
            shares = f"right {right[here].mean():.3f}  sure {sure[here].mean():.3f}"
            lines.append(f"  {low:8.3f} to {high:8.3f}  n {here.sum():4d}  {shares}")
    good, bad = falls_off(values if measure.more_is_better else -values, sure.astype(np.float64))
    sign = 1 if measure.more_is_better else -1
    lines.append(f"  falls to {GOOD:.0%} of the best at {sign * good:.3f}, to {BAD:.0%} at {sign * bad:.3f}")
    return "\n".join(lines) + "\n"


def falls_off(values: Floats, good: Floats) -> tuple[float, float]:
    """Where the share of good ones, which can only grow with the value, falls to `GOOD` and `BAD` of its best."""
    order = np.argsort(values)
    x, y = values[order], rising(good[order])
    best = float(y[-max(5, len(y) // 4) :].mean())
    spots = [x[int(np.argmax(y >= share * best))] for share in (GOOD, BAD)]
    return float(spots[0]), float(spots[1])


def rising(values: Floats) -> Floats:
    """The nearest sequence that never falls (pooling adjacent violators)."""
    blocks: list[tuple[float, int]] = []
    for value in values.tolist():
        mean, count = float(value), 1
        while blocks and blocks[-1][0] >= mean:
            before, many = blocks.pop()
            mean, count = (mean * count + before * many) / (count + many), count + many
        blocks.append((mean, count))
    return np.concatenate([np.full(count, mean) for mean, count in blocks])


def tilts(folder: Path, reader: DiceReader) -> tuple[Floats, Floats]:
    """The camera's elevation over each large, clear die of rendered pictures, and whether it was read surely."""
    rows = []
    for path in sorted((folder / "truth").glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        if {"blur", "under", "over", "low_light"} & set(truth["tags"]):
            continue
        read = reader.read(load_picture(folder / "images" / truth["image"]).image)
        for die in truth["dice"]:
            quad = np.array(die["top_quad"])
            clear = not die["cocked"] and die["top_visible"] >= 0.8 and die["in_frame"] >= 1
            if clear and face_of_quad(quad).edge >= limits.GOOD_EDGE:
                found = _found(read.dice, quad, die["die_px"])
                sure = found is not None and found.value == die["value"] and found.confidence >= CERTAIN
                rows.append((truth["camera"]["elevation_deg"], float(sure)))
    seen = np.array(rows)
    return seen[:, 0], seen[:, 1]


def tilt_table(elevations: Floats, sure: Floats) -> str:
    """How dice fared by the camera's elevation."""
    lines = [f"elevation, degrees: {len(sure)} dice"]
    for low, high in itertools.pairwise((20, 36, 42, 50, 60, 75, 91)):
        here = (elevations >= low) & (elevations < high)
        if here.any():
            lines.append(f"  {low} to {high}  n {here.sum():4d}  sure {sure[here].mean():.3f}")
    good, bad = falls_off(elevations, sure)
    lines.append(f"  falls to {GOOD:.0%} of the best at {good:.0f}, to {BAD:.0%} at {bad:.0f}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m calibration.trials.fit_checks", description=__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--model", type=Path, help="folder of the networks (default: those that ship)")
    parser.add_argument("--renders", type=Path, help="folder of rendered pictures, for the camera's tilt")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader = load_reader() if options.model is None else DiceReader(options.model)
    seen = list(tries(options.pictures, reader))
    for measure in MEASURES:
        sys.stdout.write(table(measure, seen) + "\n")
    if options.renders is not None:
        sys.stdout.write(tilt_table(*tilts(options.renders, reader)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
