"""Look on: a live score board in a second terminal, which changes nothing and keeps nobody from playing."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from tui.commands.flags import add_mouse

if TYPE_CHECKING:
    from tui.board.onlooker import Onlooker


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet watch`."""
    parser.add_argument("--game", metavar="N", default="last", help="the game of that number (default: the latest)")
    parser.add_argument("--plain", action="store_true", help="a line for each change, for screen readers and pipes")
    parser.add_argument("--json", action="store_true", help="as --plain, each line a JSON object")
    parser.add_argument("--once", action="store_true", help="with --plain or --json: only what is to be seen now")
    add_mouse(parser)


def run(args: argparse.Namespace) -> int:
    """Show the board until it is left."""
    from tui import places
    from tui.board.onlooker import Onlooker

    onlooker = Onlooker(places.journal(), wanted_game(args.game))
    try:
        if args.plain or args.json or args.once:
            from tui.board.lines import show_lines

            return show_lines(onlooker, sys.stdout, as_json=args.json, once=args.once)
        return _screen(onlooker, mouse=not args.no_mouse)
    finally:
        onlooker.close()


def wanted_game(text: str) -> int | None:
    """The game's number; `None` for the latest.

    Raises:
        UserError: if there is no such game.
    """
    from kismet.journal import Journal
    from tui import places
    from tui.past.pick import pick_game

    if text == "last":
        return None
    journal = Journal(places.journal(), read_only=True)
    try:
        return pick_game(journal, text).saved.id
    finally:
        journal.close()


def _screen(onlooker: Onlooker, *, mouse: bool) -> int:
    from tui import places
    from tui.board.app import BoardApp
    from tui.opening import need_terminal, seen
    from tui.settings import load

    # In a browser, the server on the other end of the pipe is the terminal.
    if "TEXTUAL_DRIVER" not in os.environ:
        need_terminal("`kismet watch --plain` tells the game line by line")
    app = BoardApp(onlooker, load(places.settings()))
    with seen():
        return app.run_to_the_end(mouse=mouse)
