"""The camera's tilt from the dice themselves: equal cubes on a plane look smaller and flatter where they lie farther.

Each top face is a square of the same edge on one plane. A camera of focal length f that sees the plane with normal n at
a distance of d edges shows the square at the ray r as a parallelogram whose ellipse is known exactly; f, n and d are
those whose ellipses come nearest to the faces that were read. Five dice are enough for the tilt, ten are better; the
focal length is hardly seen by dice, so it stays near what cameras usually have.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from calibration.table.plane import USUAL, Plane, Size, plane_of_matrix
from vision.faces import Face

Floats = npt.NDArray[np.float64]

LEAST = 3
"""Faces needed."""
NOISE = 0.09
"""How far a face's ellipse is usually off, as a share of itself: about 4 % of an edge at each corner."""
LENSES = 0.3
"""How far focal lengths of cameras spread, as a logarithm."""
ROUNDS = 25
STARTS = (30.0, 45.0, 60.0, 75.0, 88.0)
"""Elevations, in degrees, from which the search sets out."""


def plane_of_dice(faces: Iterable[Face], size: Size) -> Plane | None:
    """The plane of the dice's top faces, with the edge of a die as its unit; None if they do not tell.

    Args:
        faces: top faces of equal dice that lie flat, of one throw or several, before the same camera.
        size: of the picture in pixels.
    """
    rows = [_row(face, size) for face in faces]
    if len(rows) < LEAST:
        return None
    seen = np.array(rows)
    found = [_search(seen, start, size) for start in STARTS]
    cost, best = min(found, key=lambda pair: pair[0])
    if not math.isfinite(cost) or cost > 6.0 * len(rows) + 10:
        return None
    return _plane(best, size)


def _row(face: Face, size: Size) -> list[float]:
    """Place of a face from the picture's middle, and its ellipse."""
    return [face.x - (size[0] - 1) / 2, face.y - (size[1] - 1) / 2, *face.moments]


def _search(seen: Floats, elevation: float, size: Size) -> tuple[float, Floats]:
    """Gauss–Newton with Huber weights from one start: cost, and (two slants, log distance, log focal length)."""
    wide = max(size)
    areas = np.sqrt(np.maximum(seen[:, 2] * seen[:, 4] - seen[:, 3] ** 2, 1e-6))
    slant = 1 / math.tan(math.radians(elevation))
    edge = 2 * math.sqrt(float(np.median(areas)) * math.hypot(1, slant))
    x = np.array([0.0, slant, math.log(USUAL * wide / edge), math.log(USUAL)])
    cost, errors = _cost(x, seen, wide)
    damping = 1e-3
    for _ in range(ROUNDS):
        slopes = np.stack([(_errors(x + step, seen, wide) - errors) / 1e-5 for step in 1e-5 * np.eye(4)], axis=1)
        weights = np.minimum(1.0, 2.0 / np.maximum(np.abs(errors), 1e-9))
        normal = slopes.T @ (weights[:, None] * slopes)
        move = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -slopes.T @ (weights * errors))
        new_cost, new_errors = _cost(x + move, seen, wide)
        if new_cost < cost:
            done = cost - new_cost < 1e-6
            x, cost, errors, damping = x + move, new_cost, new_errors, damping / 5
            if done:
                break
        else:
            damping *= 8
            if damping > 1e6:
                break
    return cost, x


def _cost(x: Floats, seen: Floats, wide: int) -> tuple[float, Floats]:
    errors = _errors(x, seen, wide)
    size = np.abs(errors)
    return float(np.where(size < 2, size**2, 4 * size - 4).sum()), errors


def _errors(x: Floats, seen: Floats, wide: int) -> Floats:
    """How far each ellipse is from what the camera `x` would show, in deviations; and the lens from a usual one."""
    roots = _metric_roots(x, seen[:, :2], wide)
    moments = np.stack([seen[:, [2, 3]], seen[:, [3, 4]]], axis=1)
    flat = 4 * roots @ moments @ roots.transpose(0, 2, 1)
    # Logarithms of the ellipse on the plane, which should be a circle of radius 1.
    a, b, c = flat[:, 0, 0], flat[:, 0, 1], flat[:, 1, 1]
    grown = np.log(np.maximum(a * c - b * b, 1e-12)) / 2
    mean = np.maximum((a + c) / 2, 1e-9)
    errors = np.stack([grown, (a - c) / (2 * mean), b / mean], axis=1).reshape(-1) / NOISE
    return np.append(np.nan_to_num(errors, nan=1e3, posinf=1e3, neginf=-1e3), (x[3] - math.log(USUAL)) / LENSES)


def _metric_roots(x: Floats, places: Floats, wide: int) -> Floats:
    """For each place, the 2 × 2 matrix that turns pixels there into lengths on the plane, in edges."""
    focal = math.exp(float(np.clip(x[3], -2, 2))) * wide
    normal = np.array([x[0], x[1], 1.0])
    normal /= np.linalg.norm(normal)
    far = math.exp(float(np.clip(x[2], -5, 12)))
    rays = np.concatenate([places / focal, np.ones((len(places), 1))], axis=1)
    along = rays @ normal
    along = np.where(np.abs(along) < 1e-3, 1e-3, along)
    screen = np.array([[1 / focal, 0], [0, 1 / focal], [0, 0]])
    jacobian = far * (screen / along[:, None, None] - rays[:, :, None] * (normal @ screen) / along[:, None, None] ** 2)
    metric = jacobian.transpose(0, 2, 1) @ jacobian
    return np.asarray(np.linalg.cholesky(metric + 1e-15 * np.eye(2)).transpose(0, 2, 1))


def _plane(x: Floats, size: Size) -> Plane:
    focal, far = math.exp(x[3]) * max(size), math.exp(x[2])
    normal = np.array([x[0], x[1], 1.0])
    normal /= np.linalg.norm(normal)
    origin = np.array([0, 0, far / normal[2]])
    right = np.cross(normal, [0.0, 1.0, 0.0]) * -1
    right /= np.linalg.norm(right)
    down = np.cross(normal, right)
    lens = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    matrix = lens @ np.stack([right, down, origin], axis=1)
    plane = plane_of_matrix(np.asarray(matrix), None)
    if plane.mirrored:
        plane = plane_of_matrix(np.asarray(lens @ np.stack([-right, down, origin], axis=1)), None)
    return plane
