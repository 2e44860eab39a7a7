"""Train the face reader on shards: `python -m vision.training.train_read SHARDS CHECKPOINT --minutes 30`."""

from __future__ import annotations

import torch
from torch.nn import functional

from vision.training.loop import Lesson, learn
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
        "colour": _entropy(out[:, ReadHead.COLOUR], colour),
        "doubt": 0.3 * (doubt * known).sum() / known.sum().clamp(min=1),
        "corner": corner.sum() / truth[:, 5].sum().clamp(min=1),
    }


def _entropy(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    loss = functional.cross_entropy(logits, wanted.clamp(min=0), reduction="none", label_smoothing=0.01)
    known = (wanted >= 0).float()
    return (loss * known).sum() / known.sum().clamp(min=1)


if __name__ == "__main__":
    learn(Lesson(FaceReader, read_loss, batches, rate=1.5e-3, batch=64))
