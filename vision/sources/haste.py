"""Pictures of another program that come faster than life: a film that is sent as fast as the pipe takes it.

Nobody can see a throw in those, and a pipe cannot be asked how fast it was meant to be, so it is told in words.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from vision.sources.clock import Clock, SystemClock

FAST = 75.0
"""Pictures a second that hardly any camera sends; unless the stream itself says how fast it is."""
ABOVE = 1.5
"""By so much faster than it says a stream comes faster than life."""
ENOUGH = 150
"""Pictures over which this is measured: what a program has waiting when it is read again is less."""


class Haste:
    """Measures how fast pictures come. Fed on a source's thread; all else may be asked on any."""

    def __init__(self, clock: Clock | None = None) -> None:
        """Measure with the computer's own clock, unless a test says otherwise."""
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._since: float | None = None
        self._count = 0
        self._told = False
        self.tell: Callable[[str], None] = lambda _: None
        """Called once, with a sentence, when pictures come faster than life."""
        self.rate: float | None = None
        """Pictures a second, while they come faster than life."""

    def came(self, count: int, fps: float | None) -> None:
        """Take notice of `count` pictures that have just come, of a stream that is said to have so many a second."""
        now = self._clock.now()
        with self._lock:
            if self._since is None:
                self._since = now
                return
            self._count += count
            if self._count < ENOUGH:
                return
            rate = self._count / max(now - self._since, 1e-3)
            self.rate = rate if rate > (FAST if fps is None else ABOVE * fps) else None
            self._since, self._count = now, 0
            speak, self._told = self.rate is not None and not self._told, self._told or self.rate is not None
        if speak:
            self.tell(self.words)

    @property
    def note(self) -> str:
        """For the camera's line."""
        return "" if self.rate is None else "too fast"

    @property
    def words(self) -> str:
        """What to do about it, in a sentence; empty if nothing was ever wrong."""
        if not self._told:
            return ""
        many = f"{self.rate:.0f} pictures a second come" if self.rate is not None else "Pictures came too fast"
        return (
            f"{many} through the pipe, so throws are missed if it is a film:"
            " let the program send them at the pace of the dice (with ffmpeg: -re)."
        )
