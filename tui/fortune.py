"""Luck and skill of a game, worked out in the background while people look at the standings or at a replay."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from kismet.game import State

if TYPE_CHECKING:
    from kismet.luck import PlayerLuck

LuckOf = Callable[[State, Callable[[], bool]], "tuple[PlayerLuck, ...]"]
"""Luck and cost of every player; asks its second argument now and then whether to stop."""


class Fortune:
    """One game's luck in words, from `start` on in a thread of its own."""

    def __init__(self, luck_of: LuckOf) -> None:
        """Make a worker that does nothing yet."""
        self._luck_of = luck_of
        self._stop = threading.Event()
        self._words: tuple[str, ...] | None = None
        self._players: tuple[PlayerLuck, ...] | None = None

    def start(self, state: State) -> None:
        """Begin."""
        threading.Thread(target=self._run, args=(state,), name="luck", daemon=True).start()

    @property
    def words(self) -> tuple[str, ...] | None:
        """A sentence or two for each player, or why there are none; `None` until they are there."""
        return self._words

    @property
    def players(self) -> tuple[PlayerLuck, ...] | None:
        """Luck and cost of each player; `None` until they are there."""
        return self._players

    def close(self) -> None:
        """Stop working soon; nobody waits."""
        self._stop.set()

    def _run(self, state: State) -> None:
        from kismet.history.luck import luck_words

        try:
            players = self._luck_of(state, self._stop.is_set)
        except Exception as error:  # the standings are right whatever becomes of this
            if not self._stop.is_set():
                self._words = (f"Luck could not be worked out: {error}.",)
            return
        self._players = players
        self._words = tuple(luck_words(player, over=state.over) for player in players)
