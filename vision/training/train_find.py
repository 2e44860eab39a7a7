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
    found = heat_loss(out[:, FindHead.OBJECT], heat, judged)
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


def heat_loss(score: torch.Tensor, heat: torch.Tensor, judged: torch.Tensor) -> torch.Tensor:
    """Focal loss for each die of log odds against a map that is 1 at the dice's middles and falls off round them.

    Args:
        score: N × H × W log odds.
        heat: N × H × W, 0 to 1.
        judged: N × H × W, 0 where nobody can say.
    """
    chance = torch.sigmoid(score)
    peak = (heat >= 0.999).float()
    hit = -functional.logsigmoid(score) * (1 - chance) ** 2 * peak
    miss = -functional.logsigmoid(-score) * chance**2 * (1 - heat) ** 4 * (1 - peak)
    return ((hit + miss) * judged).sum() / peak.sum().clamp(min=1)


if __name__ == "__main__":
    learn(Lesson(Finder, find_loss, batches, rate=2e-3, batch=32))
