"""The geometry of a top face: where it lies, how it leans, and how to look at it straight on.

A face seen by a camera is very nearly a parallelogram. It is kept as its centre and two half edges `u` and `v`, so that
the corners are `centre ± u ± v`. Which corner comes first means nothing on a die, so the finder network never learns
it: it learns the ellipse that touches the edges (`u uᵀ + v vᵀ`, the same whichever edge is called `u`) and the angle of
the square inside it, modulo a quarter turn. Both are continuous however the die lies, and training and running share
the functions here, so that they cannot drift apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image, Point

Floats = npt.NDArray[np.float32]

MAX_LEAN = 0.97
"""Largest correlation of an ellipse; beyond it a face is a line, which no reader can read."""


@dataclass(frozen=True, slots=True)
class Face:
    """A parallelogram in a picture: centre and half edges in pixels, `u` × `v` turning clockwise on screen."""

    x: float
    y: float
    ux: float
    uy: float
    vx: float
    vy: float

    @property
    def edge(self) -> float:
        """Length of the edge of a square of the same area, in pixels."""
        return 2.0 * math.sqrt(abs(self.ux * self.vy - self.uy * self.vx))

    @property
    def quad(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, in order round the face."""
        x, y, ux, uy, vx, vy = self.x, self.y, self.ux, self.uy, self.vx, self.vy
        return (
            (x - ux - vx, y - uy - vy),
            (x + ux - vx, y + uy - vy),
            (x + ux + vx, y + uy + vy),
            (x - ux + vx, y - uy + vy),
        )

    @property
    def box(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1: the upright rectangle round the corners."""
        w, h = abs(self.ux) + abs(self.vx), abs(self.uy) + abs(self.vy)
        return self.x - w, self.y - h, self.x + w, self.y + h

    @property
    def flatness(self) -> float:
        """Short axis over long axis of the ellipse: 1 from straight above, about 0.5 at 30° over the table."""
        big, small = _axes(*self.moments)
        return small / big if big > 0 else 0.0

    @property
    def long(self) -> float:
        """Length of the long axis of the ellipse, in pixels: from straight above, the edge."""
        return 2.0 * _axes(*self.moments)[0]

    @property
    def drop(self) -> float:
        """How far a die's sides reach down under its top in the picture of a camera held level, in pixels."""
        rise = min(0.999, max(0.2, self.flatness))
        return self.edge / math.sqrt(rise) * math.sqrt(1 - rise * rise)

    @property
    def moments(self) -> tuple[float, float, float]:
        """The ellipse that touches the edges, as xx, xy, yy of its second-moment matrix."""
        return (
            self.ux * self.ux + self.vx * self.vx,
            self.ux * self.uy + self.vx * self.vy,
            self.uy * self.uy + self.vy * self.vy,
        )

    def scaled(self, factor: float, dx: float = 0.0, dy: float = 0.0) -> Face:
        """The same face in a picture scaled by `factor` and then moved by (dx, dy); pixel centres are at .5."""
        shift = 0.5 * factor - 0.5
        return Face(
            self.x * factor + shift + dx,
            self.y * factor + shift + dy,
            self.ux * factor,
            self.uy * factor,
            self.vx * factor,
            self.vy * factor,
        )

    def turned(self, width: int, height: int) -> Face:
        """The same face in a picture of that size turned upside down, still turning clockwise."""
        return Face(width - 1 - self.x, height - 1 - self.y, -self.ux, -self.uy, -self.vx, -self.vy)


def sides_under(top: Face) -> list[Face]:
    """The one or two sides of a die that its camera sees under a top face; none from straight above.

    The camera looks along the short axis of the top's ellipse, and is taken to hang no more than sideways: its down is
    the end of that axis that points down in the picture.
    """
    if top.flatness > 0.97:
        return []
    xx, xy, yy = top.moments
    long = math.atan2(2 * xy, xx - yy) / 2
    down = (-math.sin(long), math.cos(long)) if math.cos(long) >= 0 else (math.sin(long), -math.cos(long))
    drop = (down[0] * top.drop / 2, down[1] * top.drop / 2)
    least = 0.1 * top.edge * top.flatness
    out = []
    for (nx, ny), (ax, ay) in (
        ((top.ux, top.uy), (top.vx, top.vy)),
        ((top.vx, top.vy), (-top.ux, -top.uy)),
        ((-top.ux, -top.uy), (-top.vx, -top.vy)),
        ((-top.vx, -top.vy), (top.ux, top.uy)),
    ):
        if nx * down[0] + ny * down[1] >= least:
            out.append(Face(top.x + nx + drop[0], top.y + ny + drop[1], *drop, ax, ay))
    return out


def _axes(xx: float, xy: float, yy: float) -> tuple[float, float]:
    mean, half = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    return math.sqrt(max(0.0, mean + half)), math.sqrt(max(0.0, mean - half))


def face_of_quad(quad: npt.NDArray[np.floating]) -> Face:
    """The parallelogram nearest to four corners (4 × 2, in order round the face, either way round)."""
    q = np.asarray(quad, dtype=np.float64)
    x, y = q.mean(axis=0)
    u = (q[1] - q[0] + q[2] - q[3]) / 4
    v = (q[3] - q[0] + q[2] - q[1]) / 4
    if u[0] * v[1] - u[1] * v[0] < 0:
        u, v = v, u
    return Face(float(x), float(y), float(u[0]), float(u[1]), float(v[0]), float(v[1]))


def encode(face: Face) -> tuple[float, float, float, float, float]:
    """What the finder learns: log of the half width and half height, correlation, cos 4ψ and sin 4ψ."""
    xx, xy, yy = face.moments
    sx, sy = math.sqrt(max(xx, 1e-6)), math.sqrt(max(yy, 1e-6))
    lean = max(-MAX_LEAN, min(MAX_LEAN, xy / (sx * sy)))
    cos = face.ux / sx
    sin = (face.uy - lean * sy * cos) / (sy * math.sqrt(1 - lean * lean))
    psi = math.atan2(sin, cos)
    return math.log(sx), math.log(sy), lean, math.cos(4 * psi), math.sin(4 * psi)


def decode(x: float, y: float, log_sx: float, log_sy: float, lean: float, cos4: float, sin4: float) -> Face:
    """The face back from what `encode` made of it."""
    sx, sy = math.exp(log_sx), math.exp(log_sy)
    lean = max(-MAX_LEAN, min(MAX_LEAN, lean))
    psi = math.atan2(sin4, cos4) / 4
    c, s, k = math.cos(psi), math.sin(psi), sy * math.sqrt(1 - lean * lean)
    return Face(x, y, sx * c, lean * sy * c + k * s, -sx * s, -lean * sy * s + k * c)


def upright(face: Face) -> Face:
    """The same parallelogram with `u` to the right and `v` down, as `decode` gives it.

    A face straight on then keeps the camera's down as its own, to within 45°: a top has the die's side below it, a side
    has the table.
    """
    return decode(face.x, face.y, *encode(face))


def rectify(image: Image, face: Face, size: int, span: float) -> Image:
    """The face as seen straight on: a `size` × `size` picture whose middle `span` pixels are the face's edge.

    A large die is first shrunk by areas, because a plain warp would pick single pixels and lose small pips to noise.
    Outside the picture the border is repeated.
    """
    half = size / 2
    reach = half / (span / 2)  # how many half edges the crop sees from the centre
    shrink = face.edge / span
    if shrink >= 2.0:
        w = (abs(face.ux) + abs(face.vx)) * reach + 2
        h = (abs(face.uy) + abs(face.vy)) * reach + 2
        x0, y0 = max(0, math.floor(face.x - w)), max(0, math.floor(face.y - h))
        x1, y1 = min(image.shape[1], math.ceil(face.x + w) + 1), min(image.shape[0], math.ceil(face.y + h) + 1)
        if x1 - x0 >= 8 and y1 - y0 >= 8:
            part = image[y0:y1, x0:x1]
            wide, high = max(4, round((x1 - x0) / shrink)), max(4, round((y1 - y0) / shrink))
            part = np.asarray(cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)
            fx, fy = wide / (x1 - x0), high / (y1 - y0)
            moved = Face(
                (face.x - x0 + 0.5) * fx - 0.5,
                (face.y - y0 + 0.5) * fy - 0.5,
                face.ux * fx,
                face.uy * fy,
                face.vx * fx,
                face.vy * fy,
            )
            return _warp(np.ascontiguousarray(part), moved, size, span)
    return _warp(image, face, size, span)


def _warp(image: Image, face: Face, size: int, span: float) -> Image:
    k = 2 / span
    a, b, c, d = face.ux * k, face.vx * k, face.uy * k, face.vy * k
    mid = (size - 1) / 2
    inverse = np.array([[a, b, face.x - (a + b) * mid], [c, d, face.y - (c + d) * mid]])
    out = cv2.warpAffine(
        image, inverse, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(out, dtype=np.uint8)


CROP = 48
"""Side of the rectified picture that the face reader looks at."""
SPAN = 28
"""Edge of the face in it: the rest shows what lies round the face."""


def normalise(crops: npt.NDArray[np.uint8]) -> Floats:
    """Crops freed of exposure: N × 3 × CROP × CROP, 8 bits, to floats of mean 0 and deviation 1 round the face.

    One mean and one deviation for all three channels, so that hues stay: they tell green pips from black ones.
    """
    x = crops.astype(np.float32)
    low, high = CROP // 2 - 17, CROP // 2 + 17
    middle = x[:, :, low:high, low:high]
    mean = middle.mean(axis=(1, 2, 3), keepdims=True)
    deviation = middle.std(axis=(1, 2, 3), keepdims=True)
    return np.asarray((x - mean) / (deviation + 6.0), dtype=np.float32)


def folded(crops: Floats) -> Floats:
    """Every square of 2 × 2 pixels as one of four times as many channels: N × C × H × W to N × 4C × H/2 × W/2.

    A network then sees all of a crop in steps of two pixels without a stride, which the engine is slow at.
    """
    count, channels, height, width = crops.shape
    squares = crops.reshape(count, channels, height // 2, 2, width // 2, 2).transpose(0, 1, 3, 5, 2, 4)
    return np.ascontiguousarray(squares).reshape(count, 4 * channels, height // 2, width // 2)
