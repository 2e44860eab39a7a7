"""Reads lines and answers them until the input ends or the player leaves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from kismet.game import Game
from tui.passed import FORGOTTEN, turn_goes_on, turn_is_done
from tui.plain import report
from tui.plain.table import GOODBYE, Answer, PlainTable
from tui.session import Session
from tui.telling import tell_camera

if TYPE_CHECKING:
    from tui.snapshots import Album
    from tui.speech import Caller
    from vision.watch import News, Watcher


def run_plain(
    session: Session,
    lines: Iterable[str],
    out: TextIO,
    *,
    as_json: bool,
    watcher: Watcher | None = None,
    caller: Caller | None = None,
    album: Album | None = None,
) -> int:
    """Play `session` by `lines`; every answer is flushed at once, so that a pipe can wait for it.

    Returns 0, or 1 if something could not be saved.

    Raises:
        KeyboardInterrupt: on Ctrl+C; that all is saved has been said.

    Args:
        session: the game.
        lines: what is typed.
        out: where answers go.
        as_json: answer with JSON objects. With a camera, what it sees comes as objects with an `event` in between.
        watcher: a camera, started and closed here.
        caller: calls out what happens, if it is wanted.
        album: keeps pictures of the rolls, if that is wanted.
    """
    if caller is not None:
        session.on_change = caller.changed
        caller.opened(session.game)
    table = PlainTable(session, album)
    if not as_json:
        table.wait = lambda words: tell(out, words)
        state = table.session.state
        first = "" if state.turns or state.rolls else " Type the dice, or help."
        tell(out, f"Game {table.session.game_id}, saved at every step. {report.whose_turn(state)}{first}")
    try:
        if watcher is None:
            for line in lines:
                if _answer(table, line, out, as_json=as_json).leave:
                    break
        else:
            _with_camera(table, lines, out, watcher, caller, as_json=as_json)
    except KeyboardInterrupt:
        if not as_json:
            # A terminal has written ^C on the line that was being typed.
            tell(out, f"\n{GOODBYE}" if out.isatty() else GOODBYE)
        raise
    finally:
        table.session.leave()
    return int(table.unsaved)


def _answer(table: PlainTable, line: str, out: TextIO, *, as_json: bool) -> Answer:
    answer = table.answer(line)
    put(table, answer, out, as_json=as_json)
    return answer


def _with_camera(
    table: PlainTable, lines: Iterable[str], out: TextIO, watcher: Watcher, caller: Caller | None, *, as_json: bool
) -> None:
    from tui.camera import doubtful
    from tui.plain.seen import mixed, nothing_to_do, told
    from vision.tracker import Doubt, RollAtRest

    def hear(news: News) -> None:
        if words := told(table, news, as_json=as_json, waits=watcher.waits):
            tell(out, words)
        if caller is not None and isinstance(news, RollAtRest) and not table.early:
            caller.seen(news.reading.values, doubtful(news.reading))
        if nothing_to_do(table, news):
            watcher.go_on()

    table.eyes = watcher
    for item in mixed(lines, watcher, table.sights):
        if not isinstance(item, str):
            hear(item)
            continue
        before = table.session.game
        if _answer(table, item, out, as_json=as_json).leave:
            break
        goes_on = _tell(watcher, table, before)
        if table.early and not goes_on:
            early, table.early = table.early, ()
            if turn_is_done(before.state, table.session.state):
                watcher.renumber(early[-1].number)
                for news in (replace(early[0], guess=""), *early[1:]):
                    hear(news)
            elif not table.session.state.over:
                hear(Doubt(FORGOTTEN))
        if table.session.game is not before:
            table.play_on()


def _tell(watcher: Watcher, table: PlainTable, before: Game) -> bool:
    """Tell the camera what a line has changed; gives whether the same turn goes on."""
    game = table.session.game
    goes_on = turn_goes_on(before.state, game.state)
    if table.offer is None and not (table.early and goes_on):
        # Else the dice in view are those that are offered, or the next turn's, and nothing was said of them.
        tell_camera(watcher, before, game)
    return goes_on


def put(table: PlainTable, answer: Answer, out: TextIO, *, as_json: bool) -> None:
    """Write one answer."""
    if as_json:
        told = report.as_json(answer.ok, answer.message, table.session.state, answer.forced)
        tell(out, json.dumps({**told, **answer.more}, ensure_ascii=False))
    else:
        tell(out, answer.message)


def tell(out: TextIO, text: str) -> None:
    """One line, at once."""
    print(text, file=out, flush=True)
