"""The end of a game in words: places, shared wins, each player's best turns."""

from __future__ import annotations

from textual.content import Content

from kismet.game import State, standings
from tui.view.names import fit
from tui.view.race import race_lines, race_title
from tui.view.title import winners_words

_BEST = 3
"""Turns shown of each player."""


def ending_content(state: State, *, chart: bool) -> Content:
    """The standings, with the best turns under each name; with `chart`, which needs 64 columns, the race as well."""
    width = max(len(name) for name in state.players)
    parts: list[str | tuple[str, str]] = [(f"{winners_words(state)}.", "bold"), "\n"]
    for place in standings(state):
        sheet = state.sheets[place.player]
        bonus = f" with bonus {sheet.bonus}" if sheet.bonus else ""
        rank = "left" if place.rank is None else f"{place.rank}."
        parts += ["\n", (f"{rank} {fit(place.name, width)} {place.total:>4}", "bold"), bonus]
        turns = sorted(
            (turn for turn in state.turns if turn.player == place.player and turn.points), key=lambda t: -t.points
        )
        best = ", ".join(f"{turn.box.title} {turn.points}" for turn in turns[:_BEST])
        parts += [f"\n   best: {best or 'nothing'}"]
    if chart and (lines := race_lines(state)):
        parts += ["\n\n", (race_title(lines), "bold"), "\n", "\n".join(lines)]
    return Content.assemble(*parts)
