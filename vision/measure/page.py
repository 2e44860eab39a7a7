"""One HTML file with the figures, the reliability curve and pictures of what went wrong; it fetches nothing."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from vision.measure.faults import Fault, Kind, kinds
from vision.measure.meanings import MEANINGS, SHARED
from vision.measure.reliability import Bin, Curve, height
from vision.measure.score import Figures
from vision.measure.words import HEADS, bin_name, cells, share

MOST = 60
"""Pictures shown of each kind."""

_STYLE = """
:root { color-scheme: light; --ink: #111; --soft: #5a564b; --line: #b9b3a2; --paper: #f4f1e8; --band: #e7e2d3; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--band); color: var(--ink); line-height: 1.4;
  font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", "Noto Sans", sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 2rem; background: var(--paper); min-height: 100vh; }
h1 { margin: 0; } h2 { margin: 2.2rem 0 .4rem; } p { margin: .3rem 0; color: var(--soft); overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th:first-child { text-align: left; } tr.all > * { background: var(--band); font-weight: 700; }
.shown { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 360px), 1fr)); gap: 1.2rem; }
figure { margin: 0; } figure img { width: 100%; height: auto; display: block; border: 1px solid var(--line); }
figcaption { font-size: .92rem; margin-top: .3rem; overflow-wrap: anywhere; }
figcaption small { display: block; color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .7rem 0; }
dt { font-weight: 700; } dd { margin: 0; color: var(--soft); }
svg { max-width: 100%; height: auto; background: #fff; border: 1px solid var(--line); }
svg text { font-size: 13px; fill: var(--ink); }
"""
_MEANINGS = {
    Kind.WRONG_NUMBER: "The die was found, its number was not.",
    Kind.MISSED: "A die that lies there was not seen.",
    Kind.FALSE: "A die was seen where none lies.",
    Kind.WRONG_COLOUR: "The number is right, the colour of the pips is not.",
    Kind.NOT_ANSWERED: "The reader called itself unsure of a picture in which everything can be read.",
}
_STOOD_BY = "The reader stood by this reading, without a word of doubt."
_RIGHTLY_UNSURE = "It said unsure, as it should: a die here is cocked or hidden."


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One picture of what went wrong."""

    name: str
    faults: tuple[Fault, ...]
    answered: bool
    """Whether the reader stood by it, which is worse."""
    jpeg: bytes


def page(
    title: str, words: str, groups: Mapping[str, Figures], total: Figures, curve: Curve, exhibits: Sequence[Exhibit]
) -> str:
    """The whole page.

    Args:
        title: what was measured.
        words: a sentence on how.
        groups: figures by name.
        total: the figures of all pictures.
        curve: stated confidence against the truth.
        exhibits: what went wrong; each is shown under the gravest of its faults.
    """
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            (
                '<meta http-equiv="Content-Security-Policy" '
                "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
            ),
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style></head>",
            "<body><main>",
            f"<h1>{escape(title)}</h1>",
            f"<p>{escape(words)}</p>",
            "<h2>Figures</h2>",
            *_figures(groups, total),
            "<h2>Does the stated confidence hold?</h2>",
            *_reliability(curve),
            *(line for kind in Kind for line in _section(kind, exhibits)),
            *([] if exhibits else ["<h2>Nothing went wrong</h2>"]),
            "</main></body>",
            "</html>",
            "",
        ]
    )


def _figures(groups: Mapping[str, Figures], total: Figures) -> list[str]:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in HEADS)
    rows = [
        f'<tr{kind}><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(c)}</td>" for c in cells(one))}</tr>'
        for name, one, kind in [*((n, f, "") for n, f in groups.items()), ("ALL", total, ' class="all"')]
    ]
    return [
        '<div class="wide"><table>',
        f"<thead><tr><td></td>{heads}</tr></thead>",
        "<tbody>",
        *rows,
        "</tbody></table></div>",
        "<dl>",
        *(f"<dt>{head}</dt><dd>{escape(meaning)}</dd>" for head, meaning in MEANINGS.items()),
        "</dl>",
        f"<p>{SHARED[0].upper()}{SHARED[1:]}: {total.clear} of {total.pictures} here.</p>",
    ]


