"""Arguments that more than one command takes, and that may also stand before the command: `kismet --speak play`."""

from __future__ import annotations

import argparse


def add_mouse(parser: argparse.ArgumentParser, *, default: object = argparse.SUPPRESS) -> None:
    """`--no-mouse`; without a default of its own, a command leaves what was said before it."""
    parser.add_argument("--no-mouse", action="store_true", default=default, help="leave the mouse to the terminal")


def add_speed(parser: argparse.ArgumentParser, default: float, usual: str) -> None:
    """`--speed`, the pace of recordings."""
    parser.add_argument(
        "--speed",
        metavar="N",
        type=float,
        default=default,
        help=f"pace of videos: 1 as recorded, 2 twice as fast, 0 as fast as can be (default: {usual})",
    )


def check_speed(speed: float) -> None:
    """Refuse a pace that is none.

    Raises:
        UserError: it is negative, or no number.
    """
    from tui.cli import UserError

    if not 0 <= speed < float("inf"):
        raise UserError("The speed is a number from 0 up.")


def check_camera(source: str | None, *, there: bool = False) -> None:
    """Refuse what can be no camera, before anything begins.

    Args:
        source: the camera as it was typed; `None` if none was.
        there: whether to look for it as well: a path or a camera's name has to exist. A number or an address need not
            answer yet.

    Raises:
        UserError: it can be none.
    """
    from tui.cli import UserError

    if source is None:
        return
    if not source.strip():
        raise UserError(
            "No camera is named: say its number, its name, an address or a path; `kismet camera` lists them."
        )
    if there:
        from vision.sources import SourceError, parse_source

        try:
            parse_source(source)
        except SourceError as error:
            raise UserError(str(error)) from None


def add_speak(parser: argparse.ArgumentParser, *, default: object = argparse.SUPPRESS) -> None:
    """`--speak` and `--no-speak`; without a default of its own, a command leaves what was said before it."""
    parser.add_argument(
        "--speak",
        action=argparse.BooleanOptionalAction,
        default=default,
        help="call readings, scores and whose turn it is out loud",
    )
