"""Events in words: what was done, what undo takes back, what a correction would change."""

from __future__ import annotations

from kismet.boxes import Box
from kismet.game.events import Corrected, Entered, Event, Joined, Left, Renamed, Reordered, Returned, Rolled, Started
from kismet.game.game import advance
from kismet.game.options import choices
from kismet.game.state import State, Turn
from kismet.rules import SecondKismet


def describe(event: Event, before: State, after: State) -> str:
    """One short sentence without a full stop, such as `Ann: Full House 36`.

    Args:
        event: what happened.
        before: the state it happened in.
        after: the state it led to.
    """
    match event:
        case Rolled():
            which = "roll" if event.number != before.roll_number else "put right: roll"
            return f"{before.player}: {which} {event.number}, {_spaced(event)}"
        case Entered(box):
            assert before.mover is not None
            turn = next(t for t in after.turns if t.player == before.mover and t.box is box)
            text = f"{before.player}: {box.title} {turn.points}"
            return text + second_kismet(turn, after)
        case Corrected():
            return "; ".join(changes(before, after))
        case Renamed(player, name):
            return f"{before.players[player]} is now called {name}"
        case Reordered():
            return f"Seats: {', '.join(after.players)}"
        case Joined(name):
            return f"{name} joins"
        case Left(player):
            return f"{before.players[player]} leaves"
        case Returned(player):
            return f"{before.players[player]} is back"
        case Started():
            return f"New game: {', '.join(event.players)}"
        case _:
            return type(event).__name__.lower()


def _spaced(event: Rolled) -> str:
    return " ".join(map(str, event.dice.values))


def second_kismet(turn: Turn, after: State) -> str:
    """What `turn` did to the others, as the end of a sentence; empty if it was no second Kismet."""
    if not turn.second_kismet or not turn.victims:
        return ""
    others = {player for player, away in enumerate(after.away) if player != turn.player and not away}
    one = len(turn.victims) == 1
    hit = "all others" if not one and others <= set(turn.victims) else _joined([after.players[p] for p in turn.victims])
    cost = "loses a turn" if one else "lose a turn"
    boxes = {zero.box for zero in after.forced_with(turn)}
    if after.rules.second_kismet is not SecondKismet.LOSE_TURN and boxes:
        # Every sheet shows its own zero; naming five boxes would be longer than a line.
        where = boxes.pop().title if len(boxes) == 1 else "the top vacant box"
        cost += f" and {'gets' if one else 'get'} 0 in {where}"
    return f"; second Kismet: {hit} {cost}"


def warning(state: State) -> str:
    """What the dice that lie there will cost the others, whatever box takes them, in a sentence; empty if nothing."""
    if state.mover is None or state.dice is None or not state.dice.five_alike:
        return ""
    box = next((box for box, choice in choices(state).items() if not choice.refused), None)
    if box is None:
        return ""
    after = advance(state, Entered(box))
    turn = after.turn_in(state.mover, box)
    cost = second_kismet(turn, after) if turn is not None else ""
    return cost and f"In any box a {cost.removeprefix('; ')}."


def changes(before: State, after: State) -> list[str]:
    """What differs between two states of a game, a sentence for each: for corrections, told before they are done.

    What was put right comes first, then what follows from it for everybody, and what that costs the others last, those
    whom it costs the same in one sentence: where there is little room, the end is what can be spared.
    """
    was = {turn.serial: turn for turn in before.turns if turn.dice is not None}
    put_right = {
        turn.player
        for turn in after.turns
        if (old := was.get(turn.serial)) and (turn.dice, turn.box) != (old.dice, old.box)
    }
    told = list[str]()
    others: dict[str, list[str]] = {}
    for player, name in enumerate(before.players):
        for line in _player_changes(before, after, player):
            if player in put_right:
                told.append(f"{name}: {line}")
            else:
                others.setdefault(line, []).append(name)
    kismets = [*_kismet_changes(before, after), *_zero_changes(before, after)]
    same = [f"{_joined(names)}: {line}" for line, names in others.items()]
    return [*told, *kismets, *_turn_changes(before, after), *same]


def _player_changes(before: State, after: State, player: int) -> list[str]:
    was, now = before.totals[player], after.totals[player]
    told = _sheet_changes(before, after, player)
    return told if was == now else [*told, f"total {was} becomes {now}"]


def _kismet_changes(before: State, after: State) -> list[str]:
    seconds_before = {turn.serial for turn in before.turns if turn.second_kismet}
    seconds_after = {turn.serial for turn in after.turns if turn.second_kismet}
    return [
        f"{after.players[turn.player]}: {turn.box.title} is {word} second Kismet"
        for serials, word in (
            (seconds_after - seconds_before, "now a"),
            (seconds_before - seconds_after, "no longer a"),
        )
        for turn in after.turns
        if turn.serial in serials
    ]


def _zero_changes(before: State, after: State) -> list[str]:
    """Zeros that stay and move up, those of several players in one sentence."""
    was = {turn.serial: turn for turn in before.turns if turn.forced_by is not None}
    moves: dict[tuple[Box, Box], list[str]] = {}
    for turn in after.turns:
        old = was.get(turn.serial)
        if old is not None and old.box is not turn.box:
            moves.setdefault((old.box, turn.box), []).append(after.players[turn.player])
    return [f"{_joined(names)}: the zero in {old.title} moves up to {new.title}" for (old, new), names in moves.items()]


def _turn_changes(before: State, after: State) -> list[str]:
    told = []
    if before.player != after.player:
        told.append("the game is over" if after.over else f"{after.player} is to play")
    lost = list(zip(after.players, _still_lost(before), _still_lost(after), strict=True))
    if back := [name for name, was, now in lost if now < min(was, 0)]:
        told.append(f"{_joined(back)} {'plays' if len(back) == 1 else 'play'} the turn that was lost")
    if pay := [name for name, was, now in lost if now > max(was, 0)]:
        told.append(f"{_joined(pay)} {'loses' if len(pay) == 1 else 'lose'} the next turn")
    return told


def _joined(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _still_lost(state: State) -> list[int]:
    """By player, turns still to be passed over; below zero, turns owed, the one being played as well."""
    return [lost - (state.owed and player == state.mover) for player, lost in enumerate(state.passes)]


def _sheet_changes(before: State, after: State, player: int) -> list[str]:
    lines = []
    for box in [*dict.fromkeys((*before.sheets[player].vacant, *(b for b, _ in before.sheets[player].filled())))]:
        was, now = before.sheets[player][box], after.sheets[player][box]
        if was != now:
            lines.append(f"{box.title} {_shown(was)} becomes {_shown(now)}")
    return lines


def _shown(points: int | None) -> str:
    return "vacant" if points is None else str(points)
