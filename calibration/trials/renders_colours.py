"""Colours on rendered pictures: `python -m calibration.trials.renders_colours FOLDER`.

FOLDER holds `images` and, per picture, `truth/NAME.json` with the faces of every die. No two pictures share a light, so
throws under one light are not to be had: for each die, the inks are learned from the top faces of the *other* dice of
its picture, as after a single throw, and its own top face is then named. (Side faces are of no use for this: they see
other parts of the room, and their inks lie up to five times as far from the top's as tops lie from each other.)
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.colours import Sample, learn, usual_inks
from seeds import dice_sets
from vision.colour import ORDER
from vision.colours import PLAIN
from vision.faces import face_of_quad, rectify
from vision.learned import LearnedColours, measure_tint
from vision.pictures import load_picture
from vision.pips import EDGE, SIZE, match
from vision.reading import Image, PipColour

SETS = {"kismet_classic": "classic", "kismet_new": "blue"}
CORNERS = 0.03
"""How far the reader's corners are off, in edges."""


@dataclass(frozen=True, slots=True)
class Named:
    """One tested die."""

    learned: bool
    """Whether ink alone names it rightly after learning."""
    usual: bool
    """The same with the usual inks only."""
    with_number: bool
    """Whether ink and number together do, as the reader joins them: the colour of the number, unless ink says that
    this is as good as impossible."""
    light: str
    cast: str
    edge: float
    alike: int
    """How many faces of its own colour were learned from."""


def sample_of(image: Image, quad: Any, value: int, rng: np.random.Generator) -> tuple[Sample, float] | None:
    """A face as calibration measures it, if its pips can be made out, and its edge in pixels."""
    corners = np.array(quad)
    face = face_of_quad(corners)
    face = face_of_quad(corners + rng.normal(0, CORNERS * face.edge, (4, 2)))
    flat = rectify(image, face, SIZE, EDGE)
    found = match(flat)
    tint = measure_tint(flat, found.pips(value))
    return (Sample(value, tint), face.edge) if tint is not None and found.value == value else None


def tests(folder: Path) -> Iterable[Named]:
    """All dice of the Kismet sets that are in view, flat and rightly read by their pips."""
    for path in sorted((folder / "truth").glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        dice = [die for die in truth["dice"] if die["scheme"] in SETS and not die["cocked"]]
        if not dice:
            continue
        image = load_picture(folder / "images" / truth["image"]).image
        rng = np.random.default_rng(truth["seed"])
        tops = {}
        for die in dice:
            for face in die["faces"]:
                if face["up"] < 0.99 or face["visible"] < 0.8 or die["in_frame"] < 0.99:
                    continue
                found = sample_of(image, face["quad"], face["value"], rng)
                if found is not None:
                    tops[die["id"]] = (found, die)
        cast = next((tag for tag in truth["tags"] if tag.startswith("cast_")), "no cast")
        for number, ((sample, edge), die) in tops.items():
            others = [other for n, ((other, _), _) in tops.items() if n != number]
            lesson = learn(others, SETS[die["scheme"]])
            name = dice_sets()[SETS[die["scheme"]]].colours[sample.value]
            alike = sum(other.value in (sample.value, 7 - sample.value) for other in others)
            usual = _usual(sample, SETS[die["scheme"]])
            learned = _named(lesson.learned, sample) if lesson is not None else usual
            joined = lesson is None or _chance(lesson.learned, sample, name) >= PLAIN
            yield Named(learned == name, usual == name, joined, truth["light"]["kind"], cast, edge, alike)


def _named(learned: LearnedColours, sample: Sample) -> str:
    logs = learned.chances(sample.tint)
    return str(max(learned.colours, key=lambda colour: logs[ORDER.index(colour)]))


def _chance(learned: LearnedColours, sample: Sample, name: str) -> float:
    return float(np.exp(learned.chances(sample.tint)[ORDER.index(PipColour(name))]))


def _usual(sample: Sample, dice_set: str) -> str:
    """The colour of the set that the usual inks make likeliest."""
    best, name = -np.inf, ""
    for colour, prior in usual_inks().items():
        if str(colour) not in dice_sets()[dice_set].colours.values():
            continue
        spread = prior.between + prior.within
        away = np.array(sample.tint.place) - prior.mean
        score = -0.5 * (away @ np.linalg.solve(spread, away) + np.linalg.slogdet(spread)[1])
        if score > best:
            best, name = float(score), str(colour)
    return name


def main(arguments: list[str] | None = None) -> int:
    """Print the shares."""
    parser = argparse.ArgumentParser(prog="python -m calibration.trials.renders_colours", description=__doc__)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    seen = list(tests(options.folder))
    groups: dict[str, list[Named]] = defaultdict(list)
    for one in seen:
        groups["all"].append(one)
        groups[f"light: {one.light}"].append(one)
        groups[f"cast: {one.cast}"].append(one)
        groups["25 pixels and more" if one.edge >= 25 else "under 25 pixels"].append(one)
        groups[f"faces of its colour learned from: {min(one.alike, 2)}{'+' if one.alike > 1 else ''}"].append(one)
    sys.stdout.write("group | dice | usual inks | learned inks | learned inks and number\n")
    for name, group in sorted(groups.items()):
        shares = (float(np.mean([getattr(n, key) for n in group])) for key in ("usual", "learned", "with_number"))
        sys.stdout.write(f"{name} | {len(group)} | " + " | ".join(f"{100 * share:.2f} %" for share in shares) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
