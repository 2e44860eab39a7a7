"""Chances to win as the screen shows them: a row under the totals, and a line where there is no room for a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kismet.game import State

if TYPE_CHECKING:
    from kismet.odds.chances import Odds


@dataclass(frozen=True, slots=True)
class OddsShown:
    """The chances of all players, in words."""

    label: str
    """What the numbers are, and how far they may be off, as `to win ±2%`; `to expect` for somebody alone."""
    cells: tuple[str, ...]
    """By player, as `34%`; empty before they are known."""
    finals: tuple[str, ...] = ()
    """By player, the final total to expect, as `289`; empty before they are known."""

    def line(self, state: State, player: int) -> str:
        """What is known of one player, as `Ann to win: 34% ±2%`."""
        if not self.cells:
            return f"{self.label[0].upper()}{self.label[1:]}"
        what, _, off = self.label.partition(" ±")
        tail = f" ±{off}" if off else ""
        return f"{state.players[player]} {what}: {self.cells[player]}{tail}"


def odds_shown(state: State, odds: Odds | None, *, fresh: bool, failure: str = "") -> OddsShown | None:
    """The chances for the screen; `None` if there is nothing to say.

    Args:
        state: the game.
        odds: the newest known.
        fresh: whether they are those of `state`, and not of the position before.
        failure: why there are none.
    """
    if state.over:
        return None
    if failure:
        return OddsShown("no odds", ())
    alone = len(state.players) == 1
    what = "expected" if alone else "to win"
    if odds is None:
        return OddsShown(f"{what} …", ())
    finals = tuple("–" if away else f"{chance.mean:.0f}" for chance, away in zip(odds.players, state.away, strict=True))
    if alone:
        return OddsShown(what if fresh else f"{what} …", finals, finals)
    cells = tuple("–" if away else percent(chance.win) for chance, away in zip(odds.players, state.away, strict=True))
    off = max(100 * chance.error for chance in odds.players)
    return OddsShown(f"{what} ±{_rounded_up(off)}%" if fresh else f"{what} …", cells, finals)


def odds_name(state: State) -> str:
    """What the numbers are called."""
    return "the total to expect" if len(state.players) == 1 else "the chances to win"


def odds_words(state: State, *, shown: bool) -> str:
    """What is said when they are switched on or off; `state` is the one with the dice that are seen."""
    verb, them = ("is", "it") if len(state.players) == 1 else ("are", "them")
    if not shown:
        return f"{odds_name(state).capitalize()} {verb} hidden; o shows {them}."
    before = " before this turn's dice" if state.dice is not None else ""
    return f"{odds_name(state).capitalize()}{before} {verb} shown; o hides {them}."


def percent(chance: float) -> str:
    """A chance in four cells at most; neither 0 nor 100 is said of what a simulation cannot be sure of."""
    if chance < 0.005:
        return "<1%"
    return ">99%" if chance > 0.995 else f"{100 * chance:.0f}%"


def _rounded_up(off: float) -> int:
    """The error in whole points of percent, never told smaller than it is."""
    return max(1, -int(-off // 1))
