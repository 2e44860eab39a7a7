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
    side = int(np.clip(extent * near, 300, 1024))
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
            domino = rng.random() < 0.5
            picture = prints.domino(rng, 64) if domino else prints.token(rng, 96)
            tags.append("domino" if domino else "token")
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


def lay_edge(rng: Rng, ground: Picture, scale: float) -> None:
    """Let the table end somewhere: beyond a line lies another kind of floor, darker or lighter, out of focus."""
    side = len(ground)
    kind = str(rng.choice(["wood", "carpet", "tiles", "plain", "stone", "cloth"]))
    other = GROUNDS[kind][0](rng, side, scale * rng.uniform(0.4, 1.0))
    blurred = cv2.GaussianBlur(other, (0, 0), max(rng.uniform(0.05, 0.5) * scale, 0.6))
    floor = np.clip(blurred.astype(np.float32) * rng.uniform(0.3, 1.1), 0, 255)
    angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.12, 0.4) * side
    y, x = np.mgrid[:side, :side].astype(np.float32) - side / 2
    beyond = np.clip(x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)) - np.float32(away), 0, 1)[..., None]
    rim = np.exp(-np.abs(x * np.cos(angle) + y * np.sin(angle) - away) / (0.3 * scale))[..., None] * rng.uniform(0, 0.6)
    ground[:] = np.clip((ground + beyond * (floor - ground)) * (1 - rim), 0, 255).astype(np.uint8)


def strew(rng: Rng, ground: Picture, scale: float) -> None:
    """Crumbs, specks, stains, screw heads and ink dots: small round things that are no pips."""
    side = len(ground)
    few = int(rng.integers(3, 60))
    widest = rng.uniform(0.03, 0.35) * scale
    for x, y in rng.uniform(0, side, (few, 2)):
        r = max(widest * rng.uniform(0.3, 1), 0.7)
        colour = prints.as_ink(tint(rng, 0.02, 0.95))
        axes = (int(r * 16), int(r * rng.uniform(0.5, 1.0) * 16))
        at = (int(x * 16), int(y * 16))
        turned = rng.uniform(0, 180)
        cv2.ellipse(ground, at, axes, turned, 0, 360, colour, -1, cv2.LINE_AA, 4)
        if r > 4 and rng.random() < 0.5:
            cv2.ellipse(ground, at, axes, turned, 0, 360, prints.as_ink(tint(rng)), 1, cv2.LINE_AA, 4)
            c, s = np.cos(turned) * r * 0.7, np.sin(turned) * r * 0.7
            ends = [(int(x + k * c), int(y + k * s)) for k in (-1, 1)]
            cv2.line(ground, ends[0], ends[1], prints.as_ink(tint(rng, 0.02, 0.4)), max(1, int(r * 0.2)), cv2.LINE_AA)


def view_ground(camera: Camera, ground: Picture, scale: float, corner: Floats, rng: Rng) -> Singles:
    """The table's own colours as the camera sees them, as light."""
    side, levels = len(ground), 6
    atlas = np.zeros((side + 2, side + side // 2 + 2, 3), np.uint8)
    copy, top = ground, 0
    for n in range(levels):
        left = 0 if n == 0 else side
        edge = side >> n
        if n:
            copy = np.asarray(cv2.resize(copy, (edge, edge), interpolation=cv2.INTER_AREA), np.uint8)
        atlas[top : top + edge, left : left + edge] = copy
        top += edge if n else 0
    light = np.empty((camera.height, camera.width, 3), np.float32)
    light[:] = np.array(tint(rng, 0.02, 0.6)[::-1], np.float32) ** 2.2
    view_table(camera.numbers(), atlas, TO_LIGHT.astype(np.float32), side, levels, scale, corner, light)
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
