"""Train the finder on shards: `python -m vision.training.train_find SHARDS CHECKPOINT --minutes 30`."""

from __future__ import annotations

import torch
from torch.nn import functional

from vision.training.find_crops import batches
from vision.training.loop import Lesson, learn
from vision.training.nets import Finder, FindHead


def find_loss(out: torch.Tensor, truth: torch.Tensor) -> dict[str, torch.Tensor]:
    """Focal loss of the heat map, cross-entropy of values, absolute errors of offset, ellipse and angle.

    Args:
        out: N × 16 × H × W raw outputs.
        truth: N × 13 × H × W targets of `find_crops`.
    """
    heat, judged, value, weight = truth[:, 0], truth[:, 1], truth[:, 2], truth[:, 3]
    score = out[:, FindHead.OBJECT]
    chance = torch.sigmoid(score)
    peak = (heat >= 0.999).float()
    hit = -functional.logsigmoid(score) * (1 - chance) ** 2 * peak
    miss = -functional.logsigmoid(-score) * chance**2 * (1 - heat) ** 4 * (1 - peak)
    dice = peak.sum().clamp(min=1)
    found = ((hit + miss) * judged).sum() / dice
    mass = weight.sum().clamp(min=1)
    known = weight * (value >= 0)
    logits = out[:, FindHead.VALUE]
    digit = functional.cross_entropy(logits, value.clamp(min=0).long(), reduction="none")

    def gap(channels: slice, targets: slice) -> torch.Tensor:
        return ((out[:, channels] - truth[:, targets]).abs() * weight[:, None]).sum() / mass

    doubts = functional.binary_cross_entropy_with_logits(
        out[:, FindHead.HIDDEN : FindHead.COUNT], truth[:, 11:13], reduction="none"
    )
    return {
        "found": found,
        "value": 0.5 * (digit * known).sum() / known.sum().clamp(min=1),
        "offset": 0.3 * gap(FindHead.OFFSET, slice(4, 6)),
        "shape": gap(FindHead.SHAPE, slice(6, 9)),
        "angle": 0.3 * gap(FindHead.ANGLE, slice(9, 11)),
        "doubt": 0.2 * (doubts * weight[:, None]).sum() / mass,
    }


if __name__ == "__main__":
    learn(Lesson(Finder, find_loss, batches, rate=2e-3, batch=32))
