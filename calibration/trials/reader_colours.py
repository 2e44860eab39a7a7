"""Colours of dice that the whole reader read rightly: `python -m calibration.trials.reader_colours FOLDER`.

FOLDER as for `renders_colours`. Told are the shares of right colours with nothing known, with the dice set named (what
the dice-set step does at least), and with inks learned from the other dice of the same picture joined to the network's
opinion with equal weight, before the number has its say.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.colours import Sample, learn
from calibration.trials.renders_colours import SETS, sample_of
from vision.colours import check_colours
from vision.faces import rectify
from vision.opinion import Opinion, log_softmax
from vision.pictures import load_picture
from vision.pips import EDGE, SIZE
from vision.read import DiceReader, load_reader
from vision.reading import Image

Logs = tuple[float, ...]
WEIGHT = 0.5
"""Of the learned inks against the network."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was read rightly."""

    number: int
    truth: dict[str, Any]
    opinion: Opinion


def tests(folder: Path, reader: DiceReader) -> Iterable[tuple[str, str, bool]]:
    """Group (light or cast), way, and whether the colour was right, for every rightly read die of a Kismet set."""
    for path in sorted((folder / "truth").glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        flat = [die for die in truth["dice"] if die["scheme"] in SETS and not die["cocked"]]
        if len({die["scheme"] for die in flat}) != 1:
            continue
        image = load_picture(folder / "images" / truth["image"]).image
        dice = read_rightly(flat, reader.opinions(image))
        samples = top_samples(image, flat, np.random.default_rng(truth["seed"]))
        name = SETS[flat[0]["scheme"]]
        inks = [learned_logs(image, die, samples, name) for die in dice]
        network = [die.opinion.colours for die in dice]
        both = [joined(ink, logs) for ink, logs in zip(inks, network, strict=True)]
        ways = (("nothing known", network, "auto"), ("set named", network, name), ("inks learned", both, name))
        casts = [tag for tag in truth["tags"] if tag.startswith("cast_")]
        for way, colours, named in ways:
            seen = [replace(die.opinion, colours=logs) for die, logs in zip(dice, colours, strict=True)]
            sure = [0.99] * len(seen)
            for die, check in zip(dice, check_colours(seen, sure, sure, named), strict=True):
                for group in ("all", truth["light"]["kind"], *casts):
                    yield group, way, check.colour == die.truth["pip_colour"]


def read_rightly(flat: list[dict[str, Any]], seen: list[Opinion]) -> list[Die]:
    """The dice in full view whose number the reader got."""
    out = []
    for die in flat:
        middle = np.array(die["top_quad"]).mean(axis=0)
        near = [(float(np.hypot(one.face.x - middle[0], one.face.y - middle[1])), one) for one in seen]
        far, one = min(near, key=lambda pair: pair[0], default=(np.inf, None))
        clear = die["top_visible"] > 0.8 and die["in_frame"] > 0.99
        if one is not None and clear and far < 0.5 * die["die_px"] and one.value == die["value"]:
            out.append(Die(die["id"], die, one))
    return out


def top_samples(image: Image, flat: list[dict[str, Any]], rng: np.random.Generator) -> dict[int, Sample]:
    """What the top faces look like, by die."""
    out = {}
    for die in flat:
        if die["top_visible"] >= 0.8 and die["in_frame"] > 0.99:
            found = sample_of(image, die["top_quad"], die["value"], rng)
            if found is not None:
                out[die["id"]] = found[0]
    return out


def learned_logs(image: Image, die: Die, samples: dict[int, Sample], name: str) -> Logs | None:
    """What inks learned from the other dice say of this one."""
    lesson = learn([sample for number, sample in samples.items() if number != die.number], name)
    if lesson is None:
        return None
    face = rectify(image, die.opinion.face, SIZE, EDGE)
    return lesson.learned.told(face, die.opinion.match.pips(die.opinion.value))


def joined(ink: Logs | None, network: Logs) -> Logs:
    """Both opinions, as log probabilities."""
    if ink is None:
        return network
    return log_softmax(tuple(WEIGHT * a + (1 - WEIGHT) * b for a, b in zip(ink, network, strict=True)))


def main(arguments: list[str] | None = None) -> int:
    """Print the shares."""
    parser = argparse.ArgumentParser(prog="python -m calibration.trials.reader_colours", description=__doc__)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    counts: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for group, way, right in tests(options.folder, load_reader()):
        counts[group][way].append(right)
    for group, ways in sorted(counts.items()):
        sys.stdout.write(f"{group}\n")
        for way, rights in ways.items():
            share = 100 * float(np.mean(rights))
            sys.stdout.write(f"  {way}: {sum(rights)} of {len(rights)} ({share:.2f} %)\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
