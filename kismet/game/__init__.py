"""A game of Kismet as a list of events, and the state that follows from it.

`Game` is the value everyone holds: `Game.start(...)`, then `game.apply(event)` gives the next game or raises
`GameError` with one sentence. `game.state` says what the table looks like now. Nothing here is ever changed in place;
undo is an event like the others, so a game's whole story is in its log.
"""

from kismet.game.describe import describe
from kismet.game.errors import GameError
from kismet.game.events import (
    Corrected,
    Entered,
    Event,
    Hinted,
    Joined,
    Left,
    Origin,
    Redone,
    Renamed,
    Reordered,
    Returned,
    Rolled,
    Started,
    Undone,
)
from kismet.game.game import Game
from kismet.game.options import Choice, choices
from kismet.game.standings import Standing, standings
from kismet.game.state import Roll, State, Turn

__all__ = [
    "Choice",
    "Corrected",
    "Entered",
    "Event",
    "Game",
    "GameError",
    "Hinted",
    "Joined",
    "Left",
    "Origin",
    "Redone",
    "Renamed",
    "Reordered",
    "Returned",
    "Roll",
    "Rolled",
    "Standing",
    "Started",
    "State",
    "Turn",
    "Undone",
    "choices",
    "describe",
    "standings",
]
