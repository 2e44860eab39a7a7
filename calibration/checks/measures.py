"""Numbers that say how well a camera shows the dice: sharpness, brightness, glare, size, and where they lie.

All are measured on the top faces, because only there is known what should be seen: dark (or light) discs with a hard
edge on a plain body. That makes blur measurable in pixels without knowing the lens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Face, rectify
from vision.learned import measure_tint
from vision.pips import EDGE, SIZE, match
from vision.reading import Image

Floats = npt.NDArray[np.float32]

BURNT = 250
"""Level from which a channel is burnt out."""
MARGIN = (SIZE - EDGE) // 2 + 2
"""Pixels of the rectified face that are left out along each side: the die's rounded edge."""
TURNS = 8
"""Directions in which sharpness is compared."""
SMOOTH = 0.6
"""Sigma of the smoothing before slopes are taken, in pixels: tames grain."""
OWN = 1.6
"""What a perfectly sharp edge measures by this method, as variance in pixels: slopes are taken over three pixels, and
the steepest few are left out."""


@dataclass(frozen=True, slots=True)
class FaceMeasures:
    """One top face."""

    edge: float
    """Edge in pixels: the root of its area."""
    short: float
    """Its shorter side in pixels, which slant makes shorter."""
    blur: float
    """Sigma of the blur in pixels, roughly, in the direction in which it is strongest."""
    smear: float
    """Blur in the direction in which it is strongest over that across it; 1: the same all round."""
    brightness: float
    """Level of the body's brightest channel, 0 to 255."""
    contrast: float
    """How far pips stand off the body, in levels of the channel that shows it best."""
    glare: float
    """How much brighter the body is where a lamp is mirrored in it than where none is: 1 is an even light."""
    burnt: float
    """Share of the face that is burnt out in all channels."""


def measure_face(image: Image, face: Face, value: int | None = None) -> FaceMeasures | None:
    """Measure one top face; None if too little of it is in the picture.

    Args:
        image: the picture at its own resolution.
        face: the top face in it.
        value: its number, if known; otherwise the pattern that fits best.
    """
    flat = rectify(image, face, SIZE, EDGE)
    found = match(flat)
    pips = found.pips(value or found.value)
    tint = measure_tint(flat, pips)
    around = _around(image, face)
    if around is None or tint is None:
        return None
    grey, inside = around
    blur, smear = _blur(grey, inside)
    inner = slice(MARGIN, SIZE - MARGIN)
    middle = flat[inner, inner]
    bodies = middle[cv2.dilate(pips.astype(np.uint8), np.ones((5, 5), np.uint8))[inner, inner] == 0]
    body = max(tint.body)
    dark = flat[pips].astype(np.float64)
    contrast = np.abs(np.median(dark, axis=0) - np.array(tint.body)).max() if len(dark) else 0.0
    sides = np.linalg.norm(np.roll(np.array(face.quad), -1, axis=0) - np.array(face.quad), axis=1)
    return FaceMeasures(
        edge=face.edge,
        short=float(sides.min()),
        blur=blur,
        smear=smear,
        brightness=body,
        contrast=float(contrast),
        glare=_unevenness(bodies.reshape(-1, 3) if len(bodies) > 20 else middle.reshape(-1, 3)),
        burnt=float((middle.min(axis=2) >= BURNT).mean()),
    )


def measure_faces(image: Image, faces: Sequence[Face], values: Sequence[int] | None = None) -> list[FaceMeasures]:
    """Measure all faces that can be."""
    numbers: Sequence[int | None] = values if values is not None else [None] * len(faces)
    found = (measure_face(image, face, value) for face, value in zip(faces, numbers, strict=True))
    return [one for one in found if one is not None]


def _around(image: Image, face: Face) -> tuple[Floats, npt.NDArray[np.bool_]] | None:
    """The picture round a face in grey, and which of it is the face without its rounded edges."""
    x0, y0, x1, y1 = (round(v) for v in face.box)
    height, width = image.shape[:2]
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1 + 1), min(height, y1 + 1)
    if x1 - x0 < 5 or y1 - y0 < 5:
        return None
    part = image[y0:y1, x0:x1].astype(np.float32)
    # The channel that shows pips best: a red pip is as bright as its body in red light.
    spread = np.percentile(part.reshape(-1, 3), 90, axis=0) - np.percentile(part.reshape(-1, 3), 5, axis=0)
    grey = part[:, :, int(np.argmax(spread))]
    shrunk = face.scaled(1.0, -x0, -y0)
    middle = np.array([shrunk.x, shrunk.y])
    corners = middle + 0.8 * (np.array(shrunk.quad) - middle)
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    inside = mask > 0
    return (grey, inside) if inside.sum() >= 20 else None


def _unevenness(pixels: Image) -> float:
    """Light of a body's bright part over that of its darker part, from its pixels (N × 3)."""
    light = (pixels.max(axis=1).astype(np.float64) / 255) ** 2.2
    dark, bright = np.percentile(light, [25, 90])
    return float(bright / max(dark, 0.005))


def _blur(grey: Floats, inside: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Sigma of the blur, and how much stronger it is in one direction than across it.

    The slope of an edge of height c blurred by sigma is c / (sigma √2π) at its steepest.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), SMOOTH)
    gx, gy = (cv2.Sobel(smooth, cv2.CV_32F, dx, dy, ksize=3) / 8 for dx, dy in ((1, 0), (0, 1)))
    high, low = np.percentile(smooth[inside], [97, 2])
    height = max(float(high - low), 1.0)
    turns = np.arange(TURNS) * np.pi / TURNS
    slopes = [_steepest(np.abs(gx * np.cos(t) + gy * np.sin(t))[inside]) for t in turns]
    # The direction in which edges are softest: a smear is blur in one direction alone.
    sigma = height / (np.sqrt(2 * np.pi) * max(min(slopes), 1e-3))
    own = SMOOTH**2 + OWN
    blur = float(np.sqrt(max(sigma**2 - own, 0.01)))
    pairs = [slopes[(n + TURNS // 2) % TURNS] / max(slopes[n], 1e-3) for n in range(TURNS)]
    return blur, float(max(pairs))


def _steepest(slopes: Floats) -> float:
    """The steepest slopes without what grain alone makes."""
    high, middle = np.percentile(slopes, [97, 40])
    return float(max(high - 1.2 * middle, 0.05 * high))
