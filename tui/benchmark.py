"""The work of `kismet bench`: the labelled pictures of a folder are read one by one, and held against their labels."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tui import places
from tui.cli import UserError
from tui.export.files import write_whole
from tui.reader import open_reader
from vision.hush import hush
from vision.measure.exhibit import exhibit
from vision.measure.faults import Fault, Kind, faults, kinds
from vision.measure.labels import FILE, IMAGES, LabelError, LabelledPicture, parse_labels
from vision.measure.page import MOST, Exhibit, page
from vision.measure.reliability import Curve, curve, outcomes
from vision.measure.score import Figures, Judged, figures, grouped, judge
from vision.measure.words import curve_lines, table
from vision.pictures import PictureError, load_picture
from vision.reading import Hints, Reader

SHARES = ("exact", "answered", "silent", "die", "found", "false", "colour", "careful")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to measure, and how to show it."""

    every: int = 1
    tier: str | None = None
    only: str | None = None
    group: str = "set"
    dice_set: str = "auto"


@dataclass
class Result:
    """What was measured so far."""

    wanted: int
    """How many pictures were to be measured."""
    judged: list[Judged] = field(default_factory=list)
    exhibits: list[Exhibit] = field(default_factory=list)
    stopped: bool = False
    """Whether a person had enough of it."""
    failed: dict[str, str] = field(default_factory=dict)
    """Pictures that could not be looked at, each with a sentence that says why; they are in none of the figures."""
    resized: list[str] = field(default_factory=list)
    """Pictures whose labels speak of another size."""

    def room(self, found: tuple[Fault, ...], answered: bool) -> bool:
        """Whether the page has room for another such picture, so that it is worth drawing."""
        kind = kinds(found)[0]
        return sum(kinds(one.faults)[0] is kind and one.answered is answered for one in self.exhibits) < MOST


def measure(folder: Path | None, wanted: Wanted, *, page_to: Path | None = None, as_json: bool = False) -> int:
    """Measure and print; returns the exit status.

    Args:
        folder: labelled pictures; `None` for those kept during play.
        wanted: which of them.
        page_to: a file for the page of what went wrong.
        as_json: print one JSON object.

    Raises:
        UserError: labels or pictures are missing, or the page cannot be written.
    """
    hush()
    if folder is None:
        folder = places.misread()
        if not (folder / FILE).exists():
            raise UserError(f"No pictures were kept during play so far; name a folder of labelled ones ({FILE}).")
    _writable(page_to)
    todo = _chosen(_labels(folder), wanted)
    pictures = folder / IMAGES if (folder / IMAGES).is_dir() else folder
    _all_there(todo, pictures)
    result = Result(len(todo))
    _run(result, todo, pictures, wanted, with_pictures=page_to is not None)
    total = figures(result.judged)
    groups = {name: figures(rows) for name, rows in grouped(result.judged, wanted.group).items()}
    seen = curve(outcomes(result.judged))
    unreadable = [f"{name}: {why}" for name, why in result.failed.items()]
    if as_json:
        _print(json.dumps(_as_object(folder, result, groups, total, seen), ensure_ascii=False))
    else:
        _tell(result, groups, total, seen)
    if page_to is not None:
        title = f"Dice read in {folder.resolve().name}"
        _write(page_to, page(title, " ".join([_how(result), *unreadable]), groups, total, seen, result.exhibits))
        if not as_json:
            wrong = f"The pictures that went wrong are in {page_to}."
            _print(f"\n{wrong if result.exhibits else f'The page is written to {page_to}.'}")
    for words in unreadable:
        print(words, file=sys.stderr, flush=True)  # noqa: T201
    return 130 if result.stopped else int(bool(result.failed))


