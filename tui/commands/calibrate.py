"""Calibrate: get to know a camera, its table and the dice; write the play mat; check how well a profile reads."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from seeds import dice_sets
from tui import piped
from tui.commands.flags import check_camera

if TYPE_CHECKING:
    from calibration.profile import Profile
    from calibration.throwing import Throws
    from vision.reading import Reader

PAPERS, FORMATS = ("a4", "letter"), ("pdf", "png")
THROWS = 10
"""Of a check."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet calibrate`."""
    parser.add_argument("what", nargs="?", choices=("mat",), help="write the play mat to print, instead of calibrating")
    parser.add_argument("--camera", metavar="SRC", help="index, name, address, video, picture, folder, or -")
    parser.add_argument("--profile", metavar="NAME", help="the profile to make or check (default: the camera's)")
    parser.add_argument("--dice", metavar="SET", help="which dice: auto (the default), " + ", ".join(dice_sets()))
    parser.add_argument("--check", action="store_true", help="measure a profile: throws, and how many are read right")
    parser.add_argument("--throws", metavar="N", type=int, help=f"throws of a check (default: {THROWS})")
    parser.add_argument("--paper", choices=PAPERS, help="of the mat (default: a4)")
    parser.add_argument(
        "--format", choices=FORMATS, default=None, help="of the mat (default: by FILE's ending, or pdf)"
    )
    parser.epilog = f"{piped.HELP}{piped.KEYS}"
    parser.add_argument("--out", metavar="FILE", type=Path, help="the mat's file (default: kismet-mat-PAPER.pdf)")


def run(args: argparse.Namespace) -> int:
    """Calibrate, check, or write the mat."""
    from tui.cli import UserError
    from tui.noise import native_noise_moved

    check_camera(args.camera)
    if words := _misplaced(args):
        raise UserError(words)
    if args.what == "mat":
        return _mat(args.paper or PAPERS[0], args.format, args.out)
    if args.dice not in {None, "auto", *dice_sets()}:
        raise UserError(f"There is no dice set {args.dice}; there are auto, {', '.join(dice_sets())}.")
    if args.throws is not None and args.throws < 1:
        raise UserError("A check needs at least one throw.")
    with native_noise_moved():
        return _check(args) if args.check else _calibrate(args)


def _misplaced(args: argparse.Namespace) -> str:
    """What to say of options that mean nothing here; an option that does nothing would be taken for one that works."""
    given = {name: getattr(args, name) for name in ("camera", "profile", "dice", "throws")}
    said = [f"--{name}" for name, value in given.items() if value is not None] + ["--check"] * args.check
    if args.what == "mat" and said:
        return f"{' and '.join(said)} cannot be said of the play mat, which is only written: leave out either."
    if args.what != "mat" and (args.paper or args.format or args.out):
        return "--paper, --format and --out are of the play mat: `kismet calibrate mat`."
    if args.check and args.dice is not None:
        return "--dice cannot be said with --check: the profile that is checked knows which dice they are."
    if args.throws is not None and not args.check:
        return "--throws is of a check: `kismet calibrate --check --throws N`."
    return ""


def _mat(paper: str, form: str | None, out: Path | None) -> int:
    from calibration.mat import as_pdf, as_png, lay_out, paper_name
    from tui.cli import UserError

    ending = out.suffix.lower().removeprefix(".") if out is not None else ""
    if ending and ending not in ((form,) if form else FORMATS):
        wanted = f"{form.upper()}, as --format says" if form else "PDF or PNG"
        raise UserError(f"The mat is written as {wanted}; {out} does not end like that.")
    form = form or ending or "pdf"
    path = out or Path(f"kismet-mat-{paper}.{form}")
    sheet = lay_out(paper)
    try:
        path.write_bytes(as_pdf(sheet) if form == "pdf" else as_png(sheet))
    except OSError as error:
        raise UserError(
            f"The mat cannot be written to {path}: {(error.strerror or 'no reason given').lower()}."
        ) from None
    named = f"{paper_name(paper)} paper"
    print(f"The play mat is in {path}. Print it at 100 % on {named}; the bar on it is then 100 mm long.")
    return 0


