"""Where the finder itself looks: `python -m vision.training.mine SHARDS MODEL`.

The face reader is shown crops at the places that the finder proposes, wrong ones included, because those and no others
are what it will have to judge. Places are kept beside each shard as `NAME.places`; a shard that has them already is
passed over unless `--again` is given, which a new round's finder deserves.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from vision.faces import Face
from vision.find import FaceFinder
from vision.reading import NO_HINTS, Hints
from vision.training.shards import Shard, shards

MOST = 24
"""At most so many places of a picture are kept, the surest first."""


def places(finder: FaceFinder, shard: Shard) -> list[list[list[float]]]:
    """For each picture, its places as x, y, ux, uy, vx, vy in pixels. Every second picture is seen as in a game."""
    out = []
    for index in range(len(shard)):
        picture = shard.picture(index)
        edges = [d.edge for d in picture.dice if d.readable]
        known = Hints(die_px=float(np.median(edges))) if edges and index % 2 else NO_HINTS
        found = finder.find(picture.image, known)[:MOST]
        faces: list[Face] = [one.face for one in found]
        out.append([[round(v, 2) for v in (f.x, f.y, f.ux, f.uy, f.vx, f.vy)] for f in faces])
    return out


def main() -> None:
    """Mine all shards that have not been mined."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("model", type=Path, help="folder with spot.onnx and find.onnx")
    parser.add_argument("--again", action="store_true", help="mine shards again that were mined before")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    finder = FaceFinder(args.model)
    for path in shards(args.shards):
        target = path.with_suffix(".places")
        if target.exists() and not args.again:
            continue
        part = path.with_suffix(".places.part")
        part.write_text(json.dumps(places(finder, Shard(path))), encoding="utf-8")
        part.rename(target)
        print(path.stem, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
