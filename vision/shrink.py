"""Pictures made smaller, fast.

OpenCV halves a picture five to fifteen times as fast as it averages areas of any other size, so halving comes first.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Image


def halved(image: Image, wide: int, high: int) -> Image:
    """A picture (H × W × 3) halved while its sides are even and it is at least twice `wide` × `high` pixels."""
    height, width = image.shape[:2]
    while width >= 2 * wide and height >= 2 * high and width % 2 == height % 2 == 0:
        width, height = width // 2, height // 2
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return image


def averaged(image: Image, wide: int, high: int) -> Image:
    """A picture made `wide` × `high` pixels, each the mean of what it covers: to read from."""
    image = halved(image, wide, high)
    if image.shape[:2] == (high, wide):
        return image
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def shrunk(image: Image, wide: int, high: int) -> Image:
    """As `averaged`, but interpolated at the end: good enough to see where something is, and faster."""
    image = halved(image, wide, high)
    height, width = image.shape[:2]
    if (width, height) == (wide, high):
        return image
    near = width < 2 * wide and height < 2 * high
    way = cv2.INTER_LINEAR if near else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, (wide, high), interpolation=way), dtype=np.uint8)
