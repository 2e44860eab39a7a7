"""Readings that were wrong: their pictures are kept with the right numbers, so that the reader can be measured on them.

The camera's picture of a roll is remembered when the roll is told, since the dice may be picked up before anybody
looks. It is kept only when a person asks, in a folder of labelled pictures as `kismet bench` reads it, on this machine.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kismet.game import State

if TYPE_CHECKING:
    from vision.measure.labels import Box
    from vision.reading import Image, Reading

ANYWHERE = "place unknown"
"""Tag of pictures with a die of which nobody knows where it lies: its box is the whole picture."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A roll as the camera saw it."""

    frame: Image = field(repr=False)
    reading: Reading
    name: str
    """Of the picture, once it is kept."""


class Sights:
    """Remembers the picture of the roll that was told last. One thread sees, another asks."""

    def __init__(self) -> None:
        self._last: Sight | None = None

    def see(self, frame: Image | None, reading: Reading) -> None:
        """A roll lies there; called before it is told, while the camera's view is still the one that was read."""
        now = datetime.now().astimezone()
        name = f"{now:%Y-%m-%d-%H%M%S}-{now.microsecond // 1000:03}.png"
        self._last = None if frame is None else Sight(frame, reading, name)

    def of(self, reading: Reading) -> Sight | None:
        """The picture of that very reading, if it is the last one."""
        last = self._last
        return last if last is not None and last.reading is reading else None


@dataclass(frozen=True, slots=True)
class Witness:
    """A picture of a roll that was recorded: what people say about the roll is what the picture shows."""

    sight: Sight
    turn: int
    """Serial of the turn."""
    number: int
    """Which roll of the turn."""

    @classmethod
    def of(cls, sight: Sight, state: State) -> Witness:
        """The picture of the roll that lies there now."""
        return cls(sight, state.serial, state.roll_number)

    def values(self, state: State) -> tuple[int, ...] | None:
        """The roll's numbers as they are recorded by now; `None` if it is no longer the last roll of the game."""
        rolls = state.rolls
        if not rolls:
            played = [turn for turn in state.turns if turn.forced_by is None]
            last = max(played, key=lambda turn: turn.serial, default=None)
            if last is None or last.serial != self.turn:
                return None
            rolls = last.rolls
        elif state.serial != self.turn:
            return None
        return rolls[-1].dice.values if rolls[-1].number == self.number else None

    def differs(self, state: State) -> bool:
        """Whether people say otherwise than the camera read."""
        values = self.values(state)
        return values is not None and sorted(values) != sorted(self.sight.reading.values)


def labelled(values: Sequence[int], reading: Reading, size: tuple[int, int]) -> list[tuple[int, Box]]:
    """Numbers with their places: each where the reading has it, the wrong ones where the reading is wrong.

    Of dice read alike the least certain counts as the wrong one. Where several numbers are new and typed in no order
    that would tell, or a die was not seen at all, a number gets the whole picture for its place: a loose label is
    better than a wrong one.

    Args:
        values: the dice as a person says they are.
        reading: the dice as they were read.
        size: width and height of the picture.
    """
    seen = reading.values
    new = Counter(values) - Counter(seen)
    if len(values) == len(seen) and sum(a != b for a, b in zip(values, seen, strict=True)) == new.total():
        # Typed in the order of the reading, as far as one can tell.
        return [(value, die.box) for value, die in zip(values, reading.dice, strict=True)]
    places = sorted(reading.dice, key=lambda die: -die.confidence)
    out: list[tuple[int, Box]] = []
    left: list[int] = []
    for value in values:
        place = next((die for die in places if die.value == value), None)
        if place is None:
            left.append(value)
        else:
            places.remove(place)
            out.append((value, place.box))
    if len(left) == len(places) == 1:
        return [*out, (left[0], places[0].box)]
    whole = (0.0, 0.0, float(size[0]), float(size[1]))
    return [*out, *((value, whole) for value in left)]


def keep(folder: Path, sight: Sight, values: Sequence[int]) -> Path:
    """Put picture and label into `folder`; kept once more, it has its new label alone. Returns the picture's path.

    Raises:
        OSError: if the disk or the folder refuses; then the folder is as it was.
    """
    import cv2

    from tui.export.files import write_whole
    from vision.measure.labels import FILE, IMAGES, label_line

    height, width = sight.frame.shape[:2]
    dice = labelled(values, sight.reading, (width, height))
    unknown = any(box == (0.0, 0.0, width, height) for _, box in dice)
    line = label_line(
        sight.name,
        width,
        height,
        dice,
        set="play",
        tier="core",
        tags=[ANYWHERE] if unknown else [],
        label_source="a person's numbers; places as they were read",
        read={"status": str(sight.reading.status), "values": list(sight.reading.values)},
    )
    picture, labels = folder / IMAGES / sight.name, folder / FILE
    picture.parent.mkdir(parents=True, exist_ok=True)
    # Without loss: the reader must meet the very picture that it misread.
    _, data = cv2.imencode(".png", sight.frame)
    again = picture.exists()
    write_whole(picture, data.tobytes())
    try:
        write_whole(labels, b"\n".join([*_others(labels, sight.name), line.encode(), b""]))
    except BaseException:
        if not again:
            picture.unlink(missing_ok=True)
        raise
    return picture


def forget(folder: Path, sight: Sight) -> None:
    """Take picture and label out of `folder`, if they were kept; the labels go with the last picture.

    Raises:
        OSError: if the disk or the folder refuses; then no label is left without its picture.
    """
    from tui.export.files import write_whole
    from vision.measure.labels import FILE, IMAGES

    picture, labels = folder / IMAGES / sight.name, folder / FILE
    if not picture.exists():
        return
    others = _others(labels, sight.name)
    if others:
        write_whole(labels, b"\n".join([*others, b""]))
    else:
        labels.unlink(missing_ok=True)
    picture.unlink()


def keep_words(folder: Path, sight: Sight, values: Sequence[int]) -> tuple[bool, str]:
    """Keep it, and say so in a sentence; or say why it cannot be kept.

    A reading that nobody put right is no misread one: kept, it would flatter the reader. If its picture was kept with
    other numbers before, they are wrong by now, and it goes.
    """
    right = sorted(values) == sorted(sight.reading.values)
    try:
        if right:
            forget(folder, sight)
            return False, SAME
        keep(folder, sight, values)
    except OSError as error:
        what = "deleted from" if right else "saved in"
        return False, f"The picture cannot be {what} {folder}: {(error.strerror or 'unknown fault').lower()}."
    dice = " ".join(map(str, values))
    return True, f"Picture saved with {dice} in {folder}; nothing leaves this machine."


NONE = "There is no picture of a roll that the camera saw and you have recorded."
"""Said when there is nothing to keep."""
SAME = "Nothing was put right: the dice are recorded as the camera read them, so no picture is kept."
"""Said when the reading was not wrong."""
HINT = "x keeps the misread picture."
"""Said in the app after a reading was put right."""


def _others(labels: Path, name: str) -> list[bytes]:
    """The lines that are not the label of that picture."""
    before = labels.read_bytes() if labels.exists() else b""
    return [line for line in before.split(b"\n") if line.strip() and not _is_of(line, name)]


def _is_of(line: bytes, name: str) -> bool:
    """Whether a line is the label of that picture; what cannot be understood is nobody's, and stays."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and row.get("image") == name
