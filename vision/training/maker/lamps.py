"""Lamps, windows and the light of the room."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.maker.world import LIGHT_WIDTH, Floats, Singles


@dataclass(frozen=True)
class Lighting:
    """All the light of a scene, as the ray caster wants it; white is (1, 1, 1)."""

    lights: Floats
    windows: Floats
    air: Floats
    tags: tuple[str, ...]


def warmth(kelvin: float) -> Floats:
    """Colour of a glowing body, blue-green-red, green = 1; 6500 K is white."""
    t = np.clip(kelvin, 1800, 12000) / 6500
    return np.array([t**0.85 if t < 1 else t**0.35, 1.0, t**-0.55 if t < 1 else t**-0.30])


def _dome(rng: np.random.Generator, low: float, high: float) -> tuple[float, float, float]:
    z = rng.uniform(np.sin(np.radians(low)), np.sin(np.radians(high)))
    a = rng.uniform(0, 2 * np.pi)
    r = np.sqrt(1 - z * z)
    return float(r * np.cos(a)), float(r * np.sin(a)), float(z)


def draw_lighting(rng: np.random.Generator, bounce: Floats) -> Lighting:
    """A room's light. `bounce`: the mean colour of the table, which throws light back up (blue, green, red)."""
    kind = str(rng.choice(["soft", "lamp", "hard", "mixed", "low", "window"], p=[0.27, 0.25, 0.14, 0.14, 0.08, 0.12]))
    kelvin = {"soft": 5600, "lamp": 3600, "hard": 4500, "mixed": 3200, "low": 2700, "window": 7000}[kind]
    tone = warmth(kelvin * np.exp(rng.normal(0, 0.2)))
    fill = {"soft": 0.75, "lamp": 0.4, "hard": 0.25, "mixed": 0.4, "low": 0.25, "window": 0.4}[kind] * np.exp(
        rng.normal(0, 0.4)
    )
    lamps = int(rng.choice([1, 2, 3], p=[0.5, 0.36, 0.14]))
    rows, windows, share = [], [], rng.dirichlet(np.full(lamps, 0.7))
    for n in range(lamps):
        direction = np.array(_dome(rng, 22 if kind in ("window", "hard", "low") else 35, 88))
        away = rng.uniform(40, 200) if kind != "low" else rng.uniform(25, 80)
        wide = {"soft": 0.4, "lamp": 0.14, "hard": 0.03, "mixed": 0.15, "low": 0.1, "window": 0.35}[kind] * np.exp(
            rng.normal(0, 0.5)
        )
        colour = tone if n == 0 or kind != "mixed" else warmth(rng.uniform(5500, 9500))
        colour = colour * share[n] * rng.uniform(0.8, 1.2) / max(direction[2], 0.35)
        row = np.zeros(LIGHT_WIDTH)
        row[:3], row[3:6], row[6], row[7] = direction * away, colour, min(wide, 0.8) * away, away * away
        rows.append(row)
    for _ in range(int(rng.integers(0, 4))):
        direction = np.array(_dome(rng, 8, 80))
        inner = np.cos(np.radians(rng.uniform(3, 18)))
        strength = rng.uniform(0.5, 6) * tone * fill
        windows.append([*direction, *strength, inner, inner - 0.01])
    sky = fill * (tone if rng.random() < 0.6 else warmth(rng.uniform(3500, 9000)))
    horizon = sky * rng.uniform(0.15, 0.9) * np.exp(rng.normal(0, 0.06, 3))
    light_on_table = sum(row[3:6] * row[2] / np.linalg.norm(row[:3]) for row in rows) + sky
    below = bounce * light_on_table * rng.uniform(0.5, 0.95)
    tags = ("low_light",) if kind == "low" else ()
    return Lighting(
        np.array(rows), np.array(windows, np.float64).reshape(-1, 8), np.array([0.6 * sky, horizon * 0.6, below]), tags
    )


def cast_shade(rng: np.random.Generator, light: Singles) -> None:
    """Darken part of the light, as the shadow of a person, a frame or a blind across the table does."""
    height, width = light.shape[:2]
    mask = np.zeros((height // 4, width // 4), np.float32)
    size = np.array([width / 4, height / 4])
    for _ in range(int(rng.choice([1, 1, 2, 4]))):
        centre = rng.uniform(-0.1, 1.1, 2) * size
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
        spread = rng.uniform(0.15, 0.9, (len(angles), 1)) * size.max()
        points = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * spread
        cv2.fillPoly(mask, [points.astype(np.int32)], 1.0, cv2.LINE_AA)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 9)), np.float32)
    mask = np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    if rng.random() < 0.5:
        mask = 1 - mask
    light *= (1 - np.float32(rng.uniform(0.25, 0.8)) * mask)[..., None]
