"""Pictures spoiled in one way by a known amount: `python -m calibration.trials.spoiled --out DIR`.

What a check warns of, and from when on, follows from how the reader fares on these. A second run makes what is missing.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.trials.throws import Scene, draw_scene, throw

KINDS = ("size", "blur", "smear", "light", "glare")
FIRST = 10_000
"""Seeds from here on are used for nothing else."""


def spoiled(kind: str, number: int) -> tuple[Scene, float]:
    """A scene spoiled in one way, and by how much (see `KINDS`): pixels, pixels, pixels, stops, times the light."""
    rng = np.random.default_rng([7, KINDS.index(kind), number])
    seed = FIRST + 1000 * KINDS.index(kind) + number
    scene = draw_scene(seed)
    large = replace(scene, die_px=float(np.exp(rng.uniform(np.log(26), np.log(60)))))
    match kind:
        case "size":
            px = float(np.exp(rng.uniform(np.log(7), np.log(50))))
            return replace(scene, die_px=px, blur=float(rng.uniform(0.4, 0.8))), px
        case "blur":
            sigma = float(np.exp(rng.uniform(np.log(0.4), np.log(9))))
            return replace(large, blur=sigma), sigma
        case "smear":
            length = float(rng.uniform(0, 30))
            return replace(large, blur=0.6, smear=length), length
        case "light":
            stops = float(rng.uniform(-6, 5))
            return replace(large, blur=0.6, stops=stops), stops
        case _:
            times = float(np.exp(rng.uniform(np.log(0.3), np.log(40))))
            return replace(large, blur=0.6, glare=times), times


def main(arguments: list[str] | None = None) -> int:
    """Make the pictures that are asked for and not yet there."""
    parser = argparse.ArgumentParser(prog="python -m calibration.trials.spoiled", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=150, help="pictures of each kind")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    truth = options.out / "truth.jsonl"
    done = (
        {json.loads(row)["image"] for row in truth.read_text(encoding="utf-8").splitlines()} if truth.exists() else ()
    )
    with truth.open("a", encoding="utf-8") as out:
        for number in range(options.count):
            for kind in KINDS:
                name = f"{kind}_{number:04d}.png"
                if name in done:
                    continue
                scene, amount = spoiled(kind, number)
                thrown = throw(scene, 0)
                if not cv2.imwrite(str(options.out / name), thrown.image):
                    raise OSError(f"{name} could not be written")
                dice = [
                    {
                        "value": die.value,
                        "colour": die.pip_colour,
                        "quad": die.quad.round(2).tolist(),
                        "hidden": die.hidden,
                        "die_px": die.die_px,
                        "sharp": die.sharp,
                    }
                    for die in thrown.dice
                ]
                out.write(json.dumps({"image": name, "kind": kind, "amount": amount, "dice": dice}) + "\n")
                out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
