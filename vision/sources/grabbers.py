"""What a source's thread needs of a device, a stream or a file; the kinds differ only behind this."""

from __future__ import annotations

from typing import Protocol

from vision.reading import Image


class Grabber(Protocol):
    """Opened, read and closed by one thread, again and again; `interrupt` alone may be called from another."""

    live: bool
    """Whether it shows the table as it is now: such a source is reopened when it breaks off, a file is not."""

    def open(self) -> None:
        """Open it, within a few seconds.

        Raises:
            SourceError: it cannot be opened; `final` says whether trying again is of use.
        """
        ...

    def grab(self) -> bool:
        """Wait for the next frame and take hold of it without decoding it; False at the end of a file.

        Raises:
            SourceError: the source was lost.
        """
        ...

    @property
    def position(self) -> float | None:
        """Seconds from the beginning at which the frame in hand is to be shown; None when that is now."""
        ...

    def retrieve(self) -> Image | None:
        """Decode the frame in hand; None if it is damaged."""
        ...

    def interrupt(self) -> None:
        """Make a waiting `grab` return soon, if that is possible. Called from another thread."""
        ...

    def close(self) -> None:
        """Let go of everything; harmless when nothing is open."""
        ...
