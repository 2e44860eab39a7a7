"""Players' records in words and bars."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kismet.history import BoxStats, PlayerStats, Result, optimum_for
from kismet.rules import RULINGS
from tui.past.charts import Glyphs, compared, sparkline
from tui.view.names import fit

if TYPE_CHECKING:
    from kismet.history.luck import LuckRecord

NAME, BAR = 24, 24
_ROOM = 72
"""Columns that a line of the table of all players and a bar need."""
_RECENT = 40
"""Totals in a chart, the latest."""
_MANY = 20
"""From so many games on, averages of boxes need no warning: most are then known to within three points."""


def table_lines(records: Sequence[PlayerStats], width: int | None = None) -> list[str]:
    """All players, a line each, under a line of headings; with less in `width` columns than they need."""
    if width is not None and width < _ROOM:
        return _short_table(records)
    lines = [f"{'Player':<{NAME}} {'Games':>5} {'Wins':>9} {'Average':>8} {'Best':>5} {'Worst':>5} {'Kismets':>8}"]
    for record in records:
        wins = f"{_number(record.wins)} of {record.contests}"
        average = "" if record.average is None else f"{record.average:.1f}"
        best, worst = (_total(record.best), _total(record.worst))
        lines.append(
            f"{fit(record.name, NAME)} {record.games:>5} {wins:>9} {average:>8} {best:>5} {worst:>5}"
            f" {record.kismets:>8}"
        )
    return lines


def _short_table(records: Sequence[PlayerStats]) -> list[str]:
    lines = [f"{'Player':<14} {'Games':>5} {'Wins':>5} {'Av.':>5} {'Best':>5}"]
    for record in records:
        average = "" if record.average is None else f"{record.average:.0f}"
        lines.append(
            f"{fit(record.name, 14)} {record.games:>5} {_number(record.wins):>5} {average:>5} {_total(record.best):>5}"
        )
    return lines


def record_lines(
    record: PlayerStats, glyphs: Glyphs, luck: LuckRecord | None = None, width: int | None = None
) -> list[str]:
    """One player's whole record; sentences are broken at `width`, and bars left out where there is no room for them."""
    lines = [f"{record.name}: {_games(record)}."]
    if not record.complete:
        return lines
    lines += [_wins(record), _totals(record)]
    lines.append(f"Totals, oldest first: {_trend(record, glyphs)}")
    bonuses = ", ".join(f"{bonus or 'none'} {_times(count)}" for bonus, count in record.bonuses.items() if count)
    lines.append(f"Bonus: {bonuses}.")
    lines.append(
        f"Kismets {record.kismets}, of them second ones {record.second_kismets}."
        f" Zeros entered {record.zeros}, forced by others' second Kismets {record.forced}."
    )
    if luck is not None:
        lines.append(luck_line(luck))
    if record.boxes:
        bars = width is None or width >= _ROOM
        lines += ["", _boxes_heading(record, glyphs)]
        lines += [_box_line(stats, glyphs, bars=bars) for stats in record.boxes]
        if record.compared < _MANY:
            lines.append("With so few games, differences of several points may be chance.")
    if width is None:
        return lines
    # Only sentences are broken: rows of numbers are short enough, and their blanks hold them in place.
    return [part for line in lines for part in _wrapped(line, width)]


def _wrapped(line: str, width: int) -> list[str]:
    # A number stays with its percent sign.
    return textwrap.wrap(line.replace(" %", "\N{NO-BREAK SPACE}%"), width) if len(line) > width else [line]


def luck_line(luck: LuckRecord) -> str:
    """Luck and skill over all games."""
    gave = "gave" if luck.luck >= 0 else "took"
    text = f"A game: the dice {gave} {abs(luck.luck):.1f} points, {_count(luck.decisions, 'recorded choice')} cost"
    text += f" {luck.cost:.1f}" if luck.decisions else " nothing that is known"
    return text + (f", others' second Kismets took {luck.forced:.1f}." if luck.forced > 0.05 else ".")


def damaged_line(numbers: Iterable[int]) -> str:
    """Which games could not be counted."""
    shown = ", ".join(map(str, numbers))
    return f"Left out because they are damaged: {shown}." if shown else ""


def _games(record: PlayerStats) -> str:
    text = _count(record.games, "game") + " played to the end"
    if record.hinted:
        text += f" ({record.hinted} with advice shown)"
    if record.unfinished:
        text += f", {record.unfinished} not over"
    if record.left:
        text += f", {record.left} left before the end"
    return text


def _wins(record: PlayerStats) -> str:
    if not record.contests:
        return "No game against others was played to the end, so there was none to win."
    text = f"Wins: {record.won}"
    if record.shared:
        text += f" alone and {record.shared} shared, which makes {_number(record.wins)}"
    return f"{text} of {_count(record.contests, 'game')} against others, {record.wins / record.contests * 100:.0f} %."


def _totals(record: PlayerStats) -> str:
    assert record.average is not None
    assert record.best is not None
    assert record.worst is not None
    text = f"Total: average {record.average:.1f}"
    if record.spread is not None:
        text += f" ± {record.spread:.0f}"
    text += f", best {_where(record.best)}, worst {_where(record.worst)}."
    # What it averages under rules that score otherwise is not known, and nothing is said of it.
    optimum = optimum_for(RULINGS) if record.compared else None
    if optimum is None:
        return text
    which = "" if record.compared == record.games else " by the usual rules"
    return f"{text} Best play{which} averages {optimum.expected_total:.1f}, alone."


def _where(result: Result) -> str:
    return f"{result.total} (game {result.game}{', advice shown' if result.hinted else ''})"


def _trend(record: PlayerStats, glyphs: Glyphs) -> str:
    recent = record.totals[-_RECENT:]
    return f"{sparkline(recent, glyphs)} from {min(recent)} to {max(recent)}"


def _boxes_heading(record: PlayerStats, glyphs: Glyphs) -> str:
    text = f"By box, over {_count(record.compared, 'game')}: average, best play's average ({glyphs.mark}), difference."
    other = record.games - record.compared
    return text + (f" Left out: {_count(other, 'game')} under rules that score otherwise." if other else "")


def _box_line(stats: BoxStats, glyphs: Glyphs, *, bars: bool) -> str:
    if stats.average is None or stats.gap is None:
        return f"{stats.box.title:<18} never filled but by others' second Kismets"
    bar = compared(stats.average, stats.optimum, BAR, glyphs)
    zeros = f"{stats.zeros} zero{'s' if stats.zeros != 1 else ''}" if stats.zeros else ""
    numbers = f"{stats.average:>6.1f}{stats.optimum:>7.1f}{stats.gap:>+7.1f}"
    if not bars:
        return f"{stats.box.title:<18}{numbers}"
    return f"{stats.box.title:<18}{numbers}  {bar:<{BAR}} {zeros}".rstrip()


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _total(result: Result | None) -> str:
    return "" if result is None else str(result.total)
