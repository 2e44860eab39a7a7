"""The list of saved games, and one game with its sheets and its turns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from datetime import datetime

from kismet.boxes import BASIC_BOXES, Box
from kismet.game import State, Undone, standings
from kismet.game.standings import winners
from kismet.history import Played, race, replay, rolls_words
from kismet.journal import Saved
from kismet.rules import Rules
from tui.past.charts import Glyphs, sparkline
from tui.view.names import fit, fit_right, ordinal, short_names

LABEL, COLUMN = 19, 9
"""Widths of a printed sheet: six players fit into 80 columns."""

LIST_HEAD = "  No  last played       state     players"


def day_words(when: datetime) -> str:
    """Day and time by the clock of this machine."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


def game_lines(saved: Saved, played: Played | None, width: int | None) -> list[str]:
    """A game in the list: its number, when, how far, who with how much, the best first.

    Args:
        saved: its summary.
        played: the game itself; `None` if it is damaged.
        width: where lines are broken; `None` for nowhere.
    """
    far = "damaged" if played is None else "over" if saved.over else f"round {saved.round}"
    head = f"{saved.id:>4}  {day_words(saved.updated)}  {far:<8}  "
    if played is None:
        text = ", ".join(saved.players)
    else:
        text = ", ".join(
            f"{place.name} {place.total}" + (" (left)" if place.rank is None else "")
            for place in standings(played.game.state)
        )
    if saved.hinted:
        text += "; advice shown"
    if width is None:
        return [head + text]
    return textwrap.wrap(
        text, max(width, len(head) + 20), initial_indent=head, subsequent_indent=" " * len(head), break_long_words=False
    )


def heading_lines(played: Played) -> list[str]:
    """What is to be known of a game before its sheets."""
    saved, state = played.saved, played.game.state
    far = f"over: {winner_words(state)}" if state.over else f"round {state.round}, {state.player} is to play"
    lines = [f"Game {saved.id}, {day_words(saved.started)}, {far}."]
    if played.game.hinted:
        lines.append("Advice was shown in this game.")
    if options := options_words(state.rules):
        lines.append(f"Options: {options}.")
    return lines


def options_words(rules: Rules) -> str:
    """The options that differ from the rulings, as a rule file has them; empty if none does."""
    return ", ".join(f"{name} = {_plain(value)}" for name, value in rules.changed().items())


def winner_words(state: State) -> str:
    """Who won a game that is over."""
    won = winners(state)
    if not won:
        return "everybody left"
    if len(state.players) == 1:
        return f"{won[0]} has {state.totals[0]}"
    return f"{won[0]} wins" if len(won) == 1 else f"{', '.join(won[:-1])} and {won[-1]} share the win"


def sheet_lines(state: State, glyphs: Glyphs) -> list[str]:
    """The sheets of all players side by side, with their places, and a word on the marks that occur."""
    names = short_names(state.players, COLUMN - 1)
    ranks = {place.player: place.rank for place in standings(state)}
    rows: list[tuple[str, Sequence[str]]] = [("", names)]
    rows += [(box.title, [_cell(state, player, box, glyphs) for player in range(len(names))]) for box in BASIC_BOXES]
    rows.append(("  basic section", [str(sheet.subtotal) for sheet in state.sheets]))
    rows.append(("  bonus", [str(sheet.bonus) if sheet.basic_full else "" for sheet in state.sheets]))
    rows += [
        (box.title, [_cell(state, player, box, glyphs) for player in range(len(names))])
        for box in Box
        if box not in BASIC_BOXES
    ]
    rows.append(("TOTAL", [str(total) for total in state.totals]))
    rows.append(("place", [_place(ranks[player]) for player in range(len(names))]))
    lines = [fit(title, LABEL) + "".join(fit_right(cell, COLUMN) for cell in cells) for title, cells in rows]
    lines += _legend(state, names)
    return [line.rstrip() for line in lines]


def race_lines(state: State, glyphs: Glyphs) -> list[str]:
    """How each player's total grew, box by box, all to the same scale."""
    lines = race(state)
    top = max((total for line in lines for total in line), default=0)
    names = short_names(state.players, LABEL - 1)
    return [
        f"{fit(name, LABEL)}{sparkline(line, glyphs, low=0, high=top)} {line[-1] if line else 0}"
        for name, line in zip(names, lines, strict=True)
    ]


def turn_lines(played: Played) -> list[str]:
    """The game turn by turn, each entry with its rolls and the total after it."""
    lines: list[str] = []
    shown = 0
    for moment in replay(played.game):
        if moment.round != shown and moment.rolls:
            shown = moment.round
            lines.append(f"Round {shown}")
        total = "" if moment.player is None else f" Total {moment.state.totals[moment.player]}."
        lines.append(f"  {moment.words}.{total}")
        if moment.rolls:
            lines.append(f"      {'; '.join(moment.rolls)}")
    state = played.game.state
    if state.rolls and not state.over:
        lines.append(f"  {state.player}: nothing entered yet, the turn is not finished.")
        lines.append(f"      {'; '.join(rolls_words(state.rolls))}")
    if any(isinstance(event, Undone) for event in played.game.log):
        lines.append("  Some moves were taken back; the JSON export has all of them.")
    return lines


def _cell(state: State, player: int, box: Box, glyphs: Glyphs) -> str:
    points = state.sheets[player][box]
    if points is None:
        return glyphs.vacant
    turn = state.turn_in(player, box)
    return f"!{points}" if turn is not None and turn.forced_by is not None else str(points)


def _place(rank: int | None) -> str:
    return "left" if rank is None else ordinal(rank)


def _legend(state: State, names: Sequence[str]) -> list[str]:
    lines = []
    if any(turn.forced_by is not None for turn in state.turns):
        lines.append("!0: a zero that was the price of another player's second Kismet (rule R15).")
    short = [(name, full) for name, full in zip(names, state.players, strict=True) if name != full]
    if short:
        lines.append("Names: " + ", ".join(f"{name} is {full}" for name, full in short) + ".")
    return ["", *lines] if lines else []


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
