"""Opens the app at its start screen: resume, new game, all games."""

from __future__ import annotations

import argparse

from tui.commands.flags import add_mouse, add_speak


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the bare `kismet`."""
    add_mouse(parser, default=False)
    add_speak(parser, default=None)


def run(args: argparse.Namespace) -> int:
    """Open the app."""
    from tui.opening import open_app

    return open_app(mouse=not args.no_mouse, speak=args.speak)
