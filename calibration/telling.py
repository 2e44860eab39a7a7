"""What people are told of a profile in use: its name in the camera's line, and each change of the light once.

One picture's light is not told: a reflection passes. What lasts for some pictures is.
"""

from __future__ import annotations

from collections.abc import Callable

from calibration.drift import Drift
from calibration.profile import Profile
from calibration.table import Area, Size

LASTING = 3
"""Pictures in a row that must say the same before it is told."""


class Shape:
    """Tells once if the camera's pictures have another shape or size than those that the profile was made with."""

    def __init__(self, profile: Profile, tell: Callable[[str], None]) -> None:
        """Compare pictures with those of `profile`; `tell` is called with a sentence."""
        self._profile = profile
        self._tell = tell
        self._told: Size | None = None

    def area(self, size: Size) -> Area | None:
        """The part of a picture of this size in which dice are thrown, if that can be known."""
        if size != self._told:
            self._told = size
            if words := size_words(self._profile, size):
                self._tell(words)
        return self._profile.hints(size).area


def size_words(profile: Profile, size: Size) -> str:
    """What to say of pictures of this size: nothing where they are as large as those that the profile was made with."""
    if size == profile.size:
        return ""
    was, now = (f"{width} × {height}" for width, height in (profile.size, size))
    start = f"The profile {profile.name} was made with pictures of {was}, and these are {now}"
    if not profile.fits(size):
        return f"{start}, so what it knows of place and size does not hold: calibrate anew."
    if profile.area is None and profile.die_px is None:
        return ""
    return f"{start}: what it knows of place and size is taken in proportion."


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
