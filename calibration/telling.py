"""What people are told of a profile in use: its name in the camera's line, and each change of the light once.

One picture's light is not told: a reflection passes. What lasts for some pictures is.
"""

from __future__ import annotations

from collections.abc import Callable

from calibration.drift import Drift

LASTING = 3
"""Pictures in a row that must say the same before it is told."""


class Light:
    """Follows the light from picture to picture. Fed on the reader's thread; `note` may be asked on any."""

    def __init__(self, name: str, tell: Callable[[str], None]) -> None:
        """Follow the light for the profile called `name`; `tell` is called with a sentence when it has changed."""
        self._name = name
        self._tell = tell
        self._last = ""
        self._times = 0
        self._told = ""
        self._short = ""

    @property
    def note(self) -> str:
        """For the camera's line: "Kitchen", or "Kitchen, warmer light"."""
        return f"{self._name}, {self._short}" if self._short else self._name

    def seen(self, drift: Drift) -> None:
        """Another picture's light, against the one that colours were learned under."""
        words = drift.words
        self._times = self._times + 1 if words == self._last else 1
        self._last = words
        if self._times < LASTING or words == self._told:
            return
        self._told, self._short = words, drift.short
        if words:
            self._tell(words)
