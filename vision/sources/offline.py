"""Every frame of a video, one after another: for reading files, where nothing may be skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from vision.reading import Frame
from vision.sources.capture import FileGrabber


def every_frame(path: Path, on_early_end: Callable[[str], None] = lambda _: None) -> Iterator[Frame]:
    """The frames of the video at `path`. A damaged frame is left out, but counts.

    Args:
        path: the file.
        on_early_end: called with a sentence after the last frame, if the file promises more of them.

    Raises:
        SourceError: it is no video, or no frame of it can be decoded.
    """
    grabber = FileGrabber(path)
    try:
        grabber.open()
        index = -1
        while grabber.grab():
            index += 1
            image = grabber.retrieve()
            if image is not None:
                yield Frame(image, index, grabber.position or 0.0)
        if grabber.cut_short:
            on_early_end(grabber.cut_short)
    finally:
        grabber.close()
