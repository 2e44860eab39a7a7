"""Another program as the camera: its frames on standard input.

Understood without being told which: JPEG pictures one after another, YUV4MPEG2 (`ffmpeg … -f yuv4mpegpipe -`) and
binary PPM pictures (`ffmpeg … -f image2pipe -c:v ppm -`); the latter two are raw frames that say how large they are.
"""

from __future__ import annotations

import contextlib
import os
import select
import stat
import sys
import threading
from collections import deque

from vision.pictures import PictureError, decode_picture
from vision.reading import Image
from vision.sources.clock import Clock
from vision.sources.errors import SourceError
from vision.sources.haste import Haste
from vision.sources.jpegs import JpegSplitter
from vision.sources.raw import RawFrame, RawSplitter

FPS = 30.0
"""Pictures a second of a file of pictures that does not say how fast they follow each other."""
_CHUNK = 1 << 20
_LARGEST = 64_000_000
_FOREWORD = 4096
"""Bytes that may precede the first picture, as the headers of an HTTP stream do."""
_OTHERS = (b"\x89PNG", b"BM", b"GIF8", b"RIFF", b"\0\0\0")
"""How pictures and films begin that are not understood; raw frames without a header are often black at first."""
_NOT_FRAMES = "Standard input holds no frames: JPEG, YUV4MPEG2 and PPM are understood."


class Intake:
    """An open file descriptor of pictures, and how far it was read: the next to use it goes on where the last stopped.

    Raw frames say only at the very beginning how large they are, so a camera that is switched off and on again must not
    forget that. The descriptor stays open afterwards: it is somebody else's.
    """

    def __init__(self, descriptor: int, clock: Clock | None = None) -> None:
        """Read from `descriptor`; that of standard input is 0. A test may bring a clock of its own."""
        self.descriptor = descriptor
        self.haste = Haste(clock)
        """How fast another program's pictures come."""
        self._lock = threading.Lock()
        self._splitter: JpegSplitter | RawSplitter | None = None
        self._head = b""
        self._ready: deque[bytes | RawFrame] = deque()
        try:
            self.recorded = stat.S_ISREG(os.fstat(descriptor).st_mode)
            """Whether this is a file, which can wait; another program shows the table as it is now."""
        except OSError:
            self.recorded = False

    @property
    def fps(self) -> float:
        """Pictures a second that a file of them tells, or is taken to hold."""
        told = self._splitter.fps if isinstance(self._splitter, RawSplitter) else None
        return told or FPS

    def next(self, wake: int) -> bytes | RawFrame | None:
        """The next whole picture; of several that came at once the newest, but every one of a file.

        Args:
            wake: a descriptor: as soon as something can be read from it, the waiting ends.

        Returns:
            None at the end, or when woken.

        Raises:
            SourceError: what comes is no pictures, or nothing comes.
        """
        with self._lock:
            while not self._ready:
                data = self._read(wake)
                if data is None:
                    return None
                if not data:
                    if self._splitter is None:
                        raise SourceError(_NOT_FRAMES if self._head else "Standard input is empty.", final=True)
                    return None
                self._feed(data)
            if self.recorded:
                return self._ready.popleft()
            newest = self._ready.pop()
            self._ready.clear()
            return newest

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
            came = self._splitter.feed(data)
        except ValueError as error:
            raise SourceError(f"Standard input cannot be read: {error}.", final=True) from error
        self._ready.extend(came)
        if came and not self.recorded:
            self.haste.came(len(came), self._splitter.fps if isinstance(self._splitter, RawSplitter) else None)
        if self._splitter.pending > _LARGEST:
            raise SourceError(_NOT_FRAMES, final=True)

    def _read(self, wake: int) -> bytes | None:
        """The next bytes; empty at the end, None when woken."""
        try:
            if sys.platform != "win32":  # where select knows sockets only; there the thread is simply left behind
                ready, _, _ = select.select([self.descriptor, wake], [], [])
                if wake in ready:
                    return None
            return os.read(self.descriptor, _CHUNK)
        except (OSError, ValueError):
            return b""


def standard_input(usage: str = "kismet camera -") -> Intake:
    """Standard input as another program or a file gives it.

    Args:
        usage: the command that can be used so, to be shown where there are no pictures.

    Raises:
        SourceError: it is the keyboard, or closed.
    """
    try:
        descriptor, keyboard = sys.stdin.fileno(), sys.stdin.isatty()
    except (OSError, ValueError, AttributeError):
        raise SourceError("Standard input is closed: no pictures can come from there.", final=True) from None
    if keyboard:
        raise SourceError(
            "Pictures are to come from standard input, but that is the keyboard;"
            f" let another program send them: `some-program | {usage}`.",
            final=True,
        )
    return Intake(descriptor)


class PipeGrabber:
    """Pictures from an `Intake`."""

    live = False

    def __init__(self, intake: Intake) -> None:
        """Read from `intake`, which others may have read before."""
        self._intake = intake
        # Written to by `interrupt`: the only way to wake a thread that waits for a pipe.
        self._wake_read, self._wake_write = os.pipe()
        self._frame: bytes | RawFrame = b""
        self._count = -1

    def open(self) -> None:
        """Nothing to open."""

    def grab(self) -> bool:
        """Wait for the next whole picture."""
        frame = self._intake.next(self._wake_read)
        if frame is None:
            return False
        self._frame = frame
        self._count += 1
        return True

    @property
    def position(self) -> float | None:
        """None: the frame is of now; in a file, seconds since its first."""
        return self._count / self._intake.fps if self._intake.recorded else None

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
        """Nothing to let go of; the descriptors of the waking pipe go with this object."""

    def __del__(self) -> None:
        for descriptor in (self._wake_read, self._wake_write):
            with contextlib.suppress(OSError):
                os.close(descriptor)


def _splitter(head: bytes) -> JpegSplitter | RawSplitter | None:
    """What cuts a stream that begins so; None if that is still to be seen."""
    if head.startswith((b"YUV4MPEG2", b"P6")):
        return RawSplitter()
    if b"\xff\xd8\xff" in head:
        return JpegSplitter()
    if len(head) < _FOREWORD and not head.startswith(_OTHERS):
        return None
    raise SourceError(_NOT_FRAMES, final=True)
