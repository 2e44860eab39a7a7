"""From a file to a frame, safely: whatever lies on a disk gives a picture or one sentence, never a crash.

A picture that is far larger than reading needs is reduced while it is decoded; what is read in it is mapped back, so
that coordinates are always those of the file's own pixels (as shown: turned the way its EXIF data asks for).
"""

from __future__ import annotations

import math
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from vision.headers import Header, looks_like_heic, looks_like_picture, read_header
from vision.reading import Image, Reading

MAX_PIXELS = 200_000_000
"""Larger pictures are refused before decoding: the largest phone sensors reach this, and 600 MB of memory."""
MAX_BYTES = 500_000_000
"""Larger files are not read."""
READ_PIXELS = 16_800_000
"""Larger pictures are reduced to about this size for reading; a phone's usual 12 million stay as they are."""
SUFFIXES = frozenset(
    f".{name}"
    for names in ("jpg jpeg jpe jfif", "png gif bmp dib webp avif jp2", "tif tiff", "pbm pgm ppm pnm")
    for name in names.split()
)
"""File names that are taken for pictures in a folder."""

_HEAD = 65_536


class PictureError(Exception):
    """The picture cannot be looked at; the message is one whole sentence for people, without the file's name."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture, and how its pixels lie in the file's."""

    image: Image = field(repr=False)
    """What to read: the file's picture, or a reduction of it."""
    width: int
    height: int
    """Pixels of the file's picture, as shown."""

    def in_file(self, reading: Reading) -> Reading:
        """The reading of `image` in the pixels of the file's own picture."""
        height, width = self.image.shape[:2]
        sx, sy = self.width / width, self.height / height
        if sx == sy == 1.0:
            return reading
        return replace(
            reading,
            dice=tuple(die.scaled(sx, sy) for die in reading.dice),
            spots=tuple(spot.scaled(sx, sy) for spot in reading.spots),
        )


def load_picture(path: Path) -> Picture:
    """Read the picture at `path`.

    Raises:
        PictureError: there is no such file, it is no picture, it is damaged, or it is far too large.
    """
    return decode_picture(_read_file(path))


def decode_picture(data: bytes) -> Picture:
    """Decode a whole picture file's bytes.

    Raises:
        PictureError: it is no picture, it is damaged, or it is far too large.
    """
    header = _checked(data)
    step = _jpeg_step(header)
    flags = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}[step]
    image = _decode(data, _flags_with_alpha(data, header) or flags)
    height, width = image.shape[:2]
    turned = (header.width > header.height) != (width > height) and width != height
    full = (header.height, header.width) if turned else (header.width, header.height)
    if step == 1:
        # Then the decoder knows better than the header: a GIF's or TIFF's first picture can differ in size.
        full = (width, height)
    if width * height > READ_PIXELS:
        factor = math.sqrt(READ_PIXELS / (width * height))
        size = (max(1, round(width * factor)), max(1, round(height * factor)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return Picture(image, *full)


def pictures_in(folder: Path) -> list[Path]:
    """The pictures in `folder`, by name, numbers in their order (2 before 10); folders inside it are left out.

    Raises:
        PictureError: the folder cannot be listed, or holds no picture.
    """
    try:
        entries = list(folder.iterdir())
    except OSError as error:
        raise PictureError(f"The folder cannot be opened: {_reason(error)}.") from error
    found = [p for p in entries if p.suffix.lower() in SUFFIXES and not p.name.startswith(".") and p.is_file()]
    if not found:
        raise PictureError("There are no pictures in this folder.")
    return sorted(found, key=lambda path: list(_natural(path.name)))


def _natural(name: str) -> Iterator[tuple[int, str]]:
    for part in re.split(r"(\d+)", name.lower()):
        if part:
            yield (int(part), "") if part.isdecimal() else (-1, part)


def _read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            if stat.S_ISDIR(os.fstat(file.fileno()).st_mode):
                raise IsADirectoryError
            head = file.read(_HEAD)
            if not looks_like_picture(head):
                _refuse(head)
            data = head + file.read(MAX_BYTES - _HEAD + 1)
    except (OSError, ValueError) as error:
        raise PictureError(f"The file cannot be opened: {_reason(error)}.") from error
    if len(data) > MAX_BYTES:
        raise PictureError(f"The file is larger than {MAX_BYTES // 1_000_000} MB, which no photo needs.")
    return data


def _refuse(head: bytes) -> None:
    if not head:
        raise PictureError("The file is empty.")
    if looks_like_heic(head):
        raise PictureError("HEIC pictures cannot be read here; save it as a JPEG first.")
    raise PictureError("This is not a picture.")


def _checked(data: bytes) -> Header:
    if not looks_like_picture(data):
        _refuse(data)
    header = read_header(data)
    if header is None:
        raise PictureError("The picture is damaged: its beginning cannot be understood.")
    if header.pixels > MAX_PIXELS:
        raise PictureError(
            f"The picture is too large: {header.width:,} × {header.height:,} pixels;"
            f" up to {MAX_PIXELS // 1_000_000} million are read."
        )
    return header


def _jpeg_step(header: Header) -> int:
    """By how much a JPEG is reduced while it is decoded, which saves time and memory; other formats cannot."""
    if header.kind != "jpeg":
        return 1
    return next((step for step in (4, 2) if header.pixels / step**2 >= READ_PIXELS), 1)


def _flags_with_alpha(data: bytes, header: Header) -> int | None:
    """The flag that keeps the alpha channel of pictures that have one: what it hides is often black, not paper."""
    has = header.kind == "png" and (data[25] in {4, 6} or b"tRNS" in data[:_HEAD])
    if header.kind == "webp":
        has = (data[12:16] == b"VP8X" and bool(data[20] & 0x10)) or (data[12:16] == b"VP8L" and bool(data[24] & 0x10))
    return cv2.IMREAD_UNCHANGED if has else None


def _decode(data: bytes, flags: int) -> Image:
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except (cv2.error, MemoryError) as error:
        raise PictureError("The picture is damaged or of an unusual kind: it cannot be decoded.") from error
    if decoded is None:
        raise PictureError("The picture is damaged: it ends too early or cannot be decoded.")
    if decoded.dtype == np.uint16:
        decoded = np.asarray(decoded, dtype=np.uint16) >> 8
    image = np.asarray(decoded, dtype=np.uint8)
    if image.ndim == 2:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if image.shape[2] == 4:
        image = _on_white(image)
    return np.ascontiguousarray(image)


def _on_white(image: Image) -> Image:
    """Lay a picture with alpha on white paper, row by row so that a huge one takes no third copy in floats."""
    out = np.empty((*image.shape[:2], 3), np.uint8)
    for row in range(0, image.shape[0], 256):
        part = image[row : row + 256].astype(np.float32)
        alpha = part[..., 3:] / 255.0
        out[row : row + 256] = np.rint(part[..., :3] * alpha + 255.0 * (1.0 - alpha)).astype(np.uint8)
    return out


def _reason(error: Exception) -> str:
    """Why a file could not be opened, in words that begin small."""
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case PermissionError():
            return "permission is denied"
        case IsADirectoryError():
            return "it is a folder"
        case OSError(strerror=str(text)) if text:
            return text[0].lower() + text[1:]
        case _:
            return "the name is not a file's name"