def _calibrate(args: argparse.Namespace) -> int:
    from calibration.profile import ProfileError, camera_name
    from calibration.store import free_name, path_of, save, shelf
    from calibration.walk import walk
    from tui import places
    from tui.cli import UserError
    from vision.sources import SourceError

    folder = places.cameras()
    known = shelf(folder)
    for problem in known.problems:
        print(problem)
    try:
        if args.profile is not None:
            path_of(folder, args.profile)
        with _throws(args.camera) as (throws, reader):
            outcome = walk(throws, reader, _say, _ask, args.dice or "auto")
            if outcome is None:
                return 1
            camera = camera_name(throws.camera)
        old = known.named(args.profile) if args.profile else known.for_camera(camera)
        name = args.profile or (old.name if old else free_name([p.name for p in known.profiles], camera))
        path = save(folder, outcome.notebook.profile(name, camera, old))
    except (SourceError, ProfileError) as error:
        raise UserError(str(error)) from None
    print(f"Saved as the profile {name} in {path}; it is used whenever {camera} is.")
    return 0


def _check(args: argparse.Namespace) -> int:
    from calibration.profile import ProfileError
    from calibration.store import save
    from calibration.verify import verify
    from tui import places
    from tui.cli import UserError
    from vision.sources import SourceError

    folder = places.cameras()
    try:
        with _throws(args.camera) as (throws, reader):
            profile = _profile(args.profile, throws.camera)
            print("Reading without a profile." if profile is None else f"Reading with the profile {profile.name}.")
            tally = verify(throws, reader, profile, args.throws or THROWS, _say, _ask)
        for line in tally.words:
            print(line)
        if profile is not None and tally.throws:
            save(folder, replace(profile, checked=tally.as_checked()))
    except (SourceError, ProfileError) as error:
        raise UserError(str(error)) from None
    return 0 if tally.throws else 1


def _profile(name: str | None, label: str) -> Profile | None:
    """The profile of that name, or the camera's own.

    Raises:
        ProfileError: a profile was named that does not exist.
    """
    from calibration.profile import camera_name
    from calibration.store import shelf
    from tui import places

    known = shelf(places.cameras())
    if name is None:
        camera = camera_name(label)
        if words := known.lacking(camera):
            print(words)
        return known.for_camera(camera)
    return known.find(name)


@contextlib.contextmanager
def _throws(camera: str | None) -> Iterator[tuple[Throws, Reader]]:
    """Where throws come from, opened for as long as it is used, and the reader."""
    from calibration.throwing import FileThrows, LiveThrows
    from tui.reader import open_reader
    from vision.sources import Kind, open_source, parse_source

    text = camera or _usual_camera()
    spec = parse_source(text)
    pictures = piped.pictures(camera, "kismet calibrate --camera -")
    reader = open_reader()
    if spec.kind in {Kind.VIDEO, Kind.PICTURE, Kind.FOLDER}:
        yield FileThrows(spec, reader), reader
        return
    with open_source(text, pictures=pictures) as source:
        throws = LiveThrows(source)
        throws.next()  # a camera that gives no picture says so before anybody throws
        yield throws, reader


def _usual_camera() -> str:
    """The camera used last, or the first there is.

    Raises:
        SourceError: there is none.
    """
    from tui import places, settings
    from vision.sources import SourceError, list_cameras

    used = settings.load(places.settings()).camera
    if used:
        return used
    cameras = list_cameras()
    if cameras:
        return str(cameras[0].index)
    raise SourceError("No camera was found; name one with --camera, or see `kismet camera`.", final=True)


def _say(line: str) -> None:
    print(line, flush=True)


def _ask(question: str) -> str:
    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print(flush=True)
        raise EOFError
    if not sys.stdin.isatty():
        print(flush=True)  # what was typed is not on the screen, so the line is not ended
    return line.rstrip("\n")