def _reliability(curve: Curve) -> list[str]:
    if not curve.bins:
        return ["<p>No die was read.</p>"]
    rows = [
        f'<tr><th scope="row">{bin_name(one)}</th><td>{one.dice}</td><td>{share(one.stated)}</td>'
        f"<td>{share(one.share)}</td><td>{share(one.range[0])} to {share(one.range[1])}</td></tr>"
        for one in curve.bins
    ]
    return [
        _drawn(curve),
        '<div class="wide"><table>',
        (
            '<thead><tr><th scope="col">confidence</th><th scope="col">dice</th><th scope="col">stated</th>'
            '<th scope="col">right</th><th scope="col">95 times of 100 the truth is in</th></tr></thead>'
        ),
        "<tbody>",
        *rows,
        "</tbody></table></div>",
        f"<p>On average a stated confidence is off by {share(curve.error)}.</p>",
    ]


def _drawn(curve: Curve) -> str:
    """The curve: stated to the right, true upwards, each further nine as far again."""
    side, edge = 320, 60

    def x(value: float) -> float:
        return edge + side * height(value)

    def y(value: float) -> float:
        return 12 + side * (1 - height(value))

    marks = []
    for value, word in ((0.5, "50 %"), (0.9, "90 %"), (0.97, "97 %"), (0.99, "99 %"), (0.999, "99.9 %")):
        marks += [
            f'<line x1="{x(value):.1f}" y1="{y(0)}" x2="{x(value):.1f}" y2="{y(1)}" stroke="#ddd"/>',
            f'<line x1="{x(0)}" y1="{y(value):.1f}" x2="{x(1)}" y2="{y(value):.1f}" stroke="#ddd"/>',
            f'<text x="{x(value):.1f}" y="{y(0) + 18}" text-anchor="middle">{word}</text>',
            f'<text x="{edge - 4}" y="{y(value) + 4:.1f}" text-anchor="end">{word}</text>',
        ]
    dots = [_dot(one, x(one.stated), y) for one in curve.bins]
    return (
        f'<svg viewBox="0 0 {side + edge + 40} {side + 56}" width="{side + edge + 40}" role="img" '
        'aria-label="Stated confidence to the right, share that was right upwards; the table below has the numbers">'
        + "".join(marks)
        + f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="#5a564b" stroke-dasharray="5 4"/>'
        + "".join(dots)
        + f'<text x="{x(1)}" y="{y(0) + 36}" text-anchor="end">stated →</text>'
        + f'<text x="{edge + 6}" y="26">↑ right</text></svg>'
    )


def _dot(one: Bin, x: float, y: Callable[[float], float]) -> str:
    low, high = one.range
    size = min(9.0, 3.0 + one.dice**0.3)
    return (
        f'<line x1="{x:.1f}" y1="{y(low):.1f}" x2="{x:.1f}" y2="{y(high):.1f}" stroke="#111" stroke-width="2"/>'
        f'<circle cx="{x:.1f}" cy="{y(one.share):.1f}" r="{size:.1f}" fill="#1f5fa8" stroke="#fff">'
        f"<title>{bin_name(one)}: {one.right} of {one.dice} right</title></circle>"
    )


def _section(kind: Kind, exhibits: Sequence[Exhibit]) -> list[str]:
    """The pictures whose gravest fault is of this kind, those that were answered first."""
    with_it = sum(kind in kinds(one.faults) for one in exhibits)
    if not with_it:
        return []
    here = sorted((one for one in exhibits if kinds(one.faults)[0] is kind), key=lambda one: not one.answered)
    above = with_it - len(here)
    also = f" {above} {'is' if above == 1 else 'are'} shown above, for something graver." if above else ""
    left = f" The first {MOST} are shown." if len(here) > MOST else ""
    return [
        f"<h2>{kind.capitalize()}: {with_it} {'picture' if with_it == 1 else 'pictures'}</h2>",
        f"<p>{_MEANINGS[kind]}{left}{also}</p>",
        '<div class="shown">',
        *map(_figure, here[:MOST]),
        "</div>",
    ]


def _figure(one: Exhibit) -> str:
    picture = (
        f'<img alt="{escape(one.name)}" src="data:image/jpeg;base64,{base64.b64encode(one.jpeg).decode()}">'
        if one.jpeg
        else ""
    )
    unsure = "" if Kind.NOT_ANSWERED in kinds(one.faults) else f"<small>{_RIGHTLY_UNSURE}</small>"
    said = f"<small><b>{_STOOD_BY}</b></small>" if one.answered else unsure
    # What the reader itself doubts can be long, and is said more quietly.
    told = "".join(
        f"<small>{escape(fault.words)}</small>" if fault.kind is Kind.NOT_ANSWERED else f"<br>{escape(fault.words)}"
        for fault in one.faults
    )
    return f"<figure>{picture}<figcaption><b>{escape(one.name)}</b>{told}{said}</figcaption></figure>"
