"""Figures and reliability as lines of text, for a terminal of 80 columns, without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vision.measure.reliability import Bin, Curve, height
from vision.measure.score import Figures

HEADS = ("pics", "exact", "answer", "silent", "die", "found", "false", "colour", "careful", "ms")
_WIDTHS = (6, 6, 7, 7, 6, 6, 6, 7, 8, 6)
_NAME, _BAR = 15, 26


def table(groups: Mapping[str, Figures], total: Figures) -> list[str]:
    """A line for each group and one for all, under heads; shares in percent."""
    lines = [f"{'shares in %':{_NAME}}" + _row(HEADS)]
    for name, figures in (*groups.items(), ("ALL", total)):
        short = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
        lines.append(f"{short:{_NAME}}" + _row([cell.removesuffix(" %") for cell in cells(figures)]))
    return lines


def _row(row: Sequence[str]) -> str:
    return "".join(f"{cell:>{width}}" for cell, width in zip(row, _WIDTHS, strict=True))


def cells(figures: Figures) -> list[str]:
    """The figures in the order of `HEADS`."""
    shares = [figures.exact, figures.answered, figures.silent, figures.die, figures.found]
    return [
        str(figures.pictures),
        *map(share, shares),
        "–" if figures.false is None else f"{figures.false:.2f}",
        share(figures.colour),
        share(figures.careful),
        "–" if figures.ms is None else f"{figures.ms:.{1 if figures.ms < 100 else 0}f}",
    ]


def share(value: float | None) -> str:
    """A share in percent; a dash where there is none."""
    return "–" if value is None else f"{100 * value:.1f} %"


def curve_lines(curve: Curve) -> list[str]:
    """The reliability curve, drawn: a bar to the share that was right, a line where it should end; in percent."""
    if not curve.bins:
        return ["No die was read, so nothing can be said about its confidence."]
    scale = [" "] * _BAR
    for mark, at in (("0", 0.0), ("90", 0.9), ("99", 0.99)):
        place = _column(at)
        scale[place : place + len(mark)] = mark
    lines = [f"{'confidence':>10}{'dice':>7}{'stated':>8}{'right':>7}  {''.join(scale)}  truth is in"]
    lines += [_curve_line(one) for one in curve.bins]
    lines.append("█ right   ┃ stated   ─ where the truth may lie (95 %)   ! does not fit")
    return lines


def bin_name(one: Bin) -> str:
    """The bin's borders in percent."""
    return f"{100 * one.low:g}–{100 * one.high:g} %"


def _curve_line(one: Bin) -> str:
    low, high = one.range
    first, last, end = _column(low), _column(high), _column(one.share)
    bar = ["█" if at <= end and one.right else "·" for at in range(_BAR)]
    for at in range(max(end + 1, first), last + 1):
        bar[at] = "─"
    bar[_column(one.stated)] = "┃"
    mark = " " if one.honest else "!"
    name = bin_name(one).removesuffix(" %")
    numbers = f"{name:>10}{one.dice:>7}{100 * one.stated:>8.1f}{100 * one.share:>7.1f}"
    return f"{numbers}{mark} {''.join(bar)}  {100 * low:.1f}–{100 * high:.1f}"


def _column(value: float) -> int:
    return min(_BAR - 1, round(height(value) * (_BAR - 1)))
