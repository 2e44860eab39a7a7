"""The command line: finds the command's module, lets it add its arguments, runs it, and turns faults into sentences.

Only the table of commands is imported here; cv2 and textual are imported by the commands that need them, when they run.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from kismet.game.errors import GameError
from kismet.journal import DamagedError, JournalError
from kismet.quoting import readable
from kismet.rules import RulesError
from tui.crash import crash_words
from tui.logs import log_to_file

COMMANDS: dict[str, str] = {
    "play": "play a game",
    "demo": "play, or watch, a short recorded game",
    "read": "read the dice in pictures and videos",
    "camera": "list and test cameras",
    "calibrate": "get to know a camera, its table and the dice; write the play mat",
    "advise": "say which dice to keep or which box to fill",
    "watch": "look on: a live score board in a second terminal",
    "serve": "the live score board in a browser",
    "history": "list saved games, look at one, see players' records",
    "export": "write a game as JSON, CSV, or a sheet to print",
    "bench": "measure how well dice are read in labelled pictures",
    "doctor": "say what a bug report needs, and what is wrong",
}
"""Command → one line of help; the module is `tui.commands.<command>`."""


class UserError(Exception):
    """Something the user can put right: printed as one sentence, exit status 1."""


class Parser(argparse.ArgumentParser):
    """One that does not repeat pages of what it was given."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        super().error(readable(message))


class Version(argparse.Action):
    """Tells the version; found out only where it is asked for, since that takes longer than all other arguments."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        """Print it and leave."""
        from importlib.metadata import version

        print(f"kismet {version('kismet-companion')}")
        parser.exit()


def parser(command: str | None = None) -> argparse.ArgumentParser:
    """The whole command line; with `command`, of the other commands nothing but what they are called.

    The program starts sooner if it does not import what belongs to commands that nobody asked for.
    """
    top = Parser(
        prog="kismet", description="Play Kismet with real dice: a camera reads the table, the terminal keeps the score."
    )
    top.add_argument("--version", action=Version, nargs=0, help="show program's version number and exit")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    home = importlib.import_module("tui.commands.home")
    home.configure(top)
    top.set_defaults(run=home.run)
    for name, help_line in COMMANDS.items():
        if command not in (None, name):
            commands.add_parser(name, help=help_line)
            continue
        module = importlib.import_module(f"tui.commands.{name}")
        sub = commands.add_parser(name, help=help_line, description=(module.__doc__ or help_line).strip())
        module.configure(sub)
        sub.set_defaults(run=module.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run `kismet` with `argv` (default: the process's own) and return the exit status."""
    prepare_streams()
    words = sys.argv[1:] if argv is None else argv
    # What stands before the command takes no values, so the first word is the command.
    args = parser(next((word for word in words if not word.startswith("-")), "")).parse_args(words)
    log_to_file()
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except (UserError, GameError, RulesError) as error:
        _tell(f"kismet: {readable(str(error))}")
        return 1
    except DamagedError as error:
        rest = "`kismet history` lists them."
        if error.can_be_copied:
            rest = f"`kismet play --resume {error.game} --copy` goes on from where it is sound, in a copy."
        _tell(f"kismet: {str(error).removesuffix('.')}: {rest}")
        return 1
    except JournalError as error:
        # A home that cannot be written is no reason not to play: games can be saved elsewhere.
        refused = str(error).startswith(("Cannot open", "Cannot save games"))
        elsewhere = " KISMET_HOME=FOLDER saves games in another folder." if refused else ""
        _tell(f"kismet: {readable(str(error))}{elsewhere}")
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output went away (`kismet read … | head`): nothing is wrong, and nothing more to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        # Whatever a command foresees it says better itself; left are a full disk behind `>` and the like.
        _tell(f"kismet: {error.strerror or error}.")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # a fault of our own: whatever it is, people are told in a sentence
        _tell(crash_words(error))
        return 1
    return status


def _tell(words: str) -> None:
    """Say why it ended; on the terminal too, where somebody sits before it who sent the other stream elsewhere."""
    print(words, file=sys.stderr)
    if sys.stdout.isatty() and not sys.stderr.isatty():
        with suppress(OSError):
            print(words, flush=True)


def prepare_streams() -> None:
    """Make the standard streams such that no command need think of them: all there, and never failing to encode."""
    # A stream closed by the shell (`<&-`) is None; nothing is to be read or written then.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - for the whole process
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name or a × that the terminal's encoding lacks is shown otherwise; it must not end the game.
            stream.reconfigure(errors="backslashreplace")
