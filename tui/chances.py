"""Each player's chance to win, worked out in the background and never waited for.

One thread, started with the first question, works on the newest position only: an entry made while it is busy makes it
drop what it was doing. A rough answer comes first, within a fraction of a second, and then a better one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kismet.game import State

if TYPE_CHECKING:
    from kismet.advice.table import Table
    from kismet.odds.chances import Odds

ROUGH = 30_000
"""Turns played for the first answer; the last one takes what `kismet.odds.chances` does by itself."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the chances now."""

    odds: Odds | None
    """The newest there are; `None` before the first."""
    fresh: bool
    """Whether they are those of the position asked for, and not of the one before."""
    failure: str = ""
    """Why there are none, if they could not be worked out."""


class Chances:
    """Answers at once with what is known; not for two threads at once but for its own."""

    def __init__(self, table_of: Callable[[State], Table | None]) -> None:
        """Make one that does nothing yet.

        Args:
            table_of: gives the whole table for a game's rules, or `None` while it is being solved.
        """
        self._table_of = table_of
        self._wanted: tuple[Table, State] | None = None
        self._taken: tuple[Table, State] | None = None
        """What the thread works on, or has worked on."""
        self._known: tuple[State | None, Odds | None, str] = (None, None, "")
        self._bell = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def of(self, state: State) -> Known:
        """The chances between turns in this game; dice that lie on the table are not looked at."""
        position = replace(state, rolls=())
        at, odds, failure = self._known
        if at == position:
            return Known(odds, fresh=True, failure=failure)
        wanted = self._wanted
        if wanted is None or wanted[1] != position:
            table = self._table_of(position)
            if table is not None:
                self._want(table, position)
        # Those of other players, or of a game with more seats, are not to be shown even for a moment.
        alike = at is not None and (at.players, at.rules) == (position.players, position.rules)
        return Known(odds if alike else None, fresh=False)

    def close(self) -> None:
        """Stop working within milliseconds; nobody waits."""
        with self._bell:
            self._closed = True
            self._wanted = None
            self._bell.notify()

    def _want(self, table: Table, position: State) -> None:
        with self._bell:
            if self._closed:
                return
            self._wanted = (table, position)
            self._bell.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="kismet-chances", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            with self._bell:
                self._bell.wait_for(lambda: self._closed or self._wanted is not self._taken)
                if self._closed:
                    return
                self._taken = wanted = self._wanted
            if wanted is not None:
                self._work(wanted)

    def _work(self, wanted: tuple[Table, State]) -> None:
        from kismet.advice.solve import Stopped
        from kismet.odds.chances import odds_of

        table, position = wanted
        try:
            # The rough one is finished come what may: however fast people play, there is something to show.
            self._known = (position, odds_of(table, position, effort=ROUGH, stop=lambda: self._closed), "")
            self._known = (position, odds_of(table, position, stop=lambda: self._wanted is not wanted), "")
        except Stopped:
            return
        except Exception as error:  # a game goes on without its odds, whatever becomes of them
            self._known = (position, None, str(error) or type(error).__name__)
