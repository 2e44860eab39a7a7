"""Write a saved game to a file: JSON (complete), CSV, or a score sheet as HTML or SVG that can be printed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

    ending = args.out.suffix.lower().removeprefix(".") if args.out is not None else ""
    form = args.format or (ending if ending in FORMATS else "json")
    journal = Journal(places.journal())
    try:
        played = pick_game(journal, args.game)
    finally:
        journal.close()
    _write(args.out, _made(played, form).encode())
    return 0


def _made(played: Played, form: str) -> str:
    if form in ("json", "csv"):
        from tui.export.texts import as_csv, as_json

        return as_json(played) if form == "json" else as_csv(played)
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
