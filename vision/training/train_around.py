"""Train the surveyor on shards: `python -m vision.training.train_around SHARDS CHECKPOINT --minutes 30`."""

from __future__ import annotations

from pathlib import Path

import torch
from torch.nn import functional

from vision.training.around_crops import batches
from vision.training.loop import Lesson, learn
from vision.training.nets import SurveyHead, Surveyor


def around_loss(out: torch.Tensor, truth: torch.Tensor) -> dict[str, torch.Tensor]:
    """Cross-entropy of what a place is, and of the number where it is a top.

    Args:
        out: N × 9 raw outputs.
        truth: N × 2: place, and number from 1 or 0.
    """
    place = functional.cross_entropy(out[:, SurveyHead.PLACE], truth[:, 0], label_smoothing=0.01)
    known = truth[:, 1] > 0
    number = functional.cross_entropy(
        out[:, SurveyHead.VALUE], (truth[:, 1] - 1).clamp(min=0), reduction="none", label_smoothing=0.01
    )
    return {"place": place, "value": 0.5 * (number * known).sum() / known.sum().clamp(min=1)}


def begin(finder: Path, to: Path) -> None:
    """Keep the way down of a finder's checkpoint as a surveyor's start; where the face lies, it does not see yet."""
    learned = torch.load(finder, weights_only=True)["mean"]
    weights = Surveyor().state_dict()
    for name in weights.keys() & learned.keys():
        if name.startswith("stem.0"):
            weights[name].zero_()
            weights[name][:, :3] = learned[name]
        else:
            weights[name] = learned[name]
    torch.save({name: value.half() for name, value in weights.items()}, to)


if __name__ == "__main__":
    learn(Lesson(Surveyor, around_loss, batches, rate=1e-3, batch=96))
