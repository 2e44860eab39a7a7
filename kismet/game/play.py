"""How each event changes the state. Every function takes a state and gives the next one, or refuses with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kismet.dice import COUNT, Dice
from kismet.game.errors import GameError
from kismet.game.events import Entered, Rolled, Started
from kismet.game.kismets import is_second_kismet, penalties
from kismet.game.options import choices
from kismet.game.order import moved_on
from kismet.game.players import check_players
from kismet.game.state import LAST_ROLL, Roll, State, Turn
from kismet.sheet import Sheet


def start(event: Started) -> State:
    """The table before the first roll.

    Raises:
        GameError: for no player or more than six, names that are empty, alike, too long or not printable.
    """
    players = event.players
    check_players(players)
    if not 0 <= event.first < len(players):
        raise GameError(f"There is no player number {event.first + 1} to begin.")
    return State(
        players=players,
        rules=event.rules,
        sheets=(Sheet(),) * len(players),
        mover=event.first,
        passes=(0,) * len(players),
        due=(0,) * len(players),
        away=(False,) * len(players),
    )


def rolled(state: State, event: Rolled) -> State:
    """The dice lie there: the next roll, or the current one put right.

    Raises:
        GameError: if the game is over, the roll number cannot be, or the dice contradict those that were kept.
    """
    if state.mover is None:
        raise GameError("The game is over.")
    if not 1 <= event.number <= LAST_ROLL:
        if event.number == LAST_ROLL + 1:
            raise GameError(f"{state.player} has rolled three times; enter a box.")
        raise GameError(f"A roll is the first, second or third, not number {event.number}.")
    if event.number < state.roll_number:
        raise GameError(f"Roll {state.roll_number} is on the table already; undo it to go back to roll {event.number}.")
    fixing = event.number == state.roll_number
    before = state.rolls[:-1] if fixing else state.rolls
    kept = event.kept
    if fixing and kept is None and (was := state.rolls[-1].kept) and event.dice.contain(was):
        kept = was
    _check_kept(event, kept, before)
    if kept is None and before and before[-1].number == event.number - 1 and not _alike(before[-1].dice, event.dice):
        # Nobody said, but no die can have been left lying.
        kept = ()
    return replace(state, rolls=(*before, Roll(event.dice, event.number, kept, event.origin)))


def _alike(before: Dice, after: Dice) -> bool:
    """Whether any number is in both."""
    return not set(before.values).isdisjoint(after.values)


def _check_kept(event: Rolled, kept: tuple[int, ...] | None, before: tuple[Roll, ...]) -> None:
    if not kept:
        return
    words = " ".join(map(str, kept))
    if event.number == 1:
        raise GameError("Nothing can be kept before the first roll.")
    if len(kept) >= COUNT:
        raise GameError("Keeping all five dice is no roll; enter a box instead.")
    if before and before[-1].number == event.number - 1 and not before[-1].dice.contain(kept):
        raise GameError(f"{words} cannot have been kept: the roll before was {before[-1].dice}.")
    if not event.dice.contain(kept):
        raise GameError(f"The dice {event.dice} do not hold the kept {words}.")


def entered(state: State, event: Entered) -> State:
    """The box is filled with what the dice score there, and the next player's turn begins.

    Raises:
        GameError: if no dice lie there, the box is filled, or the rules forbid a zero there now.
    """
    if state.mover is None:
        raise GameError("The game is over.")
    mover, box = state.mover, event.box
    if state.dice is None:
        raise GameError(f"{state.player} has not rolled yet.")
    if state.sheets[mover][box] is not None:
        raise GameError(f"{box.title} of {state.player} is filled already, with {state.sheets[mover][box]}.")
    choice = choices(state)[box]
    if choice.refused:
        raise GameError(choice.refused)
    second = is_second_kismet(mover, state.dice, state.sheets[mover], state.turns, state.rules)
    turn = Turn(state.serial, mover, box, choice.points, state.rolls, second_kismet=second)
    state = add_turn(state, turn)
    if second:
        state = punish(state, turn)
    last = state.last if state.owed and state.last is not None else mover
    return moved_on(replace(state, last=last), last)


def add_turn(state: State, turn: Turn) -> State:
    """The state with `turn` on its player's sheet."""
    sheets = list(state.sheets)
    sheets[turn.player] = sheets[turn.player].enter(turn.box, turn.points)
    return replace(state, sheets=tuple(sheets), turns=(*state.turns, turn), serial=state.serial + 1)


def punish(state: State, turn: Turn) -> State:
    """The state after the other players have paid for the second Kismet `turn` (R15)."""
    cost = penalties(turn.player, state)
    paid = replace(turn, victims=tuple(cost))
    state = replace(state, turns=tuple(paid if other.serial == turn.serial else other for other in state.turns))
    for player, zero in cost.items():
        if zero is not None:
            state = add_turn(state, Turn(state.serial, player, zero, 0, forced_by=turn.serial))
    lost = [int(player in cost) for player in range(len(state.players))]
    return pass_over(state, lost)


def pass_over(state: State, turns: Sequence[int]) -> State:
    """The state in which each player is to be passed over so many turns more; below zero, is given them back."""
    return replace(
        state,
        passes=tuple(now + more for now, more in zip(state.passes, turns, strict=True)),
        due=tuple(now + more for now, more in zip(state.due, turns, strict=True)),
    )
