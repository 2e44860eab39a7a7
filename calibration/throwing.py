"""Throws to calibrate with, one after another: from a live camera, from pictures, or from a video.

Each is the frames of one rest, so that a reading can be voted on. A live camera waits for a person; files need nobody,
which is how `--check` runs by itself.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from vision.follow import Follower, follow
from vision.pictures import PictureError, load_picture, pictures_in
from vision.reading import NO_HINTS, Frame, Hints, Image, Reader, Reading
from vision.sources import Kind, LiveSource, Phase, SourceError, Spec, every_frame
from vision.tracker import RollAtRest, Tracker, combine

FRAMES = 5
"""Frames of one rest that are read."""
APART = 2
"""Frames from one that is read to the next, so that grain differs."""
PATIENCE = 12.0
"""Seconds to wait for a picture."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice at rest."""

    images: tuple[Image, ...] = field(repr=False)
    """One or more frames of the same rest."""
    label: str = ""
    """Which file, or which moment of it."""
    truth: tuple[int, ...] | None = None
    """The numbers from left to right, if somebody wrote them down (`labels.jsonl`)."""

    def read(self, reader: Reader, hints: Hints = NO_HINTS) -> Reading:
        """One reading of all its frames."""
        return combine([reader.read(image, hints) for image in self.images])


class Throws(Protocol):
    """Where throws come from."""

    camera: str
    """How the camera is called."""
    live: bool
    """Whether a person throws, and is to be told when."""

    def next(self) -> Throw | None:
        """The next throw, or None when there are no more.

        Raises:
            SourceError: the source cannot be opened, or was lost; or, unless `live`, this throw cannot be read: the
                next call goes on with the one after it.
        """
        ...


class LiveThrows:
    """A camera: whatever lies before it when `next` is called."""

    live = True

    def __init__(self, source: LiveSource) -> None:
        """Use a source that has been started."""
        self.camera = source.label
        self._source = source

    def next(self) -> Throw:
        """The next few frames."""
        newest = self._source.latest()
        seen = newest.index if newest is not None else -1
        images: list[Image] = []
        while len(images) < FRAMES:
            frame = self._newer(seen)
            if images and images[0].shape != frame.image.shape:
                images.clear()  # the camera has another size now, and dice lie elsewhere
            images.append(frame.image)
            seen = frame.index + APART - 1
        return Throw(tuple(images))

    def _newer(self, than: int) -> Frame:
        waited = 0.0
        while waited < PATIENCE:
            frame = self._source.wait_newer(than, 0.2)
            if frame is not None:
                return frame
            state = self._source.state
            if state.phase in {Phase.FAILED, Phase.ENDED, Phase.LOST, Phase.OFF}:
                raise SourceError(state.detail or f"The camera is {state.words}.")
            waited += 0.2
        raise SourceError("The camera gives no picture.")


class FileThrows:
    """Pictures of a folder, one picture, or the rolls of a video."""

    live = False

    def __init__(self, spec: Spec, reader: Reader) -> None:
        """Read from the file or folder that `spec` names; a video needs the reader to find its rolls."""
        self.camera = spec.label
        path = Path(spec.target)
        self._throws = _rolls(path, reader) if spec.kind is Kind.VIDEO else _pictures(path)

    def next(self) -> Throw | None:
        """The next picture or roll."""
        try:
            load = next(self._throws, None)
        except PictureError as error:
            raise SourceError(str(error), final=True) from error
        return load() if load is not None else None


Load = Callable[[], Throw]


def _pictures(path: Path) -> Iterator[Load]:
    paths = pictures_in(path) if path.is_dir() else [path]
    folder = path if path.is_dir() else path.parent
    labels = _labels(folder) or _labels(folder.parent)
    for one in paths:
        yield partial(_picture, one, labels.get(one.name))


def _picture(path: Path, truth: tuple[int, ...] | None) -> Throw:
    try:
        return Throw((load_picture(path).image,), path.name, truth)
    except PictureError as error:
        raise SourceError(f"{path.name}: {error}") from error


def _labels(folder: Path) -> dict[str, tuple[int, ...]]:
    """The numbers written down for a folder's pictures, from left to right; empty if nobody did."""
    try:
        lines = (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines if line.strip()]
        return {row["image"]: _from_left(row["dice"]) for row in rows}
    except (OSError, UnicodeDecodeError, ValueError, LookupError, TypeError, OverflowError, RecursionError):
        return {}


def _from_left(dice: Iterable[dict[str, Any]]) -> tuple[int, ...]:
    placed = sorted((die["box"][0] + die["box"][2], int(die["value"])) for die in dice)
    if not all(1 <= value <= 6 for _, value in placed):
        raise ValueError("a die shows 1 to 6")
    return tuple(value for _, value in placed)


def _rolls(path: Path, reader: Reader) -> Iterator[Load]:
    last: deque[Image] = deque(maxlen=FRAMES)
    for look in follow(every_frame(path), Follower(reader, Tracker())):
        if look.reading is None:
            last.clear()
            continue
        last.append(look.frame.image)
        if any(isinstance(event, RollAtRest) for event in look.events):
            yield partial(Throw, tuple(last), f"{path.name} at {look.frame.seconds:.1f} s")
