"""The race of a game by round, as a chart of letters: who led when, without any colour."""

from __future__ import annotations

from kismet.boxes import Box
from kismet.game import State
from kismet.sheet import Sheet
from tui.view.names import short_names

_COLUMN = 3


def totals_by_round(state: State) -> list[list[int]]:
    """For each player the total after each filled box, bonus included once it is earned."""
    sheets = [Sheet()] * len(state.players)
    totals: list[list[int]] = [[] for _ in state.players]
    for turn in state.turns:
        sheets[turn.player] = sheets[turn.player].enter(turn.box, turn.points)
        totals[turn.player].append(sheets[turn.player].total)
    return totals


def race_lines(state: State, height: int = 8) -> list[str]:
    """The chart; where several stand at the same height in the same round, `*` says so."""
    totals = totals_by_round(state)
    top = max((total for player in totals for total in player), default=0)
    if not top:
        return []
    letters = _letters(state.players)
    grid = [[" "] * len(Box) for _ in range(height)]
    for letter, player in zip(letters, totals, strict=True):
        for column, total in enumerate(player):
            row = height - 1 - min(height - 1, total * height // (top + 1))
            grid[row][column] = letter if grid[row][column] == " " else "*"
    width = len(str(top))
    lines = []
    for row, cells in enumerate(grid):
        label = top * (height - row) // height
        lines.append(f"{label:>{width}} ┤" + "".join(cell.rjust(_COLUMN) for cell in cells).rstrip())
    lines.append(" " * width + " └" + "".join(str(number).rjust(_COLUMN) for number in range(1, len(Box) + 1)))
    names = (f"{letter} {name}" for letter, name in zip(letters, state.players, strict=True) if letter != name)
    lines.append(" " * (width + 2) + "  ".join(names))
    return lines


def _letters(players: tuple[str, ...]) -> tuple[str, ...]:
    """One letter for each player: the first of their names if these differ, else A, B, C and so on."""
    firsts = tuple(name.upper() for name in short_names(players, 1))
    if len(set(firsts)) == len(players) and all(letter.isascii() and letter.isalpha() for letter in firsts):
        return firsts
    return tuple("ABCDEF"[: len(players)])
