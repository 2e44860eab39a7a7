"""Where dice lie: scattered, touching, in rows, in heaps, leaning, on top of each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.training.maker.build import Matrix, spin
from vision.training.maker.dicelook import DieLook
from vision.training.maker.world import Floats

NORMALS = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float64)
"""Outward normals of the faces +x −x +y −y +z −z."""
UP_TURNS: tuple[Matrix, ...] = (
    spin(-np.pi / 2, 1), spin(np.pi / 2, 1), spin(np.pi / 2, 0), spin(-np.pi / 2, 0), np.eye(3), spin(np.pi, 0),
)  # fmt: skip
"""Turns that bring each face on top."""


@dataclass(frozen=True)
class Pose:
    """A die lying somewhere."""

    die: DieLook
    place: Floats
    """Middle of the die, cm."""
    turn: Matrix

    @property
    def top(self) -> int:
        """The face that points up most."""
        return int(np.argmax(NORMALS @ self.turn.T[:, 2]))

    @property
    def tilt(self) -> float:
        """Degrees between the top face and the table."""
        return float(np.degrees(np.arccos(np.clip((NORMALS @ self.turn.T[:, 2]).max(), -1, 1))))

    @property
    def value(self) -> int:
        """The number on top."""
        return self.die.values[self.top]

    def face_points(self, u: npt.ArrayLike, v: npt.ArrayLike) -> Floats:
        """Points of the top face in the world; u and v from −1 to 1 across the sharp cube's face."""
        normal = NORMALS[self.top]
        a = NORMALS[(self.top // 2 * 2 + 2) % 6]
        b = np.cross(normal, a)
        u, v = np.asarray(u, np.float64)[..., None], np.asarray(v, np.float64)[..., None]
        local = (normal + u * a + v * b) * self.die.edge / 2
        return np.asarray(local @ self.turn.T + self.place)

    def corners(self) -> Floats:
        """The corners of the top face, in cyclic order: 4 × 3."""
        return self.face_points([-1, 1, 1, -1], [-1, -1, 1, 1])


def rest_height(die: DieLook, turn: Matrix) -> float:
    """Height of the middle of a die that touches the table in this turn."""
    r = die.round * die.edge
    return float(r + np.abs(turn[2]).sum() * (die.edge / 2 - r))


def heading(turn: Matrix) -> float:
    """Direction (radians) of an edge that lies along the table."""
    level = int(np.argmin(np.abs(turn[2])))
    return float(np.arctan2(turn[1, level], turn[0, level]))


def lie(die: DieLook, x: float, y: float, yaw: float, face: int, z: float = 0.0) -> Pose:
    """A die flat on the table, or on something `z` high."""
    return Pose(die, np.array([x, y, z + die.edge / 2]), spin(yaw) @ UP_TURNS[face])


def _square(x: float, y: float, yaw: float, half: float) -> Floats:
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array(
        [
            [x + c * u - s * v, y + s * u + c * v]
            for u, v in ((-half, -half), (half, -half), (half, half), (-half, half))
        ]
    )


def overlap(one: Floats, other: Floats) -> bool:
    """Whether two convex outlines in the plane overlap (separating axes)."""
    for shape in (one, other):
        edges = np.roll(shape, -1, 0) - shape
        axes = np.stack([-edges[:, 1], edges[:, 0]], 1)
        p, q = one @ axes.T, other @ axes.T
        if np.any((p.max(0) <= q.min(0)) | (q.max(0) <= p.min(0))):
            return False
    return True


class Floor:
    """The part of the table on which dice lie; knows what is taken."""

    def __init__(self, taken: list[Floats] | None = None) -> None:
        self.taken: list[Floats] = taken or []

    def free(self, outline: Floats) -> bool:
        """Whether nothing lies there yet."""
        middle = outline.mean(0)
        for other in self.taken:
            reach = np.linalg.norm(other - other.mean(0), axis=1).max() + np.linalg.norm(outline - middle, axis=1).max()
            if np.linalg.norm(other.mean(0) - middle) < reach and overlap(outline, other):
                return False
        return True

    def take(self, x: float, y: float, yaw: float, half: float) -> bool:
        """Take a square if it is free."""
        outline = _square(x, y, yaw, half)
        if not self.free(outline):
            return False
        self.taken.append(outline)
        return True


def wall_outlines(frame: Floats, thick: float = 0.7) -> list[Floats]:
    """What a tray's walls (half width, half depth, yaw, height) take of the table: nothing else lies there."""
    a, b, yaw = float(frame[0]), float(frame[1]), float(frame[2])
    turn = spin(yaw)[:2, :2]
    out = []
    for x, y, u, v in (
        (a + thick, 0, thick, b),
        (-a - thick, 0, thick, b),
        (0, b + thick, a, thick),
        (0, -b - thick, a, thick),
    ):
        corners = np.array([[x - u, y - v], [x + u, y - v], [x + u, y + v], [x - u, y + v]])
        out.append(np.asarray(corners @ turn.T))
    return out


def scatter(rng: np.random.Generator, dice: list[DieLook], spread: float, floor: Floor) -> list[Pose]:
    """Dice thrown at random within about `spread` cm of the middle; some touch, some line up."""
    poses: list[Pose] = []
    for die in dice:
        h = die.edge / 2
        for attempt in range(60):
            wide = spread * (1 + attempt / 30)
            neighbour = poses[rng.integers(len(poses))] if poses and rng.random() < 0.25 else None
            if neighbour is not None and attempt < 20:
                # Snug against the side of another one.
                yaw = heading(neighbour.turn) if rng.random() < 0.6 else rng.uniform(0, 6.3)
                angle = yaw + rng.integers(4) * np.pi / 2
                away = neighbour.die.edge / 2 + h + rng.exponential(0.06) * die.edge
                side = rng.uniform(-0.7, 0.7) * die.edge
                x = neighbour.place[0] + away * np.cos(angle) - side * np.sin(angle)
                y = neighbour.place[1] + away * np.sin(angle) + side * np.cos(angle)
            else:
                yaw = rng.uniform(-np.pi, np.pi)
                x, y = rng.uniform(-wide, wide, 2)
            if floor.take(x, y, yaw, h * 1.001):
                poses.append(lie(die, float(x), float(y), yaw, int(rng.integers(6))))
                break
    return poses


def row(rng: np.random.Generator, dice: list[DieLook], floor: Floor) -> list[Pose]:
    """Dice laid in a row or a block, side by side."""
    yaw, poses = rng.uniform(-np.pi, np.pi), []
    columns = len(dice) if rng.random() < 0.6 else max(2, int(np.ceil(np.sqrt(len(dice)))))
    gap = rng.choice([0.0, 0.01, 0.05, 0.3, 0.8])
    step = max(die.edge for die in dice) * (1.002 + gap)
    c, s = np.cos(yaw), np.sin(yaw)
    for i, die in enumerate(dice):
        u, v = (i % columns - (columns - 1) / 2) * step, (i // columns) * step
        u, v = (
            u + rng.normal(0, 0.02) * gap,
            v + rng.normal(0, 0.15 if gap > 0.04 else 0.05) * die.edge * (columns == len(dice)),
        )
        twist = rng.normal(0, 0.05) * min(gap * 10, 1)
        x, y = float(c * u - s * v), float(s * u + c * v)
        if floor.take(x, y, yaw + twist, die.edge / 2 * 0.999):
            poses.append(lie(die, x, y, yaw + twist, int(rng.integers(6))))
    return poses


def lean(rng: np.random.Generator, pose: Pose, floor: Floor, die: DieLook) -> Pose | None:
    """A die leaning against one that lies flat; None if there is no room."""
    tilt = (
        rng.uniform(np.radians(14), np.radians(55))
        if rng.random() < 0.8
        else rng.uniform(np.radians(5), np.radians(14))
    )
    yaw = heading(pose.turn) + rng.integers(4) * np.pi / 2
    across = die.edge / 2 * (np.cos(tilt) + np.sin(tilt))
    away = pose.die.edge / 2 + across + 0.01
    side = rng.uniform(-0.4, 0.4) * die.edge
    x = pose.place[0] + away * np.cos(yaw) - side * np.sin(yaw)
    y = pose.place[1] + away * np.sin(yaw) + side * np.cos(yaw)
    if not floor.take(float(x), float(y), yaw, float(across) * 0.99):
        return None
    # Turned about the horizontal axis along the other die's side, upper edge towards it.
    turn = (
        spin(yaw)
        @ spin(tilt if rng.random() < 0.5 else -tilt, 1)
        @ spin(rng.integers(4) * np.pi / 2)
        @ UP_TURNS[rng.integers(6)]
    )
    return Pose(die, np.array([x, y, rest_height(die, turn)]), turn)


def lean_on_wall(rng: np.random.Generator, frame: Floats, floor: Floor, die: DieLook) -> Pose | None:
    """A die leaning against a tray's wall (half width, half depth, yaw, height of the tray)."""
    tilt = rng.uniform(np.radians(12), np.radians(50))
    number = int(rng.integers(4))
    away, along = (frame[0], frame[1]) if number % 2 == 0 else (frame[1], frame[0])
    yaw = float(frame[2]) + number * np.pi / 2
    across = die.edge / 2 * (np.cos(tilt) + np.sin(tilt))
    u, v = away - across - 0.01, rng.uniform(-0.8, 0.8) * along
    x, y = u * np.cos(yaw) - v * np.sin(yaw), u * np.sin(yaw) + v * np.cos(yaw)
    if not floor.take(float(x), float(y), yaw, float(across) * 0.99):
        return None
    turn = (
        spin(yaw)
        @ spin(tilt if rng.random() < 0.5 else -tilt, 1)
        @ spin(rng.integers(4) * np.pi / 2)
        @ UP_TURNS[rng.integers(6)]
    )
    return Pose(die, np.array([x, y, rest_height(die, turn)]), turn)


def tip(rng: np.random.Generator, pose: Pose) -> Pose:
    """The same die, a little off flat, as on an uneven cloth or on the edge of a card."""
    axis = rng.uniform(-np.pi, np.pi)
    turn = spin(axis) @ spin(np.radians(abs(rng.normal(0, 4))), 0) @ spin(-axis) @ pose.turn
    low = rest_height(pose.die, turn)
    return replace(pose, turn=turn, place=np.array([pose.place[0], pose.place[1], low]))


def stack(rng: np.random.Generator, pose: Pose, die: DieLook) -> Pose:
    """A die on top of another."""
    off = rng.uniform(-0.3, 0.3, 2) * die.edge
    height = pose.place[2] + pose.die.edge / 2
    return lie(
        die,
        pose.place[0] + off[0],
        pose.place[1] + off[1],
        rng.uniform(-np.pi, np.pi),
        int(rng.integers(6)),
        float(height),
    )
