"""The work of `kismet read`: from what was named on the command line to one line for each reading."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from calibration.profile import Profile
from calibration.reader import ORDINARY, ProfiledReader
from calibration.telling import size_words
from seeds import dice_sets
from tui.cli import UserError
from tui.reader import open_reader
from vision.draw import HANGING, doubtful_dice, draw_reading
from vision.follow import Follower, follow
from vision.headers import looks_like_picture
from vision.hush import hush
from vision.pictures import SUFFIXES, Picture, PictureError, load_picture, pictures_in
from vision.reading import Frame, Hints, Image, PipColour, Reader, Reading, Status
from vision.sources import Kind, SourceError, every_frame, parse_source
from vision.sources.clock import SystemClock
from vision.sources.opening import make_grabber
from vision.sources.single import first_picture
from vision.tracker import Hindsight, RollAtRest, Tracker

_DRAWN = b"drawn by kismet read"
"""A comment in annotated pictures (JPEG), by which they are told from those that were taken of a table."""
_LONGEST = 200
"""Bytes of the name of an annotated picture; file systems take 255, some less."""


def is_drawn(path: Path) -> bool:
    """Whether a file is an annotated picture: reading it would find what was drawn, not what lies there."""
    try:
        if not path.is_file():
            return False  # what was read of a pipe would be gone
        with path.open("rb") as file:
            return file.read(6 + len(_DRAWN))[6:] == _DRAWN
    except (OSError, ValueError):
        return False  # then reading it as a picture says why


class Annotations:
    """The folder that annotated pictures are written to. No other pictures are touched, wherever it is."""

    def __init__(self, folder: Path) -> None:
        """Make the folder.

        Raises:
            UserError: it cannot be made or written to.
        """
        self._folder = folder
        self._used: set[Path] = set()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unwritable(error) from error
        if not os.access(folder, os.W_OK):
            raise self._unwritable(PermissionError(0, "permission denied"))

    def write(self, name: str, image: Image, reading: Reading, kept: Collection[int] = ()) -> None:
        """Write `image` with the reading drawn on it, under a name made from `name`.

        Raises:
            UserError: it cannot be written.
        """
        while len(os.fsencode(name)) > _LONGEST:
            name = name[:-1]
        number, path = 1, self._folder / f"{name}-read.jpg"
        while path in self._used or (path.exists() and not is_drawn(path)):
            number += 1
            path = self._folder / f"{name}-{number}-read.jpg"
        self._used.add(path)
        done, data = cv2.imencode(".jpg", draw_reading(image, reading, kept))
        try:
            if done:
                path.write_bytes(_marked(data.tobytes()))
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> UserError:
        reason = (error.strerror or type(error).__name__).lower()
        return UserError(f"Annotated pictures cannot be written to {self._folder}: {reason}.")


def _marked(jpeg: bytes) -> bytes:
    """The picture with the comment right after its first two bytes, where a comment may stand."""
    return b"".join((jpeg[:2], b"\xff\xfe", (2 + len(_DRAWN)).to_bytes(2, "big"), _DRAWN, jpeg[2:]))


class Readout:
    """Reads inputs in their order and prints as it goes; an input that cannot be read does not stop the others."""

    def __init__(
        self,
        *,
        as_json: bool = False,
        dice_set: str = "auto",
        annotations: Annotations | None = None,
        speed: float = 0.0,
        reader: Reader | None = None,
        profile: Profile | None = None,
    ) -> None:
        """Load the reader.

        Args:
            as_json: one JSON object a line instead of words.
            dice_set: `auto` or the name of a set.
            annotations: where to write annotated pictures, if anywhere.
            speed: pace of videos; 0 is as fast as can be.
            reader: the one that ships with the package, unless a test brings its own.
            profile: what is known of the camera, the table and the dice.

        Raises:
            UserError: the reader cannot be loaded.
        """
        hush()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # names of files may hold what a terminal cannot show
        self._as_json = as_json
        self._hints = Hints(dice_set=dice_set)
        self._annotations = annotations
        self._speed = speed
        self._failed = False
        self._reader: Reader = reader or open_reader()
        named = profile.dice_set if profile is not None and dice_set == "auto" else dice_set
        self._ordinary = named == ORDINARY
        self._profile = profile
        if profile is not None:
            self._reader = ProfiledReader(self._reader, profile)

    def run(self, names: Sequence[str]) -> int:
        """Read all that is named; returns the exit status."""
        try:
            for name in names:
                self._read(name)
        except BrokenPipeError:
            raise
        except OSError as error:
            # Only printing raises this here: a full disk behind `> file`. Python would try to print the rest at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise UserError(f"The output cannot be written: {(error.strerror or 'unknown fault').lower()}.") from error
        return int(self._failed)

    def _read(self, name: str) -> None:
        if name == "-":
            self._piped()
            return
        if "://" in name:
            self._address(name)
            return
        path = Path(name)
        try:
            if _is_folder(path):
                self._folder(name, path)
            elif _is_video(path):
                self._video(name, path)
            else:
                self._picture(name, path)
        except PictureError as error:
            self._fault(name, str(error))

    def _folder(self, name: str, path: Path) -> None:
        found = pictures_in(path)
        taken = [picture for picture in found if not is_drawn(picture)]
        if not taken:
            raise PictureError("There are only annotated pictures in this folder; those are not read.")
        if left := len(found) - len(taken):
            self._remark(name, f"{left} annotated {'picture is' if left == 1 else 'pictures are'} left out.")
        for picture in taken:
            self._picture(str(picture), picture)

    def _picture(self, name: str, path: Path) -> None:
        try:
            if is_drawn(path):
                raise PictureError("This is an annotated picture; those are not read.")
            self._show(name, path.stem, load_picture(path))
        except PictureError as error:
            self._fault(name, str(error))

    def _piped(self) -> None:
        """One picture that another program sends."""
        name = "standard input"
        try:
            self._show(name, "standard-input", first_picture())
        except (PictureError, SourceError) as error:
            self._fault(name, str(error))

    def _address(self, name: str) -> None:
        """One frame of a stream, or a snapshot: the table as it is now."""
        label = "the address"
        try:
            spec = parse_source(name)
            label = spec.label
            grabber = make_grabber(spec, SystemClock())
            try:
                grabber.open()
                grabber.grab()
                image = grabber.retrieve()
            finally:
                grabber.close()
            if image is None:
                raise SourceError("The picture arrived damaged.")
        except SourceError as error:
            self._fault(label, str(error))
            return
        self._show(label, spec.kind if spec.kind is not Kind.HTTP else "snapshot", Picture(image, *image.shape[1::-1]))

    def _compare(self, name: str, image: Image) -> None:
        """Say once if pictures have another shape or size than the profile's."""
        profile, self._profile = self._profile, None
        height, width = image.shape[:2]
        if profile is not None and (words := size_words(profile, (width, height))):
            self._remark(name, words)

    def _show(self, name: str, stem: str, picture: Picture) -> None:
        self._compare(name, picture.image)
        reading = self._shown(self._reader.read(picture.image, self._hints))
        if self._annotations is not None:
            self._annotations.write(stem, picture.image, reading)
        reading = picture.in_file(reading)
        if self._as_json:
            self._print(json.dumps(reading.as_json(name)))
        else:
            self._print(f"{name}: {in_words(reading)}")

    def _video(self, name: str, path: Path) -> None:
        follower = Follower(self._reader, Tracker(), self._hints)
        hindsight, frames, rolls = Hindsight(), dict[int, Frame](), 0

        def show(certain: Iterable[RollAtRest]) -> None:
            for roll in certain:
                shown = replace(roll, reading=self._shown(roll.reading))
                self._roll(name, path.stem, frames.pop(roll.index), shown)

        try:
            for look in follow(self._paced(every_frame(path, lambda words: self._remark(name, words))), follower):
                self._compare(name, look.frame.image)
                for event in look.events:
                    # A revised roll was printed before: a reader of lines wants one for each roll.
                    if isinstance(event, RollAtRest) and not event.revised:
                        rolls += 1
                        frames[event.index] = look.frame
                        # At the pace of people, a number that may be wrong is better than one that comes late.
                        show([event] if self._speed > 0 else hindsight.add(event))
            show(hindsight.finish())
        except SourceError as error:
            show(hindsight.finish())
            self._fault(name, str(error))
            return
        if rolls == 0 and not self._as_json:
            self._print(f"{name}: no dice come to rest in this video.")

    def _roll(self, name: str, stem: str, frame: Frame, roll: RollAtRest) -> None:
        if self._annotations is not None:
            self._annotations.write(
                f"{stem}-frame{roll.index:05d}-roll{roll.number}", frame.image, roll.reading, roll.kept
            )
        if self._as_json:
            more = {
                "frame": roll.index,
                "seconds": round(roll.seconds, 3),
                "roll": roll.number,
                "kept": list(roll.kept),
            }
            self._print(json.dumps(roll.reading.as_json(name, **more)))
        else:
            self._print(f"{name}, {roll.seconds:.1f} s, roll {roll.number}: {in_words(roll.reading, roll.kept)}")

    def _shown(self, reading: Reading) -> Reading:
        """The reading as it is told: ordinary dice in the colours that a Kismet set's would have."""
        return as_kismet(reading) if self._ordinary else reading

    def _paced(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        clock, never = SystemClock(), threading.Event()
        start = clock.now()
        for frame in frames:
            if self._speed > 0:
                clock.wait(never, start + frame.seconds / self._speed - clock.now())
            yield frame

    def _remark(self, name: str, sentence: str) -> None:
        """Say something that is no reading, where it disturbs no program that reads the lines."""
        print(f"{name}: {sentence}", file=sys.stderr, flush=True)  # noqa: T201

    def _fault(self, name: str, sentence: str) -> None:
        self._failed = True
        if self._as_json:
            self._print(json.dumps(Reading(Status.ERROR, problems=(sentence,)).as_json(name)))
        else:
            self._remark(name, sentence)

    def _print(self, line: str) -> None:
        """Print at once: whoever reads a pipe must not wait for a full buffer."""
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def in_words(reading: Reading, kept: Collection[int] = ()) -> str:
    """A reading for people, on one line: "1 black, 3 green (kept), 6? red. The die … ."."""
    if reading.status is Status.NO_DICE:
        return "no dice."
    doubtful = doubtful_dice(reading)
    dice = ", ".join(
        f"{die.value}{'?' if i in doubtful else ''} {die.colour}{' (kept)' if i in kept else ''}"
        for i, die in enumerate(reading.dice)
    )
    seen = f"{dice}." if dice else ""
    unsure = "unsure:" if reading.status is Status.UNSURE else ""
    hanging = HANGING if reading.hanging else ""
    return " ".join(part for part in (unsure, seen, *reading.problems, hanging) if part)


def as_kismet(reading: Reading) -> Reading:
    """The reading with every die in the colour that its number has in a Kismet set: with ordinary dice, it decides."""
    colours = dice_sets()["classic"].colours
    return replace(reading, dice=tuple(replace(die, colour=PipColour(colours[die.value])) for die in reading.dice))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False  # a name that is far too long, say; opening it says what is wrong


def _is_video(path: Path) -> bool:
    """Whether to try a file as a video: it does not begin as a picture, and is not called one either."""
    if path.suffix.lower() in SUFFIXES:
        return False
    try:
        with path.open("rb") as file:
            head = file.read(64)
    except (OSError, ValueError):
        return False  # then reading it as a picture says why
    return bool(head) and not looks_like_picture(head)
