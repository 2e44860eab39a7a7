"""Luck and skill of saved games: the solved table is looked for, or solved, and each game is held against it.

Everything heavy is imported when it is needed. A screen that has a solver running should hand its table over; where
there is none, `table_for` takes a second or more and is meant for the background.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from kismet.game import State
from kismet.history.search import Played
from kismet.rules import Rules

if TYPE_CHECKING:
    from kismet.advice.table import Table
    from kismet.luck import PlayerLuck


@dataclass(frozen=True, slots=True)
class LuckRecord:
    """Luck and cost of choices of one player, averaged over the games played to the end."""

    name: str
    games: int
    luck: float
    """Points that the dice gave above expectation, a game; choices that nobody recorded are in here."""
    cost: float
    """Points that the recorded choices cost, a game."""
    forced: float
    """Points that others' second Kismets took, a game."""
    decisions: int
    """Recorded choices in all: what `cost` rests on."""


def table_for(rules: Rules, folder: Path | None = None, stop: Callable[[], bool] = lambda: False) -> Table:
    """The solved table for `rules`, from the cache in `folder` or solved now and kept there.

    Raises:
        Stopped: from `kismet.advice.solve`, when `stop` says so.
    """
    from kismet.advice.cache import load_table, save_table
    from kismet.advice.card import card_for
    from kismet.advice.solve import solve

    card = card_for(rules)
    table = load_table(folder, card) if folder else None
    if table is None:
        table = solve(card, stop=stop)
        if folder:
            save_table(folder, table)
    return table


def luck_of(
    state: State, folder: Path | None = None, *, table: Table | None = None, stop: Callable[[], bool] = lambda: False
) -> tuple[PlayerLuck, ...]:
    """Luck and cost of every player of a game, over or not; see `kismet.luck.game_luck`.

    Args:
        state: the game as it stands.
        folder: where solved tables are kept.
        table: the whole table under the game's rules, if the caller has it.
        stop: ends the solving early.

    Raises:
        Stopped: from `kismet.advice.solve`, when `stop` says so.
    """
    from kismet.luck import game_luck

    return game_luck(table or table_for(state.rules, folder, stop), state)


def luck_records(
    games: Iterable[Played], folder: Path | None = None, stop: Callable[[], bool] = lambda: False
) -> Mapping[str, LuckRecord]:
    """By player, the name in small letters: luck and cost over all games played to the end.

    A six-player game takes a fraction of a second; `stop` is asked before each, and ends the work early with what there
    is so far.
    """
    from kismet.advice.solve import Stopped

    found: dict[str, list[PlayerLuck]] = {}
    tables: dict[Rules, Table] = {}
    for played in games:
        state = played.game.state
        if not state.over:
            continue
        if stop():
            break
        try:
            table = tables.get(state.rules) or tables.setdefault(state.rules, table_for(state.rules, folder, stop))
        except Stopped:
            break
        for player, gone in zip(luck_of(state, table=table), state.away, strict=True):
            if not gone:
                found.setdefault(player.name.casefold(), []).append(player)
    return {key: _record(players) for key, players in found.items()}


def luck_words(player: PlayerLuck, *, over: bool) -> str:
    """Luck and skill of one player in a sentence or two, as `Ann: the dice gave 21.3 points, choices cost 8.0.`."""
    from kismet.luck import in_words

    gave = "gave" if player.luck >= 0 else "took"
    text = f"{player.name}: the dice {gave} {abs(player.luck):.1f} points, choices cost {max(0.0, player.cost):.1f}"
    if player.forced > 0.05:
        text += f", second Kismets of others took {player.forced:.1f}"
    text += ". " if over else f"; {player.expected:.0f} to be expected. "
    decisions = sum(len(turn.decisions) for turn in player.turns)
    worst = player.costliest
    if worst is not None:
        which = {1: "The one recorded choice", 2: "The costlier of two choices"}
        text += which.get(decisions, f"The costliest of {decisions} choices")
        text += f", round {worst.round}, roll {worst.number}, {' '.join(map(str, worst.dice.values))}: "
        text += in_words(worst)
    elif decisions:
        which = {1: "The one recorded choice was", 2: "Both choices were"}
        text += f"{which.get(decisions, f'All of {decisions} choices were')} as good as the best."
    return f"{text.rstrip()} {unjudged_words(player)}".rstrip()


def unjudged_words(player: PlayerLuck) -> str:
    """Which boxes of a player are not judged, and why, in a sentence; empty if all are."""
    rounds = [str(turn.round) for turn in player.turns if not turn.judged]
    if not rounds:
        return ""
    if len(rounds) == 1:
        return f"Round {rounds[0]} was put right later, so its box is not judged."
    return f"Rounds {', '.join(rounds[:-1])} and {rounds[-1]} were put right later, so their boxes are not judged."


def _record(players: list[PlayerLuck]) -> LuckRecord:
    return LuckRecord(
        name=players[-1].name,
        games=len(players),
        luck=fmean(player.luck for player in players),
        cost=fmean(max(0.0, player.cost) for player in players),
        forced=fmean(player.forced for player in players),
        decisions=sum(len(turn.decisions) for player in players for turn in player.turns),
    )
