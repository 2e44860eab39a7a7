"""Measures what inks usually look like, and how well learning them works: `python -m calibration.trials.fit_colours`.

Makes throws in many scenes, measures the tint of every top face (with the reader's usual error in its corners), writes
them to a file that a second run continues, then fits `calibration/inks.json`. With `--report`, learns from each scene's
first throws with a prior fitted on the *other* scenes, and prints how many later dice are named rightly by ink alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.trials.throws import Throw, draw_scene, throw
from vision.faces import face_of_quad, rectify
from vision.learned import measure_tint
from vision.pips import EDGE, SIZE, match

LEARN, TEST, RELIT = range(5), range(5, 10), range(100, 103)
"""Throws to learn from, to test with, and to test with under another lamp."""
CORNERS = 0.03
"""How far the reader's corners are off, in edges."""
LEAST = 4
"""Faces of a colour in a scene that its mean is taken from."""

Row = dict[str, Any]


def rows_of(scene: int, lamp: int, number: int, thrown: Throw) -> Iterable[Row]:
    """The tints of a throw's readable dice."""
    rng = np.random.default_rng([scene, lamp, number])
    height, width = thrown.image.shape[:2]
    for die in thrown.dice:
        face = face_of_quad(die.quad + rng.normal(0, CORNERS * die.die_px, (4, 2)))
        x0, y0, x1, y1 = face.box
        if not die.readable or die.hidden > 0.2 or x0 < -2 or y0 < -2 or x1 > width or y1 > height:
            continue
        flat = rectify(thrown.image, face, SIZE, EDGE)
        found = match(flat)
        tint = measure_tint(flat, found.pips(die.value))
        if tint is None or found.value != die.value:
            continue  # not "rightly read"
        yield {
            "scene": scene, "lamp": lamp, "throw": number, "scheme": die.scheme, "value": die.value,
            "colour": die.pip_colour, "edge": round(face.edge, 2), "place": tint.place, "body": tint.body,
        }  # fmt: skip


def measure(path: Path, scenes: range) -> list[Row]:
    """The rows of all scenes; those that `path` lacks are made and added to it."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    done = {row["scene"] for row in rows}
    with path.open("a", encoding="utf-8") as out:
        for number in scenes:
            if number in done:
                continue
            scene = draw_scene(number)
            new: list[Row] = []
            for lamp, throws in ((0, (*LEARN, *TEST)), (1, RELIT)):
                for n in throws:
                    new += rows_of(number, lamp, n, throw(replace(scene, lamp=lamp), n))
            if not new:
                out.write(json.dumps({"scene": number, "empty": True}) + "\n")  # so that it is not made again
            out.writelines(json.dumps(row) + "\n" for row in new)
            out.flush()
            rows += new
            sys.stderr.write(f"scene {number}: {len(new)} faces\n")
    return [row for row in rows if "empty" not in row]


def fit(rows: list[Row]) -> dict[str, Any]:
    """Mean, scatter between scenes and scatter within, by colour."""
    groups: dict[tuple[str, int], list[Any]] = defaultdict(list)
    for row in rows:
        if row["lamp"] == 0:
            groups[row["colour"], row["scene"]].append(row["place"])
    out = {}
    for colour in ("black", "red", "green", "blue"):
        means, rests = [], []
        for (name, _), group in sorted(groups.items()):
            if name == colour and len(group) >= LEAST:
                places = np.array(group)
                means.append(places.mean(axis=0))
                rests.append(places - places.mean(axis=0))
        rest = np.concatenate(rests)
        within = rest.T @ rest / max(1, len(rest) - len(means)) + 2e-4 * np.eye(3)
        many = float(np.mean([len(r) for r in rests]))
        between = np.cov(np.array(means).T) - within / many
        sizes, axes = np.linalg.eigh(between)
        between = axes @ np.diag(np.maximum(sizes, 1e-4)) @ axes.T
        out[colour] = {
            "mean": np.mean(means, axis=0).round(5).tolist(),
            "between": between.round(6).tolist(),
            "within": within.round(6).tolist(),
        }
    return out


def main(arguments: list[str] | None = None) -> int:
    """Measure, fit, and report."""
    parser = argparse.ArgumentParser(prog="python -m calibration.trials.fit_colours", description=__doc__)
    parser.add_argument("--rows", type=Path, required=True, help="file of measured faces (JSON lines)")
    parser.add_argument("--scenes", type=int, default=160)
    parser.add_argument("--report", action="store_true", help="test the learning, leaving out each scene in turn")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    rows = measure(options.rows, range(options.scenes))
    rows = [row for row in rows if row["scene"] < options.scenes]
    if options.report:
        from calibration.trials.report_colours import report

        sys.stdout.write(report(rows))
        return 0
    prior = json.dumps(fit(rows), indent=1)
    Path(__file__).parents[1].joinpath("inks.json").write_text(prior + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
