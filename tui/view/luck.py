"""Luck and skill of a game in a small table, and its costly choices in a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kismet.game import State
from kismet.history import Judged
from tui.view.names import fit

if TYPE_CHECKING:
    from kismet.luck import PlayerLuck

_NAME, _NUMBER = 10, 8


def luck_table(players: Sequence[PlayerLuck]) -> list[str]:
    """What dice, choices and others' second Kismets came to for each player, in points."""
    forced = any(player.forced > 0.05 for player in players)
    heads = ("dice", "choices", *(("forced",) if forced else ()))
    lines = [" " * _NAME + "".join(f"{head:>{_NUMBER}}" for head in heads)]
    for player in players:
        cost = max(0.0, player.cost)
        numbers = [f"{player.luck:+.1f}", f"{-cost:.1f}" if cost >= 0.05 else "0.0"]
        numbers += [f"{-player.forced:.1f}" if player.forced > 0.05 else "0.0"] if forced else []
        lines.append(fit(player.name, _NAME) + "".join(f"{number:>{_NUMBER}}" for number in numbers))
    return lines


def how_to_read(players: Sequence[PlayerLuck]) -> str:
    """What the table's numbers are."""
    start = players[0].start if players else 0.0
    return f"From {start:.1f}, what the best play expects of an empty sheet, these lead to the totals."


def choice_line(state: State, judged: Judged) -> str:
    """A costly choice in a sentence, as `-7.3 Ann, round 5: taking Aces, not keeping 6 6`."""
    from kismet.advice.words import doing

    decision = judged.decision
    last = decision.number == 3
    chosen, best = doing(decision.chosen, last=last), doing(decision.best, last=last)
    name = state.players[judged.turn.player]
    return f"{-decision.cost:>6.1f} {name}, round {judged.turn.round}: {chosen}, not {best}"
