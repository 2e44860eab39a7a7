"""What a picture file says about itself in its first bytes: its format and its size.

Asked before anything is decoded, because a file of a few kilobytes can claim to be 60,000 × 60,000 pixels, and a
decoder that believes it takes gigabytes of memory.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Header:
    """Format and claimed size of a picture."""

    kind: str
    """`jpeg`, `png`, `gif`, `bmp`, `webp`, `tiff`, `pnm`, `jp2`, `avif`."""
    width: int
    height: int
    """Pixels, before any turning that the file asks for."""

    @property
    def pixels(self) -> int:
        """Width times height."""
        return self.width * self.height


Size = tuple[int, int]


def read_header(data: bytes) -> Header | None:
    """Format and size of the picture that begins with `data`, or None if it is no picture we know or its header is cut.

    Args:
        data: the file's bytes. The first 64 KiB are enough for most pictures; a JPEG with a large profile, and a TIFF,
            may keep their size further back.
    """
    for kind, signature, size_of in _FORMATS:
        if re.match(signature, data, re.DOTALL):
            try:
                size = size_of(data)
            except (struct.error, IndexError, ValueError):
                return None
            return Header(kind, *size) if size and min(size) > 0 else None
    return None


def looks_like_picture(data: bytes) -> bool:
    """Whether `data` begins as a picture that we can decode; its header may still be cut off."""
    return any(re.match(signature, data, re.DOTALL) for _, signature, _ in _FORMATS)


def looks_like_heic(data: bytes) -> bool:
    """Whether this is the phone format HEIC, which the decoder here cannot read: worth a sentence of its own."""
    return data[4:8] == b"ftyp" and data[8:12] in {b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"}


def _png(data: bytes) -> Size:
    return struct.unpack(">II", data[16:24])


def _jpeg(data: bytes) -> Size | None:
    """Walk from segment to segment up to the start of frame, which holds the size."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # fill byte
            at += 1
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:  # markers without a length
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return None


def _gif(data: bytes) -> Size:
    return struct.unpack("<HH", data[6:10])


def _bmp(data: bytes) -> Size:
    if struct.unpack("<I", data[14:18])[0] == 12:  # the oldest header, of OS/2
        return struct.unpack("<HH", data[18:22])
    width, height = struct.unpack("<ii", data[18:26])
    return width, abs(height)  # a negative height means that the rows run from the top


def _webp(data: bytes) -> Size | None:
    chunk, body = data[12:16], data[20:]
    if chunk == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if chunk == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 ":
        width, height = struct.unpack("<HH", body[6:10])
        return width & 0x3FFF, height & 0x3FFF
    return None


def _tiff(data: bytes) -> Size | None:
    order = "<" if data[:2] == b"II" else ">"
    big = struct.unpack(order + "H", data[2:4])[0] == 43
    offset = struct.unpack(order + ("Q" if big else "I"), data[8:16] if big else data[4:8])[0]
    count = struct.unpack_from(order + ("Q" if big else "H"), data, offset)[0]
    first, step = offset + (8 if big else 2), 20 if big else 12
    found: dict[int, int] = {}
    for index in range(min(count, 4096)):
        at = first + index * step
        tag, kind = struct.unpack_from(order + "HH", data, at)
        if tag in {256, 257}:
            code = {3: "H", 4: "I", 16: "Q"}.get(kind)
            if code is None:
                return None
            found[tag] = struct.unpack_from(order + code, data, at + (12 if big else 8))[0]
    return (found[256], found[257]) if len(found) == 2 else None


def _pnm(data: bytes) -> Size | None:
    words = re.sub(rb"#[^\n]*\n?", b" ", data[:4096]).split()
    if words[0] == b"P7":
        table = dict(zip(words[1::2], words[2::2], strict=False))
        return int(table.get(b"WIDTH", b"0")), int(table.get(b"HEIGHT", b"0"))
    return int(words[1]), int(words[2])


def _jp2(data: bytes) -> Size | None:
    at = data.find(b"ihdr", 0, 4096)
    if at >= 0:
        height, width = struct.unpack(">II", data[at + 4 : at + 12])
        return width, height
    at = data.find(b"\xff\x4f\xff\x51", 0, 64)  # a bare code stream: SIZ holds the far corner and the offset
    if at < 0:
        return None
    x1, y1, x0, y0 = struct.unpack(">IIII", data[at + 8 : at + 24])
    return x1 - x0, y1 - y0


def _avif(data: bytes) -> Size | None:
    """The largest of the sizes that the file lists: of the picture itself, its parts and its thumbnails."""
    sizes: list[Size] = [struct.unpack(">II", m[1]) for m in re.finditer(rb"ispe\0\0\0\0(.{8})", data, re.DOTALL)]
    return max(sizes, key=lambda size: size[0] * size[1]) if sizes else None


_FORMATS: tuple[tuple[str, bytes, Callable[[bytes], Size | None]], ...] = (
    ("jpeg", rb"\xff\xd8\xff", _jpeg),
    ("png", rb"\x89PNG\r\n\x1a\n.{4}IHDR", _png),
    ("gif", rb"GIF8[79]a", _gif),
    ("bmp", rb"BM.{12}", _bmp),
    ("webp", rb"RIFF.{4}WEBP", _webp),
    ("tiff", rb"II\*\0|MM\0\*|II\+\0|MM\0\+", _tiff),
    ("pnm", rb"P[1-7]\s", _pnm),
    ("jp2", rb"\0\0\0\x0cjP  \r\n\x87\n|\xff\x4f\xff\x51", _jp2),
    ("avif", rb".{4}ftypavi[fs]", _avif),
)
