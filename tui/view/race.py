"""The race of a game by round: who stood where, as letters in rows of places, without any colour.

Points as heights would put six players on top of each other; in a row of places everybody has a spot of their own, and
a line from letter to letter shows who stayed there.
"""

from __future__ import annotations

from kismet.boxes import Box
from kismet.game import State
from kismet.sheet import Sheet
from tui.view.names import fit, short_names

_COLUMN = 3
_PLACE = 2
_TOTAL = 4
_CHART = _PLACE + _COLUMN * len(Box)
_SHORTEST = 3
"""Cells of a name that are worth showing at the end of a row."""


def totals_by_round(state: State) -> list[list[int]]:
    """For each player the total after each filled box, bonus included once it is earned."""
    sheets = [Sheet()] * len(state.players)
    totals: list[list[int]] = [[] for _ in state.players]
    for turn in state.turns:
        sheets[turn.player] = sheets[turn.player].enter(turn.box, turn.points)
        totals[turn.player].append(sheets[turn.player].total)
    return totals


def race_lines(state: State, width: int = 64) -> list[str]:
    """The chart of all rounds that are over, in at most `width` cells, which must be 52 or more.

    `=` says level with the one above. At the ends of the rows stand the names and totals as they are now, where there
    is room, and else below. There is none of a game that somebody plays alone.
    """
    columns = _columns(state)
    if not columns or len(state.players) == 1:
        return []
    letters = _letters(state.players)
    room = width - _CHART - 2 - 2 - _TOTAL
    now = _order(dict(enumerate(state.totals)), columns[-1][0])
    named = [seat for seat in now if not state.away[seat]] if room >= _SHORTEST else []
    lines = []
    for place in range(max(len(order) for order, _ in columns)):
        row = f"{place + 1:<{_PLACE}}" + "".join(_cell(columns, letters, at, place) for at in range(len(columns)))
        if place < len(named):
            seat = named[place]
            name = f"{letters[seat]} {fit(state.players[seat], room)}"
            row = f"{row:<{_CHART}}  {name}{state.totals[seat]:>{_TOTAL}}"
        lines.append(row.rstrip())
    lines.append(" " * _PLACE + "".join(str(number).rjust(_COLUMN) for number in range(1, len(Box) + 1)))
    below = [
        f"{letters[seat]} {name}{' (left)' if state.away[seat] else ''}"
        for seat, name in enumerate(state.players)
        if seat not in named
    ]
    return [*lines, " " * (_PLACE + 2) + "  ".join(below)] if below else lines


def race_title(lines: list[str]) -> str:
    """What stands above the chart; what its signs mean, if they occur."""
    return "Places round by round" + (", = level with the one above" if any("=" in line for line in lines) else "")


Column = tuple[list[int], dict[int, int]]
"""Those who have filled so many boxes, the leader first, and their totals then."""


def _columns(state: State) -> list[Column]:
    """One for each round that everybody has played who is still there."""
    totals = totals_by_round(state)
    staying = [player for player, away in zip(totals, state.away, strict=True) if not away] or totals
    columns: list[Column] = []
    order: list[int] = []
    for at in range(min(map(len, staying))):
        known = {seat: player[at] for seat, player in enumerate(totals) if at < len(player)}
        order = _order(known, order)
        columns.append((order, known))
    return columns


def _order(totals: dict[int, int], before: list[int]) -> list[int]:
    """Seats, the leader first. Those who are level stand as they stood before: no line crosses another for nothing."""
    place = {seat: at for at, seat in enumerate(before)}
    return sorted(totals, key=lambda seat: (-totals[seat], place.get(seat, seat)))


def _cell(columns: list[Column], letters: tuple[str, ...], at: int, place: int) -> str:
    order, known = columns[at]
    if place >= len(order):
        return " " * _COLUMN
    seat = order[place]
    level = place > 0 and known[order[place - 1]] == known[seat]
    stayed = at > 0 and place < len(columns[at - 1][0]) and columns[at - 1][0][place] == seat
    return ("──" if stayed and not level else "─=" if stayed else " =" if level else "  ") + letters[seat]


def _letters(players: tuple[str, ...]) -> tuple[str, ...]:
    """One letter for each player: the first of their names if these differ, else A, B, C and so on."""
    firsts = tuple(name.upper() for name in short_names(players, 1))
    if len(set(firsts)) == len(players) and all(letter.isascii() and letter.isalpha() for letter in firsts):
        return firsts
    return tuple("ABCDEF"[: len(players)])
