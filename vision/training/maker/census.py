"""Counts what is in made pictures: `python -m vision.training.maker.census --count 400`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import cv2
import numpy as np

from vision.training.maker import make


def main(arguments: list[str] | None = None) -> int:
    """Print shares of kinds of pictures and dice."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.maker.census", description=__doc__)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--count", type=int, default=400)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    tags: Counter[str] = Counter()
    values: Counter[int] = Counter()
    colours: Counter[str] = Counter()
    numbers: Counter[int] = Counter()
    rows = []
    for seed in range(options.start, options.start + options.count):
        sample = make(seed)
        tags.update(sample.tags)
        numbers[len(sample.dice)] += 1
        for die in sample.dice:
            values[die.value] += 1
            colours[die.pip_colour] += 1
            rows.append((die.readable, die.hidden > 0.25, die.tilt > 12, die.die_px, die.scheme != "plain"))
    table = np.array(rows, float)
    write = sys.stdout.write
    write(f"{options.count} pictures, {len(rows)} dice\n")
    for name, counter, total in (("pictures", tags, options.count), ("colours", colours, len(rows))):
        write(f"{name}: " + ", ".join(f"{k} {100 * n / total:.0f} %" for k, n in counter.most_common()) + "\n")
    write(
        "dice a picture: "
        + ", ".join(f"{k}: {100 * n / options.count:.0f} %" for k, n in sorted(numbers.items()))
        + "\n"
    )
    write("values: " + ", ".join(f"{k}: {100 * n / len(rows):.0f} %" for k, n in sorted(values.items())) + "\n")
    for i, name in enumerate(("readable", "hidden", "cocked")):
        write(f"{name} {100 * table[:, i].mean():.1f} %; ")
    write(f"Kismet {100 * table[:, 4].mean():.0f} % of dice\n")
    write(
        "die_px: "
        + ", ".join(f"{q} % under {np.percentile(table[:, 3], q):.0f}" for q in (1, 10, 25, 50, 75, 90, 99))
        + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
