"""Made pictures kept on disk, so that none is rendered twice.

A shard is 100 pictures: `NAME.bin` with their JPEGs one after the other (quality 97: the maker has already done to them
what a camera does) and `NAME.json` with offsets and truths. Seeds name pictures: shard k holds the seeds
`100 k … 100 k + 99` of its range, so a shard that exists is done, and making can stop and go on at any time.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Face, face_of_quad
from vision.reading import Image

PER_SHARD = 100
COCKED = 12.0
"""Degrees from lying flat beyond which a die leans."""
HELD_OUT = 50_000_000
"""Seeds from here on are never trained on: the fusion is calibrated and the model card's figures are taken there."""
QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 97, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]


@dataclass(frozen=True, slots=True)
class Truth:
    """What is known about one die of a made picture."""

    value: int
    quad: npt.NDArray[np.float32]
    """4 × 2 pixels, corners of the top face in order round it."""
    pip_colour: str
    scheme: str
    hidden: float
    """Share of the top face that something covers or that lies outside the picture."""
    tilt: float
    """Degrees from lying flat; see `COCKED`."""
    readable: bool
    edge: float
    sharp: float


@dataclass(frozen=True, slots=True)
class Picture:
    """One made picture and its truth."""

    image: Image
    dice: tuple[Truth, ...]
    tags: tuple[str, ...]
    seed: int
    places: tuple[Face, ...] = ()
    """Where a finder saw faces, rightly or not, if the shard was mined (`vision.training.mine`)."""


ROLLED = 30.0
"""Degrees from level, or from hanging upside down, beyond which nobody puts a camera up that looks on from the side."""


def rolled(picture: Picture) -> bool:
    """Whether the camera looks on from low down and lies on its side: tops then are mere guesses, for people too."""
    leans = []
    for die in picture.dice:
        face = face_of_quad(die.quad)
        if die.tilt < COCKED and face.flatness < 0.85:
            xx, xy, yy = face.moments
            long = math.degrees(math.atan2(2 * xy, xx - yy)) / 2
            leans.append(min(abs(long), 180 - abs(long)))
    return bool(leans) and float(np.median(leans)) > ROLLED


class Shard:
    """A shard opened for reading; pictures are decoded when asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[dict[str, Any]] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        self._bytes = np.fromfile(path.with_suffix(".bin"), dtype=np.uint8)
        mined = path.with_suffix(".places")
        self._places: list[list[list[float]]] = json.loads(mined.read_text("utf-8")) if mined.exists() else []

    def __len__(self) -> int:
        return len(self.rows)

    def picture(self, index: int) -> Picture:
        """The index-th picture, the way up in which a standing camera would have taken it.

        A hanging one shows sides where the networks expect tops; at run time such pictures are turned, too.
        """
        row = self.rows[index]
        start, size = row["at"]
        image = np.asarray(cv2.imdecode(self._bytes[start : start + size], cv2.IMREAD_COLOR), dtype=np.uint8)
        dice = tuple(
            Truth(
                d["value"],
                np.array(d["quad"], dtype=np.float32),
                d["pip_colour"],
                d["scheme"],
                d["hidden"],
                d["tilt"],
                d["readable"],
                d["die_px"],
                d["sharp"],
            )
            for d in row["dice"]
        )
        if row.get("hanging"):
            height, width = image.shape[:2]
            image = np.ascontiguousarray(image[::-1, ::-1])
            corner = np.array([width - 1, height - 1], dtype=np.float32)
            dice = tuple(replace(d, quad=corner - d.quad) for d in dice)
        places = tuple(Face(*place) for place in self._places[index]) if self._places else ()
        return Picture(image, dice, tuple(row["tags"]), row["seed"], places)


def write_shard(path: Path, first_seed: int) -> None:
    """Make `PER_SHARD` pictures and write them; the JSON is written last and says that the shard is whole."""
    from vision.training.maker import make

    rows, blobs, at = [], [], 0
    for seed in range(first_seed, first_seed + PER_SHARD):
        sample = make(seed)
        blob = cv2.imencode(".jpg", sample.image, QUALITY)[1].ravel()
        rows.append(
            {
                "seed": seed,
                "at": [at, len(blob)],
                "tags": [str(tag) for tag in sample.tags],
                "hanging": sample.hanging,
                "dice": [
                    {
                        "value": int(d.value),
                        "quad": np.asarray(d.quad, dtype=float).round(2).tolist(),
                        "pip_colour": str(d.pip_colour),
                        "scheme": str(d.scheme),
                        "hidden": round(float(d.hidden), 3),
                        "tilt": round(float(d.tilt), 2),
                        "readable": bool(d.readable),
                        "die_px": round(float(d.die_px), 2),
                        "sharp": round(float(d.sharp), 3),
                    }
                    for d in sample.dice
                ],
            }
        )
        blobs.append(blob)
        at += len(blob)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.concatenate(blobs).tofile(path.with_suffix(".bin"))
    temporary = path.with_suffix(".part")
    temporary.write_text(json.dumps(rows), encoding="utf-8")
    temporary.rename(path.with_suffix(".json"))


def shards(folder: Path) -> list[Path]:
    """All whole shards in a folder, oldest seeds first."""
    return sorted(folder.glob("*.json"))


def main() -> None:
    """Make shards until there are as many as asked for."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0, help="first shard")
    parser.add_argument("--count", type=int, default=100, help="how many shards")
    parser.add_argument("--held-out", action="store_true", help="make pictures that are never trained on")
    args = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    cv2.setNumThreads(1)
    base = HELD_OUT if args.held_out else 0
    for number in range(args.first, args.first + args.count):
        path = args.folder / f"{number:05d}"
        if path.with_suffix(".json").exists():
            continue
        start = time.perf_counter()
        write_shard(path, base + number * PER_SHARD)
        print(f"{path.name}: {(time.perf_counter() - start) / PER_SHARD * 1000:.0f} ms a picture", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
