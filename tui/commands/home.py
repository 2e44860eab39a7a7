"""Opens the app at its start screen: resume, new game, all games."""

from __future__ import annotations

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the bare `kismet`."""
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")

    parser.add_argument(
        "--speak", action=argparse.BooleanOptionalAction, help="call readings, scores and whose turn it is out loud"
    )


def run(args: argparse.Namespace) -> int:
    """Open the app."""
    from tui.opening import open_app

    return open_app(mouse=not args.no_mouse, speak=args.speak)
