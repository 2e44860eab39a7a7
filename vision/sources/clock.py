"""Time, as a thing to hand over: tests give a source a clock of their own and never sleep."""

from __future__ import annotations

import threading
import time
from typing import Protocol


class Clock(Protocol):
    """What a source needs to know of time."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        ...

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        """Wait for `seconds` or until `stop` is set; True if it is."""
        ...


class SystemClock:
    """The computer's own monotonic clock."""

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.monotonic()

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        """Wait for `seconds` or until `stop` is set; True if it is."""
        return stop.wait(max(0.0, seconds))
