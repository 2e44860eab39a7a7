"""Write a saved game to a file: JSON (complete), CSV, or a score sheet as HTML or SVG that can be printed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from kismet.history import Played

FORMATS = ("json", "csv", "html", "svg")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet export`."""
    parser.add_argument("game", metavar="GAME", help="the game's number, as `kismet history` lists it, or `last`")
    parser.add_argument("--format", choices=FORMATS, help="default: by FILE's ending, or json")
    parser.add_argument("--out", metavar="FILE", type=Path, help="where to (default: printed)")


def run(args: argparse.Namespace) -> int:
    """Write it."""
    from kismet.journal import Journal
    from tui import places
    from tui.past.pick import pick_game

    form = args.format or _form_of(args.out)
    journal = Journal(places.journal(), read_only=True)
    try:
        played = pick_game(journal, args.game)
        times = journal.times(played.saved.id)
    finally:
        journal.close()
    _write(args.out, _made(played, times, form).encode())
    return 0


def _form_of(out: Path | None) -> str:
    """The form that a file's ending names; JSON if it has none.

    Raises:
        UserError: if it names another.
    """
    from tui.cli import UserError

    ending = out.suffix.lower().removeprefix(".") if out is not None else ""
    if ending in FORMATS or not ending:
        return ending or "json"
    hint = " A browser makes a PDF of the html." if ending == "pdf" else " --format chooses one for any name."
    raise UserError(f"A game cannot be written as .{ending}; json, csv, html and svg can be.{hint}")


def _made(played: Played, times: tuple[datetime, ...], form: str) -> str:
    if form in ("json", "csv"):
        from tui.export.texts import as_csv, as_json

        return as_json(played, times) if form == "json" else as_csv(played)
    if form == "html":
        from tui.export.page import as_html

        return as_html(played)
    from tui.export.drawing import as_svg

    return as_svg(played)


def _write(out: Path | None, data: bytes) -> None:
    from tui.cli import UserError
    from tui.export.files import write_whole

    try:
        if out is None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            write_whole(out, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(f"Cannot write {out or 'the game'}: {error.strerror}.") from None
    if out is not None:
        print(f"Written to {out}.")
