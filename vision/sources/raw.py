"""Cuts a stream of raw frames that say how large they are: YUV4MPEG2 and binary PPM."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.reading import Image

_MAX_SIDE = 16_384
_OTHER_SIZE = "its frames are not as large as it says"
_PPM = re.compile(rb"P6(?:\s|#[^\n]*\n)+(\d{1,6})(?:\s|#[^\n]*\n)+(\d{1,6})(?:\s|#[^\n]*\n)+(\d{1,5})\s")
_CHROMA = {"420": (2, 2), "422": (2, 1), "444": (1, 1), "mono": (0, 0)}
"""Name → by how much width and height of the colour planes are divided; 0 for no colour."""


@dataclass(frozen=True, slots=True)
class RawFrame:
    """A whole frame that nobody has turned into colours yet."""

    width: int
    height: int
    chroma: tuple[int, int] | None
    """By how much the colour planes are smaller; None for PPM, which has none."""
    data: bytes = field(repr=False)

    def decode(self) -> Image:
        """The picture."""
        width, height = self.width, self.height
        if self.chroma is None:
            picture = np.frombuffer(self.data, np.uint8).reshape(height, width, 3)
            return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), dtype=np.uint8)
        luma = np.frombuffer(self.data, np.uint8, width * height).reshape(height, width)
        across, down = self.chroma
        # OpenCV turns the planes of 4:2:0 into colours, for even sizes: the other layouts are brought to that.
        even = (width // 2 * 2, height // 2 * 2)
        half = (even[0] // 2, even[1] // 2)
        if across:
            shape = (-(-height // down), -(-width // across))
            planes = np.frombuffer(self.data, np.uint8, offset=width * height).reshape(2, *shape)
            small = [cv2.resize(plane, half, interpolation=cv2.INTER_AREA) for plane in planes]
        else:
            small = [np.full((half[1], half[0]), 128, np.uint8)] * 2
        packed = np.concatenate([luma[: even[1], : even[0]].ravel(), *(np.asarray(plane).ravel() for plane in small)])
        stacked = packed.reshape(even[1] * 3 // 2, even[0])
        return np.asarray(cv2.cvtColor(stacked, cv2.COLOR_YUV2BGR_I420), dtype=np.uint8)


class RawSplitter:
    """Feed it bytes as they arrive; it gives whole frames back, still raw."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._size = (0, 0)
        self._chroma: tuple[int, int] | None = None
        """None for PPM."""
        self._begun = False
        self.fps: float | None = None
        """Frames a second as the stream's header tells; None as long as none did."""

    @property
    def pending(self) -> int:
        """How many bytes are held back beyond what one frame of the told size needs."""
        return max(0, len(self._buffer) - self._bytes - 4096)

    def feed(self, data: bytes) -> list[RawFrame]:
        """Add `data`; returns the frames that are complete now, oldest first.

        Raises:
            ValueError: the stream says something that is not understood; the message says what.
        """
        self._buffer += data
        frames = []
        while (frame := self._next()) is not None:
            frames.append(frame)
        return frames

    @property
    def _unknown(self) -> str:
        """What is wrong where a header should be and is none."""
        return _OTHER_SIZE if self._size != (0, 0) else "it begins in an unknown way"

    @property
    def _bytes(self) -> int:
        width, height = self._size
        if self._chroma is None:
            return width * height * 3
        across, down = self._chroma
        return width * height + (2 * (-(-width // across)) * (-(-height // down)) if across else 0)

    def _next(self) -> RawFrame | None:
        if not self._begun and not self._header():
            return None
        if self._chroma is None:
            start = 0
        else:
            line = self._buffer.find(b"\n", 0, 256)
            if line < 0:
                return None
            if self._buffer.startswith(b"YUV4MPEG2"):  # another stream follows, maybe of another size
                self._begun = False
                return self._next()
            if not self._buffer.startswith(b"FRAME"):
                raise ValueError(_OTHER_SIZE)
            start = line + 1
        if len(self._buffer) < start + self._bytes:
            return None
        frame = RawFrame(*self._size, self._chroma, bytes(self._buffer[start : start + self._bytes]))
        del self._buffer[: start + self._bytes]
        self._begun = self._chroma is not None  # each PPM picture has a header of its own
        return frame

    def _header(self) -> bool:
        """Read the stream's (or PPM picture's) header off the buffer; False when it is not complete yet."""
        if self._buffer[:1] == b"P":
            found = _PPM.match(self._buffer)
            if found is None:
                if len(self._buffer) > 4096:
                    raise ValueError(self._unknown)
                return False
            if found[3] != b"255":
                raise ValueError("PPM pictures must have 8 bits a colour")
            self._begin(int(found[1]), int(found[2]), None)
            del self._buffer[: found.end()]
            return True
        line = self._buffer.find(b"\n", 0, 4096)
        if line < 0:
            if len(self._buffer) >= 4096:
                raise ValueError(self._unknown)
            return False
        words = bytes(self._buffer[:line]).decode("ascii", "replace").split()
        if not words or words[0] != "YUV4MPEG2":
            raise ValueError(self._unknown)
        told = {word[0]: word[1:] for word in words[1:]}
        layout = told.get("C", "420jpeg")
        name = next((name for name in _CHROMA if re.fullmatch(rf"{name}(jpeg|mpeg2|paldv)?", layout)), None)
        if name is None:
            raise ValueError(f"frames of the layout {layout} are not understood, use 420")
        width, height = (int(told[key]) if re.fullmatch(r"[0-9]{1,6}", told.get(key, "")) else 0 for key in "WH")
        rate = re.fullmatch(r"([1-9]\d{0,6}):([1-9]\d{0,6})", told.get("F", ""))
        self.fps = int(rate[1]) / int(rate[2]) if rate else None
        self._begin(width, height, _CHROMA[name])
        del self._buffer[: line + 1]
        return True

    def _begin(self, width: int, height: int, chroma: tuple[int, int] | None) -> None:
        if not (1 < width <= _MAX_SIDE and 1 < height <= _MAX_SIDE):
            raise ValueError(f"frames of {width} × {height} pixels are not understood")
        self._size, self._chroma, self._begun = (width, height), chroma, True
