"""The score sheet as one SVG picture, in millimetres, of a size that A4 and Letter both hold within usual margins.

A picture has no line breaks of its own and cannot ask how wide a font is. So names are broken here by the widths that
letters have in common fonts, and a line that could still be too wide is told its length, to which it is then squeezed.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from kismet.history import Played
from tui.export.paper import Kind, Paper, Row, paper_of
from tui.export.widths import broken, measured, name_size

WIDTH, LABEL, TOP = 186.0, 42.0, 20.0
_EDGE = 6.0
"""Of empty paper on every side; the printer's own edge comes on top of it."""
_PRINTED = 190.0
"""Millimetres on paper: A4 less a centimetre on both sides, and less than Letter."""
_STYLE = """
svg { display: block; margin: auto; }
@page { margin: 10mm; }
@media print { .paper { fill: none; } }
"""
"""As browsers print it: in the middle, with the same white on both sides, and without ink for the paper."""
_HEAD, _BOX, _SUM = 14.0, 9.4, 8.0
_FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'Noto Sans CJK JP', sans-serif"
_INK, _SOFT, _LINE, _PAPER, _BAND = "#111111", "#5a564b", "#b9b3a2", "#f4f1e8", "#e7e2d3"
_NAMES = (3.3, 2.9, 2.5, 2.2)
"""Heights that the letters of a name may have; three lines of them fit into the head."""


def as_svg(played: Played) -> str:
    """The sheet as a picture."""
    paper = paper_of(played)
    rows = [*paper.first, *paper.second]
    table = TOP + _HEAD + sum(map(_height, rows))
    lines = [line for note in paper.notes for line in broken(note, WIDTH - 2, 3.1)]
    height = table + 3 + 4.4 * len(lines) + 1
    body = [*_heading(paper), *_grid(paper, rows), *_texts(paper, rows), *_notes(lines, table)]
    full = WIDTH + 2 * _EDGE, height + 2 * _EDGE
    view = f"{-_EDGE:g} {-_EDGE:g} {full[0]:g} {full[1]:.1f}"
    printed = _PRINTED / full[0]
    size = f'width="{_PRINTED:g}mm" height="{full[1] * printed:.1f}mm" viewBox="{view}"'
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{_FONT}" fill="{_INK}">',
            f"<title>{escape(paper.title)}: {escape(', '.join(paper.players))}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="paper" x="{-_EDGE:g}" y="{-_EDGE:g}" width="100%" height="100%" fill="{_PAPER}"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _height(row: Row) -> float:
    return _BOX if row.kind is Kind.BOX or row.hint else _SUM


def _columns(paper: Paper) -> Iterator[tuple[float, float]]:
    """By player, where the column begins and how wide it is."""
    width = (WIDTH - LABEL) / len(paper.players)
    return ((LABEL + width * player, width) for player in range(len(paper.players)))


def _heading(paper: Paper) -> Iterator[str]:
    yield _text(1, 8.5, 7.5, paper.title, bold=True)
    # Six long names share a win: then two lines are needed, and there is room for them.
    for number, line in enumerate(broken(paper.subtitle, WIDTH - 2, 3.6, 2)):
        yield _text(1, 13.5 + 4.2 * number, 3.6, line, fill=_SOFT, room=WIDTH - 2)


def _grid(paper: Paper, rows: list[Row]) -> Iterator[str]:
    y = TOP + _HEAD
    light: list[str] = [_rule(0, TOP, WIDTH, TOP)]
    heavy: list[str] = []
    for number, row in enumerate(rows):
        if row.kind is not Kind.BOX:
            yield f'<rect y="{y:.2f}" width="{WIDTH:g}" height="{_height(row):g}" fill="{_BAND}"/>'
        ends_part = number in (0, len(paper.first)) or Kind.TOTAL in (row.kind, rows[number - 1].kind)
        (heavy if ends_part else light).append(_rule(0, y, WIDTH, y, heavy=ends_part))
        y += _height(row)
    light.append(_rule(0, y, WIDTH, y))
    light += [_rule(x, TOP, x, y) for x, _ in _columns(paper)]
    yield from light
    yield from heavy


def _texts(paper: Paper, rows: list[Row]) -> Iterator[str]:
    for (x, width), name in zip(_columns(paper), paper.players, strict=True):
        size = name_size(name, width - 1.6, _NAMES)
        lines = broken(name, width - 1.6, size, 3)
        for number, line in enumerate(lines):
            y = TOP + _HEAD - 2 - 3.9 * (len(lines) - 1 - number)
            yield _text(x + width / 2, y, size, line, bold=True, middle=True, room=width - 1.2)
    y = TOP + _HEAD
    for row in rows:
        yield from _row(paper, row, y)
        y += _height(row)


def _row(paper: Paper, row: Row, y: float) -> Iterator[str]:
    middle = y + _height(row) / 2
    total = row.kind is Kind.TOTAL
    yield _text(1.5, middle + (1.3 if not row.hint else -0.3), 5 if total else 3.7, row.title, bold=True)
    if row.hint:
        yield _text(1.5, middle + 3.2, 2.6, row.hint, fill=_SOFT, room=LABEL - 3)
    size = {Kind.BOX: 4.6, Kind.SUM: 4.0, Kind.TOTAL: 5.4, Kind.PLACE: 3.6}[row.kind]
    for (x, width), cell in zip(_columns(paper), row.cells, strict=True):
        at = x + width / 2
        if cell.text:
            lifted = middle + (0.4 if cell.dice else size * 0.36)
            yield _text(at, lifted, size, cell.text, bold=total, middle=True, room=width - 1.2)
        if cell.dice:
            yield _text(at, middle + 3.7, 2.6, cell.dice, fill=_SOFT, middle=True)


def _notes(lines: list[str], table: float) -> Iterator[str]:
    return (_text(1, table + 5 + 4.4 * number, 3.1, line, fill=_SOFT) for number, line in enumerate(lines))


def _rule(x1: float, y1: float, x2: float, y2: float, *, heavy: bool = False) -> str:
    colour, width = (_INK, 0.6) if heavy else (_LINE, 0.25)
    return f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" stroke-width="{width:g}"/>'


def _text(
    x: float,
    y: float,
    size: float,
    text: str,
    *,
    fill: str = "",
    bold: bool = False,
    middle: bool = False,
    room: float | None = None,
) -> str:
    more = f' fill="{fill}"' if fill else ""
    more += ' font-weight="bold"' if bold else ""
    more += ' text-anchor="middle"' if middle else ""
    if room is not None and measured(text, size) > room:
        more += f' textLength="{room:.2f}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}"{more}>{escape(text)}</text>'
