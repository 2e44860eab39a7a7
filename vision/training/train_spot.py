"""Train the spotter on shards: `python -m vision.training.train_spot SHARDS CHECKPOINT --minutes 30`.

It learns from the finder's crops at half their size, and nothing but where the middles of faces are and how large
they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch

from vision.training import find_crops
from vision.training.find_crops import CELLS, CROP
from vision.training.loop import Lesson, learn
from vision.training.nets import Spotter
from vision.training.train_find import heat_loss

Floats = npt.NDArray[np.float32]


def batches(folder: Path, size: int, seed: int) -> Iterator[tuple[npt.NDArray[np.uint8], Floats]]:
    """Endless batches: images N × 3 × CROP/2 × CROP/2 (8 bits), targets N × 4 × CELLS/2 × CELLS/2 (`halved`)."""
    for images, truths in find_crops.batches(folder, size, seed):
        small = [
            cv2.resize(image.transpose(1, 2, 0), (CROP // 2, CROP // 2), interpolation=cv2.INTER_AREA)
            for image in images
        ]
        yield np.stack([image.transpose(2, 0, 1) for image in small]), halved(truths)


def halved(truths: Floats) -> Floats:
    """The finder's targets in cells twice as wide: N × CHANNELS × CELLS × CELLS to N × 4 × CELLS/2 × CELLS/2.

    Heat and its weight are the hottest of four cells, and whether all four are judged; log of the edge in pixels of the
    halved picture and its weight are taken from the hottest.
    """
    four = truths.reshape(*truths.shape[:2], CELLS // 2, 2, CELLS // 2, 2).transpose(0, 1, 2, 4, 3, 5)
    four = four.reshape(*four.shape[:4], 4)
    hottest = four[:, 0].argmax(axis=-1)[:, None, :, :, None]
    own = np.take_along_axis(four, np.broadcast_to(hottest, (*four.shape[:4], 1)), axis=-1)[..., 0]
    edge = (own[:, 6] + own[:, 7]) / 2 + np.log(1 - own[:, 8] ** 2) / 4
    return np.stack([own[:, 0], four[:, 1].min(axis=-1), edge, own[:, 3]], axis=1)


def spot_loss(out: torch.Tensor, truth: torch.Tensor) -> dict[str, torch.Tensor]:
    """The finder's loss of the heat map, and the absolute error of the size.

    Args:
        out: N × 2 × H × W raw outputs.
        truth: N × 4 × H × W, see `halved`.
    """
    gap = (out[:, 1] - truth[:, 2]).abs() * truth[:, 3]
    return {
        "found": heat_loss(out[:, 0], truth[:, 0], truth[:, 1]),
        "size": gap.sum() / truth[:, 3].sum().clamp(min=1),
    }


if __name__ == "__main__":
    learn(Lesson(Spotter, spot_loss, batches, rate=2e-3, batch=64))
