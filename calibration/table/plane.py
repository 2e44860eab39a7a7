"""The table as the camera sees it: a plane, from which follow sizes in pixels and the camera's tilt.

A plane seen by a pinhole camera is a homography, three by three numbers. It is kept as plain floats, because it is
saved in profiles and handed between threads.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Size = tuple[int, int]
"""Width and height of a picture in pixels."""

NEAREST, FARTHEST = 0.45, 3.0
"""Focal lengths that cameras have, in picture widths: about 96° to 19° of view."""
USUAL = 0.85
"""Focal length of a usual webcam or phone, in picture widths: about 61° of view."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane on or over the table, and how its places lie in the picture."""

    matrix: tuple[float, ...]
    """Nine numbers, row by row: places on the plane → pixels."""
    unit_mm: float | None = None
    """Millimetres of one unit on the plane; None: the unit is the edge of a die, whatever that is."""

    def to_pixels(self, places: npt.ArrayLike) -> Floats:
        """Places on the plane (N × 2) in pixels."""
        return _through(self._array, places)

    def to_table(self, pixels: npt.ArrayLike) -> Floats:
        """Pixels (N × 2) as places on the plane."""
        return _through(np.asarray(np.linalg.inv(self._array), np.float64), pixels)

    def scale_at(self, x: float, y: float) -> float:
        """Pixels per unit round the pixel (x, y): the root of the growth in area."""
        return math.sqrt(abs(self._growth(x, y)))

    def squeeze_at(self, x: float, y: float) -> float:
        """How flat a circle on the plane looks round the pixel (x, y): 1 from straight above, 0.5 at about 30°."""
        big, small = np.linalg.svd(self._jacobian(x, y), compute_uv=False)
        return float(small / big) if big > 0 else 0.0

    @property
    def mirrored(self) -> bool:
        """Whether it shows the plane from below, which no camera does."""
        x, y = self.to_pixels([[0.0, 0.0]])[0]
        return self._growth(float(x), float(y)) < 0

    def elevation(self, size: Size) -> float:
        """How high over the table the camera looks from, in degrees: 90 is straight down.

        Args:
            size: of the picture; its middle is taken for the optical axis.
        """
        normal = self._normal(size)
        return math.degrees(math.asin(min(1.0, abs(float(normal[2])))))

    def moved_to(self, old: Size, new: Size) -> Plane:
        """The same plane in a picture of another size of the same view."""
        stretch = np.diag([new[0] / old[0], new[1] / old[1], 1.0])
        return Plane(_flat(stretch @ self._array), self.unit_mm)

    @property
    def _array(self) -> Floats:
        return np.array(self.matrix).reshape(3, 3)

    def _jacobian(self, x: float, y: float) -> Floats:
        """Derivative of pixels by places, at the pixel (x, y)."""
        h = self._array
        u, v = self.to_table([[x, y]])[0].tolist()
        w = h[2, 0] * u + h[2, 1] * v + h[2, 2]
        return np.asarray((h[:2, :2] - np.outer([x, y], h[2, :2])) / w, np.float64)

    def _growth(self, x: float, y: float) -> float:
        return float(np.linalg.det(self._jacobian(x, y)))

    def _normal(self, size: Size) -> Floats:
        """Unit normal of the plane in the camera's axes, from the homography of a camera with square pixels."""
        centre = np.array([[1, 0, -(size[0] - 1) / 2], [0, 1, -(size[1] - 1) / 2], [0, 0, 1.0]])
        h = centre @ self._array
        h = h / np.linalg.norm(h[:, 0])
        # Both columns are as long, and at right angles, once x and y are divided by the focal length.
        a = np.array([h[0, 0] * h[0, 1] + h[1, 0] * h[1, 1], h[0, 0] ** 2 + h[1, 0] ** 2 - h[0, 1] ** 2 - h[1, 1] ** 2])
        b = np.array([h[2, 0] * h[2, 1], h[2, 0] ** 2 - h[2, 1] ** 2])
        wide = max(size)
        inverse = -float(a @ b) / max(float(a @ a), 1e-12)
        focal = 1 / math.sqrt(inverse) if inverse > 0 else USUAL * wide
        focal = min(max(focal, NEAREST * wide), FARTHEST * wide)
        r = np.diag([1 / focal, 1 / focal, 1.0]) @ h[:, :2]
        normal = np.cross(r[:, 0], r[:, 1])
        return np.asarray(normal / np.linalg.norm(normal))


def plane_of_matrix(matrix: Floats, unit_mm: float | None) -> Plane:
    """A plane from a homography (3 × 3)."""
    return Plane(_flat(matrix / matrix[2, 2]), unit_mm)


def _flat(matrix: Floats) -> tuple[float, ...]:
    return tuple(float(v) for v in matrix.reshape(-1))


def _through(matrix: Floats, places: npt.ArrayLike) -> Floats:
    p = np.asarray(places, np.float64).reshape(-1, 2)
    q = np.concatenate([p, np.ones((len(p), 1))], axis=1) @ matrix.T
    return np.asarray(q[:, :2] / q[:, 2:])
