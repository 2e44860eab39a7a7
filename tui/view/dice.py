"""The five dice in lines of text, in three sizes, with what is held, typed or doubtful.

A held die has a heavy border and the word "keep"; a doubtful one a question mark; where the next digit goes, the
cursor stands. The number is always written; the pips themselves have the shape that stands for their colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from kismet.dice import COUNT
from tui.view.layout import DiceForm
from tui.view.marks import PIPS, mark
from tui.view.pieces import Line, Piece
from tui.view.table import Table

_WIDTH = {DiceForm.BIG: 9, DiceForm.ROW: 5}
HEIGHT = {DiceForm.BIG: 6, DiceForm.ROW: 4, DiceForm.LIST: 5}
KINDS = (
    "border", "held", "offered", "black", "red", "green", "blue", "doubt", "cursor", "vacant", "place", "keep", "gap",
)  # fmt: skip
"""The styles dice are painted with; several at once are parted by spaces."""
_LIGHT, _HEAVY = tuple("┌─┐│└┘"), tuple("┏━┓┃┗┛")
"""Corner, edge, corner, side, corner, corner."""


@dataclass(frozen=True, slots=True)
class _Die:
    place: int
    value: int | None
    held: bool
    doubtful: bool
    cursor: bool
    faint: bool
    """Read by the camera and not accepted yet."""
    blue: bool
    advised: bool
    """Advice would keep it."""

    @property
    def face(self) -> str:
        """Three cells: number, shape, letter."""
        if self.value is None:
            return " _ " if self.cursor else " · "
        shown = mark(self.value, blue=self.blue)
        return f"{self.value}?{shown.shape}" if self.doubtful else f"{self.value}{shown.shape}{shown.letter}"

    @property
    def kind(self) -> str:
        """The style of its number and pips."""
        if self.cursor:
            return "cursor"
        if self.value is None:
            return "vacant"
        name = mark(self.value, blue=self.blue).name
        return f"{name} doubt" if self.doubtful else name

    @property
    def border(self) -> str:
        """The style of its border."""
        return "held" if self.held else "offered" if self.faint else "border"

    def note(self, width: int) -> Piece:
        """What stands under it: its place, or that it is kept."""
        words = "keep" if self.held else str(self.place + 1)
        return Piece(f"{words}{'★' if self.advised else ''}".center(width), "keep" if self.held else "place")


def dice_lines(table: Table, form: DiceForm, *, blue: bool = False) -> tuple[Line, ...]:
    """The dice that lie there, are being typed, or are offered by the camera."""
    dice = _dice(table, blue)
    if form is DiceForm.LIST:
        return tuple(_listed(die) for die in dice)
    draw = _big if form is DiceForm.BIG else _small
    blocks = [draw(die) for die in dice]
    gap = Piece(" ", "gap")
    return tuple(tuple(piece for block in blocks for piece in (*block[row], gap))[:-1] for row in range(HEIGHT[form]))


def die_at(form: DiceForm, x: int, y: int) -> int | None:
    """The place of the die drawn at a cell; `None` between them."""
    if form is DiceForm.LIST:
        return y if 0 <= y < COUNT else None
    place, inside = divmod(x, _WIDTH[form] + 1)
    return place if place < COUNT and inside < _WIDTH[form] and 0 <= y < HEIGHT[form] else None


def _dice(table: Table, blue: bool) -> list[_Die]:
    entry, offer = table.entry, table.offer
    values: tuple[int | None, ...] = (None,) * COUNT
    held, doubts = table.held, frozenset[int]()
    if entry is not None:
        values, doubts = entry.slots, entry.doubts
        held = entry.lying | entry.held
    elif offer is not None:
        values = (*offer.values[:COUNT], *values)[:COUNT]
        held, doubts = offer.kept_after(table.state.rolls), offer.doubts
    elif table.state.dice is not None:
        values = table.state.dice.values
    return [
        _Die(
            place,
            value,
            held=place in held,
            doubtful=place in doubts,
            cursor=entry is not None and entry.at == place,
            faint=entry is None and offer is not None,
            blue=blue,
            advised=entry is None and place in table.advised,
        )
        for place, value in enumerate(values)
    ]


def _small(die: _Die) -> list[Line]:
    a, b, c, d, e, f = _HEAVY if die.held else _LIGHT
    edge = die.border
    return [
        (Piece(a + b * 3 + c, edge),),
        (Piece(d, edge), Piece(die.face, die.kind), Piece(d, edge)),
        (Piece(e + b * 3 + f, edge),),
        (die.note(5),),
    ]


def _big(die: _Die) -> list[Line]:
    a, b, c, d, e, f = _HEAVY if die.held else _LIGHT
    edge = die.border
    shape = mark(die.value, blue=die.blue).shape if die.value else " "
    rows = PIPS[die.value] if die.value else ("   ", " _ " if die.cursor else " · ", "   ")
    pips = [(Piece(d, edge), Piece(f" {' '.join(row)} ".replace("#", shape), die.kind), Piece(d, edge)) for row in rows]
    foot = (
        (Piece(e + b * 2, edge), Piece(die.face, die.kind), Piece(b * 2 + f, edge))
        if die.value
        else (Piece(e + b * 7 + f, edge),)
    )
    return [(Piece(a + b * 7 + c, edge),), *pips, foot, (die.note(9),)]


def _listed(die: _Die) -> Line:
    side = _HEAVY[3] if die.held else _LIGHT[3]
    return (
        Piece(f"{die.place + 1} ", "place"),
        Piece(side, die.border),
        Piece(die.face, die.kind),
        Piece(side, die.border),
        Piece(f" {'keep' if die.held else ''}{'★' if die.advised else ''}".ljust(6), "keep"),
    )
