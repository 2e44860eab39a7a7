"""Arguments that more than one command takes, and that may also stand before the command: `kismet --speak play`."""

from __future__ import annotations

import argparse


def add_mouse(parser: argparse.ArgumentParser, *, default: object = argparse.SUPPRESS) -> None:
    """`--no-mouse`; without a default of its own, a command leaves what was said before it."""
    parser.add_argument("--no-mouse", action="store_true", default=default, help="leave the mouse to the terminal")


def add_speak(parser: argparse.ArgumentParser, *, default: object = argparse.SUPPRESS) -> None:
    """`--speak` and `--no-speak`; without a default of its own, a command leaves what was said before it."""
    parser.add_argument(
        "--speak",
        action=argparse.BooleanOptionalAction,
        default=default,
        help="call readings, scores and whose turn it is out loud",
    )
