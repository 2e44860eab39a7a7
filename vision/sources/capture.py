"""What OpenCV's VideoCapture reads: webcams, rtsp streams and video files, each with the remedies it needs."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.hush import hush
from vision.reading import Image
from vision.sources.errors import SourceError

OPEN_MS, READ_MS = 5000, 5000
"""How long FFmpeg may take to open a stream, and to bring the next frame."""

_FEW, _SHARE = 3.0, 0.05
"""Frames, and the share of all frames, by which the number that a file gives may be wrong: some only estimate it."""
_UNLIMITED = 1e9

hush()
# A camera that hangs is given up after 5 s instead of 10; Windows' slow start of a camera (up to 30 s) is avoided; and
# rtsp goes over TCP, since lost packets would tear dice apart.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "5")
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")


class _Grabber:
    """The common part: a capture that is opened, asked and released by one thread."""

    live = True

    def __init__(self) -> None:
        self._capture: cv2.VideoCapture | None = None

    def grab(self) -> bool:
        """Wait for the next frame."""
        if self._capture is None or not self._capture.grab():
            raise SourceError(self._broke_off())
        return True

    @property
    def position(self) -> float | None:
        """None: the frame is of now."""
        return None

    def retrieve(self) -> Image | None:
        """Decode the frame in hand."""
        if self._capture is None:
            return None
        done, image = self._capture.retrieve()
        if not done or image is None or image.size == 0:
            return None
        return _bgr(image)

    def interrupt(self) -> None:
        """OpenCV offers no way to do this: its own timeouts must do."""

    def close(self) -> None:
        """Release the device."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _broke_off(self) -> str:
        return "The stream broke off."


class CameraGrabber(_Grabber):
    """A webcam by its index."""

    def __init__(self, index: int, size: tuple[int, int] = (1280, 720)) -> None:
        """Use camera `index`, if possible with pictures of `size` (width, height)."""
        super().__init__()
        self._index = index
        self._size = size
        self._held = False

    def prepare(self) -> None:
        """Open the camera in the calling thread: macOS asks for permission only when that is the main thread."""
        if sys.platform == "darwin" and threading.current_thread() is threading.main_thread():
            try:
                self.open()
                self._held = True
            except SourceError:
                self.close()

    def open(self) -> None:
        """Open the camera with the first system that gives a picture."""
        if self._held:
            self._held = False
            return
        for backend in _camera_systems():
            capture = cv2.VideoCapture()
            if capture.open(self._index, backend):
                # The compressed format first: over USB 2, raw pictures of this size come 5 to 10 times a second.
                capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
                capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
                capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
                if capture.grab():
                    self._capture = capture
                    return
            capture.release()
        raise SourceError(self._not_opened())

    def _not_opened(self) -> str:
        if sys.platform == "linux":
            node = Path(f"/dev/video{self._index}")
            if not node.exists():
                return f"There is no camera {self._index}; `kismet camera` lists those there are."
            if not os.access(node, os.R_OK | os.W_OK):
                return f"You may not use camera {self._index}: add yourself to the group `video`, then log in again."
        if sys.platform == "darwin":
            return (
                f"Camera {self._index} cannot be opened; allow this terminal to use the camera"
                " in System Settings, Privacy & Security."
            )
        return f"Camera {self._index} gives no picture; is it plugged in, and is no other program using it?"

    def _broke_off(self) -> str:
        return f"Camera {self._index} gives no more pictures; is it still plugged in?"


class StreamGrabber(_Grabber):
    """A stream that FFmpeg reads: rtsp and its relatives."""

    def __init__(self, address: str) -> None:
        """Read from `address`, which may hold a user name and password."""
        super().__init__()
        self._address = address

    def open(self) -> None:
        """Connect."""
        capture = cv2.VideoCapture()
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
        if not capture.open(self._address, cv2.CAP_FFMPEG, limits):
            capture.release()
            raise SourceError("The stream cannot be opened; is it switched on, and are address and password right?")
        self._capture = capture


class FileGrabber(_Grabber):
    """A video file, with the times it was recorded at."""

    live = False

    def __init__(self, path: Path) -> None:
        """Read the file at `path`."""
        super().__init__()
        self._path = path
        self._count = 0
        self._fps = 30.0
        self._last = 0.0
        self._promised = 0.0

    def open(self) -> None:
        """Open the file at its beginning."""
        if not self._path.is_file():
            raise SourceError("There is no such file.", final=True)
        if self._path.stat().st_size == 0:
            raise SourceError("The file is empty.", final=True)
        capture = cv2.VideoCapture()
        try:
            opened = capture.open(str(self._path.absolute()), cv2.CAP_FFMPEG)
        except cv2.error:
            opened = False
        if not opened or capture.get(cv2.CAP_PROP_FRAME_WIDTH) * capture.get(cv2.CAP_PROP_FRAME_HEIGHT) <= 0:
            capture.release()
            raise SourceError("This is neither a picture nor a video that can be read.", final=True)
        fps = capture.get(cv2.CAP_PROP_FPS)
        self._fps = fps if 0.1 <= fps <= 1000 else 30.0
        self._promised = capture.get(cv2.CAP_PROP_FRAME_COUNT)
        self._capture, self._count, self._last = capture, 0, 0.0

    def grab(self) -> bool:
        """Go to the next frame; False at the end."""
        if self._capture is None or not self._capture.grab():
            if self._count == 0:
                raise SourceError("No picture in this video can be decoded.", final=True)
            return False
        # The file's own clock where it has one; some files have none, or one that stands still.
        told = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        guess = self._last + 1 / self._fps if self._count else 0.0
        self._last = told if self._count and self._last < told < self._last + 60 else guess
        self._count += 1
        return True

    @property
    def position(self) -> float | None:
        """Seconds from the file's beginning."""
        return self._last

    @property
    def cut_short(self) -> str:
        """At the end: a sentence if the file promises more than could be read of it; empty if all is there."""
        if not self._promised < _UNLIMITED or self._promised - self._count <= max(_FEW, _SHARE * self._promised):
            return ""
        whole = self._promised / self._fps
        return f"This video ends early, after {self._last:.1f} of {whole:.1f} seconds: its file is cut off or damaged."


def _camera_systems() -> list[int]:
    match sys.platform:
        case "linux":
            return [cv2.CAP_V4L2]
        case "darwin":
            return [cv2.CAP_AVFOUNDATION]
        case "win32":
            return [cv2.CAP_MSMF, cv2.CAP_DSHOW]
        case _:
            return [cv2.CAP_ANY]


def _bgr(image: Any) -> Image:
    """Some cameras give one grey channel, or 16 bits."""
    if image.dtype == np.uint16:
        image = (image >> 8).astype(np.uint8)
    if image.ndim == 2 or image.shape[2] == 1:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return np.asarray(image[:, :, :3], dtype=np.uint8)
