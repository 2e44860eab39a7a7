"""What is known of one camera over one table: an immutable value, and its form as a TOML file that people may edit.

A profile never makes reading worse than no profile: where a frame's shape differs from the one it was made for, what
depends on pixels is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from calibration.table import Area, Plane, Size, scaled
from seeds import dice_sets
from vision.learned import LearnedColours
from vision.reading import Hints, PipColour

VERSION = 1
"""Of the file's form. A file of a later one is refused, since what it says may mean something else."""
COUNT = 5
"""Dice in play."""
SHAPE = 0.02
"""By how much the shape (width over height) of a frame may differ from the profile's."""


class ProfileError(Exception):
    """A profile cannot be read or saved; the message is one whole sentence for people."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What `kismet calibrate --check` found with this profile."""

    throws: int
    right: int
    """Throws of which every die was read rightly and surely."""
    unsure: int
    """Throws that the reader did not answer for."""
    on: str
    """Day, as 2026-12-01."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One camera over one table, with one set of dice, under one light."""

    name: str
    camera: str
    """The camera's name (or the source's address without password): how the profile is found again."""
    size: Size
    """Width and height of the frames it was made with; all pixels below are those of such frames."""
    made: str = ""
    """When it was made, as 2026-12-01T18:30:00+00:00."""
    dice_set: str = "auto"
    die_px: float | None = None
    """Usual edge of a top face in pixels."""
    area: Area | None = None
    """The part of the picture in which dice are thrown."""
    plane: Plane | None = None
    white: tuple[float, float, float] | None = None
    """What the camera makes of white: blue, green, red in linear light, green 1."""
    colours: LearnedColours | None = None
    checked: Checked | None = None

    def hints(self, size: Size | None = None) -> Hints:
        """What the reader may know beforehand about frames of this size (default: the profile's own)."""
        size = size or self.size
        die_px = area = None
        if self.fits(size):
            die_px = None if self.die_px is None else self.die_px * size[0] / self.size[0]
            area = None if self.area is None else scaled(self.area, self.size, size)
        return Hints(dice_set=self.dice_set, count=COUNT, die_px=die_px, area=area)

    def fits(self, size: Size) -> bool:
        """Whether frames of this size show what this profile's did, larger or smaller."""
        return abs(size[0] * self.size[1] / (size[1] * self.size[0]) - 1) <= SHAPE


def now() -> str:
    """This moment as profiles write it."""
    return datetime.now(UTC).replace(microsecond=0).isoformat()


def camera_name(label: str) -> str:
    """A source's label without its index, which changes when cameras are plugged in anew."""
    found = re.fullmatch(r"camera \d+ \((.+)\)", label)
    return found[1] if found else label


def to_data(profile: Profile) -> dict[str, Any]:
    """The profile as nested dictionaries that TOML can hold; what is not known is left out."""
    data: dict[str, Any] = {
        "version": VERSION,
        "name": profile.name,
        "camera": profile.camera,
        "size": list(profile.size),
        "made": profile.made,
        "dice_set": profile.dice_set,
    }
    if profile.die_px is not None:
        data["die_px"] = round(profile.die_px, 2)
    if profile.area is not None:
        data["area"] = list(profile.area)
    if profile.plane is not None:
        data["table"] = {"matrix": list(profile.plane.matrix)}
        if profile.plane.unit_mm is not None:
            data["table"]["unit_mm"] = profile.plane.unit_mm
    if profile.white is not None:
        data["light"] = {"white": [round(v, 4) for v in profile.white]}
    if profile.colours is not None:
        shapes = zip(profile.colours.colours, profile.colours.means, profile.colours.covariances, strict=True)
        data["colours"] = {
            "body": [round(v, 1) for v in profile.colours.body],
            "inks": {
                str(colour): {"mean": [round(v, 5) for v in mean], "covariance": [round(v, 8) for v in covariance]}
                for colour, mean, covariance in shapes
            },
        }
    if profile.checked is not None:
        c = profile.checked
        data["checked"] = {"throws": c.throws, "right": c.right, "unsure": c.unsure, "on": c.on}
    return data


def from_data(data: Mapping[str, Any]) -> Profile:
    """The profile that `to_data` gave, checked entry by entry.

    Raises:
        ProfileError: an entry is missing, unknown or impossible; the sentence names it and does not name the file.
    """
    version = data.get("version")
    if version is None:
        raise ProfileError("It has no entry 'version', so it is not a profile.")
    if isinstance(version, int) and version > VERSION:
        raise ProfileError(
            f"It was made by a newer version of this program (its form is {_shown(version)}, not {VERSION})."
        )
    if version != VERSION:
        raise ProfileError(f"Its 'version' must be {VERSION}, not {_shown(version)}.")
    _known(data, "", {"version", "name", "camera", "size", "made", "dice_set", "die_px", "area", *_TABLES})
    size = _numbers(data, "size", 2, 16, 20000)
    assert size is not None
    width, height = int(size[0]), int(size[1])
    dice_set = _text(data, "dice_set", "auto")
    if dice_set != "auto" and dice_set not in dice_sets():
        raise ProfileError(f"Its 'dice_set' must be auto or one of {', '.join(dice_sets())}, not {_shown(dice_set)}.")
    return Profile(
        name=_text(data, "name"),
        camera=_text(data, "camera"),
        size=(width, height),
        made=_text(data, "made", ""),
        dice_set=dice_set,
        die_px=_number(data, "die_px", 3, max(width, height)),
        area=_area(data, (width, height)),
        plane=_plane(data),
        white=_white(data),
        colours=_colours(data),
        checked=_checked(data),
    )


