"""What the live board says beside sheet and dice."""

from __future__ import annotations

from kismet.boxes import Box
from kismet.game import Game, State, choices, standings
from tui.board.onlooker import Sight
from tui.plain.report import spoken
from tui.view.names import fit
from tui.view.table import Table, best_box


def table_of(game: Game, *, one: bool) -> Table:
    """The game as a table for sheet and dice; the cursor stands where something was entered last.

    Args:
        game: the game.
        one: only one column fits: that of the player in turn.
    """
    state = game.state
    options = choices(state)
    last = next((turn for turn in reversed(state.turns) if turn.forced_by is None), None)
    player, box = (last.player, last.box) if last is not None else (state.mover or 0, Box.ACES)
    if one and state.mover is not None and state.mover != player:
        best = best_box(options)
        player, box = state.mover, state.sheets[state.mover].vacant[0] if best is None else best
    return Table(state, player=player, box=box, choices=options)


def turn_words(state: State, *, follows: bool) -> str:
    """Who does what now; `follows` says that the next game is shown as well."""
    if state.over:
        return "The game is over. The next one is shown here." if follows else "The game is over."
    if state.dice is None:
        return f"{state.player} is to roll."
    left = 3 - state.roll_number
    return f"{state.player} has {'no roll' if not left else 'one roll' if left == 1 else 'two rolls'} left."


def dice_words(state: State, *, follows: bool) -> str:
    """Turn and dice in one short line, where the dice cannot be drawn."""
    if state.over or state.dice is None:
        return turn_words(state, follows=follows)
    return f"{state.player}, roll {state.roll_number}: {spoken(state.dice.values)}"


def news_words(sight: Sight) -> str:
    """What happened last."""
    if sight.news:
        return f"{'. '.join(sight.news)}."
    return sight.words


def places_lines(state: State, width: int) -> str:
    """The standings with the player in turn marked, a line of at most `width` cells each."""
    lines = []
    for place in standings(state):
        mark = "▸" if place.player == state.mover else " "
        rank = "–" if place.rank is None else str(place.rank)
        lines.append(f"{mark}{rank} {fit(place.name, max(3, min(24, width - 8)))} {place.total:>4}")
    return "\n".join(lines)
