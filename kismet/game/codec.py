"""Events as plain JSON values and back: the form in which they are saved and exported.

The form is a promise: every version of the program reads what older ones wrote.
"""

from __future__ import annotations

from typing import Any

from kismet.boxes import Box
from kismet.dice import Dice, parse_values
from kismet.game.errors import GameError, UnknownEventError
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
from kismet.rules import Rules, RulesError


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
        case Corrected(turn, dice, box, move_zeros):
            moving = {"move_zeros": True} if move_zeros else {}
            return {"event": "corrected", "turn": turn, "dice": str(dice), "box": box.key, **moving}
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
        UnknownEventError: if a newer version may have written it.
        GameError: if `data` is not such an object.
    """
    try:
        match data["event"]:
            case "started":
                return Started(tuple(map(_text, data["players"])), Rules.parse(data["rules"]), _number(data["first"]))
            case "rolled":
                kept = None if data["kept"] is None else parse_values(data["kept"])
                return Rolled(Dice.parse(data["dice"]), _number(data["number"]), kept, Origin(data["origin"]))
            case "entered":
                return Entered(_box(data["box"]))
            case "corrected":
                moving = data.get("move_zeros", False) is True
                return Corrected(_number(data["turn"]), Dice.parse(data["dice"]), _box(data["box"]), moving)
            case "renamed":
                return Renamed(_number(data["player"]), _text(data["name"]))
            case "reordered":
                return Reordered(tuple(map(_number, data["order"])))
            case "joined":
                return Joined(_text(data["name"]))
            case "left":
                return Left(_number(data["player"]))
            case "returned":
                return Returned(_number(data["player"]))
            case "hinted":
                return Hinted()
            case "undone":
                return Undone()
            case "redone":
                return Redone()
            case str():
                raise UnknownEventError("Something happened in this game that this version does not know.")
    except GameError:
        raise
    except RulesError as error:
        raise UnknownEventError("This game has rules that this version does not know.") from error
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise _no_event() from error
    raise _no_event()


def _no_event() -> GameError:
    return GameError("One of the events of this game cannot be read.")


def _box(key: str) -> Box:
    return Box[key.upper()]


def _number(value: Any) -> int:
    if type(value) is not int:
        raise GameError(f"A place or number in a game is a whole number, not {shown(value)}.")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise GameError(f"A player's name is text, not {shown(value)}.")
    return value
