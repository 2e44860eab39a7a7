"""Train the surveyor on shards: `python -m vision.training.train_around SHARDS CHECKPOINT --minutes 30`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import torch
from torch.nn import functional

from vision.training.around_crops import batches
from vision.training.loop import Batch, Plan, train
from vision.training.nets import Surveyor


def around_loss(out: torch.Tensor, truth: torch.Tensor) -> dict[str, torch.Tensor]:
    """Cross-entropy of what a place is (N × 3 raw outputs, N labels)."""
    return {"place": functional.cross_entropy(out, truth, label_smoothing=0.01)}


def main() -> None:
    """Train, or cool down what was trained."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--cool", type=int, default=0)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights of an earlier round, for a first start")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)

    def source() -> Iterator[Batch]:
        for crops, labels in batches(args.shards, args.batch, args.seed):
            yield torch.from_numpy(crops), torch.from_numpy(labels)

    plan = Plan(rate=args.rate, minutes=args.minutes, cool=args.cool)
    train(Surveyor(), around_loss, source(), args.checkpoint, plan, args.start)


if __name__ == "__main__":
    main()
