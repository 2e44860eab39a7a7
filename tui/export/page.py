"""The score sheet as one HTML file: nothing is fetched from anywhere, and it prints on one page of A4 or Letter."""

from __future__ import annotations

from html import escape

from kismet.history import Played
from tui.export.paper import Cell, Kind, Paper, Row, paper_of
from tui.export.widths import broken, name_size

_NARROWEST, _LABEL, _PADDING = 180.0, 42.0, 2.4
"""Millimetres that the table has at least, that the boxes' names take of it, and that a column keeps empty."""
_BOLD = 1.12
"""How much wider bold letters may be than others."""
_POINT = 25.4 / 72
_NAMES, _MANY_NAMES = (10.5, 9.5, 8.5), (9.5, 8.5, 7.5)
"""Sizes that the letters of a name may have, in points: of up to four, and of more."""

# Widths are shares, so that the sheet fills whatever paper the printer has; heights fit the shorter of the two papers.
_STYLE = """
:root { color-scheme: light; --ink: #111; --soft: #5a564b; --line: #b9b3a2; --paper: #f4f1e8; --band: #e7e2d3; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--band); color: var(--ink); line-height: 1.25;
  font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", "Noto Sans", "Noto Sans CJK JP", sans-serif; }
main { width: min(100%, 210mm); margin: 0 auto; overflow-x: auto; padding: 10mm;
  background: var(--paper); min-height: 100vh; }
h1 { margin: 0; font-size: 22pt; letter-spacing: .02em; }
p { margin: 1mm 0 0; color: var(--soft); font-size: 10.5pt; overflow-wrap: anywhere; }
table { width: calc(100% - .4mm); min-width: 180mm; margin-top: 5mm; border-collapse: collapse; table-layout: fixed;
  font-variant-numeric: tabular-nums; }
col.box { width: 42mm; }
th, td { border: .3mm solid var(--line); padding: .6mm 1mm; vertical-align: middle; }
thead th { height: 12mm; overflow-wrap: anywhere; hyphens: none; vertical-align: bottom; }
tbody th { text-align: left; font-size: 10.5pt; font-weight: 600; }
tbody th small { display: block; color: var(--soft); font-size: 7.5pt; font-weight: 400; }
td { height: 9mm; text-align: center; font-size: 13pt; }
td small { display: block; color: var(--soft); font-size: 7.5pt; letter-spacing: .05em; }
tr.sum > *, tr.place > * { background: var(--band); }
tr.sum td, tr.place td { height: 8mm; font-size: 11.5pt; }
tr.total > * { border-top: .8mm solid var(--ink); border-bottom: .8mm solid var(--ink); background: var(--band);
  font-size: 15pt; font-weight: 700; }
tbody.second tr:first-child > * { border-top: .8mm solid var(--ink); }
footer { margin-top: 4mm; }
footer p { font-size: 9pt; }
@page { margin: 12mm; }
@media print {
  body, main { background: none; }
  main { width: 100%; padding: 0; min-height: 0; overflow: visible; }
  table { min-width: 0; }
  tr, footer { break-inside: avoid; }
  tr.sum > *, tr.place > *, tr.total > * { background: none; }
}
"""


def as_html(played: Played) -> str:
    """The sheet as a page of its own."""
    paper = paper_of(played)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{escape(paper.title)}: {escape(', '.join(paper.players))}</title>",
            f"<style>{_STYLE}</style></head>",
            "<body><main>",
            f"<h1>{escape(paper.title)}</h1>",
            f"<p>{escape(paper.subtitle)}</p>",
            *_table(paper),
            *_notes(paper),
            "</main></body>",
            "</html>",
            "",
        ]
    )


def _table(paper: Paper) -> list[str]:
    heads = "".join(_head(name, len(paper.players)) for name in paper.players)
    return [
        f'<table><colgroup><col class="box"><col span="{len(paper.players)}"></colgroup>',
        f"<thead><tr><td></td>{heads}</tr></thead>",
        '<tbody class="first">',
        *map(_row, paper.first),
        '</tbody><tbody class="second">',
        *map(_row, paper.second),
        "</tbody></table>",
    ]


def _head(name: str, columns: int) -> str:
    """A name above its column, in letters in which no word of it need be broken; if there are none, in even parts."""
    width = ((_NARROWEST - _LABEL) / columns - _PADDING) / _BOLD
    sizes = {points * _POINT: points for points in (_NAMES if columns < 5 else _MANY_NAMES)}
    points = sizes[name_size(name, width, tuple(sizes))]
    words = ("<wbr>".join(map(escape, broken(word, width, points * _POINT))) for word in name.split(" "))
    return f'<th scope="col" style="font-size: {points:g}pt">{" ".join(words)}</th>'


def _row(row: Row) -> str:
    hint = f"<small>{escape(row.hint)}</small>" if row.hint else ""
    kind = "" if row.kind is Kind.BOX else f' class="{row.kind}"'
    cells = "".join(map(_cell, row.cells))
    return f'<tr{kind}><th scope="row">{escape(row.title)}{hint}</th>{cells}</tr>'


def _cell(cell: Cell) -> str:
    dice = f"<small>{escape(cell.dice)}</small>" if cell.dice else ""
    return f"<td>{escape(cell.text)}{dice}</td>"


def _notes(paper: Paper) -> list[str]:
    return ["<footer>", *(f"<p>{escape(note)}</p>" for note in paper.notes), "</footer>"] if paper.notes else []
