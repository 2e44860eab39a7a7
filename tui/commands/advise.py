"""Say which dice to keep or which box to fill, what it is worth, and what the alternatives cost."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kismet.advice.options import Advice
    from kismet.advice.table import Table

SHOWN = 5
"""Options shown to people; --json lists all."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet advise`."""
    parser.add_argument("--dice", metavar="DIGITS", required=True, help="the five dice, such as 11663")
    parser.add_argument(
        "--roll", metavar="N", default="1", help="which roll of the turn they are: 1, 2 or 3 (default 1)"
    )
    parser.add_argument(
        "--filled", metavar="BOX=POINTS,…", default="", help="the boxes filled already, such as aces=3,flush_house=0"
    )
    parser.add_argument("--rules", metavar="FILE", type=Path, help="a TOML file of rule options")
    parser.add_argument("--json", action="store_true", help="print one JSON object that lists every option")
    parser.epilog = (
        "The object of --json has dice, roll, points_so_far (the sheet's total, an earned bonus included), best, "
        "expected_total (the final total under best play: the sheet, this turn, what follows and the bonus), and "
        "options, best first. best and each option name a keep, as 116, or a box; an option has its expected_total, "
        "and its loss against the best. Points have three decimals: no more of them are right."
    )


def run(args: argparse.Namespace) -> int:
    """Print the advice."""
    from kismet.advice.options import advise
    from kismet.dice import Dice, DiceError
    from kismet.quoting import shortened
    from tui import places
    from tui.advising import advice_value, solved
    from tui.cli import UserError
    from tui.filled import FilledError, parse_filled
    from tui.start import rules_from

    rules = rules_from(args.rules)
    try:
        dice = Dice.parse(args.dice)
        sheet = parse_filled(args.filled, rules)
    except (DiceError, FilledError) as error:
        raise UserError(str(error)) from None
    if args.roll not in {"1", "2", "3"}:
        raise UserError(f"A roll is 1, 2 or 3, not {shortened(args.roll)}.")
    if sheet.full:
        raise UserError("All fifteen boxes are filled; there is nothing left to decide.")
    table = solved(rules, places.cache(), lambda words: print(f"kismet: {words}", file=sys.stderr, flush=True), sheet)
    advice = advise(table, sheet, dice, int(args.roll))
    if args.json:
        print(json.dumps({"dice": str(advice.dice), "roll": advice.roll, **advice_value(advice)}))
    else:
        print("\n".join(_as_text(advice, table)))
    return 0


def _as_text(advice: Advice, table: Table) -> list[str]:
    from kismet.advice.options import Keep
    from kismet.advice.prospects import prospects
    from kismet.advice.words import headline, option_lines, why

    lines = [headline(advice)]
    lines += [f"  {line.cost:>6}  {line.text}" for line in option_lines(advice, SHOWN)]
    move = advice.best.move
    if isinstance(move, Keep):
        lines.append(why(prospects(table, advice.sheet, advice.dice, advice.roll, move)))
    lines.append(f"Expected final total: {advice.best.expected_total:.1f}.")
    return lines
