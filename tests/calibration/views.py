"""Made pictures of a printed mat on a table, as a camera sees it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.mat import Sheet, draw
from vision.reading import Image

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """Where the camera stands and what it does to the picture."""

    elevation: float = 60.0
    yaw: float = 10.0
    roll: float = 3.0
    focal: float = 0.85
    share: float = 0.75
    """Width of the mat as a share of the picture's."""
    size: tuple[int, int] = (960, 540)
    blur: float = 0.8
    noise: float = 3.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Blue, green, red: colour of the light."""
    brightness: float = 0.8
    """Screen value of bare paper."""
    seed: int = 0


def matrix(sheet: Sheet, view: View) -> Floats:
    """Millimetres on the sheet → pixels."""
    width, height = view.size
    focal = view.focal * width
    away = focal * sheet.width / (view.share * width)
    e, a, r = np.radians([view.elevation, view.yaw, view.roll])
    # The camera's axes in the world: y of the sheet runs downwards, so that z points into the table.
    forward = np.array([np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
    right = np.array([np.cos(a), np.sin(a), 0.0])
    down = np.cross(forward, right)
    right, down = np.cos(r) * right + np.sin(r) * down, -np.sin(r) * right + np.cos(r) * down
    turn = np.stack([right, down, forward])
    middle = np.array([sheet.width / 2, sheet.height / 2, 0.0])
    place = middle - away * forward
    columns = np.stack([turn @ [1, 0, 0], turn @ [0, 1, 0], -turn @ place], axis=1)
    lens = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    return np.asarray(lens @ columns)


def look(sheet: Sheet, view: View) -> tuple[Image, Floats]:
    """The picture, and the matrix that made it."""
    rng = np.random.default_rng(view.seed)
    width, height = view.size
    h = matrix(sheet, view)
    scale = 4.0
    paper = draw(sheet, scale)
    to_paper = np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])
    coarse = rng.uniform(60, 130, (height // 40 + 2, width // 40 + 2, 3)).astype(np.float32)
    table = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    # Twice as fine, then reduced: a warp alone would alias.
    fine = np.diag([2.0, 2.0, 1.0]) @ h @ to_paper
    big = cv2.warpPerspective(paper, fine, (2 * width, 2 * height), flags=cv2.INTER_AREA, borderValue=(0, 0, 0))
    mask = cv2.warpPerspective(np.full(paper.shape[:2], 255, np.uint8), fine, (2 * width, 2 * height))
    small = cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    cover = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    light = (small / 255) ** 2.2 * cover + (table / 255) ** 2.2 * (1 - cover)
    light = cv2.GaussianBlur(light, (0, 0), view.blur) * np.array(view.cast, np.float32) * view.brightness**2.2
    screen = np.clip(light, 0, 1) ** (1 / 2.2) * 255 + rng.normal(0, view.noise, light.shape)
    return np.clip(screen + 0.5, 0, 255).astype(np.uint8), h


def error(found: Floats, true: Floats, sheet: Sheet) -> float:
    """Largest distance in pixels, over the whole sheet, between two matrices."""
    spots = np.array([[x, y, 1.0] for x in np.linspace(0, sheet.width, 7) for y in np.linspace(0, sheet.height, 5)])

    def flat(h: Floats) -> Floats:
        q = spots @ h.T
        return np.asarray(q[:, :2] / q[:, 2:])

    return float(np.linalg.norm(flat(found) - flat(true), axis=1).max())
