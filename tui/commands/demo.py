"""A short recorded game through the real camera pipeline: play it by keyboard, or let it play itself."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from tui.commands.flags import add_mouse, add_speak

PLAYERS = ("Ann", "Bob")
RECORDING = Path(__file__).parents[1] / "demo" / "demo.mp4"
"""The recorded throws that come with the program; another video in its place is another game."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet demo`."""
    parser.add_argument("--auto", action="store_true", help="it plays itself, the best-scoring box each time")
    parser.add_argument("--recording", metavar="VIDEO", type=Path, default=RECORDING, help="throws recorded elsewhere")
    parser.add_argument("--plain", action="store_true", help="it plays itself in plain lines, as without a terminal")
    add_speak(parser)
    add_mouse(parser)


def run(args: argparse.Namespace) -> int:
    """Show the demo: in the app, or in plain lines where there is no terminal."""
    from tui.cli import UserError

    if not args.recording.is_file():
        raise UserError(f"There is no recording at {args.recording}.")
    if args.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from tui.plain.demo import run_plain_demo
        from tui.reader import open_reader
        from vision.sources import SourceError

        try:
            return run_plain_demo(args.recording, open_reader(), sys.stdout)
        except SourceError as error:
            raise UserError(f"{args.recording}: {error}") from None
    return _app(args.recording, auto=args.auto, mouse=not args.no_mouse, speak=args.speak)


def _app(recording: Path, *, auto: bool, mouse: bool, speak: bool | None) -> int:
    """The app on a game that is not kept: it lives in a folder of its own that goes with it."""
    from kismet.journal import Journal
    from tui import places
    from tui.opening import open_app
    from tui.session import Session

    settings = places.settings()
    with tempfile.TemporaryDirectory(prefix="kismet-demo-") as folder:
        home = Path(folder)
        if settings.is_file():
            shutil.copyfile(settings, home / "settings.toml")

        def start(journal: Journal) -> Session:
            return Session.new(journal, PLAYERS)

        return open_app(
            start,
            mouse=mouse,
            camera=str(recording),
            auto=auto,
            speak=speak,
            home=home,
            kept=False,
        )
