"""Solving in the background: the app asks for a table when a game opens, and goes on.

A daemon thread is enough: nearly all of its time is spent in array operations that let other threads run.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from kismet.rules import Rules
from kismet.sheet import Sheet

if TYPE_CHECKING:
    from kismet.advice.table import Table
    from kismet.odds.spread import Spread


class Solver:
    """Holds the table for the rules in force, and solves it in the background when it has none.

    Properties may be read from any thread at any time; `start` and `cancel` are for one thread, the owner's.

    Args:
        folder: where solved tables are kept, or `None` to keep none. Need not exist, nor be writable.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._job: _Job | None = None

    def start(self, rules: Rules, sheet: Sheet | None = None) -> None:
        """Get the table for `rules`, from the cache or by solving; returns at once.

        A job for other rules is cancelled; one for the same rules, running or done, is left alone.

        Args:
            rules: the rules in force.
            sheet: if given, what this sheet can still reach is solved first, which for a half-filled sheet takes a
                fraction of the time; the whole table follows.
        """
        if self._job is not None:
            if self._job.rules == rules and not self._job.cancelled and self._job.failure is None:
                return
            self._job.cancel()
        self._job = _Job(rules, sheet, self._folder)

    @property
    def table(self) -> Table | None:
        """The best table there is so far: the whole one, or that of the sheet `start` was given. `None` before."""
        return self._job.table if self._job else None

    @property
    def spread(self) -> Spread | None:
        """The spread of final totals, solved after the whole table. `None` before."""
        return self._job.spread if self._job else None

    @property
    def ready(self) -> bool:
        """Whether the whole table is there."""
        return self._job is not None and self._job.whole.is_set()

    @property
    def failure(self) -> Exception | None:
        """What went wrong, if the job ended without a table."""
        return self._job.failure if self._job else None

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the whole table is there, the job has failed, or the time is over; says whether it is there."""
        if self._job is None:
            return False
        self._job.whole_or_failed.wait(seconds)
        return self.ready

    def wait_for_spread(self, seconds: float | None = None) -> bool:
        """As `wait`, for the spread."""
        if self._job is None:
            return False
        self._job.thread.join(seconds)
        return self.spread is not None

    def cancel(self) -> None:
        """Stop solving within milliseconds and forget the tables."""
        if self._job is not None:
            self._job.cancel()
            self._job = None


class _Job:
    """One table in the making."""

    def __init__(self, rules: Rules, sheet: Sheet | None, folder: Path | None) -> None:
        self.rules = rules
        self.table: Table | None = None
        self.spread: Spread | None = None
        self.failure: Exception | None = None
        self.whole = threading.Event()
        self.whole_or_failed = threading.Event()
        self._sheet = sheet
        self._folder = folder
        self._stop = threading.Event()
        self.thread = threading.Thread(target=self._run, name="kismet-solver", daemon=True)
        self.thread.start()

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def cancel(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        # numpy is imported here, in the background, so that no start waits for it.
        from kismet.advice.solve import Stopped

        try:
            self._solve()
        except Stopped:
            pass
        except Exception as error:  # advice may fail for any reason; the game goes on without it
            self.failure = error
        finally:
            self.whole_or_failed.set()

    def _solve(self) -> None:
        from kismet.advice.cache import load_spread, load_table, save_spread, save_table
        from kismet.advice.card import card_for
        from kismet.advice.solve import solve
        from kismet.advice.table import start_of
        from kismet.odds.spread import solve_spread

        card, folder, stop = card_for(self.rules), self._folder, self._stop.is_set
        table = load_table(folder, card) if folder else None
        if table is None:
            if self._sheet is not None and self._sheet.vacant and len(self._sheet.vacant) < len(self._sheet.points):
                self.table = solve(card, start_of(self._sheet), stop=stop)
            table = solve(card, stop=stop)
            if folder:
                save_table(folder, table)
        self.table = table
        self.whole.set()
        self.whole_or_failed.set()
        spread = load_spread(folder, card, table.space) if folder else None
        if spread is None:
            spread = solve_spread(table, stop=stop)
            if folder:
                save_spread(folder, card, spread)
        self.spread = spread
