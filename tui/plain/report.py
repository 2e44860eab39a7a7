"""The state of a game in short sentences, and as the JSON object that answers each line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kismet.boxes import Box
from kismet.game import Choice, State, choices, standings
from kismet.game.describe import warning
from kismet.game.standings import winners

TOLD = 3
"""Scores told with each roll: more is a burden to who listens."""


def as_json(ok: bool, message: str, state: State, forced: list[tuple[str, Box]]) -> dict[str, Any]:
    """The answer to one line, as the command line's contract states it.

    Args:
        ok: whether the line was understood and done.
        message: what was done, or what was wrong.
        state: the game after the line.
        forced: the zeros that this line's entry forced on others.
    """
    return {
        "ok": ok,
        "message": message,
        "round": state.round,
        "player": state.player,
        "roll": state.roll_number,
        "dice": None if state.dice is None else str(state.dice),
        "open": {box.key: choice.points for box, choice in choices(state).items()},
        "forced": [[name, box.key] for name, box in forced],
        "sheets": {
            name: {box.key: points for box, points in sheet.filled()}
            for name, sheet in zip(state.players, state.sheets, strict=True)
        },
        "bonus": {name: sheet.bonus for name, sheet in zip(state.players, state.sheets, strict=True)},
        "totals": dict(zip(state.players, state.totals, strict=True)),
        "over": state.over,
    }


def whose_turn(state: State, before: State | None = None) -> str:
    """Who is to do what; the round is told only if it is another one than `before`."""
    if state.over:
        return the_end(state)
    if state.dice is None:
        same = before is not None and before.round == state.round
        return f"{'' if same else f'Round {state.round} of {len(Box)}. '}{state.player} is to roll."
    told = f"{state.player}, roll {state.roll_number} of 3: {spoken(state.dice.values)}. {best_scores(state)}"
    return f"{told} {warning(state)}".strip()


def best_scores(state: State) -> str:
    """The few boxes that would score most; the command `scores` tells all."""
    worth = _worth(choices(state))
    if not worth:
        return "No vacant box scores: it will be a zero."
    return f"Best: {', '.join(f'{box.title} {points}' for box, points in worth[:TOLD])}."


def totals(state: State) -> str:
    """Everybody's points, best first."""
    return ". ".join(f"{place.name} {place.total}" for place in standings(state)) + "."


def scores(state: State) -> str:
    """What the vacant boxes would score, best first, zeros named last."""
    options = choices(state)
    zeros = [box.title for box in options if not options[box].points]
    told = ", ".join(f"{box.title} {points}" for box, points in _worth(options))
    parts = [f"Scores: {told}." if told else "No vacant box scores."]
    if zeros:
        parts.append(f"Zero: {', '.join(zeros)}.")
    return " ".join(parts)


def _worth(options: Mapping[Box, Choice]) -> list[tuple[Box, int]]:
    """The boxes that score, best first."""
    scoring = [(box, choice.points) for box, choice in options.items() if choice.points and not choice.refused]
    return sorted(scoring, key=lambda scored: -scored[1])


def sheet(state: State, player: int) -> str:
    """One player's sheet in sentences."""
    name, paper = state.players[player], state.sheets[player]
    name += " (left)" * state.away[player]
    filled = ", ".join(f"{box.title} {points}" for box, points in paper.filled())
    if not filled:
        return f"{name}: nothing yet."
    basic = f"Bonus {paper.bonus}" if paper.basic_full else f"Basic section {paper.subtotal}"
    vacant = f" Vacant: {', '.join(box.title for box in paper.vacant)}." if paper.vacant else ""
    return f"{name}: total {paper.total}. {filled}. {basic}.{vacant}"


def the_end(state: State) -> str:
    """The final standings."""
    places = ". ".join(
        f"{place.rank}. {place.name} {place.total}" if place.rank else f"{place.name} left with {place.total}"
        for place in standings(state)
    )
    won = winners(state)
    if not won:
        return f"The game is over: everybody has left. {places}."
    if len(state.players) == 1:
        return f"The game is over. {state.players[0]} has {state.totals[0]}."
    who = f"{won[0]} wins" if len(won) == 1 else f"{', '.join(won[:-1])} and {won[-1]} share the win"
    return f"The game is over: {who}. {places}."


def spoken(values: tuple[int, ...]) -> str:
    """Dice with spaces between, as they are read aloud."""
    return " ".join(map(str, values))
