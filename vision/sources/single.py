"""One picture from standard input: a whole picture file of any kind, or the first of a stream of pictures."""

from __future__ import annotations

import os

from vision.pictures import MAX_BYTES, Picture, PictureError, decode_picture
from vision.sources.jpegs import JpegSplitter
from vision.sources.pipe import standard_input
from vision.sources.raw import RawSplitter

_CHUNK = 1 << 20
_STREAMS: dict[bytes, type[JpegSplitter] | type[RawSplitter]] = {
    b"\xff\xd8\xff": JpegSplitter,
    b"YUV4MPEG2": RawSplitter,
    b"P6": RawSplitter,
}
"""How a stream begins, and what cuts it: such a picture is complete before the input ends."""


def first_picture() -> Picture:
    """The picture on standard input; of a stream, the first.

    Raises:
        PictureError: it is no picture, or damaged, or far too large.
        SourceError: standard input is the keyboard, or closed.
    """
    descriptor = standard_input("kismet read -").descriptor
    data = bytearray()
    splitter: JpegSplitter | RawSplitter | None = None
    cut = 0
    while chunk := os.read(descriptor, _CHUNK):
        data += chunk
        if len(data) > MAX_BYTES:
            raise PictureError(f"Standard input holds more than {MAX_BYTES // 1_000_000} MB, which no photo needs.")
        if splitter is None:
            made = next((make for head, make in _STREAMS.items() if data[: len(head)] == head), None)
            if made is None:
                continue
            splitter = made()
        try:
            whole = splitter.feed(bytes(data[cut:]))
        except ValueError as error:
            raise PictureError(f"Standard input cannot be read: {error}.") from error
        cut = len(data)
        if whole:
            first = whole[0]
            if isinstance(first, bytes):
                return decode_picture(first)
            return Picture(first.decode(), first.width, first.height)
    if not data:
        raise PictureError("Standard input is empty.")
    return decode_picture(bytes(data))
