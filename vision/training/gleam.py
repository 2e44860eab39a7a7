"""Lamps and windows mirrored in glossy dice: bright rings, arcs, panes and specks that are no pips.

Polished dark dice show the lamp over the table as a white shape as bright as white pips, on the face and in the hollows
of its pips. A ray caster's small round lamps make few of them; here they are drawn onto drawn faces, by the thousand.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

Points = npt.NDArray[np.float64]

EDGE = 0.95
"""Half the width of the part of a face that mirrors, in half edges."""


def glossy(rng: np.random.Generator, body: npt.NDArray[np.floating]) -> bool:
    """Whether a die with such a body mirrors a lamp now: dark ones often, white ones seldom (it is lost on them)."""
    return bool(rng.random() < (0.3 if body.mean() < 150 else 0.08))


def gleam(image: Image, basis: Points, middle: Points, rng: np.random.Generator) -> None:
    """Mirror a lamp in a face, in place.

    Args:
        image: H × W × 3, drawn on.
        basis: 2 × 2, half edges of the face in pixels, as columns.
        middle: its centre in pixels.
        rng: where chance comes from.
    """
    reach = np.abs(basis).sum(axis=1) + 2
    low = np.maximum(np.floor(middle - reach).astype(int), 0)
    high = np.minimum(np.ceil(middle + reach).astype(int) + 1, image.shape[1::-1])
    if (high - low < 3).any():
        return
    light = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    size = math.sqrt(abs(float(np.linalg.det(basis))))
    for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
        outline, thick = _shape(rng)
        points = np.round((np.clip(outline, -EDGE, EDGE) @ basis.T + middle - low) * 16).astype(np.int32)
        if thick:
            cv2.polylines(light, [points], False, 255, max(1, round(thick * size)), cv2.LINE_AA, 4)
        else:
            cv2.fillPoly(light, [points], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(light, (0, 0), max(0.3, rng.uniform(0.01, 0.08) * size)).astype(np.float32)
    tint = np.array([rng.uniform(0.85, 1.0), rng.uniform(0.92, 1.0), 1.0]) if rng.random() < 0.5 else np.ones(3)
    layer = soft[..., None] * (tint * rng.uniform(0.35, 1.1)).astype(np.float32)
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = np.clip(part + layer, 0, 255).astype(np.uint8)


def _shape(rng: np.random.Generator) -> tuple[Points, float]:
    """Points in half edges of the face, and how thick their line is; 0: what they enclose is filled."""
    at = rng.uniform(-0.6, 0.6, 2)
    chance = rng.random()
    if chance < 0.5:  # a ring lamp, or what a round edge leaves of it
        sweep = rng.uniform(0.7, 2 * math.pi)
        angle = rng.uniform(0, 2 * math.pi) + np.linspace(0, sweep, 24)
        radius = rng.uniform(0.2, 0.85) * (1 + rng.normal(0, 0.12) * np.sin(angle * int(rng.integers(2, 6))))
        stretch = np.array([1, rng.uniform(0.5, 1)])
        return at * 0.6 + np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius[:, None] * stretch, rng.uniform(
            0.04, 0.2
        )
    if chance < 0.7:  # a window or a tube
        turn, wide, high = rng.uniform(0, math.pi), rng.uniform(0.08, 0.5), rng.uniform(0.08, 0.5)
        across = np.array([math.cos(turn), math.sin(turn)])
        along = np.array([-across[1], across[0]])
        return np.stack(
            [at - across * wide - along * high, at + across * wide - along * high,
             at + across * wide + along * high, at - across * wide + along * high]
        ), 0.0  # fmt: skip
    if chance < 0.85:  # a streak
        steps = np.cumsum(rng.normal(0, 0.12, (8, 2)) + rng.normal(0, 0.1, 2), axis=0)
        return at + steps - steps.mean(axis=0), rng.uniform(0.04, 0.15)
    angle = np.linspace(0, 2 * math.pi, 14)  # a speck
    return at + np.stack([np.cos(angle), np.sin(angle)], axis=1) * rng.uniform(0.06, 0.2), 0.0
