"""Advice and odds as plain JSON values, and the table behind them when it must be waited for.

Points have three decimals: the solved table is float32, and no more are right.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kismet.game import State
from kismet.rules import Rules
from kismet.sheet import Sheet

if TYPE_CHECKING:
    from kismet.advice.options import Advice, Move
    from kismet.advice.table import Table
    from kismet.odds.chances import Odds

Result = TypeVar("Result")

PATIENCE = 1.0
"""Seconds after which somebody who waits is told why."""
SOLVING = "Working out the best play, once for these rules. This can take some seconds."
SOLVING_ON = "Working out the best play from this sheet on. This can take some seconds."


def patiently(work: Callable[[], Result], tell: Callable[[], None], seconds: float | None = None) -> Result:
    """What `work` gives; if it takes longer than `seconds`, `tell` is called once meanwhile, from another thread."""
    timer = threading.Timer(PATIENCE if seconds is None else seconds, tell)
    timer.daemon = True
    timer.start()
    try:
        return work()
    finally:
        timer.cancel()
        timer.join()  # or what it tells might come after the answer


def solved(rules: Rules, folder: Path, tell: Callable[[str], None], sheet: Sheet | None = None) -> Table:
    """The table from the cache, or solved now; a whole one is kept for the next time.

    Args:
        rules: the rules in force.
        folder: where solved tables are kept.
        tell: called, with a sentence, if somebody would otherwise wait in silence.
        sheet: solves no further than this sheet needs; the whole table if left out.
    """
    from kismet.advice.cache import load_table, save_table
    from kismet.advice.card import card_for
    from kismet.advice.solve import solve
    from kismet.advice.space import EMPTY
    from kismet.advice.table import start_of

    card = card_for(rules)
    table = load_table(folder, card)
    if table is None:
        start = start_of(sheet or Sheet())
        words = SOLVING if start == EMPTY else SOLVING_ON
        table = patiently(lambda: solve(card, start), lambda: tell(words))
        save_table(folder, table)
    return table


def advice_value(advice: Advice) -> dict[str, Any]:
    """Every option, best first; `points_so_far` is the sheet's total, an earned bonus included."""
    return {
        "points_so_far": advice.sheet.total,
        "best": move_value(advice.best.move),
        "expected_total": round(advice.best.expected_total, 3),
        "options": [
            {
                **move_value(option.move),
                "expected_total": round(option.expected_total, 3),
                "loss": round(option.loss, 3),
            }
            for option in advice.options
        ],
    }


def move_value(move: Move) -> dict[str, str]:
    """`{"keep": "116"}` or `{"box": "full_house"}`."""
    from kismet.advice.options import Keep

    return {"keep": "".join(map(str, move.values))} if isinstance(move, Keep) else {"box": move.box.key}


def chances_value(state: State, odds: Odds) -> dict[str, Any]:
    """By player who has not left: the chance to win with how far it may be off, and the final total to expect."""
    return {
        name: {
            "win": round(chance.win, 4),
            "error": round(chance.error, 4),
            "expected_total": round(chance.mean, 1),
            "low": chance.low,
            "high": chance.high,
        }
        for name, chance, away in zip(state.players, odds.players, state.away, strict=True)
        if not away
    }
