"""A game as JSON, which is complete, and as CSV, which is the sheet for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import datetime

from kismet.boxes import BASIC_BOXES, Box
from kismet.game import State, standings
from kismet.history import Played, document


def as_json(played: Played, times: Sequence[datetime] = ()) -> str:
    """The game with all its events, and when they happened; `kismet.history.game_from` takes it back."""
    return json.dumps(document(played, times), ensure_ascii=False, indent=1) + "\n"


def as_csv(played: Played) -> str:
    """The sheets side by side: a line for each box, a column for each player; vacant boxes are empty.

    A name that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    state = played.game.state
    ranks = {place.player: place.rank for place in standings(state)}
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["box", *map(_harmless, state.players)])
    writer.writerows(_box_row(state, box) for box in BASIC_BOXES)
    writer.writerow(["subtotal", *(sheet.subtotal for sheet in state.sheets)])
    writer.writerow(["bonus", *(sheet.bonus for sheet in state.sheets)])
    writer.writerows(_box_row(state, box) for box in Box if box not in BASIC_BOXES)
    writer.writerow(["total", *state.totals])
    writer.writerow(["place", *(ranks[player] or "left" for player in range(len(state.players)))])
    return file.getvalue()


def _box_row(state: State, box: Box) -> list[object]:
    return [box.key, *("" if sheet[box] is None else sheet[box] for sheet in state.sheets)]


def _harmless(name: str) -> str:
    return f"'{name}" if name[0] in "=+-@" else name
