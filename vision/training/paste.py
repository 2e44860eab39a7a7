"""Whole dice drawn into the finder's crops: a cube seen from far away needs no ray caster.

Seen from a distance at a given height, a cube's top is a flattened turned square, and its sides hang straight down from
it: that can be drawn exactly with three polygons. Light and edges are simpler than in ray-cast pictures; in exchange
every crop shows new dice, and the finder sees far more kinds than could be ray cast in the time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image
from vision.training.drawn import fill, pips, square, style, thrown
from vision.training.gleam import gleam, glossy
from vision.training.shards import Truth

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]

TIDY = 0.2
"""Share of pasted groups set edge to edge in rows: two such dice from above look much like a domino."""


@dataclass(frozen=True, slots=True)
class View:
    """How the camera sees the table."""

    rise: float
    """Sine of the camera's height over the table: 1 from straight above."""
    turn: float
    """The camera's roll in radians."""
    edge: float
    """Edge of the dice in pixels."""
    shades: tuple[float, float]
    """Brightness of the two visible sides against the top."""
    shadow: tuple[float, float, float]
    """Where shadows fall (in edges, on the table) and how dark they are."""

    def on_screen(self, flat: Points) -> Points:
        """Vectors on the table (… × 2, in edges) to pixels."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        roll = np.array([[c, -s], [s, c]])
        return np.asarray((flat * [1, self.rise]) @ roll.T * self.edge)

    @property
    def drop(self) -> Points:
        """From a top corner to the corner under it, in pixels."""
        return np.array([-math.sin(self.turn), math.cos(self.turn)]) * math.sqrt(1 - self.rise**2) * self.edge


def draw_view(rng: np.random.Generator, edge: float, rise: float | None, turn: float) -> View:
    """A random view for dice of an edge in pixels."""
    if rise is None:
        low, high = ((0.4, 0.75), (0.42, 1.0), (0.93, 1.0))[int(rng.choice(3, p=[0.5, 0.3, 0.2]))]
        rise = float(rng.uniform(low, high))
    bright = rng.normal(-0.35, 0.3, 2)
    angle, far = rng.uniform(0, 2 * math.pi), abs(rng.normal(0, 0.7))
    shadow = (math.cos(angle) * far, math.sin(angle) * far, rng.uniform(0.1, 0.75))
    return View(min(rise, 0.999), turn, edge, (float(np.exp(bright[0])), float(np.exp(bright[1]))), shadow)


def paste(image: Image, dice: list[Truth], view: View, count: int, rng: np.random.Generator) -> list[Truth]:
    """Draw `count` dice into a crop, in place, and give all its dice.

    Args:
        image: H × W × 3, drawn on.
        dice: those already there, quads in the crop's pixels; new dice keep off them, or hide them.
        view: how the camera sees the table.
        count: how many to draw.
        rng: where chance comes from.
    """
    height, width = image.shape[:2]
    spots: list[tuple[Points, float]] = []
    taken = [d.quad.mean(axis=0) for d in dice]
    tidy = rng.random() < TIDY
    for _ in range(count):
        for _ in range(12):
            if spots and rng.random() < (0.9 if tidy else 0.4):
                base, turn = spots[int(rng.integers(len(spots)))]
                side = turn + int(rng.integers(4)) * math.pi / 2
                gap = 1.0 + max(0.0, rng.normal(0.02, 0.05))
                step = np.array([math.cos(side), math.sin(side)]) * gap
                if not tidy:
                    step += np.array([-math.sin(side), math.cos(side)]) * rng.uniform(-0.4, 0.4)
                middle = base + view.on_screen(step)
            else:
                turn = float(rng.uniform(0, math.pi))
                middle = rng.uniform(0.03, 0.97, 2) * [width, height]
            near = [*(m for m, _ in spots), *taken]
            if all(np.linalg.norm(middle - m) > 0.93 * view.edge * view.rise for m in near):
                spots.append((middle, turn))
                break
    # Far dice first, so that near ones cover them.
    up = np.array([-math.sin(view.turn), math.cos(view.turn)])
    spots.sort(key=lambda spot: float(spot[0] @ up))
    owner = np.zeros((height, width), np.uint8)
    new = []
    same = int(rng.integers(1 << 30)) if rng.random() < 0.7 else None
    corner = rng.uniform(0.05, 0.45)
    sizes = (rng.uniform(0.42, 0.6), rng.uniform(0.13, 0.26))
    _shadows(image, spots, view)
    gain = math.exp(rng.normal(0, 0.12)) * min(1.0, max(0.25, float(image.mean()) / 130)) ** rng.uniform(0, 1)
    for number, (middle, turn) in enumerate(spots, start=1):
        value = thrown(rng)
        source = np.random.default_rng(same) if same is not None else rng
        if same is None:
            corner, sizes = rng.uniform(0.05, 0.45), (rng.uniform(0.42, 0.6), rng.uniform(0.13, 0.26))
        body, ink, name = style(source, value, image)
        body, ink = body * np.float32(gain), ink * np.float32(gain)
        rim = ink * 0.7 + body * 0.15 + 15
        c, s = math.cos(turn), math.sin(turn)
        basis = view.on_screen(np.array([[c, s], [-s, c]]) / 2).T
        _cube(image, owner, number, basis, middle, view, body, (sizes[0], sizes[1], ink, rim), value, corner, rng)
        quad = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ basis.T + middle
        new.append(
            Truth(value, quad.astype(np.float32), name, "drawn", 0.0, 0.0, True, view.edge * math.sqrt(view.rise), 0.1)
        )
    if rng.random() < 0.35:
        _marble(image, owner > 0, rng)
    out = [replace(d, hidden=max(d.hidden, _covered(owner, d.quad, 0))) for d in dice]
    out += [replace(d, hidden=_covered(owner, d.quad, k)) for k, d in enumerate(new, start=1)]
    return out


def _cube(image: Image, owner: npt.NDArray[np.uint8], number: int, basis: Points, middle: Points, view: View,
          body: Floats, look: tuple[float, float, Floats, Floats], value: int, corner: float,
          rng: np.random.Generator) -> None:  # fmt: skip
    drop = view.drop
    top = square(corner) @ basis.T + middle
    hull = cv2.convexHull(np.concatenate([top, top + drop]).astype(np.float32)).reshape(-1, 2).astype(np.float64)
    shape = np.round(hull).astype(np.int32)
    cv2.fillConvexPoly(owner, shape, number)
    fill(image, hull, body * view.shades[0])
    for k in range(4):
        normal = basis @ [(1, 0), (0, 1), (-1, 0), (0, -1)][k]
        if normal @ drop <= 1e-6 or np.linalg.norm(drop) < 0.1 * view.edge:
            continue
        along = basis @ [(0, 1), (-1, 0), (0, -1), (1, 0)][k]
        side = np.stack([along, drop / 2], axis=1)
        at = middle + normal + drop / 2
        shade = view.shades[k % 2]
        fill(image, square(corner) @ side.T + at, body * shade)
        marks = (look[0], look[1], look[2] * shade, look[3] * shade)
        pips(image, int(rng.integers(1, 7)), int(rng.integers(2)), (side, at), marks, rng, plain=True)
    fill(image, top, body)
    pips(image, value, int(rng.integers(2)), (basis, middle), look, rng, plain=view.edge < 24)
    if view.edge > 12 and glossy(rng, body):
        gleam(image, basis, middle, rng)


def _marble(image: Image, where: npt.NDArray[np.bool_], rng: np.random.Generator) -> None:
    """Swirls and flecks in the bodies of dice, over their pips as well."""
    height, width = where.shape
    cells = int(rng.integers(8, 48))
    swirl = rng.standard_normal((cells, cells)).astype(np.float32)
    swirl = np.asarray(cv2.resize(swirl, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.float32)
    if rng.random() < 0.5:
        swirl = np.asarray(1.2 - 2.5 * np.abs(swirl), dtype=np.float32)
    tint = rng.uniform(0.2, 1, 3).astype(np.float32) * np.float32(rng.uniform(5, 38))
    image[:] = np.clip(image + (swirl * where)[..., None] * tint, 0, 255).astype(np.uint8)


def _shadows(image: Image, spots: list[tuple[Points, float]], view: View) -> None:
    """Darken the table beside the dice."""
    dark = np.zeros(image.shape[:2], np.uint8)
    move = view.on_screen(np.array(view.shadow[:2]))
    for middle, turn in spots:
        c, s = math.cos(turn), math.sin(turn)
        foot = square(0.2) @ view.on_screen(np.array([[c, s], [-s, c]]) / 2) + middle + view.drop
        hull = cv2.convexHull(np.concatenate([foot, foot + move]).astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(dark, np.round(hull).astype(np.int32), 255)
    soft = cv2.GaussianBlur(dark, (0, 0), max(0.6, 0.08 * view.edge)).astype(np.float32) / 255
    image[:] = (image * (1 - soft[..., None] * np.float32(view.shadow[2]))).astype(np.uint8)


def _covered(owner: npt.NDArray[np.uint8], quad: Floats, number: int) -> float:
    """Share of a quad's pixels that belong to a later die, or lie outside the crop."""
    low, high = np.floor(quad.min(axis=0)).astype(int), np.ceil(quad.max(axis=0)).astype(int) + 1
    shape = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(shape, np.round(quad - low).astype(np.int32), 1)
    x0, y0 = max(0, low[0]), max(0, low[1])
    x1, y1 = min(owner.shape[1], high[0]), min(owner.shape[0], high[1])
    if x1 <= x0 or y1 <= y0:
        return 0.0
    inner = shape[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]] > 0
    total = int(inner.sum())
    over = owner[y0:y1, x0:x1]
    return float((inner & (over != number) & (over != 0)).sum() / max(1, total))
