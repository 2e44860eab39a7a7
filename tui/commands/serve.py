"""Show the live board in a browser: on this computer, or with --host to others. Nothing comes from the internet."""

from __future__ import annotations

import argparse
import sys

PORT = 8000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet serve`."""
    parser.add_argument(
        "--host", metavar="H", default="127.0.0.1", help="address to serve at; 0.0.0.0 is all there are"
    )
    parser.add_argument("--port", metavar="P", type=int, default=PORT, help=f"default: {PORT}; 0 takes a free one")
    parser.add_argument("--game", metavar="N", default="last", help="the game of that number (default: the latest)")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl+C."""
    from tui.cli import UserError
    from tui.commands.watch import wanted_game
    from tui.serve.address import announcement, listen

    try:
        from tui.serve.server import BoardServer
    except ModuleNotFoundError as error:
        raise UserError(
            f"A board in the browser needs the package textual-serve ({error.name} is missing): "
            f"`{sys.executable} -m pip install textual-serve` installs it."
        ) from None
    wanted_game(args.game)
    with listen(args.host, args.port) as listening:
        port = listening.getsockname()[1]
        print(announcement(args.host, port), flush=True)
        BoardServer(args.host, port, args.game).serve_on(listening)
    return 0
