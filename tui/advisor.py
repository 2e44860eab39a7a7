"""Advice for the app: asked for with `t`, worked out in the background, and shown when it is there.

numpy and the solver are imported with the first hint, so that nobody who wants none waits for them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kismet.game import State
from kismet.rules import Rules
from kismet.sheet import Sheet
from tui.chances import Chances
from tui.fortune import Fortune
from tui.view.hint import Hint, Level, places_of
from tui.view.odds import OddsShown, odds_shown

if TYPE_CHECKING:
    from kismet.advice.service import Solver
    from kismet.advice.table import Table
    from kismet.luck import PlayerLuck

TableOf = Callable[[Rules, Sheet], "Table | None"]
"""The solved table for some rules, or `None` while it is being worked out."""

WAIT = Hint(("Working out the best play …",))


class Advisor:
    """Answers at once: with advice, or that it is being worked out."""

    def __init__(self, folder: Path | None, table_of: TableOf | None = None) -> None:
        """Make an advisor.

        Args:
            folder: where solved tables are kept.
            table_of: gives the table instead of a solver of our own.
        """
        self.folder = folder
        """Where solved tables are kept, if anywhere."""
        self._table_of = table_of or self._solved
        self._solver: Solver | None = None
        self._last: tuple[State, Level, Hint] | None = None
        self.chances = Chances(self._whole)
        """Each player's chance to win."""

    def hint(self, state: State, level: Level) -> Hint | None:
        """What is best for the player in turn; `None` if there is nothing to decide or nobody asked."""
        if not level.advises or state.mover is None or state.dice is None:
            return None
        if self._last is not None and self._last[0] == state and self._last[1] is level:
            return self._last[2]
        table = self._table_of(state.rules, state.sheets[state.mover])
        if table is None:
            return self._waiting()
        from kismet.advice.table import NotCovered

        try:
            hint = _hint(table, state, level)
        except NotCovered:
            return WAIT
        self._last = (state, level, hint)
        return hint

    def odds(self, state: State) -> OddsShown | None:
        """Each player's chance to win, as far as it is known; `None` when the game is over."""
        if state.over:
            return None
        known = self.chances.of(state)
        failure = known.failure or str((self._solver.failure if self._solver is not None else None) or "")
        return odds_shown(state, known.odds, fresh=known.fresh, failure=failure)

    def fortune(self) -> Fortune:
        """A worker that tells luck from skill once a game is over."""

        def luck_of(state: State, stop: Callable[[], bool]) -> tuple[PlayerLuck, ...]:
            from kismet.history.luck import luck_of

            return luck_of(state, self.folder, stop=stop)

        return Fortune(luck_of)

    def prepare(self, state: State) -> None:
        """Have the table solved before anybody asks, in the background."""
        if state.mover is not None:
            self._table_of(state.rules, state.sheets[state.mover])

    def close(self) -> None:
        """Stop working."""
        self.chances.close()
        if self._solver is not None:
            self._solver.cancel()

    def _solved(self, rules: Rules, sheet: Sheet) -> Table | None:
        from kismet.advice.service import Solver

        if self._solver is None:
            self._solver = Solver(self.folder)
        if self._solver.failure is None:
            self._solver.start(rules, sheet)
        return self._solver.table

    def _whole(self, state: State) -> Table | None:
        """The table that knows all players' sheets, once it is there."""
        if state.mover is None:
            return None
        table = self._table_of(state.rules, state.sheets[state.mover])
        if table is None:
            return None
        from kismet.advice.table import start_of

        return table if all(table.covers(start_of(sheet)) for sheet in state.sheets) else None

    def _waiting(self) -> Hint:
        failure = self._solver.failure if self._solver is not None else None
        return WAIT if failure is None else Hint((f"There is no advice: {failure}.",))


def _hint(table: Table, state: State, level: Level) -> Hint:
    from kismet.advice.options import Keep, advise
    from kismet.advice.prospects import prospects
    from kismet.advice.words import brief, headline, option_lines, why

    assert state.mover is not None
    assert state.dice is not None
    sheet, dice, roll = state.sheets[state.mover], state.dice, state.roll_number
    advice = advise(table, sheet, dice, roll)
    move = advice.best.move
    lines = [headline(advice)]
    if level is Level.FULL:
        lines += [f"{line.cost:>6} {brief(line.move)}" for line in option_lines(advice, 5)[1:]]
        if isinstance(move, Keep):
            lines.append(why(prospects(table, sheet, dice, roll, move)))
    if isinstance(move, Keep):
        return Hint(tuple(lines), keep=places_of(dice.values, move.values))
    return Hint(tuple(lines), box=move.box)
