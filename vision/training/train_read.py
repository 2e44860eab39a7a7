"""Train the face reader on shards: `python -m vision.training.train_read SHARDS CHECKPOINT --minutes 30`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import torch
from torch.nn import functional

from vision.training.loop import Batch, Plan, train
from vision.training.nets import FaceReader, ReadHead
from vision.training.read_batches import batches


def read_loss(out: torch.Tensor, truth: torch.Tensor) -> dict[str, torch.Tensor]:
    """Cross-entropies of value and colour, of the three doubts, and absolute errors of corners.

    Args:
        out: N × 24 raw outputs.
        truth: N × 14 labels of `read_crops`; −1 is unknown.
    """
    kind, colour = truth[:, 0].long(), truth[:, 1].long()
    doubts = out[:, ReadHead.HIDDEN : ReadHead.UNREADABLE + 1]
    known = (truth[:, 2:5] >= 0).float()
    doubt = functional.binary_cross_entropy_with_logits(doubts, truth[:, 2:5].clamp(min=0), reduction="none")
    corner = (out[:, ReadHead.CORNERS] - truth[:, 6:14]).abs().mean(dim=1) * truth[:, 5]
    return {
        "value": _entropy(out[:, ReadHead.VALUE], kind),
        "colour": 0.4 * _entropy(out[:, ReadHead.COLOUR], colour),
        "doubt": 0.3 * (doubt * known).sum() / known.sum().clamp(min=1),
        "corner": corner.sum() / truth[:, 5].sum().clamp(min=1),
    }


def _entropy(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    loss = functional.cross_entropy(logits, wanted.clamp(min=0), reduction="none", label_smoothing=0.01)
    known = (wanted >= 0).float()
    return (loss * known).sum() / known.sum().clamp(min=1)


def main() -> None:
    """Train, or cool down what was trained."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--cool", type=int, default=0)
    parser.add_argument("--rate", type=float, default=1.5e-3)
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
    train(FaceReader(), read_loss, source(), args.checkpoint, plan, args.start)


if __name__ == "__main__":
    main()
