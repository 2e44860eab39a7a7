"""A whole game as one JSON document, and back.

The events are the game; sheets, totals and turns are written beside them for programs that want to look at a game
without knowing the rules. Reading a document replays the events and checks that they lead to the totals written there.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from kismet.boxes import Box
from kismet.game import Event, Game, GameError, State, Turn, standings
from kismet.game.codec import decode, encode
from kismet.history.search import Played
from kismet.quoting import shown

FORMAT, VERSION = "kismet-game", 1


class DocumentError(ValueError):
    """This is no document of a game, or it contradicts itself; the message says so in one sentence."""


def document(played: Played, times: Sequence[datetime] = ()) -> dict[str, Any]:
    """All that is known of a game, as plain JSON values. Times are UTC, ISO 8601; `null` in a sheet is a vacant box.

    Args:
        played: the game.
        times: when each event of its log happened; left out where they are not known.
    """
    saved, game = played.saved, played.game
    state = game.state
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": saved.id,
        "started": saved.started.isoformat(),
        "updated": saved.updated.isoformat(),
        "over": state.over,
        "round": state.round,
        "to_play": state.player,
        "hinted": game.hinted,
        "rules": state.rules.as_dict(),
        "players": _players(state),
        "turns": [_turn(state, turn) for turn in state.turns],
        "events": [_event(event, at) for event, at in zip_longest(game.log, times[: len(game.log)])],
    }


def game_from(data: Any) -> Game:
    """The game that a document tells.

    Raises:
        DocumentError: if `data` is no such document, was written by a newer version, or its totals do not follow from
            its events.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("events"), list):
        raise DocumentError("This is not an exported game.")
    if data.get("version") != VERSION:
        raise DocumentError(
            f"This game was exported in form {shown(data.get('version'))}; this program knows {VERSION}."
        )
    try:
        game = Game.replay(map(decode, data["events"]))
    except GameError as error:
        raise DocumentError(f"The exported game is damaged: {error}") from None
    if data.get("players") != _players(game.state):
        raise DocumentError("The exported game is damaged: its sheets do not follow from its events.")
    return game


def _event(event: Event, at: datetime | None) -> dict[str, Any]:
    return encode(event) | ({} if at is None else {"at": at.isoformat()})


def _players(state: State) -> list[dict[str, Any]]:
    ranks = {standing.player: standing.rank for standing in standings(state)}
    return [
        {
            "name": name,
            "sheet": {box.key: sheet[box] for box in Box},
            "subtotal": sheet.subtotal,
            "bonus": sheet.bonus,
            "total": sheet.total,
            "rank": ranks[player],
            "left": state.away[player],
        }
        for player, (name, sheet) in enumerate(zip(state.players, state.sheets, strict=True))
    ]


def _turn(state: State, turn: Turn) -> dict[str, Any]:
    return {
        "serial": turn.serial,
        "player": state.players[turn.player],
        "box": turn.box.key,
        "points": turn.points,
        "second_kismet": turn.second_kismet,
        "forced_by": turn.forced_by,
        "rolls": [
            {
                "number": roll.number,
                "dice": str(roll.dice),
                "kept": None if roll.kept is None else "".join(map(str, roll.kept)),
                "origin": str(roll.origin),
            }
            for roll in turn.rolls
        ],
    }
