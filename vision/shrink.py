"""Pictures made smaller, fast.

OpenCV halves a picture five to fifteen times as fast as it averages areas of any other size, so halving comes first and
the rest, less than a half, is interpolated: good enough to see where something is, if not to read it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Image


def shrunk(image: Image, wide: int, high: int) -> Image:
    """A picture (H × W × 3) made `wide` × `high` pixels, no larger than it is."""
    height, width = image.shape[:2]
    while width >= 2 * wide and height >= 2 * high and width % 2 == height % 2 == 0:
        width, height = width // 2, height // 2
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    if (width, height) == (wide, high):
        return image
    near = width < 2 * wide and height < 2 * high
    way = cv2.INTER_LINEAR if near else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, (wide, high), interpolation=way), dtype=np.uint8)
