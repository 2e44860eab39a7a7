"""The table top of one picture: its pattern, what lies flat on it, and how it looks through the camera."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.maker import prints
from vision.training.maker.camera import Camera
from vision.training.maker.grounds import GROUNDS, Picture, Rng, tint
from vision.training.maker.tabling import view_table
from vision.training.maker.world import Floats, Singles

TO_LIGHT = (np.arange(256, dtype=np.float32) / 255) ** np.float32(2.2)
"""Screen values as amounts of light."""


def lay_ground(rng: Rng, camera: Camera, kind: str | None) -> tuple[Picture, float, Floats, str]:
    """A table top that fills the view: picture, pixels per cm, its lower left corner in cm, and its kind."""
    rays = camera.rays(31)
    rays = rays.reshape(-1, 3)
    far = np.where(rays[:, 2] < -0.08, -camera.place[2] / np.minimum(rays[:, 2], -0.08), camera.place[2] / 0.08)
    spots = camera.place[:2] + np.minimum(far, 6 * camera.place[2] + 60)[:, None] * rays[:, :2]
    low, high = spots.min(0) - 2, spots.max(0) + 2
    extent = float(min((high - low).max(), 260))
    near = camera.focal / max(float(np.linalg.norm(camera.place)), 1.0)
    side = int(np.clip(extent * near * 1.1, 300, 1152))
    scale = side / extent
    names = list(GROUNDS)
    if kind is None:
        kind = (
            "newspaper"
            if rng.random() < 0.05
            else str(rng.choice(names, p=np.array([GROUNDS[n][1] for n in names]) / sum(GROUNDS[n][1] for n in names)))
        )
    ground = prints.newspaper(rng, side, scale) if kind == "newspaper" else GROUNDS[kind][0](rng, side, scale)
    if rng.random() < 0.5:
        ground = np.ascontiguousarray(np.rot90(ground))
    return ground, scale, (low + high) / 2 - extent / 2, kind


def on_picture(ground: Picture, place: Floats, scale: float, corner: Floats) -> Floats:
    """Where a place on the table (cm) lies in the table's picture (pixels; its rows run downwards)."""
    x, y = (place - corner) * scale
    return np.array([x, len(ground) - y])


def lay_prints(rng: Rng, ground: Picture, scale: float, corner: Floats, spread: float, many: float) -> list[str]:
    """Cards, pads, paper and boards flat on the table."""
    tags = []
    for _ in range(rng.poisson(many)):
        at = on_picture(ground, rng.normal(0, spread * 1.3 + 3, 2), scale, corner)
        kind, angle = rng.random(), rng.uniform(-np.pi, np.pi)
        if kind < 0.4:
            wide = rng.uniform(5, 6.5) * scale
            picture = prints.card(rng, int(np.clip(wide * 1.3, 30, 240)))
            tags.append("card")
        elif kind < 0.65:
            wide = rng.uniform(7, 15) * scale
            picture = prints.pad(rng, int(np.clip(wide * 1.2, 60, 420)), rng.uniform(0.8, 1.6))
            tags.append("pad")
        elif kind < 0.75:
            wide = rng.uniform(10, 30) * scale
            picture = prints.board(rng, int(np.clip(wide, 80, 600)))
            tags.append("board")
        elif kind < 0.85:
            wide = rng.uniform(2, 6) * scale
            picture = prints.domino(rng, 64) if rng.random() < 0.5 else prints.token(rng, 96)
        else:
            wide = rng.uniform(6, 40) * scale
            picture = np.full((40, 56, 3), np.array(tint(rng)[::-1]) * 255, np.uint8)
        round_corner = 1.0 if picture.shape[0] == picture.shape[1] == 96 else 0.0
        shadow = ground.copy() if scale > 6 else None
        if shadow is not None:
            dark = np.full_like(picture, 0)
            prints.paste(shadow, dark, at[0] + 0.08 * scale, at[1] + 0.08 * scale, wide * 1.01, angle, round_corner)
            ground[:] = cv2.addWeighted(ground, 0.7, cv2.GaussianBlur(shadow, (0, 0), max(0.06 * scale, 0.5)), 0.3, 0)
        prints.paste(ground, picture, at[0], at[1], wide, angle, round_corner)
    return tags


def view_ground(camera: Camera, ground: Picture, scale: float, corner: Floats, rng: Rng) -> Singles:
    """The table's own colours as the camera sees them, as light."""
    side, levels = len(ground), 6
    atlas = np.zeros((side + 2, side + side // 2 + 2, 3), np.float32)
    copy, top = cv2.LUT(ground, TO_LIGHT), 0
    for n in range(levels):
        left = 0 if n == 0 else side
        edge = side >> n
        if n:
            copy = cv2.resize(copy, (edge, edge), interpolation=cv2.INTER_AREA)
        atlas[top : top + edge, left : left + edge] = copy
        top += edge if n else 0
    light = np.empty((camera.height, camera.width, 3), np.float32)
    light[:] = np.array(tint(rng, 0.02, 0.6)[::-1], np.float32) ** 2.2
    view_table(camera.numbers(), atlas, side, levels, scale, corner, light)
    return light


def line_tray(rng: Rng, ground: Picture, scale: float, corner: Floats, frame: Floats) -> None:
    """Give a tray a floor of its own."""
    a, b, yaw, _ = frame
    names = ["felt", "wood", "leather", "plain", "cloth"]
    kind = names[int(rng.choice(5, p=[0.55, 0.15, 0.12, 0.1, 0.08]))]
    side = int(np.clip(2 * a * scale, 64, 900))
    inner = GROUNDS[kind][0](rng, side, side / (2 * a))[: max(int(side * b / a), 2)]
    at = on_picture(ground, np.zeros(2), scale, corner)
    prints.paste(ground, np.ascontiguousarray(inner), at[0], at[1], 2 * a * scale, -yaw)
