"""Events as plain JSON values and back: the form in which they are saved and exported.

The form is a promise: every version of the program reads what older ones wrote.
"""

from __future__ import annotations

from typing import Any

from kismet.boxes import Box
from kismet.dice import Dice, parse_values
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
from kismet.quoting import shown
from kismet.rules import Rules


def encode(event: Event) -> dict[str, Any]:
    """The event as a JSON object; its `event` names the kind."""
    match event:
        case Started(players, rules, first):
            return {"event": "started", "players": list(players), "rules": rules.as_dict(), "first": first}
        case Rolled(dice, number, kept, origin):
            kept_text = None if kept is None else "".join(map(str, kept))
            return {"event": "rolled", "dice": str(dice), "number": number, "kept": kept_text, "origin": str(origin)}
        case Entered(box):
            return {"event": "entered", "box": box.key}
        case Corrected(turn, dice, box):
            return {"event": "corrected", "turn": turn, "dice": str(dice), "box": box.key}
        case Renamed(player, name):
            return {"event": "renamed", "player": player, "name": name}
        case Reordered(order):
            return {"event": "reordered", "order": list(order)}
        case Joined(name):
            return {"event": "joined", "name": name}
        case Left(player):
            return {"event": "left", "player": player}
        case Returned(player):
            return {"event": "returned", "player": player}
        case Hinted():
            return {"event": "hinted"}
        case Undone():
            return {"event": "undone"}
        case Redone():
            return {"event": "redone"}


def decode(data: Any) -> Event:
    """The event that `encode` wrote.

    Raises:
        GameError: if `data` is not such an object.
    """
    try:
        match data["event"]:
            case "started":
                return Started(tuple(map(_text, data["players"])), Rules.parse(data["rules"]), int(data["first"]))
            case "rolled":
                kept = None if data["kept"] is None else parse_values(data["kept"])
                return Rolled(Dice.parse(data["dice"]), int(data["number"]), kept, Origin(data["origin"]))
            case "entered":
                return Entered(_box(data["box"]))
            case "corrected":
                return Corrected(int(data["turn"]), Dice.parse(data["dice"]), _box(data["box"]))
            case "renamed":
                return Renamed(int(data["player"]), _text(data["name"]))
            case "reordered":
                return Reordered(tuple(int(seat) for seat in data["order"]))
            case "joined":
                return Joined(_text(data["name"]))
            case "left":
                return Left(int(data["player"]))
            case "returned":
                return Returned(int(data["player"]))
            case "hinted":
                return Hinted()
            case "undone":
                return Undone()
            case "redone":
                return Redone()
            case other:
                raise GameError(f"There is no event {shown(other)}; a newer version may have saved this game.")
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        if isinstance(error, GameError):
            raise
        raise GameError(f"This is not an event of a game: {str(data)[:80]} ({error}).") from None


def _box(key: str) -> Box:
    return Box[key.upper()]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise GameError(f"A player's name is text, not {shown(value)}.")
    return value
