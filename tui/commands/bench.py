"""Measure how well dice are read in a folder of labelled pictures: figures, reliability, and what went wrong.

Without a folder, it measures the pictures that were kept during play because they had been read wrongly.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from seeds import dice_sets


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet bench`."""
    from vision.measure.labels import FORM
    from vision.measure.meanings import MEANINGS, SHARED

    figures = "\n".join(f"  {head:<9}{meaning}" for head, meaning in MEANINGS.items())
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"The figures; {SHARED}:\n{figures}\n\n{FORM}"
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, help="a folder of labelled pictures")
    parser.add_argument("--out", metavar="FILE", type=Path, help="also write a page (HTML) that shows what went wrong")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--every", metavar="N", type=int, default=1, help="measure only every N-th picture")
    parser.add_argument("--tier", metavar="TIER", help="measure only pictures of this tier")
    parser.add_argument("--only", metavar="NAME", help="measure only pictures of this set or with this tag")
    parser.add_argument(
        "--group", choices=("set", "tags", "tier"), default="set", help="figures for each of these (default: set)"
    )
    parser.add_argument(
        "--dice", metavar="SET", default="auto", help="which dice: auto, " + ", ".join(dice_sets()) + " (default: auto)"
    )


def run(args: argparse.Namespace) -> int:
    """Measure; 0 if every picture could be read, 1 otherwise, 130 if it was stopped."""
    from tui.benchmark import Wanted, measure
    from tui.cli import UserError
    from tui.noise import native_noise_moved

    if args.every < 1:
        raise UserError("--every takes a number from 1 up.")
    if args.dice != "auto" and args.dice not in dice_sets():
        raise UserError(f"There is no dice set {args.dice}; there are auto, {', '.join(dice_sets())}.")
    wanted = Wanted(args.every, args.tier, args.only, args.group, args.dice)
    with native_noise_moved():
        return measure(args.folder, wanted, page_to=args.out, as_json=args.json)
