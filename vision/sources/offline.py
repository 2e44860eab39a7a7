"""Every frame of a video, one after another: for reading files, where nothing may be skipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vision.reading import Frame
from vision.sources.capture import FileGrabber


def every_frame(path: Path) -> Iterator[Frame]:
    """The frames of the video at `path`. A damaged frame is left out, but counts.

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
    finally:
        grabber.close()
