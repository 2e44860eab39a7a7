"""Notices a camera that repeats its last frame for ever."""

from __future__ import annotations

from vision.reading import Image

AFTER = 3.0
"""Seconds without any change after which a source counts as frozen. A sensor's noise changes every frame."""
EVERY = 0.25
"""Seconds between two looks."""


class FrozenWatch:
    """Compares a sparse grid of pixels from time to time."""

    def __init__(self) -> None:
        self._last = b""
        self._looked_at = float("-inf")
        self._changed_at = 0.0

    def look(self, image: Image, now: float) -> float:
        """How many seconds the picture has not changed by a single level, `now` included."""
        if now - self._looked_at >= EVERY:
            self._looked_at = now
            grid = image[::8, ::8].tobytes()
            if grid != self._last:
                self._last = grid
                self._changed_at = now
        return now - self._changed_at
