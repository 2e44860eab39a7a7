"""The score sheet in lines of text: all columns, or one, with what each box would score now.

Never colour alone: a possible score stands between ‹ and ›, the best has a star, the one that gives most now ◂; a
scratched box shows 0, one that a second Kismet forced shows !0, a vacant one a dot; ▸ is before the player in turn and
in the row of the cursor.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from kismet.boxes import BASIC_BOXES, Box
from kismet.game import State, standings
from kismet.sheet import BONUS_TIERS, Sheet
from tui.view.layout import Layout
from tui.view.names import fit, fit_right, ordinal, short_names
from tui.view.pieces import Line, Piece
from tui.view.table import Table

KEYS = dict(zip(Box, "123456PTSFHLKYZ", strict=True))
"""Box → the key that jumps to it after `g`."""
_SHORTER = {Box.TWO_PAIR_SAME_COLOR: ("2 Pair Same Color", "2 Pair Same Col.", "2 Pair Color")}
_BONUS_LABELS = ("  bonus, ↑ to go", "  bonus ↑to go", "  bonus")
_HEAD, _SUB, _BONUS, _LINE, _TOTAL, _ODDS = "head", "subtotal", "bonus", "line", "total", "odds"
KINDS = (
    "name", "row", "here", "sum", "sum-label", "total", "total-label", "line", "star", "mover", "active", "cursor",
    "empty", "possible", "best", "nothing", "scratched", "taken",
)  # fmt: skip
"""The styles a sheet is painted with; several at once are parted by spaces."""


@dataclass(frozen=True, slots=True)
class SheetLines:
    """The whole sheet, and which cell lies where."""

    lines: tuple[Line, ...]
    rows: tuple[Box | str, ...]
    """By line: the box, or what else it is."""
    layout: Layout
    first: int
    """The player in the first column shown."""

    def cell_at(self, x: int, y: int) -> tuple[int | None, Box] | None:
        """The player (`None` in the names of the boxes) and box at a cell of the screen; `None` where no box is."""
        if not 0 <= y < len(self.rows) or not isinstance(box := self.rows[y], Box):
            return None
        if x < self.layout.label:
            return None, box
        end = self.layout.label
        for column, width in enumerate(self.layout.each):
            end += width
            if x < end:
                return self.first + column, box
        return None


def sheet_lines(table: Table, layout: Layout) -> SheetLines:
    """The sheet of `table`, cut to `layout`."""
    rows = _rows(layout)
    players = list(range(len(table.state.players))) if layout.columns > 1 else [table.player]
    lines = tuple(_line(table, layout, row, players) for row in rows)
    return SheetLines(lines, rows, layout, players[0])


def key_box(key: str) -> Box | None:
    """The box that a key jumps to."""
    return next((box for box, letter in KEYS.items() if letter == key.upper()), None)


def _rows(layout: Layout) -> tuple[Box | str, ...]:
    line = (_LINE,) if layout.ruled else ()
    lower = tuple(box for box in Box if box not in BASIC_BOXES)
    return (_HEAD, *BASIC_BOXES, _SUB, _BONUS, *line, *lower, *line, _TOTAL, *((_ODDS,) if layout.odds else ()))


def _line(table: Table, layout: Layout, row: Box | str, players: list[int]) -> Line:
    if row == _LINE:
        return (Piece("─" * (layout.sheet - 1), "line"), Piece(" ", "line"))
    if row == _HEAD and layout.columns == 1:
        return _one_head(table, layout, players[0])
    cells = [_cell(table, layout, row, player) for player in players]
    pieces = [_label(table, layout, row)]
    star = False
    for player, width, (text, kind) in zip(players, layout.each, cells, strict=True):
        cell = fit_right(text, width)
        if star:
            pieces.append(Piece(table.best_mark, "star"))
            cell = cell[1:]
        if player == table.state.mover:
            kind = "name active" if row == _HEAD else f"mover {kind}"
        pieces.append(Piece(cell, kind))
        star = row == table.best and player == table.state.mover
    pieces.append(Piece(table.best_mark if star else " ", "star"))
    return tuple(pieces)


def _one_head(table: Table, layout: Layout, player: int) -> Line:
    """The place and the name of the only player shown, who has the whole line."""
    state = table.state
    place = f"{rank(state, player)} " if len(state.players) > 1 else ""
    mark = "▸" if player == state.mover else "–" if state.away[player] else ""
    name = fit_right(mark + state.players[player], layout.sheet - 1 - len(place))
    return Piece(place, "name"), Piece(name, "name active" if player == state.mover else "name"), Piece(" ", "star")


def _label(table: Table, layout: Layout, row: Box | str) -> Piece:
    width = layout.label
    if isinstance(row, Box):
        here = row is table.box
        titles = _SHORTER.get(row, (row.title,))
        title = next((t for t in titles if len(t) <= width - 2), titles[-1])
        return Piece(fit(f"{KEYS[row]}{'▸' if here else ' '}{title}", width), "row here" if here else "row")
    if row == _HEAD:
        return Piece(" " * width, "name")
    if row == _ODDS:
        return Piece(fit(f"  {table.odds.label if table.odds else ''}", width), "sum-label")
    if row == _BONUS:
        labels = _BONUS_LABELS[-1:] if all(sheet.basic_full for sheet in table.state.sheets) else _BONUS_LABELS
        words = next((words for words in labels if len(words) <= width), labels[-1])
        return Piece(fit(words, width), "sum-label")
    return Piece(
        fit(f"  {row.upper() if row == _TOTAL else row}", width), "sum-label" if row == _SUB else "total-label"
    )


def _cell(table: Table, layout: Layout, row: Box | str, player: int) -> tuple[str, str]:
    state = table.state
    sheet = state.sheets[player]
    if row == _HEAD:
        mover = player == state.mover
        return ("▸" if mover else "–" if state.away[player] else "") + _names(state, layout)[player], "name"
    if row == _SUB:
        return (str(sheet.subtotal) if any(True for _ in sheet.filled()) else ""), "sum"
    if row == _BONUS:
        return bonus_words(
            sheet, begun=player == state.mover or any(b in BASIC_BOXES for b, _ in sheet.filled())
        ), "sum"
    if row == _TOTAL:
        return str(sheet.total), "total"
    if row == _ODDS:
        return (table.odds.cells[player] if table.odds and table.odds.cells else ""), "sum"
    assert isinstance(row, Box)
    text, kind = _box_cell(table, player, row)
    return text, "cursor" if (player, row) == (table.player, table.box) else kind


def _names(state: State, layout: Layout) -> tuple[str, ...]:
    """The names at the heads of the columns, each beside a cell for the mark of the player in turn."""
    if not layout.widths:
        return short_names(state.players, layout.column - 1)
    cut = [name if cell_len(name) < width else "" for name, width in zip(state.players, layout.widths, strict=True)]
    least = min((width - 1 for width, whole in zip(layout.widths, cut, strict=True) if not whole), default=0)
    if not least:
        return state.players
    return tuple(whole or short for whole, short in zip(cut, short_names(state.players, least), strict=True))


def _box_cell(table: Table, player: int, box: Box) -> tuple[str, str]:
    points = table.state.sheets[player][box]
    if points is None:
        choice = table.choices.get(box) if player == table.state.mover else None
        if choice is None or table.quiet:
            return "·", "empty"
        best = box is table.best
        return f"‹{choice.points}›", "best" if best else "possible" if choice.points else "nothing"
    if points == 0:
        turn = table.state.turn_in(player, box)
        forced = turn is not None and turn.forced_by is not None
        return ("!0" if forced else "0"), "scratched"
    return str(points), "taken"


def bonus_words(sheet: Sheet, *, begun: bool) -> str:
    """The bonus once it is decided; before, how far the first tier is (`↑18`) or which one is safe (`35+`).

    A section that has not `begun` lacks all of it, which is not worth a number.
    """
    if sheet.basic_full:
        return str(sheet.bonus)
    safe = next((bonus for needed, bonus in BONUS_TIERS if sheet.subtotal >= needed), 0)
    if safe:
        return f"{safe}+"
    return f"↑{BONUS_TIERS[-1][0] - sheet.subtotal}" if begun else ""


def rank(state: State, player: int) -> str:
    """The place of `player`, as `2nd of 6`."""
    place = next(standing.rank for standing in standings(state) if standing.player == player)
    return "left" if place is None else f"{ordinal(place)} of {len(state.players)}"
