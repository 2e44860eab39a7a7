"""The live board line by line: for screen readers, pipes and other programs."""

from __future__ import annotations

import json
import select
import time
from collections.abc import Iterator
from typing import TextIO

from kismet.boxes import Box
from kismet.game import Game, Rolled, State
from kismet.journal import JournalError
from tui.board.onlooker import Onlooker, Sight
from tui.plain import report

PAUSE = 0.25
"""Seconds between two looks."""


def show_lines(onlooker: Onlooker, out: TextIO, *, as_json: bool, once: bool) -> int:
    """Tell what is to be seen, and every change from then on, a line each; returns 0 once nobody reads `out` any more.

    Args:
        onlooker: looks at the game.
        out: where the lines go, flushed at once.
        as_json: objects instead of sentences.
        once: only what is to be seen now.

    Raises:
        JournalError: if the saved games cannot be read, and a moment later neither: a pipe cannot wait for somebody to
            put that right, as a board on a screen can.
    """
    for sight in _sights(onlooker, out, once=once):
        line = json.dumps(as_object(sight), ensure_ascii=False) if as_json else sentence(sight)
        print(line, file=out, flush=True)
        if once:
            break
    return 0


def _sights(onlooker: Onlooker, out: TextIO, *, once: bool) -> Iterator[Sight]:
    """Every sight that differs from the one before, until nobody reads any more."""
    last = None
    while True:
        sight = onlooker.look()
        if sight.fault:
            if once or sight is last:
                raise JournalError(sight.words)
            last = sight
        elif sight is not last:
            if last is None or not _silent(last, sight):
                yield sight
            last = sight
        if _unread_after(out, PAUSE):
            return


def _silent(before: Sight, after: Sight) -> bool:
    """Whether what happened in between is of no interest: advice was shown, nothing else."""
    return after.game_id is not None and after.game_id == before.game_id and not after.news and not after.words


def _unread_after(out: TextIO, seconds: float) -> bool:
    """Wait; whether the reader of a pipe has gone meanwhile (`kismet watch --json | head -1`)."""
    if not hasattr(select, "poll"):
        time.sleep(seconds)
        return False
    reader = select.poll()
    reader.register(out.fileno(), 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in reader.poll(seconds * 1000))


def as_object(sight: Sight) -> dict[str, object]:
    """The sight for programs; `event` is `game`, or `waiting` where there is none to be seen."""
    if sight.game is None:
        return {"event": "waiting", "message": sight.words}
    told = report.as_json(True, sentence(sight), sight.game.state, [])
    return {"event": "game", "game": sight.game_id} | {
        name: value for name, value in told.items() if name not in ("ok", "forced")
    }


def sentence(sight: Sight) -> str:
    """The sight in a line: what has happened, and how things stand."""
    game = sight.game
    if game is None:
        return sight.words
    if not sight.news:
        start = f"{sight.words} Game {sight.game_id}: {_joined(game.state.players)}."
        return f"{start} {_points(game.state)} {_turn(game.state)}".strip().replace("  ", " ")
    told = f"{'. '.join(sight.news)}."
    return told if _only_rolled(game) else f"{told} {_points(game.state)} {_turn(game.state)}".replace("  ", " ")


def _only_rolled(game: Game) -> bool:
    return isinstance(game.log[-1], Rolled)


def _points(state: State) -> str:
    """Everybody's total, once there is one; the end of a game tells them in its own way."""
    if state.over or not state.turns:
        return ""
    return ", ".join(f"{name} {total}" for name, total in zip(state.players, state.totals, strict=True)) + "."


def _turn(state: State) -> str:
    if state.over or state.dice is None:
        return report.whose_turn(state)
    dice = report.spoken(state.dice.values)
    return f"Round {state.round} of {len(Box)}. {state.player}, roll {state.roll_number} of 3: {dice}."


def _joined(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
