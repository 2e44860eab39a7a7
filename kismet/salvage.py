"""Reads a file of saved games as far as it can be read, and a game's log as far as it can be understood."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from kismet.faults import is_damage
from kismet.game.codec import decode
from kismet.game.errors import GameError
from kismet.game.game import Game


def readable(db: sqlite3.Connection, query: str, *values: int) -> tuple[list[tuple[Any, ...]], bool]:
    """The rows up to where the file is damaged, and whether these are all.

    Raises:
        sqlite3.DatabaseError: if something else than damage is at fault.
    """
    rows: list[tuple[Any, ...]] = []
    try:
        rows.extend(db.execute(query, values))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        return rows, False
    return rows, True


def understood(rows: Sequence[tuple[Any, ...]], whole: bool) -> tuple[Game | None, Exception | None]:
    """The game up to the first event that cannot be understood, and why not.

    Args:
        rows: number and text of each event, as they were saved.
        whole: whether these are all.

    Returns:
        The game, `None` if not even its beginning is sound; and the first fault, `None` if there is none.
    """
    game: Game | None = None
    try:
        for number, (seq, text) in enumerate(rows):
            if seq != number:
                raise GameError("Something is missing in it.")
            event = decode(json.loads(text))
            game = Game.replay([event]) if game is None else game.follow(event)
    except (GameError, ValueError, TypeError, RecursionError) as error:
        return game, error
    return game, None if whole else GameError("Its end cannot be read.")
