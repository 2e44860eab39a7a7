"""Collects solids, materials and prints of a scene, and turns them into the arrays of the ray caster."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.training.maker import world as w
from vision.training.maker.world import Floats, Singles, World

Matrix = npt.NDArray[np.float64]
UPRIGHT: Matrix = np.eye(3)


def linear(colour: npt.ArrayLike) -> Floats:
    """Colours as seen on a screen (0 to 1) as amounts of light."""
    return np.asarray(np.clip(np.asarray(colour, np.float64), 0, None) ** 2.2)


def spin(angle: float, axis: int = 2) -> Matrix:
    """A turn by `angle` (radians) about the x, y or z axis (0, 1, 2)."""
    c, s = np.cos(angle), np.sin(angle)
    i, j = ((1, 2), (2, 0), (0, 1))[axis]
    turn = np.eye(3)
    turn[i, i] = turn[j, j] = c
    turn[i, j], turn[j, i] = -s, s
    return turn


@dataclass
class Builder:
    """A scene in the making."""

    solids: list[Floats] = field(default_factory=list)
    shapes: list[npt.NDArray[np.float64]] = field(default_factory=list)
    looks: list[Floats] = field(default_factory=list)
    styles: list[tuple[Floats, npt.NDArray[np.int64], Floats, Floats]] = field(default_factory=list)
    prints: list[Singles] = field(default_factory=list)

    def look(
        self,
        colour: npt.ArrayLike,
        rough: float = 0.5,
        shine: float = 0.04,
        *,
        metal: float = 0.0,
        soft: float = 0.0,
        grain: int = w.PLAIN,
        second: npt.ArrayLike = (0, 0, 0),
        size: float = 1.0,
        share: float = 0.5,
        style: int | None = None,
        picture: npt.NDArray[np.uint8] | None = None,
        reach: float = 0.0,
        clear: float = 0.0,
    ) -> int:
        """Add a material; colours as seen on a screen. `reach`: half the size a `picture` covers (0: all of a box)."""
        m = np.zeros(w.LOOK_WIDTH)
        m[w.ALBEDO : w.ALBEDO + 3] = linear(colour)
        m[w.SECOND : w.SECOND + 3] = linear(second)
        m[w.ROUGH], m[w.SHINE], m[w.METAL], m[w.SOFT], m[w.CLEAR] = rough, shine, metal, soft, clear
        m[w.GRAIN], m[w.GRAIN_SIZE], m[w.GRAIN_SHARE] = grain, size, share
        if style is not None:
            m[w.MARKS], m[w.MARK] = w.PIPS, style
        if picture is not None:
            m[w.MARKS] = w.PRINTED
            m[w.PRINT : w.PRINT + 5] = (len(self.prints), 0, picture.shape[1], picture.shape[0], reach)
            self.prints.append(linear(picture.astype(np.float32) / 255.0).astype(np.float32))
        self.looks.append(m)
        return len(self.looks) - 1

    def style(self, pips: Floats, count: npt.NDArray[np.int64], ink: Floats, rest: Floats) -> int:
        """Add a die style; see `World`."""
        self.styles.append((pips, count, ink, rest))
        return len(self.styles) - 1

    def solid(
        self,
        kind: int,
        look: int,
        place: npt.ArrayLike,
        size: tuple[float, ...],
        reach: float,
        turn: Matrix = UPRIGHT,
        shapes: npt.NDArray[np.float64] | None = None,
    ) -> int:
        """Add a solid; its number is its place in the list. `reach`: radius of a ball round `place` that holds it."""
        s = np.zeros(w.SOLID_WIDTH)
        s[w.KIND], s[w.LOOK], s[w.REACH] = kind, look, reach
        s[w.PLACE : w.PLACE + 3] = np.asarray(place, np.float64)
        s[w.TURN : w.TURN + 9] = turn.reshape(-1)
        s[w.SIZE : w.SIZE + len(size)] = size
        if shapes is not None:
            first = sum(len(shape) for shape in self.shapes)
            s[w.FIRST], s[w.LAST] = first, first + len(shapes)
            self.shapes.append(shapes)
        self.solids.append(s)
        return len(self.solids) - 1

    def box(
        self, look: int, place: npt.ArrayLike, half: tuple[float, float, float], edge: float, turn: Matrix = UPRIGHT
    ) -> int:
        """Add a box with rounded edges."""
        return self.solid(w.BOX, look, place, (*half, min(edge, min(half))), float(np.linalg.norm(half)), turn)

    def world(self, lights: Floats, windows: Floats, air: Floats) -> World:
        """The arrays."""
        looks = np.array(self.looks).reshape(-1, w.LOOK_WIDTH)
        width = max((p.shape[1] for p in self.prints), default=1)
        tops = np.cumsum([0, *(p.shape[0] for p in self.prints)])
        atlas = np.zeros((max(int(tops[-1]), 1), width, 3), np.float32)
        for top, p in zip(tops, self.prints, strict=False):
            atlas[top : top + p.shape[0], : p.shape[1]] = p
        for m in looks:
            if m[w.MARKS] == w.PRINTED:
                m[w.PRINT : w.PRINT + 2] = (0, tops[int(m[w.PRINT])])
        pips, count, ink, rest = (
            (np.array(part) for part in zip(*self.styles, strict=True))
            if self.styles
            else (
                np.zeros((0, 6, 6, 3)),
                np.zeros((0, 6), np.int64),
                np.zeros((0, 6, 3)),
                np.zeros((0, w.PIP_STYLE_WIDTH)),
            )
        )
        return World(
            np.array(self.solids).reshape(-1, w.SOLID_WIDTH),
            np.concatenate(self.shapes) if self.shapes else np.zeros((0, 8)),
            looks,
            pips,
            count,
            ink,
            rest,
            atlas,
            lights,
            windows,
            air,
            np.zeros((0, 0), np.int64),
            np.zeros(0, np.int64),
        )


def outline(world: World, k: int) -> tuple[Floats, Floats]:
    """Balls that together hold solid `k`: middles (n × 3) and radii (n)."""
    solid = world.solids[k]
    place, turn = solid[w.PLACE : w.PLACE + 3], solid[w.TURN : w.TURN + 9].reshape(3, 3)
    if int(solid[w.KIND]) == w.BOX:
        signs = np.array([[i, j, m] for i in (-1, 1) for j in (-1, 1) for m in (-1, 1)])
        return place + signs * solid[w.SIZE : w.SIZE + 3] @ turn.T, np.zeros(8)
    if int(solid[w.KIND]) == w.LIMBS:
        limbs = world.shapes[int(solid[w.FIRST]) : int(solid[w.LAST])]
        ends = np.concatenate([limbs[:, :3], limbs[:, 3:6]])
        return place + ends @ turn.T, np.concatenate([limbs[:, 6], limbs[:, 7]]) * 1.15
    return place[None], solid[w.REACH : w.REACH + 1]
