"""Train the surveyor on shards: `python -m vision.training.train_around SHARDS CHECKPOINT --minutes 30`."""

from __future__ import annotations

import torch
from torch.nn import functional

from vision.training.around_crops import batches
from vision.training.loop import Lesson, learn
from vision.training.nets import Surveyor


def around_loss(out: torch.Tensor, truth: torch.Tensor) -> dict[str, torch.Tensor]:
    """Cross-entropy of what a place is (N × 3 raw outputs, N labels)."""
    return {"place": functional.cross_entropy(out, truth, label_smoothing=0.01)}


if __name__ == "__main__":
    learn(Lesson(Surveyor, around_loss, batches, rate=2e-3, batch=64))
