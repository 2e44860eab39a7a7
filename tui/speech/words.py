"""What is called out: short, and written as it should sound. Dice are words, so that none runs into another."""

from __future__ import annotations

from collections.abc import Sequence

from kismet.boxes import Box
from kismet.game import Corrected, Entered, Event, Game, Redone, Rolled, State, Undone
from kismet.game.describe import changes, describe
from kismet.game.standings import winners
from kismet.game.state import LAST_ROLL

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def opening_call(game: Game) -> str:
    """When a game is opened."""
    state = game.state
    if state.dice is not None and not state.over:
        return f"{state.player}'s turn. {rolled_call(state)}"
    return _next(state)


def call(before: Game, event: Event, after: Game) -> str:
    """What an event is called out as; empty if nobody need hear of it."""
    state = after.state
    match event:
        case Rolled():
            again = "Put right. " if event.number == before.state.roll_number else ""
            return again + rolled_call(state)
        case Entered(box):
            return f"{_entered(before.state, box, state)} {_next(state)}"
        case Corrected():
            return f"Put right. {_sentences(changes(before.state, state))}"
        case Undone():
            return f"Taken back: {_last(before)} {_where(state)}"
        case Redone():
            return f"Put back: {_last(after)} {_where(state)}"
        case _:
            words = describe(event, before.state, state)
            return "" if words == type(event).__name__.lower() else f"{words}."


def rolled_call(state: State) -> str:
    """The dice that lie there, as "Ann: five, five, five, two, one. Roll two of three"."""
    assert state.dice is not None
    return (
        f"{state.player}: {dice_words(state.dice.values)}. Roll {_number(state.roll_number)} of {_number(LAST_ROLL)}."
    )


def seen_call(values: Sequence[int], doubts: frozenset[int]) -> str:
    """What the camera offers, as "Seen: five, five, five, two, perhaps one".

    Args:
        values: the dice as they are offered.
        doubts: places of the doubtful ones.
    """
    if not values:
        return ""
    said = ", ".join(f"{'perhaps ' if place in doubts else ''}{_number(value)}" for place, value in enumerate(values))
    count = "" if len(values) == 5 else f"Only {_number(len(values))} dice. " if len(values) < 5 else "Too many dice. "
    return f"{count}Seen: {said}."


def dice_words(values: Sequence[int]) -> str:
    """Dice as words."""
    return ", ".join(map(_number, values))


def _entered(before: State, box: Box, state: State) -> str:
    assert before.mover is not None
    turn = state.turn_in(before.mover, box)
    assert turn is not None
    points = f"{turn.points}" if turn.points else "zero"
    words = [f"{_title(box)}, {points}.", f"{before.player} has {state.totals[before.mover]}."]
    forced = state.forced_with(turn)
    if forced:
        zeros = ", ".join(f"{state.players[zero.player]} in {_title(zero.box)}" for zero in forced)
        words.append(f"A second Kismet! A zero for {zeros}.")
    return " ".join(words)


def _title(box: Box) -> str:
    """The box's name with its numbers as words."""
    words = " ".join(NUMBERS[int(word)] if word.isdecimal() else word for word in box.title.split())
    return words[0].upper() + words[1:]


def _next(state: State) -> str:
    if not state.over:
        return f"{state.player} is next."
    won = winners(state)
    if len(state.players) == 1:
        return "The game is over."
    if not won:
        return "The game is over. Everybody has left."
    return f"The game is over. {' and '.join(won)} {'wins' if len(won) == 1 else 'win together'}."


def _where(state: State) -> str:
    """How things stand after a step back or forth."""
    if state.over:
        return _next(state)
    if state.dice is None:
        return f"{state.player} is to roll."
    return rolled_call(state)


def _last(game: Game) -> str:
    """The last event that stands."""
    if len(game.steps) < 2:
        return ""
    step, before = game.steps[-1], game.steps[-2].state
    match step.event:
        case Rolled():
            return f"roll {_number(step.event.number)}."
        case Entered(box):
            return f"{before.player}, {_title(box)}."
        case _:
            return f"{describe(step.event, before, step.state)}."


def _sentences(words: Sequence[str]) -> str:
    return " ".join(f"{line}." for line in words)


def _number(value: int) -> str:
    return NUMBERS[value] if 0 <= value < len(NUMBERS) else str(value)
