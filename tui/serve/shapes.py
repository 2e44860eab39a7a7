"""A font of the few shapes that the board's own font lacks, each exactly as wide as a letter.

Without it every browser takes them from whatever font of the system has them; there they are wider than a letter, and a
terminal cuts what does not fit into its cell. The font is made here, from corners, and needs no file and no library.
"""

from __future__ import annotations

import math
import struct
from functools import cache

EM, WIDTH = 1000, 600
"""Units of the font; a letter of Roboto Mono is six tenths of an em wide."""
_MIDDLE = 350
"""Half the height of a capital letter."""
_TOP, _BOTTOM = 1050, -270

Corner = tuple[int, int]


def _around(count: int, *radii: float, start: float = 90.0) -> tuple[Corner, ...]:
    """Corners around the middle, clockwise from `start` degrees, at these distances by turns."""
    angles = [math.radians(start - 360 * place / count) for place in range(count)]
    return tuple(
        (
            round(WIDTH / 2 + radii[place % len(radii)] * math.cos(angle)),
            round(_MIDDLE + radii[place % len(radii)] * math.sin(angle)),
        )
        for place, angle in enumerate(angles)
    )


SHAPES: dict[str, tuple[Corner, ...]] = {
    "■": ((70, 120), (70, 580), (530, 580), (530, 120)),
    "▲": ((30, 100), (300, 620), (570, 100)),
    "▸": ((150, 130), (150, 570), (470, 350)),
    "▾": ((60, 490), (540, 490), (300, 190)),
    "◂": ((450, 130), (130, 350), (450, 570)),
    "◆": ((300, 40), (20, 350), (300, 660), (580, 350)),
    "●": _around(24, 250),
    "★": _around(10, 285, 115),
}
"""By letter, in the order of their numbers; corners run clockwise."""


@cache
def font() -> bytes:
    """The font, as a TrueType file."""
    glyphs = [b"", *(_glyph(shape) for shape in SHAPES.values())]
    places = [0]
    for glyph in glyphs:
        places.append(places[-1] + len(glyph))
    count = len(glyphs)
    tables = {
        b"OS/2": _os2(),
        b"cmap": _cmap(),
        b"glyf": b"".join(glyphs),
        b"head": struct.pack(
            ">IIIIHHqqhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 0, EM, 0, 0, 0, 0, WIDTH, 700, 0, 8, 2, 1, 0
        ),
        b"hhea": struct.pack(
            ">IhhhHhhhhhhhhhhhH", 0x10000, _TOP, _BOTTOM, 0, WIDTH, 0, 0, WIDTH, 1, 0, 0, 0, 0, 0, 0, 0, count
        ),
        b"hmtx": b"".join(struct.pack(">Hh", WIDTH, _left(shape)) for shape in ((), *SHAPES.values())),
        b"loca": struct.pack(f">{count + 1}I", *places),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, count, 24, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
        b"name": _name("Kismet Shapes"),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 1, 0, 0, 0, 0),
    }
    return _file(tables)


def _left(shape: tuple[Corner, ...]) -> int:
    return min((x for x, _ in shape), default=0)


def _glyph(shape: tuple[Corner, ...]) -> bytes:
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    data = struct.pack(">hhhhh", 1, min(xs), min(ys), max(xs), max(ys))
    data += struct.pack(">HH", len(shape) - 1, 0) + bytes([1] * len(shape))  # every corner is on the outline
    for line in (xs, ys):
        data += b"".join(struct.pack(">h", here - before) for before, here in zip([0, *line], line, strict=False))
    return data + bytes(-len(data) % 4)


def _cmap() -> bytes:
    """A range of one for each shape, and the last that the format wants."""
    codes = [ord(shape) for shape in SHAPES]
    starts = [*codes, 0xFFFF]
    deltas = [(glyph - code) % 0x10000 for glyph, code in enumerate(codes, 1)]
    count = len(starts)
    power = 2 ** int(math.log2(count))
    table = struct.pack(">HHHH", 2 * count, 2 * power, int(math.log2(power)), 2 * (count - power))
    table += struct.pack(f">{count}H", *starts) + struct.pack(">H", 0) + struct.pack(f">{count}H", *starts)
    table += struct.pack(f">{count}H", *deltas, 1) + bytes(2 * count)
    head = struct.pack(">HHHHI", 0, 1, 3, 1, 12)
    return head + struct.pack(">HHH", 4, 6 + len(table), 0) + table


def _os2() -> bytes:
    codes = [ord(shape) for shape in SHAPES]
    return (
        struct.pack(">HhHHH", 4, WIDTH, 400, 5, 0)
        + struct.pack(">hhhhhhhhhhh", 650, 700, 0, 140, 650, 700, 0, 480, 50, 250, 0)
        + bytes(10)
        + struct.pack(">IIII", 0, 0, 0, 0)
        + b"NONE"
        + struct.pack(">HHH", 0x40, codes[0], codes[-1])
        + struct.pack(">hhhHH", _TOP, _BOTTOM, 0, _TOP, -_BOTTOM)
        + struct.pack(">II", 1, 0)
        + struct.pack(">hhHHH", 500, 700, 0, 32, 1)
    )


def _name(family: str) -> bytes:
    words = {1: family, 2: "Regular", 3: family, 4: family, 6: family.replace(" ", "")}
    rows, text = b"", b""
    for number, word in words.items():
        coded = word.encode("utf-16-be")
        rows += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(coded), len(text))
        text += coded
    return struct.pack(">HHH", 0, len(words), 6 + len(rows)) + rows + text


def _file(tables: dict[bytes, bytes]) -> bytes:
    count = len(tables)
    power = 2 ** int(math.log2(count))
    head = struct.pack(">IHHHH", 0x10000, count, 16 * power, int(math.log2(power)), 16 * (count - power))
    rows, body = b"", b""
    for tag, data in tables.items():
        rows += struct.pack(">4sIII", tag, _sum(data), len(head) + 16 * count + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    whole = head + rows + body
    at = whole.index(tables[b"head"]) + 8
    return whole[:at] + struct.pack(">I", (0xB1B0AFBA - _sum(whole)) % 2**32) + whole[at + 4 :]


def _sum(data: bytes) -> int:
    padded = data + bytes(-len(data) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}I", padded)
    return sum(words) % 2**32
