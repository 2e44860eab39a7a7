"""Which roll of a turn it was, with hindsight: for recordings, where nobody says when a turn is over.

A throw of all five dice before three rolls are over is either the same turn's, with nothing kept, or the next turn's.
What follows often tells: where three rolls would become four, it was another turn.
"""

from __future__ import annotations

from dataclasses import replace

from vision.tracker.events import RollAtRest
from vision.tracker.table import LAST_ROLL


class Hindsight:
    """Holds back rolls whose number is open until what follows has decided it, a few rolls at most."""

    def __init__(self) -> None:
        self._open: list[RollAtRest] = []

    def add(self, roll: RollAtRest) -> list[RollAtRest]:
        """The next roll; returns those whose number is certain now, oldest first."""
        if self._open and roll.kept:
            self._open.append(roll)
            if self._open[0].number + len(self._open) - 1 <= LAST_ROLL:
                return []
            done = [replace(one, number=number) for number, one in enumerate(self._open, 1)]
            self._open = []
            return done
        done = self.finish()
        if roll.number > 1 and not roll.kept:
            self._open = [roll]
            return done
        return [*done, roll]

    def finish(self) -> list[RollAtRest]:
        """The recording is over: what is still held back, as it was taken for."""
        done, self._open = self._open, []
        return done
