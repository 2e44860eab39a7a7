"""Putting an earlier turn right without replaying the table.

What was played after the corrected turn stays as it was played; only what the rules make of it follows: points, bonus,
and the price of a second Kismet. If a correction unmakes one, the zeros it forced are taken off and each victim is owed
the lost turn; a zero that a later second Kismet forced moves up into the box so freed, which was the topmost vacant one
then. Nobody can have entered anything there: the zero stood in it until now. If a correction makes one, each other
player pays now: a zero in the box that is topmost vacant today, and the next turn. A player in the middle of a turn
finishes it first. Only if the entry that becomes a second Kismet, or is one no longer, was the last one, and no dice
were thrown since, the next player is who it would have been at once.
"""

from __future__ import annotations

from dataclasses import replace

from kismet.boxes import score
from kismet.game.errors import GameError
from kismet.game.events import Corrected
from kismet.game.kismets import is_second_kismet
from kismet.game.order import moved_on
from kismet.game.play import pass_over, punish
from kismet.game.state import Roll, State, Turn
from kismet.sheet import Sheet


def corrected(state: State, event: Corrected) -> State:
    """The state with one earlier turn put right.

    Raises:
        GameError: if there is no such turn, it is a forced zero, nothing would change, or another turn filled the box.
    """
    old = state.by_serial(event.turn)
    if old is None:
        raise GameError("There is no such turn to put right.")
    if old.dice is None:
        raise GameError("This zero is the price of another's second Kismet; put that turn right instead.")
    if (event.dice, event.box) == (old.dice, old.box):
        raise GameError("That is what stands there already.")
    taken = state.turn_in(old.player, event.box)
    if taken is not None and taken.serial != old.serial:
        raise GameError(f"{event.box.title} of {state.players[old.player]} is filled by another turn.")
    last = old.rolls[-1]
    rolls = old.rolls if event.dice == old.dice else (*old.rolls[:-1], _put_right(last, event))
    entered = old.entered_as or (old.dice, old.box)
    new = replace(
        old,
        box=event.box,
        points=score(event.box, event.dice, state.rules),
        rolls=rolls,
        entered_as=None if entered == (event.dice, event.box) else entered,
    )
    turns = [new if turn.serial == old.serial else turn for turn in state.turns]
    return _settle(state, turns, move_zeros=event.move_zeros)


def _put_right(roll: Roll, event: Corrected) -> Roll:
    kept = roll.kept if roll.kept and event.dice.contain(roll.kept) else None
    return replace(roll, dice=event.dice, kept=kept)


def _settle(state: State, turns: list[Turn], *, move_zeros: bool) -> State:
    """The state that follows from `turns`: sheets anew, and the second Kismets that changed paid or paid back."""
    was = {turn.serial: turn for turn in state.turns}
    marked = _mark_kismets(state, turns)
    changed = {turn.serial for turn in marked if turn.second_kismet != was[turn.serial].second_kismet}
    unmade = {serial for serial in changed if was[serial].second_kismet}
    standing = [turn for turn in marked if turn.forced_by not in unmade]
    if move_zeros:
        standing = _moved_up(standing, [turn for turn in marked if turn.forced_by in unmade], len(state.players))
    state = replace(state, turns=tuple(standing), sheets=_sheets(state, standing))
    for serial in unmade:
        victims = was[serial].victims
        state = pass_over(state, [-victims.count(player) for player in range(len(state.players))])
    for turn in standing:
        if turn.serial in changed and turn.second_kismet:
            state = punish(state, turn)
    latest = max(turn.serial for turn in standing if turn.forced_by is None)
    if latest in changed and not state.rolls:
        # Nobody has played since: who is in turn hangs on that entry, and is settled anew.
        return moved_on(replace(state, passes=state.due), _last(state))
    # Whoever is in turn stays in turn, unless there is nothing left to play.
    return moved_on(state, _last(state)) if state.mover is None or state.done[state.mover] else state


def _last(state: State) -> int:
    assert state.last is not None, "somebody has played, or there would be no turn to put right"
    return state.last


def _moved_up(standing: list[Turn], gone: list[Turn], players: int) -> list[Turn]:
    """The turns with every zero in the topmost box vacant when it was paid, where that is one left by another zero."""
    freed = {(zero.player, zero.box) for zero in gone}
    sheets = [Sheet()] * players
    moved: list[Turn] = []
    for turn in standing:
        top = sheets[turn.player].topmost_vacant
        if turn.forced_by is not None and top is not None and (turn.player, top) in freed:
            freed = freed - {(turn.player, top)} | {(turn.player, turn.box)}
            turn = replace(turn, box=top)
        sheets[turn.player] = sheets[turn.player].enter(turn.box, turn.points)
        moved.append(turn)
    return moved


def _mark_kismets(state: State, turns: list[Turn]) -> list[Turn]:
    marked: list[Turn] = []
    sheets = [Sheet()] * len(state.players)
    for turn in turns:
        sheet = sheets[turn.player]
        if turn.dice is not None:
            second = is_second_kismet(turn.player, turn.dice, sheet, marked, state.rules)
            turn = replace(turn, second_kismet=second, victims=turn.victims if second else ())
        sheets[turn.player] = sheet.enter(turn.box, turn.points)
        marked.append(turn)
    return marked


def _sheets(state: State, turns: list[Turn]) -> tuple[Sheet, ...]:
    sheets = [Sheet()] * len(state.players)
    for turn in turns:
        sheets[turn.player] = sheets[turn.player].enter(turn.box, turn.points)
    return tuple(sheets)
