"""Another program as the camera: its frames on standard input.

Understood without being told which: JPEG pictures one after another, YUV4MPEG2 (`ffmpeg … -f yuv4mpegpipe -`) and
binary PPM pictures (`ffmpeg … -f image2pipe -c:v ppm -`); the latter two are raw frames that say how large they are.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys

from vision.pictures import PictureError, decode_picture
from vision.reading import Image
from vision.sources.errors import SourceError
from vision.sources.jpegs import JpegSplitter
from vision.sources.raw import RawFrame, RawSplitter

_CHUNK = 1 << 20
_LARGEST = 64_000_000
_FOREWORD = 4096
"""Bytes that may precede the first picture, as the headers of an HTTP stream do."""
_OTHERS = (b"\x89PNG", b"BM", b"GIF8", b"RIFF", b"\0\0\0")
"""How pictures and films begin that are not understood; raw frames without a header are often black at first."""
_NOT_FRAMES = "Standard input holds no frames: JPEG, YUV4MPEG2 and PPM are understood."


class PipeGrabber:
    """Frames from an open file descriptor, which stays open afterwards: it is somebody else's."""

    live = False

    def __init__(self, descriptor: int) -> None:
        """Read from `descriptor`; that of standard input is 0."""
        self._descriptor = descriptor
        # Written to by `interrupt`: the only way to wake a thread that waits for a pipe.
        self._wake_read, self._wake_write = os.pipe()
        self._splitter: JpegSplitter | RawSplitter | None = None
        self._head = b""
        self._ready: list[bytes | RawFrame] = []
        self._frame: bytes | RawFrame = b""

    def open(self) -> None:
        """Nothing to open."""

    def grab(self) -> bool:
        """Wait for the next whole frame; of several that came at once, the newest."""
        while not self._ready:
            data = self._read()
            if not data:
                if self._splitter is None:
                    raise SourceError(_NOT_FRAMES if self._head else "Standard input is empty.", final=True)
                return False
            self._feed(data)
        self._frame = self._ready.pop()
        self._ready.clear()
        return True

    @property
    def position(self) -> float | None:
        """None: the frame is of now."""
        return None

    def retrieve(self) -> Image | None:
        """Decode the frame in hand."""
        if isinstance(self._frame, RawFrame):
            return self._frame.decode()
        try:
            return decode_picture(self._frame).image
        except PictureError:
            return None

    def interrupt(self) -> None:
        """Wake a waiting `grab`."""
        with contextlib.suppress(OSError):
            os.write(self._wake_write, b"!")

    def close(self) -> None:
        """Forget what was read; the descriptors of the waking pipe go with this object."""
        self._ready.clear()

    def __del__(self) -> None:
        for descriptor in (self._wake_read, self._wake_write):
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def _feed(self, data: bytes) -> None:
        if self._splitter is None:
            self._head += data
            if len(self._head) < 16:
                return
            self._splitter = _splitter(self._head)
            if self._splitter is None:
                return
            data, self._head = self._head, b""
        try:
            self._ready.extend(self._splitter.feed(data))
        except ValueError as error:
            raise SourceError(f"Standard input cannot be read: {error}.", final=True) from error
        if self._splitter.pending > _LARGEST:
            raise SourceError(_NOT_FRAMES, final=True)

    def _read(self) -> bytes:
        """The next bytes; empty at the end or when woken."""
        try:
            if sys.platform != "win32":  # where select knows sockets only; there the thread is simply left behind
                ready, _, _ = select.select([self._descriptor, self._wake_read], [], [])
                if self._wake_read in ready:
                    return b""
            return os.read(self._descriptor, _CHUNK)
        except (OSError, ValueError):
            return b""


def _splitter(head: bytes) -> JpegSplitter | RawSplitter | None:
    """What cuts a stream that begins so; None if that is still to be seen."""
    if head.startswith((b"YUV4MPEG2", b"P6")):
        return RawSplitter()
    if b"\xff\xd8\xff" in head:
        return JpegSplitter()
    if len(head) < _FOREWORD and not head.startswith(_OTHERS):
        return None
    raise SourceError(_NOT_FRAMES, final=True)
