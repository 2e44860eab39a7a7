"""Cuts a stream of bytes into JPEG pictures.

Works from the pictures' own markers, so that it needs neither lengths nor boundaries, which phone apps and cheap
cameras get wrong in many ways; whatever stands between two pictures is skipped.
"""

from __future__ import annotations

import re
from enum import Enum

_END_OF_SCAN = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_START = b"\xff\xd8\xff"


class _Seek(Enum):
    START = 0
    SEGMENT = 1
    SCAN = 2


class JpegSplitter:
    """Feed it bytes as they arrive; it gives whole pictures back."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._seek = _Seek.START
        self._at = 0
        self.damaged = 0
        """Pictures in a row, up to now, that were cut off or damaged, and are left out."""

    @property
    def pending(self) -> int:
        """How many bytes are held back because their picture is not complete."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """Add `data`; returns the pictures that are complete now, oldest first."""
        self._buffer += data
        pictures = []
        while self._step():
            if self._seek is _Seek.START and self._at:
                pictures.append(bytes(self._buffer[: self._at]))
                self.damaged = 0
                del self._buffer[: self._at]
                self._at = 0
        return pictures

    def _step(self) -> bool:
        """Go on by one marker; False when more bytes are needed."""
        match self._seek:
            case _Seek.START:
                return self._find_start()
            case _Seek.SEGMENT:
                return self._skip_segment()
            case _Seek.SCAN:
                return self._find_end_of_scan()

    def _find_start(self) -> bool:
        start = self._buffer.find(_START)
        if start < 0:
            del self._buffer[: max(0, len(self._buffer) - 2)]
            return False
        del self._buffer[:start]
        self._seek, self._at = _Seek.SEGMENT, 2
        return True

    def _skip_segment(self) -> bool:
        if len(self._buffer) < self._at + 4:
            return self._is_end()
        lead, marker = self._buffer[self._at], self._buffer[self._at + 1]
        if lead != 0xFF:  # not a JPEG after all, or damaged: look for the next one
            return self._give_up()
        if marker == 0xFF:
            self._at += 1
        elif marker == 0xD9:
            return self._is_end()
        elif marker == 0x01 or 0xD0 <= marker <= 0xD7:
            self._at += 2
        else:
            length = int.from_bytes(self._buffer[self._at + 2 : self._at + 4], "big")
            if length < 2:
                return self._give_up()
            self._at += 2 + length
            if marker == 0xDA:
                self._seek = _Seek.SCAN
        return True

    def _is_end(self) -> bool:
        if self._buffer[self._at : self._at + 2] != b"\xff\xd9":
            return False
        self._seek, self._at = _Seek.START, self._at + 2
        return True

    def _find_end_of_scan(self) -> bool:
        found = _END_OF_SCAN.search(self._buffer, self._at)
        if found is None:
            self._at = max(self._at, len(self._buffer) - 1)
            return False
        if self._buffer[found.start() + 1] == 0xD8:  # the next picture begins: this one was cut off
            del self._buffer[: found.start()]
            self._seek, self._at = _Seek.START, 0
            self.damaged += 1
            return True
        self._seek, self._at = _Seek.SEGMENT, found.start()
        return True

    def _give_up(self) -> bool:
        del self._buffer[:2]
        self.damaged += 1
        self._seek, self._at = _Seek.START, 0
        return True
