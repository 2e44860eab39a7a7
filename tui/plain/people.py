"""Lines about players and earlier turns: who is called how, who comes and goes, what an entry should have been."""

from __future__ import annotations

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import GameError, Joined, Left, Renamed, Reordered, Returned, State, Turn
from tui.session import Session
from tui.view.first import FirstRoll

CORRECT = "Name player, box and dice, as correct Ann fives 55512."


class LineError(Exception):
    """The line cannot be understood; the message says why."""


def player_in(state: State, text: str) -> tuple[int, str]:
    """The player whose name, or its one possible beginning, `text` starts with; and the rest of the text.

    Raises:
        LineError: if there is none, or several.
    """
    words = text.split()
    for count in range(len(words), 0, -1):
        said = " ".join(words[:count]).casefold()
        whole = [player for player, name in enumerate(state.players) if name.casefold() == said]
        found = whole or [player for player, name in enumerate(state.players) if name.casefold().startswith(said)]
        if len(found) > 1:
            raise LineError(f"{text} could be {' or '.join(state.players[player] for player in found)}.")
        if found:
            return found[0], " ".join(words[count:])
    raise LineError(f"Nobody here is called {words[0]}." if words else "Name a player.")


def rename(session: Session, text: str) -> str:
    """`rename Ann Anna`."""
    player, name = player_in(session.state, text)
    if not name:
        raise LineError("Name the player and the new name, as rename Ann Anna.")
    return session.do(Renamed(player, name))


def join(session: Session, text: str) -> str:
    """`join Dan`."""
    return session.do(Joined(text))


def seats(session: Session, text: str) -> str:
    """`seats Bob, Ann, Cy`."""
    if not text:
        raise LineError("Name all players in the new order, as seats Bob, Ann.")
    order = tuple(_alone(session.state, name.strip()) for name in text.split(","))
    if sorted(order) != list(range(len(session.state.players))):
        raise LineError("Name every player once, with commas between.")
    return session.do(Reordered(order))


def first(session: Session, text: str) -> str:
    """`first Bob`, or `first 354`: a die for each, and more dice for those level at the top. The order goes round.

    Raises:
        LineError: if nobody is meant, or more dice are to be rolled; or as `player_in`.
        GameError: after the first roll.
    """
    players = session.state.players
    dice = text.replace(" ", "")
    if not (dice.isascii() and dice.isdecimal()):
        begins = _alone(session.state, text)
    else:
        roll = FirstRoll.of(players)
        for sign in dice:
            if roll.winner is not None or sign not in "123456":
                raise LineError("A die shows 1 to 6, and each player rolls one; those level at the top one more.")
            roll = roll.rolled(int(sign))
        if roll.winner is None:
            level = f"{roll.lines[-1]} " if roll.lines and "level" in roll.lines[-1] else ""
            raise LineError(f"{level}{players[roll.rolling[len(roll.dice)]]} still rolls one die: first {dice}…")
        begins = roll.winner
    count = len(players)
    order = tuple((begins + step) % count for step in range(count))
    return f"{players[begins]} begins. {session.do(Reordered(order))}"


def leave(session: Session, text: str) -> str:
    """`leave Dan`; the whole name, since a beginning may be a slip and somebody else's turn would be given up.

    Raises:
        LineError: if only the beginning of a name is said.
    """
    player = _alone(session.state, text)
    name = session.state.players[player]
    if name.casefold() != text.casefold():
        raise LineError(f"{name} is meant? Then say the whole name: leave {name}")
    return session.do(Left(player))


def come_back(session: Session, text: str) -> str:
    """`return Dan`."""
    return session.do(Returned(_alone(session.state, text)))


def correct(session: Session, text: str) -> str:
    """`correct Ann fives 55512`, or `correct Ann fives 55512 sixes`; says all that it changes.

    What makes or unmakes a second Kismet changes other people's sheets: it is told first, and done when `yes` is added.

    Raises:
        LineError: if the line is not understood, nothing stands in that box, or `yes` is wanted.
        GameError, DiceError, BoxError: if it cannot be.
    """
    agreed = text.casefold().endswith(" yes")
    player, rest = player_in(session.state, text[: -len(" yes")] if agreed else text)
    at = next(
        (place for place, sign in enumerate(rest) if sign.isdecimal() and rest[place : place + 5].isdecimal()), None
    )
    if at is None or not rest[:at].strip():
        raise LineError(CORRECT)
    box = Box.parse(rest[:at].strip())
    digits, _, other = rest[at:].partition(" ")
    turn = _turn(session.state, player, box)
    wanted = (turn.serial, Dice.parse(digits), Box.parse(other.strip()) if other.strip() else box)
    changes = session.preview_correction(*wanted)
    if not agreed and any("second Kismet" in change for change in changes):
        raise LineError(f"That would change more: {'; '.join(changes)}. To do it, say: correct {text} yes")
    return session.correct(*wanted)


def _turn(state: State, player: int, box: Box) -> Turn:
    turn = state.turn_in(player, box)
    if turn is None:
        raise LineError(f"{state.players[player]} has nothing in {box.title} yet.")
    if turn.dice is None:
        raise GameError(f"The zero in {box.title} is the price of another's second Kismet; correct that turn instead.")
    return turn


def _alone(state: State, text: str) -> int:
    player, rest = player_in(state, text)
    if rest:
        raise LineError(f"Nobody here is called {text}.")
    return player
