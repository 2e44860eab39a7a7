"""What a source is doing, said in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """The stages of a source's life."""

    OFF = "off"
    """Not started, or closed."""
    OPENING = "opening"
    LIVE = "live"
    SILENT = "silent"
    """Open, but the next frame is long overdue."""
    FROZEN = "frozen"
    """Frames come, but always the same one: cameras do that when they hang, phone apps when the screen locks."""
    LOST = "lost"
    """It could not be opened, or broke off; it will be tried again."""
    ENDED = "ended"
    """A file or pipe came to its end; its last frame stays."""
    FAILED = "failed"
    """It cannot be opened, and trying again would not help."""


@dataclass(frozen=True, slots=True)
class SourceState:
    """An immutable snapshot; ask the source again for a newer one."""

    phase: Phase
    detail: str = ""
    """A whole sentence saying what happened, when something did."""
    retry_in: float | None = None
    """Seconds until the next try, while lost."""
    waited: float = 0.0
    """Seconds without a new picture, while silent or frozen."""
    size: tuple[int, int] | None = None
    """Width and height of the newest frame."""
    fps: float | None = None
    """Frames a second that arrive, measured over the last seconds."""

    @property
    def words(self) -> str:
        """The state in words short enough for a status line."""
        match self.phase:
            case Phase.SILENT:
                return f"no picture for {self.waited:.0f} s"
            case Phase.FROZEN:
                return f"frozen for {self.waited:.0f} s"
            case Phase.LOST if self.retry_in is not None:
                return f"lost, retry in {max(1, round(self.retry_in))} s" if self.retry_in > 0 else "lost, trying again"
            case _:
                return str(self.phase)

    def told(self, *, seen: bool) -> str:
        """The same of a source that did, or never did, give a picture: then it was not found rather than lost."""
        if self.phase is Phase.LOST and not seen:
            return self.words.replace("lost", "not found", 1)
        return self.words
