"""Truth as lines of `labels.jsonl`, the form that the project's scoring and `kismet bench` read."""

from __future__ import annotations

from typing import Any

from vision.training.maker import DieTruth, Sample

COCKED = 12.0
"""Degrees of tilt from which a die counts as cocked."""
HIDDEN = 0.25
"""Share of a top face out of sight from which a die counts as hidden."""


def die_line(die: DieTruth) -> dict[str, Any]:
    """One die as JSON."""
    low, high = die.quad.min(0), die.quad.max(0)
    line: dict[str, Any] = {
        "value": die.value,
        "box": [round(float(v), 1) for v in (*low, *high)],
        "quad": [[round(float(x), 2), round(float(y), 2)] for x, y in die.quad],
        "pip_colour": die.pip_colour,
        "scheme": die.scheme,
        "die_px": die.die_px,
        "tilt": die.tilt,
        "hidden_share": die.hidden,
        "readable": die.readable,
        "sharp": die.sharp,
    }
    if die.hidden > HIDDEN or not die.readable:
        line["hidden"] = True
    if die.tilt > COCKED:
        line["cocked"] = True
    return line


def line(name: str, sample: Sample) -> dict[str, Any]:
    """One picture as JSON."""
    height, width = sample.image.shape[:2]
    kismet = any(die.scheme != "plain" for die in sample.dice)
    return {
        "image": name,
        "width": width,
        "height": height,
        "set": "kismet" if kismet else "ordinary",
        "tier": "core",
        "tags": list(sample.tags),
        "dice": [die_line(die) for die in sample.dice],
    }
