"""Reads lines and answers them until the input ends or the player leaves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from tui.plain import report
from tui.plain.table import Answer, PlainTable
from tui.session import Session


def run_plain(session: Session, lines: Iterable[str], out: TextIO, *, as_json: bool) -> int:
    """Play `session` by `lines`; every answer is flushed at once, so that a pipe can wait for it. Returns 0."""
    table = PlainTable(session)
    if not as_json:
        tell(out, f"Game {table.session.game_id}, saved at every step. {report.whose_turn(table.session.state)}")
    for line in lines:
        answer = table.answer(line)
        put(table, answer, out, as_json=as_json)
        if answer.leave:
            break
    return 0


def put(table: PlainTable, answer: Answer, out: TextIO, *, as_json: bool) -> None:
    """Write one answer."""
    if as_json:
        told = report.as_json(answer.ok, answer.message, table.session.state, answer.forced)
        tell(out, json.dumps(told, ensure_ascii=False))
    else:
        tell(out, answer.message)


def tell(out: TextIO, text: str) -> None:
    """One line, at once."""
    print(text, file=out, flush=True)
