"""Dice and a hand moving through a game: throws, takings, kept dice, cleared tables, as poses over time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.training.maker.build import Matrix, spin
from vision.training.maker.camera import Camera
from vision.training.maker.dicelook import DieLook
from vision.training.maker.grounds import Rng
from vision.training.maker.physics import STEP, throw
from vision.training.maker.placing import NORMALS, UP_TURNS, Pose, heading
from vision.training.maker.world import Floats

RATE = 240
"""Moments a second."""


@dataclass(frozen=True)
class HandPose:
    """Where the hand is: finger tips at x, y; height of the palm; direction in which it points."""

    x: float
    y: float
    height: float
    yaw: float


@dataclass(frozen=True)
class Moment:
    """Everything that moves, at one time."""

    dice: dict[int, Pose]
    """By number; a die that is not there is out of sight."""
    hand: HandPose | None
    state: str
    """empty, moving or settled."""
    turn: int
    roll: int


@dataclass(frozen=True)
class Stage:
    """Where a game is played."""

    camera: Camera
    wall: Floats
    """The tray: half width, half depth, yaw, height; a half width of 0 means there is none."""
    reach: float
    """Dice must come to rest within this distance of the middle, cm."""
    side: float
    """Direction (radians) from the middle to the player."""


def smooth(t: float) -> float:
    """From 0 to 1 without a jerk."""
    t = min(max(t, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def showing(die: DieLook, turn: Matrix, value: int) -> Matrix:
    """A turn of the die's own faces, to be applied before `turn`, so that `value` comes to lie on top."""
    top = int(np.argmax(NORMALS @ turn.T[:, 2]))
    return np.asarray(UP_TURNS[top].T @ UP_TURNS[die.values.index(value)])


