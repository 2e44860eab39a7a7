"""Pictures as a source: each is shown for a while, as if a camera looked at a table on which nothing moves."""

from __future__ import annotations

from pathlib import Path

from vision.pictures import PictureError, load_picture, pictures_in
from vision.reading import Image
from vision.sources.errors import SourceError

FPS = 10
FRAMES = 15
"""Each picture lies still for 1.5 seconds: long enough to count as dice at rest."""


class StillsGrabber:
    """One picture, or the pictures of a folder by name."""

    live = False

    def __init__(self, path: Path) -> None:
        """Show the picture at `path`, or those in the folder `path`."""
        self._path = path
        self._waiting: list[Path] = []
        self._image: Image | None = None
        self._left = 0
        self._count = -1

    def open(self) -> None:
        """Find the pictures, and load the first that can be."""
        try:
            self._waiting = pictures_in(self._path) if self._path.is_dir() else [self._path]
        except PictureError as error:
            raise SourceError(str(error), final=True) from error
        self._count = -1
        faults = self._load()
        if self._image is None:
            raise SourceError(faults[0] if len(faults) == 1 else "None of the pictures can be read.", final=True)

    def grab(self) -> bool:
        """Hold the picture for another frame, or go to the next."""
        if self._left == 0:
            self._load()
        if self._image is None:
            return False
        self._left -= 1
        self._count += 1
        return True

    @property
    def position(self) -> float | None:
        """Seconds since the first picture."""
        return self._count / FPS

    def retrieve(self) -> Image | None:
        """The picture in hand."""
        return self._image

    def interrupt(self) -> None:
        """Nothing here waits."""

    def close(self) -> None:
        """Let go of the pictures."""
        self._waiting, self._image, self._left = [], None, 0

    def _load(self) -> list[str]:
        """Take the next picture that can be read; those that cannot are passed over, and returned as sentences."""
        faults = []
        self._image = None
        while self._waiting and self._image is None:
            try:
                self._image = load_picture(self._waiting.pop(0)).image
                self._left = FRAMES
            except PictureError as error:
                faults.append(str(error))
        return faults
