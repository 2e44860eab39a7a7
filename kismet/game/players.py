"""Who sits at the table: names, seats, coming and going in mid-game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from unicodedata import category

from kismet.game.errors import GameError
from kismet.game.events import Event, Joined, Left, Renamed, Reordered, Returned
from kismet.game.order import moved_on
from kismet.game.state import MOST_PLAYERS, State
from kismet.sheet import Sheet

LONGEST_NAME = 24
JOINERS = "\u200c\u200d"
"""Of no width; some scripts (Persian, Hindi, Sinhala) need them within a word. Between emoji they make one sign of
several, which takes two columns in one terminal and eight in another: a sheet could not be drawn."""
_NO_JOINERS = dict.fromkeys(map(ord, JOINERS))


def check_players(players: Sequence[str]) -> None:
    """Refuse players who cannot sit at one table.

    Raises:
        GameError: for no player or more than six, names that are empty, alike, too long or not printable.
    """
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise GameError(f"One to six can play, not {len(players)}.")
    for name in players:
        if _joins_signs(name):
            raise GameError(f"{name} is several signs joined, which each terminal draws at another width; take one.")
        shown = name.translate(_NO_JOINERS)
        if not shown.strip() or name != name.strip() or not shown.isprintable():
            raise GameError(f"{name!r} is not a name that can be shown.")
        if len(name) > LONGEST_NAME:
            raise GameError(f"A name has at most {LONGEST_NAME} characters; {name[:LONGEST_NAME]}… has {len(name)}.")
    folded = [name.translate(_NO_JOINERS).casefold() for name in players]
    for plain in folded:
        alike = [name for name, other in zip(players, folded, strict=True) if other == plain]
        if len(alike) > 1:
            one = alike[0] if alike[0] == alike[1] else f"{alike[0]} and {alike[1]}, which count as one name"
            raise GameError(f"Two players are called {one}; give one of them another name.")


def _joins_signs(name: str) -> bool:
    """Whether a joiner stands between anything but letters."""
    return any(
        sign in JOINERS
        and not all(category(other)[0] in "LM" for other in (name[at - 1 : at] or " ", name[at + 1 : at + 2] or " "))
        for at, sign in enumerate(name)
    )


def renamed(state: State, event: Renamed) -> State:
    """The state with one player's name changed; raises `GameError` as `check_players`."""
    _check_seat(state, event.player)
    players = [event.name if seat == event.player else name for seat, name in enumerate(state.players)]
    check_players(players)
    return replace(state, players=tuple(players))


def reordered(state: State, event: Reordered) -> State:
    """The state with the players in other seats; the first one begins.

    Raises:
        GameError: after the first roll, or if `order` does not name each player once.
    """
    if state.turns or state.rolls:
        raise GameError("Seats can be changed before the first roll only.")
    if sorted(event.order) != list(range(len(state.players))):
        raise GameError("Every player needs one seat.")
    return replace(
        state,
        players=tuple(state.players[seat] for seat in event.order),
        away=tuple(state.away[seat] for seat in event.order),
        mover=next((seat for seat, was in enumerate(event.order) if not state.away[was]), None),
    )


def why_nobody_joins(state: State) -> str:
    """Why there is no seat for anybody more, in a sentence; empty if there is one."""
    if len(state.players) == MOST_PLAYERS:
        return f"{MOST_PLAYERS} play already; nobody more can join."
    if state.mover is None or state.round > 1:
        return "Somebody can join during the first round only."
    return ""


def joined(state: State, event: Joined) -> State:
    """The state with one more player at the end of the row, who still plays in the first round.

    Raises:
        GameError: once somebody has begun the second round, or as `check_players`.
    """
    if refused := why_nobody_joins(state):
        raise GameError(refused)
    check_players((*state.players, event.name))
    # Where the round began in the middle of the row, it may have passed the new seat already.
    passed = bool(state.turns) and state.mover is not None and state.mover < state.turns[0].player
    return replace(
        state,
        players=(*state.players, event.name),
        sheets=(*state.sheets, Sheet()),
        away=(*state.away, False),
        passes=(*state.passes, -1 if passed else 0),
        due=(*state.due, -1 if passed else 0),
    )


def left(state: State, event: Left) -> State:
    """The state with one seat empty. The turn that this player was in is given up.

    Raises:
        GameError: if they have left already.
    """
    _check_seat(state, event.player)
    if state.away[event.player]:
        raise GameError(f"{state.players[event.player]} has left already.")
    state = _seat(state, event.player, away=True)
    if state.mover != event.player:
        return state
    last = state.last if state.owed and state.last is not None else event.player
    return moved_on(state, last)


def check_somebody_stays(state: State, event: Event | None) -> None:
    """Refuse the leaving of the last player: a table without anybody has no winner and nothing left to play.

    Not in `left`: games saved by earlier versions hold it, and are told as they were.

    Raises:
        GameError: if `event` would leave nobody at the table.
    """
    if isinstance(event, Left) and all(away or seat == event.player for seat, away in enumerate(state.away)):
        _check_seat(state, event.player)
        if not state.away[event.player]:
            raise GameError(f"{state.players[event.player]} is the last one here and stays; leave the game instead.")


def returned(state: State, event: Returned) -> State:
    """The state with that player back at the table.

    Raises:
        GameError: if they had not left.
    """
    _check_seat(state, event.player)
    if not state.away[event.player]:
        raise GameError(f"{state.players[event.player]} is at the table.")
    state = _seat(state, event.player, away=False)
    if state.mover is None:
        return moved_on(state, event.player - 1)
    return state


def _seat(state: State, player: int, *, away: bool) -> State:
    return replace(state, away=tuple(away if seat == player else was for seat, was in enumerate(state.away)))


def _check_seat(state: State, player: int) -> None:
    if not 0 <= player < len(state.players):
        raise GameError(f"There is no player number {player + 1}.")
