"""Where the camera stands, and how it projects."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.training.maker.world import CAMERA_WIDTH, Floats


@dataclass(frozen=True)
class Camera:
    """A pinhole camera with radial distortion."""

    place: Floats
    turn: Floats
    """3 × 3; columns: right, down, forward."""
    focal: float
    """Pixels."""
    width: int
    height: int
    bend: float = 0.0
    """Radial distortion: r becomes r (1 + bend r²)."""
    elevation: float = 90.0
    """Degrees above the table."""

    @property
    def hanging(self) -> bool:
        """Whether the camera hangs: what is up in the world points down in the picture."""
        return bool(self.turn[2, 1] > 0)

    def numbers(self) -> Floats:
        """The camera as the ray caster wants it."""
        c = np.zeros(CAMERA_WIDTH)
        c[:3], c[3:12] = self.place, self.turn.reshape(-1)
        c[12:] = (self.focal, (self.width - 1) / 2, (self.height - 1) / 2, self.bend)
        return c

    def project(self, points: npt.ArrayLike) -> Floats:
        """Points of the world (… × 3) in pixels (… × 2)."""
        local = (np.asarray(points, np.float64) - self.place) @ self.turn
        flat = local[..., :2] / np.maximum(local[..., 2:], 1e-3)
        flat = flat * (1 + self.bend * (flat**2).sum(-1, keepdims=True))
        return np.asarray(flat * self.focal + ((self.width - 1) / 2, (self.height - 1) / 2))

    def rays(self, cells: int) -> Floats:
        """Directions through (cells + 1)² pixels spread over the picture, forward component 1: … × … × 3."""
        y, x = np.mgrid[0 : self.height - 1 : (cells + 1) * 1j, 0 : self.width - 1 : (cells + 1) * 1j]
        flat = np.stack([x - (self.width - 1) / 2, y - (self.height - 1) / 2], -1) / self.focal
        bent = flat.copy()
        for _ in range(4):
            bent = flat / (1 + self.bend * (bent**2).sum(-1, keepdims=True))
        local = np.concatenate([bent, np.ones((*bent.shape[:2], 1))], -1)
        return np.asarray(local @ self.turn.T)

    def cover(self, points: Floats, reach: Floats) -> tuple[int, int, int, int]:
        """The rectangle of pixels that surely holds balls round `points` (n × 3) of radii `reach`: x0, y0, x1, y1."""
        local = (points - self.place) @ self.turn
        if (local[:, 2] < -reach).all():
            return 0, 0, 0, 0
        if (local[:, 2] < reach + 0.1).any():
            return 0, 0, self.width, self.height
        steps = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
        corners = self.place + (local[:, None] + steps * reach[:, None, None]) @ self.turn.T
        flat = self.project(corners.reshape(-1, 3))
        x0, y0 = np.floor(flat.min(0) - 2)
        x1, y1 = np.ceil(flat.max(0) + 3)
        return (
            int(np.clip(x0, 0, self.width)),
            int(np.clip(y0, 0, self.height)),
            int(np.clip(x1, 0, self.width)),
            int(np.clip(y1, 0, self.height)),
        )


def look_at(
    target: npt.ArrayLike,
    elevation: float,
    yaw: float,
    roll: float,
    away: float,
    focal: float,
    size: tuple[int, int],
    bend: float,
) -> Camera:
    """A camera `away` from `target`, `elevation` degrees above the table; yaw and roll in radians."""
    e = np.radians(elevation)
    back = np.array([np.cos(e) * np.cos(yaw), np.cos(e) * np.sin(yaw), np.sin(e)])
    forward = -back
    right = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    turn = np.stack([c * right + s * down, -s * right + c * down, forward], 1)
    place = np.asarray(target, np.float64) + away * back
    return Camera(place, turn, focal, size[0], size[1], bend, elevation)


def draw_camera(
    rng: np.random.Generator,
    size: tuple[int, int],
    die_px: float,
    edge: float,
    within: tuple[float, float] | None = None,
) -> Camera:
    """A camera that sees a die of `edge` cm about `die_px` pixels large, from `within` a range of elevations."""
    view = rng.random()
    if within is not None:
        elevation = rng.uniform(*within)
    elif view < 0.34:
        elevation = rng.uniform(74, 90)
    elif view < 0.70:
        elevation = rng.uniform(52, 74)
    else:
        elevation = rng.uniform(27, 52)
    hfov = np.radians(rng.uniform(38, 78) if rng.random() < 0.85 else rng.uniform(24, 38))
    focal = max(size) / 2 / np.tan(hfov / 2)
    away = max(focal * edge / die_px, 4.0 * edge)
    bend = rng.normal(0, 0.04) if rng.random() < 0.6 else 0.0
    roll = rng.normal(0, np.radians(7)) if rng.random() < 0.8 else rng.uniform(-np.pi, np.pi)
    return look_at(
        (0, 0, 0.5 * edge),
        elevation,
        rng.uniform(-np.pi, np.pi),
        roll,
        away,
        focal,
        size,
        float(np.clip(bend, -0.09, 0.09)),
    )