@dataclass
class Director:
    """Plays a game by adding moments."""

    rng: Rng
    stage: Stage
    dice: tuple[DieLook, ...]
    moments: list[Moment] = field(default_factory=list)
    lying: dict[int, Pose] = field(default_factory=dict)
    turn: int = 0
    roll: int = 0

    def _add(self, dice: dict[int, Pose], hand: HandPose | None, state: str) -> None:
        self.moments.append(Moment(dict(dice), hand, state, self.turn, self.roll))

    def hold(self, seconds: float) -> None:
        """Nothing moves."""
        for _ in range(int(seconds * RATE)):
            self._add(self.lying, None, "settled" if self.lying else "empty")

    def throw(self, values: dict[int, int], *, apart: float = 0.0) -> None:
        """Throw dice so that they come to rest with the given values; those that lie already stay.

        Args:
            values: By die, the number it shall show.
            apart: Least distance between the middles of dice at rest, in edges; 0: they may touch.

        Raises:
            ValueError: If no throw of many ends well inside the picture.
        """
        for _ in range(400):
            poses = self._simulate(sorted(values))
            if poses is not None and self._apart([p for p, _ in poses[-1]], sorted(values)) >= apart:
                break
        else:
            message = "no throw came to rest inside the picture: the stage is too small for its dice"
            raise ValueError(message)
        order = sorted(values)
        last = poses[-1]
        fix = {d: showing(self.dice[d], last[i][1], values[d]) for i, d in enumerate(order)}
        for moment in poses:
            flying = {d: Pose(self.dice[d], moment[i][0], moment[i][1] @ fix[d]) for i, d in enumerate(order)}
            self._add({**self.lying, **flying}, None, "moving")
        for i, d in enumerate(order):
            self.lying[d] = Pose(self.dice[d], last[i][0], last[i][1] @ fix[d])

    def _simulate(self, thrown: list[int]) -> list[list[tuple[Floats, Matrix]]] | None:
        """One throw: for every moment, place and turn of each thrown die; None if it went wrong."""
        rng, kept = self.rng, [d for d in self.lying if d not in thrown]
        everyone = thrown + kept
        n = len(everyone)
        side = self.stage.side + rng.normal(0, 0.25)
        out = np.array([np.cos(side), np.sin(side)])
        across = np.array([-out[1], out[0]])
        far = self._out_of_sight(out)
        place, turn = np.zeros((n, 3)), np.tile(np.eye(3), (n, 1, 1))
        speed, whirl = np.zeros((n, 3)), np.zeros((n, 3))
        strength = np.sqrt(2 * 0.3 * 981 * far) * rng.uniform(0.5, 0.85)
        height = rng.uniform(3.5, 7)
        for i, d in enumerate(thrown):
            e = self.dice[d].edge
            row, column = divmod(i, 3)
            spot = out * (far + e * 1.8 * row) + across * (column - 1) * e * 1.8
            place[i] = [*spot, height + rng.uniform(0, 1.5) + 1.8 * e * (i % 2)]
            turn[i] = spin(rng.uniform(0, 6.3)) @ spin(rng.uniform(0, 6.3), 0) @ spin(rng.uniform(0, 6.3), 1)
            v = strength * rng.uniform(0.85, 1.15)
            # Tossed so that it comes down well inside, a little short of the middle.
            time = (np.linalg.norm(spot) - rng.uniform(-0.1, 0.5) * self.stage.reach) / v
            rise = 490 * time - (place[i, 2] - 0.5 * e) / time
            speed[i] = [*(-out * v + across * rng.normal(0, 0.12) * v), rise]
            # Rolling forwards, more or less.
            whirl[i] = np.array([across[0], across[1], 0]) * -v / e * rng.uniform(0.4, 1.3) + rng.normal(0, 8, 3)
        for i, d in enumerate(kept, len(thrown)):
            place[i], turn[i] = self.lying[d].place, self.lying[d].turn
        fixed = np.array([0.0] * len(thrown) + [1.0] * len(kept))
        edge = np.array([self.dice[d].edge for d in everyone])
        ball = np.array([max(self.dice[d].round, 0.04) * self.dice[d].edge for d in everyone])
        most = 3 * RATE
        places, turns = np.zeros((most, n, 3)), np.zeros((most, n, 3, 3))
        every = round(1 / RATE / STEP)
        count = throw(
            place,
            turn,
            speed,
            whirl,
            fixed,
            edge,
            ball,
            self.stage.wall,
            rng.uniform(0.22, 0.4),
            rng.uniform(0.3, 0.55),
            every,
            places,
            turns,
        )
        if count >= most:
            return None
        for i in range(len(thrown)):
            flat = np.abs(turn[i, 2]).max() > 0.9998
            if not flat or abs(place[i, 2] - edge[i] / 2) > 0.02 or not self._inside(place[i], edge[i]):
                return None
        return [[(places[m, i].copy(), turns[m, i].copy()) for i in range(len(thrown))] for m in range(count)]

    def _apart(self, places: list[Floats], thrown: list[int]) -> float:
        """The least distance between two dice, in edges."""
        everyone = places + [p.place for d, p in self.lying.items() if d not in thrown]
        edge = self.dice[0].edge
        gaps = [float(np.linalg.norm(a - b)) / edge for i, a in enumerate(everyone) for b in everyone[:i]]
        return min(gaps, default=9.0)

    def _out_of_sight(self, out: Floats) -> float:
        """How far from the middle, in a direction, a die 7 cm up is out of the picture."""
        camera = self.stage.camera
        for far in np.arange(8.0, 60.0, 1.0):
            x, y = camera.project(np.array([*(out * far), 7.0]))
            if not (-40 < x < camera.width + 40 and -40 < y < camera.height + 40):
                break
        return float(far)

    def _inside(self, place: Floats, edge: float) -> bool:
        wall, camera = self.stage.wall, self.stage.camera
        if wall[0] > 0:
            c, s = np.cos(wall[2]), np.sin(wall[2])
            u, v = c * place[0] + s * place[1], c * place[1] - s * place[0]
            if abs(u) > wall[0] - 0.5 * edge or abs(v) > wall[1] - 0.5 * edge:
                return False
        elif np.hypot(place[0], place[1]) > self.stage.reach:
            return False
        reach = np.array([[i, j, k] for i in (-0.8, 0.8) for j in (-0.8, 0.8) for k in (-0.5, 0.5)]) * edge
        flat = camera.project(place + reach)
        return bool(
            (flat > 2).all() and (flat[:, 0] < camera.width - 3).all() and (flat[:, 1] < camera.height - 3).all()
        )

    def take(self, which: list[int], *, seconds: float = 0.42) -> None:
        """A hand comes in, picks up dice one after the other, and goes."""
        if not which:
            return
        home = self._home()
        held: list[int] = []
        at = home
        spots = [self._over(self.lying[d]) for d in sorted(which, key=lambda d: -self._distance(d))]
        for d, spot in zip(sorted(which, key=lambda d: -self._distance(d)), spots, strict=True):
            time = seconds if at is home else 0.55 * seconds
            self._travel(at, spot, time, held)
            held.append(d)
            at = spot
            self._travel(at, at, 0.09, held)
        self._travel(at, home, seconds, held)
        for d in which:
            del self.lying[d]

    def aside(self, where: dict[int, tuple[float, float, float]]) -> None:
        """A hand pushes dice to other places (x, y, yaw), flat on the table."""
        at = home = self._home()
        for d, (x, y, yaw) in where.items():
            start = self.lying[d]
            self._travel(at, self._over(start), 0.4 if at is home else 0.25, [])
            twist = yaw - heading(start.turn)
            twist = (twist + np.pi / 4) % (np.pi / 2) - np.pi / 4
            steps = int(0.35 * RATE)
            for i in range(1, steps + 1):
                t = smooth(i / steps)
                place = start.place + t * (np.array([x, y, start.place[2]]) - start.place)
                self.lying[d] = Pose(start.die, place, spin(t * twist) @ start.turn)
                self._add(self.lying, self._over(self.lying[d]), "moving")
            at = self._over(self.lying[d])
        self._travel(at, home, 0.4, [])

    def _home(self) -> HandPose:
        side = self.stage.side + self.rng.normal(0, 0.2)
        out = np.array([np.cos(side), np.sin(side)])
        far = self._out_of_sight(out) + 9.0
        return HandPose(float(out[0] * far), float(out[1] * far), 5.0, float(side + np.pi))

    def _over(self, pose: Pose) -> HandPose:
        """The hand with its fingers on a die."""
        side = self.stage.side
        edge = pose.die.edge
        x, y = pose.place[0] - 0.35 * edge * np.cos(side), pose.place[1] - 0.35 * edge * np.sin(side)
        return HandPose(float(x), float(y), edge + 2.1, float(side + np.pi))

    def _distance(self, d: int) -> float:
        """How far a die lies from the player's side."""
        p = self.lying[d].place
        return float(-(p[0] * np.cos(self.stage.side) + p[1] * np.sin(self.stage.side)))

    def _travel(self, a: HandPose, b: HandPose, seconds: float, held: list[int]) -> None:
        """The hand goes from a to b; held dice go with it, under its palm."""
        steps = max(int(seconds * RATE), 1)
        for i in range(1, steps + 1):
            t = smooth(i / steps)
            lift = 1.6 * np.sin(np.pi * t) if a is not b else 0.0
            hand = HandPose(
                a.x + t * (b.x - a.x),
                a.y + t * (b.y - a.y),
                a.height + t * (b.height - a.height) + lift,
                a.yaw + t * (b.yaw - a.yaw),
            )
            dice = dict(self.lying)
            for n, d in enumerate(held):
                pose = dice[d]
                side = hand.yaw + np.pi
                back = 2.2 + 1.3 * (n // 2)
                place = np.array(
                    [
                        hand.x + back * np.cos(side) - (n % 2 - 0.5) * 2.0 * np.sin(side),
                        hand.y + back * np.sin(side) + (n % 2 - 0.5) * 2.0 * np.cos(side),
                        hand.height - 1.7,
                    ]
                )
                dice[d] = Pose(pose.die, place, pose.turn)
            self._add(dice, hand, "moving")
