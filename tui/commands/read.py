"""Read the dice in pictures and videos: a line for each picture, and for each roll at rest in a video."""

from __future__ import annotations

import argparse
from pathlib import Path

from seeds import dice_sets
from tui.commands.flags import add_speed, check_speed


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet read`."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="a picture, a video, a folder of pictures, an address, or - (one picture on standard input)",
    )
    parser.add_argument("--json", action="store_true", help="a JSON object for each line")
    parser.add_argument(
        "--dice",
        metavar="SET",
        default="auto",
        help="which dice: auto, " + ", ".join(dice_sets()) + " (default: auto)",
    )
    parser.add_argument("--profile", metavar="NAME", help="read with what `kismet calibrate` found out")
    parser.add_argument(
        "--annotate", metavar="DIR", type=Path, help="also write pictures with the reading drawn on them"
    )
    add_speed(parser, 0.0, "as fast as can be")


def run(args: argparse.Namespace) -> int:
    """Read everything that was named; 0 if all of it could be opened, 1 otherwise."""
    from tui.cli import UserError
    from tui.noise import native_noise_moved
    from tui.readout import Annotations, Readout
    from tui.watching import named_profile

    if args.dice != "auto" and args.dice not in dice_sets():
        raise UserError(f"There is no dice set {args.dice}; there are auto, {', '.join(dice_sets())}.")
    if "" in args.paths:
        raise UserError("An empty name is no picture; name a file, a folder or an address.")
    check_speed(args.speed)
    with native_noise_moved():
        annotations = Annotations(args.annotate) if args.annotate is not None else None
        profile = None if args.profile is None else named_profile(args.profile)
        readout = Readout(
            as_json=args.json, dice_set=args.dice, annotations=annotations, speed=args.speed, profile=profile
        )
        return readout.run(args.paths)