_TABLES = {"table", "light", "colours", "checked"}


def _area(data: Mapping[str, Any], size: Size) -> Area | None:
    row = _numbers(data, "area", 4, 0, max(size), needed=False)
    if row is None:
        return None
    x0, y0, x1, y1 = (int(v) for v in row)
    if not (0 <= x0 < x1 <= size[0] and 0 <= y0 < y1 <= size[1]):
        raise ProfileError(f"Its 'area' must lie inside a picture of {size[0]} × {size[1]}: left, upper, right, lower.")
    return x0, y0, x1, y1


def _plane(data: Mapping[str, Any]) -> Plane | None:
    table = _table(data, "table", {"matrix", "unit_mm"})
    if table is None:
        return None
    matrix = _numbers(table, "matrix", 9, -1e9, 1e9, "table.")
    assert matrix is not None
    a, b, c, d, e, f, g, h, i = matrix
    if abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) < 1e-12:
        raise ProfileError("Its 'table.matrix' shows the table from the side, which cannot be.")
    return Plane(tuple(matrix), _number(table, "unit_mm", 1e-3, 1e3, "table."))


def _white(data: Mapping[str, Any]) -> tuple[float, float, float] | None:
    table = _table(data, "light", {"white"})
    row = None if table is None else _numbers(table, "white", 3, 0.01, 100, "light.")
    return None if row is None else (row[0], row[1], row[2])


def _colours(data: Mapping[str, Any]) -> LearnedColours | None:
    table = _table(data, "colours", {"body", "inks"})
    if table is None:
        return None
    body = _numbers(table, "body", 3, 0, 255, "colours.")
    inks = _table(table, "inks", {str(c) for c in PipColour}, "colours.")
    if not inks or body is None:
        raise ProfileError("Its 'colours.inks' is missing.")
    means, covariances = [], []
    for name in inks:
        ink = _table(inks, name, {"mean", "covariance"}, "colours.inks.")
        assert ink is not None
        mean = _numbers(ink, "mean", 3, -10, 10, f"colours.inks.{name}.")
        spread = _numbers(ink, "covariance", 9, -10, 10, f"colours.inks.{name}.")
        assert mean is not None
        assert spread is not None
        if not _positive(spread):
            raise ProfileError(f"Its 'colours.inks.{name}.covariance' is no covariance.")
        means.append((mean[0], mean[1], mean[2]))
        covariances.append(tuple(spread))
    colours = tuple(PipColour(name) for name in inks)
    return LearnedColours(colours, tuple(means), tuple(covariances), (body[0], body[1], body[2]))


def _positive(c: list[float]) -> bool:
    """Whether nine numbers are a symmetric matrix all of whose upper left corners have positive determinants."""
    a, b, d, e, f, i = c[0], c[1], c[2], c[4], c[5], c[8]
    alike = all(abs(c[p] - c[q]) <= 1e-6 for p, q in ((1, 3), (2, 6), (5, 7)))
    whole = a * (e * i - f * f) - b * (b * i - f * d) + d * (b * f - e * d)
    return alike and a > 0 and a * e - b * b > 0 and whole > 0


def _checked(data: Mapping[str, Any]) -> Checked | None:
    table = _table(data, "checked", {"throws", "right", "unsure", "on"})
    if table is None:
        return None
    counts = [int(_needed(_number(table, key, 0, 1e6, "checked."), f"checked.{key}")) for key in _COUNTS]
    return Checked(counts[0], counts[1], counts[2], _text(table, "on", "", "checked."))


_COUNTS = ("throws", "right", "unsure")


def _shown(value: object) -> str:
    """What stands in the file, short enough for a sentence and on one line."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


_SHOWN = 60


def _needed(value: float | None, name: str) -> float:
    if value is None:
        raise ProfileError(f"Its '{name}' is missing.")
    return value


def _known(data: Mapping[str, Any], where: str, names: set[str]) -> None:
    for key in data:
        if key not in names:
            raise ProfileError(
                f"Its entry {_shown(where + key)} is not known; those that are: {', '.join(sorted(names))}."
            )


def _table(data: Mapping[str, Any], key: str, names: set[str], where: str = "") -> Mapping[str, Any] | None:
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise ProfileError(f"Its '{where}{key}' must be a table, not {_shown(value)}.")
    _known(value, f"{where}{key}.", names)
    return value


def _text(data: Mapping[str, Any], key: str, default: str | None = None, where: str = "") -> str:
    value = data.get(key, default)
    if value is None:
        raise ProfileError(f"Its '{where}{key}' is missing.")
    if not isinstance(value, str):
        raise ProfileError(f"Its '{where}{key}' must be text in quotes, not {_shown(value)}.")
    return value


def _number(data: Mapping[str, Any], key: str, low: float, high: float, where: str = "") -> float | None:
    value = data.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ProfileError(f"Its '{where}{key}' must be a number from {low:g} to {high:g}, not {_shown(value)}.")
    return float(value)


def _numbers(
    data: Mapping[str, Any], key: str, count: int, low: float, high: float, where: str = "", *, needed: bool = True
) -> list[float] | None:
    value = data.get(key)
    if value is None:
        if needed:
            raise ProfileError(f"Its '{where}{key}' is missing.")
        return None
    good = isinstance(value, list | tuple) and len(value) == count
    if not good or any(isinstance(v, bool) or not isinstance(v, int | float) or not low <= v <= high for v in value):
        raise ProfileError(f"Its '{where}{key}' must be {count} numbers from {low:g} to {high:g}, not {_shown(value)}.")
    return [float(v) for v in value]
