"""The mat as a picture, for printing where no PDF is read, and for looking at."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np

from calibration.mat.sheet import Rect, Sheet
from vision.reading import Image

DPI = 300


def as_png(sheet: Sheet, dpi: int = DPI) -> bytes:
    """The sheet as the bytes of a PNG file that knows its own size on paper."""
    done, data = cv2.imencode(".png", draw(sheet, dpi / 25.4)[..., 0])
    if not done:
        raise ValueError("the mat could not be encoded as PNG")
    png = data.tobytes()
    # A chunk "pHYs" (pixels per metre) right after the header, without which printers guess the size.
    body = b"pHYs" + struct.pack(">IIB", round(dpi / 0.0254), round(dpi / 0.0254), 1)
    header = 8 + 25
    return png[:header] + struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body)) + png[header:]


def draw(sheet: Sheet, scale: float) -> Image:
    """The sheet as a picture.

    Args:
        sheet: what to draw.
        scale: pixels per millimetre.
    """
    picture = np.full((round(sheet.height * scale), round(sheet.width * scale), 3), 255, np.uint8)
    for fill in sheet.fills:
        (x0, y0), (x1, y1) = _ends(fill.rect, scale)
        picture[y0:y1, x0:x1] = round(255 * fill.grey)
    for line in sheet.lines:
        grey = round(255 * line.grey)
        low, high = _ends(line.rect, scale)
        cv2.rectangle(picture, low, high, (grey, grey, grey), max(1, round(line.wide * scale)))
    for text in sheet.texts:
        at = (round(text.x * scale), round(text.y * scale))
        # Hershey letters are about 21 units high at size 1, with their stems.
        size, wide = text.size * scale / 30, max(1, round(text.size * scale / 18))
        cv2.putText(picture, text.words, at, cv2.FONT_HERSHEY_SIMPLEX, size, (64, 64, 64), wide, cv2.LINE_AA)
    return picture


def _ends(rect: Rect, scale: float) -> tuple[tuple[int, int], tuple[int, int]]:
    return (
        (round(rect.x * scale), round(rect.y * scale)),
        (round((rect.x + rect.width) * scale), round((rect.y + rect.height) * scale)),
    )