def _labels(folder: Path) -> list[LabelledPicture]:
    path = folder / FILE
    try:
        return parse_labels(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        if not folder.exists():
            raise UserError(f"There is no folder {folder}.") from None
        raise UserError(f"There is no {FILE} in {folder}; `kismet bench --help` tells what to write in it.") from None
    except NotADirectoryError:
        raise UserError(f"{folder} is no folder; name the one that {FILE} is in.") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is not a text file.") from None
    except OSError as error:
        raise UserError(f"{path} cannot be read: {(error.strerror or 'unknown fault').lower()}.") from None
    except LabelError as error:
        raise UserError(f"{folder}: {error}") from None


def _chosen(labels: list[LabelledPicture], wanted: Wanted) -> list[LabelledPicture]:
    chosen = [
        one
        for one in labels
        if (not wanted.tier or one.tier == wanted.tier) and (not wanted.only or one.named(wanted.only))
    ][:: wanted.every]
    if not chosen:
        raise UserError(f"None of the {len(labels)} labelled pictures is of that tier, set or tag.")
    return chosen


def _all_there(todo: list[LabelledPicture], pictures: Path) -> None:
    """Told before anything is measured: a wrong folder should not cost minutes."""
    missing = [one.image for one in todo if not (pictures / one.image).is_file()]
    if missing:
        more = f", nor are {len(missing) - 1} others" if len(missing) > 1 else ""
        raise UserError(f"{missing[0]} has a label, but is not in {pictures}{more}.")


def _run(result: Result, todo: list[LabelledPicture], pictures: Path, wanted: Wanted, *, with_pictures: bool) -> None:
    """Read the pictures into `result`; Ctrl-C ends it, and what was measured stays."""
    reader, hints = open_reader(), Hints(dice_set=wanted.dice_set)
    with _progress(len(todo)) as tell:
        try:
            for number, label in enumerate(todo):
                tell(number)
                _measure_one(result, reader, hints, label, pictures / label.image, with_pictures)
        except KeyboardInterrupt:
            result.stopped = True


def _measure_one(
    result: Result, reader: Reader, hints: Hints, label: LabelledPicture, path: Path, with_pictures: bool
) -> None:
    try:
        picture = load_picture(path)
    except PictureError as error:
        result.failed[label.image] = str(error)
        return
    size = (picture.width, picture.height)
    judged = judge(label, picture.in_file(reader.read(picture.image, hints)))
    found = faults(judged)
    jpeg = b""
    if found and with_pictures and result.room(found, judged.answered):
        jpeg = exhibit(picture.image, judged, found, size)
    result.judged.append(judged)
    if label.size is not None and label.size != size:
        result.resized.append(f"{label.image} ({size[0]}×{size[1]}, not {label.size[0]}×{label.size[1]})")
    if found:
        result.exhibits.append(Exhibit(label.image, found, judged.answered, jpeg))


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """On a terminal, a line that tells how far it is, and that goes away in the end."""
    out = sys.stderr
    shown = out.isatty()

    def tell(done: int) -> None:
        if shown:
            print(f"\r{done} of {total} pictures (Ctrl-C shows what was measured so far)", end="", file=out, flush=True)

    try:
        yield tell
    finally:
        if shown:
            print(f"\r{' ' * 78}\r", end="", file=out, flush=True)


def _tell(result: Result, groups: dict[str, Figures], total: Figures, seen: Curve) -> None:
    """All of it, in lines."""
    _print(_how(result))
    if not result.judged:
        return
    _print("\n" + "\n".join(table(groups, total)))
    _print(_clear(groups, total))
    _print("\nDoes the stated confidence hold?\n" + "\n".join(curve_lines(seen)))
    if seen.error is not None:
        _print(f"On average it is off by {100 * seen.error:.1f} %.")
    counts = [(kind, sum(kind in kinds(one.faults) for one in result.exhibits)) for kind in Kind]
    wrong = ", ".join(f"{kind} {count}" for kind, count in counts if count)
    _print(f"\nPictures with faults: {wrong}." if wrong else "\nNothing was read wrongly.")


def _clear(groups: dict[str, Figures], total: Figures) -> str:
    """How many pictures the first shares are of: a small number of them says little."""
    each = ", ".join(f"{name} {one.clear}" for name, one in groups.items()) if len(groups) > 1 else ""
    words = f"{total.clear} of {total.pictures} pictures are clear, without a cocked or hidden die"
    return f"{words}{f' ({each})' if each else ''}; exact, answer and silent are shares of those."


def _how(result: Result) -> str:
    """A sentence or two on what was measured."""
    done, failed = len(result.judged), len(result.failed)
    words = f"{done} {'picture' if done == 1 else 'pictures'} measured"
    words += f", stopped before the other {result.wanted - done - failed}." if result.stopped else "."
    if failed:
        words += f" {failed} could not be read, and {'is' if failed == 1 else 'are'} in none of the figures."
    if result.resized:
        words += (
            f" {len(result.resized)} of another size than the label says, as {result.resized[0]}: boxes cannot fit."
        )
    return words


def _as_object(folder: Path, result: Result, groups: dict[str, Figures], total: Figures, seen: Curve) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "wanted": result.wanted,
        "stopped": result.stopped,
        "figures": _figures(total),
        "groups": {name: _figures(one) for name, one in groups.items()},
        "reliability": {
            "dice": seen.dice,
            "error": seen.error,
            "bins": [{**asdict(one), "share": one.share, "range": list(one.range)} for one in seen.bins],
        },
        "wrong": [
            {
                "image": one.name,
                "answered": one.answered,
                "kinds": list(kinds(one.faults)),
                "faults": [fault.words for fault in one.faults],
            }
            for one in result.exhibits
        ],
        "unreadable": [{"image": name, "reason": why} for name, why in result.failed.items()],
        "resized": result.resized,
    }


def _figures(one: Figures) -> dict[str, Any]:
    return {**asdict(one), **{name: getattr(one, name) for name in SHARES}}


def _writable(page_to: Path | None) -> None:
    """Told before anything is measured."""
    if page_to is None:
        return
    try:
        if page_to.is_dir():
            raise UserError(f"{page_to} is a folder; name a file for the page.")
        if not page_to.absolute().parent.is_dir():
            raise UserError(f"There is no folder {page_to.parent} to write the page into.")
    except OSError as error:
        raise _unwritable(page_to, error) from None


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> UserError:
    reason = (error.strerror or "unknown fault").lower()
    return UserError(f"The page cannot be written to {path}: {reason}.")


def _print(words: str) -> None:
    print(words, flush=True)  # noqa: T201
