"""What somebody says is on a picture: the lines of a `labels.jsonl`, checked so that a slip of the pen is told.

The form is plain enough to be written by hand. A folder holds `images/` and `labels.jsonl`, one JSON object a line:
`{"image": "a.jpg", "dice": [{"value": 4, "box": [x0, y0, x1, y1]}]}`, in the picture's own pixels. `FORM` tells
the rest.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

FILE = "labels.jsonl"
IMAGES = "images"
UNSCORED = ("partial", "symbol", "cocked", "hidden")
"""Marks of dice that nobody could be blamed for misreading: they are not scored."""
DOUBTFUL = ("cocked", "hidden")
"""Marks that make a whole picture doubtful: "unsure" is the right answer there."""
FORM = """\
A labelled folder holds the pictures in images/ and one line of JSON for each in labels.jsonl:

  {"image": "a.jpg", "dice": [{"value": 4, "box": [310, 200, 352, 243]}, {"value": 6, "box": [80, 95, 121, 138]}]}

image   the file's name in images/
dice    all dice in the picture; [] where there are none
value   1 to 6: the pips on the top face
box     left, top, right, bottom of the die (or of its top face) in the picture's pixels, as any picture viewer shows
        them; a loose box will do: the middle of a die that was read must lie in it

What may be added to a die: "pip_colour": "black", "red", "green" or "blue", if colours are to be measured; "cocked":
true or "hidden": true, if people could not tell its number either (the picture then counts as doubtful: "unsure" is
right there); "partial": true (the picture's edge cuts it) or "symbol": true (a face without pips): such a die is not
scored. To a picture: "set" (a name to group by), "tier" (core, stress or a word of yours), "tags": ["lamp", "red mat"],
"width" and "height" (then it is noticed when a picture was made smaller after it was labelled).
"""
"""The label format, for people who label their own photos."""

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the picture."""


class LabelError(ValueError):
    """The labels cannot be used; the message is one whole sentence that names the line."""


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """One die as a person says it lies there."""

    value: int
    """1 to 6; 0 if it is not scored and nobody said."""
    box: Box
    pip_colour: str = ""
    """Empty where nobody said."""
    marks: frozenset[str] = frozenset()
    """Which of `UNSCORED` hold."""

    @property
    def clear(self) -> bool:
        """Whether it is scored."""
        return not self.marks


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture with all its dice."""

    image: str
    """Name of the file in the folder of pictures."""
    dice: tuple[LabelledDie, ...]
    set: str = "?"
    tier: str = ""
    tags: tuple[str, ...] = ()
    size: tuple[int, int] | None = None
    """Width and height in pixels, if the label says them."""

    @property
    def doubtful(self) -> bool:
        """Whether a careful reader says "unsure" here."""
        return any(mark in die.marks for die in self.dice for mark in DOUBTFUL)

    def named(self, name: str) -> bool:
        """Whether `name` is its set or one of its tags."""
        return name == self.set or name in self.tags


def parse_labels(text: str) -> list[LabelledPicture]:
    """The pictures in the text of a `labels.jsonl`; empty lines are passed over.

    Raises:
        LabelError: a line cannot be understood, or there is none.
    """
    out = []
    # Not splitlines: a name may hold the rarer separators that it also breaks at.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                out.append(_picture(line))
            except LabelError as error:
                raise LabelError(f"Line {number} of {FILE}: {error}") from None
    if not out:
        raise LabelError(f"There is not one label in {FILE}.")
    return out


def label_line(image: str, width: int, height: int, dice: Iterable[tuple[int, Box]], **more: Any) -> str:
    """The line, without its end, for a picture of that size; `more` is added to it.

    Args:
        image: name of the file in the folder of pictures.
        width: pixels.
        height: pixels.
        dice: number and box of each.
        more: other keys, as `set` and `tags`.
    """
    row = {
        "image": image,
        "width": width,
        "height": height,
        **more,
        "dice": [{"value": value, "box": [round(float(side), 1) for side in box]} for value, box in dice],
    }
    return json.dumps(row, ensure_ascii=False)


def _picture(line: str) -> LabelledPicture:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise LabelError("this is not one JSON object.") from None
    if not isinstance(row, dict):
        raise LabelError("this is not one JSON object.")
    image = row.get("image")
    if not isinstance(image, str) or not image:
        raise LabelError('"image" must be the name of a picture.')
    path = PurePosixPath(image)
    if path.is_absolute() or ".." in path.parts or "\\" in image or "\0" in image:
        raise LabelError(f"{image!r} is not the name of a picture in the folder.")
    dice, tags = row.get("dice"), row.get("tags", [])
    if not isinstance(dice, list):
        raise LabelError('"dice" must be a list, [] where there are none.')
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise LabelError('"tags" must be a list of words.')
    wide, high = row.get("width"), row.get("height")
    size = (wide, high) if isinstance(wide, int) and isinstance(high, int) else None
    labelled = tuple(map(_die, dice))
    return LabelledPicture(image, labelled, _word(row, "set", "?"), _word(row, "tier", ""), tuple(tags), size)


def _word(row: dict[str, Any], key: str, usual: str) -> str:
    word = row.get(key, usual)
    if not isinstance(word, str):
        raise LabelError(f'"{key}" must be a word.')
    return word


def _die(die: object) -> LabelledDie:
    if not isinstance(die, dict):
        raise LabelError('a die is written {"value": 4, "box": [left, top, right, bottom]}.')
    marks = frozenset(mark for mark in UNSCORED if die.get(mark))
    value = die.get("value", 0 if marks else None)
    if isinstance(value, bool) or not isinstance(value, int) or not (1 <= value <= 6 or (marks and value == 0)):
        raise LabelError(f'the "value" of a die is 1 to 6, not {json.dumps(value)}.')
    colour = die.get("pip_colour") or ""
    if not isinstance(colour, str):
        raise LabelError('"pip_colour" must be the name of a colour.')
    return LabelledDie(value, _box(die.get("box")), colour, marks)


def _box(box: object) -> Box:
    if (
        not isinstance(box, list)
        or len(box) != 4
        or any(isinstance(side, bool) or not isinstance(side, int | float) or not math.isfinite(side) for side in box)
    ):
        raise LabelError('the "box" of a die is four numbers: left, top, right, bottom.')
    x0, y0, x1, y1 = (float(side) for side in box)
    if not (x0 < x1 and y0 < y1):
        raise LabelError('the "box" of a die is left, top, right, bottom, in this order.')
    return x0, y0, x1, y1
