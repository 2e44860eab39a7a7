"""A whole game: its log, the state it leads to, and what undo and redo would do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kismet.game import play, players
from kismet.game.correct import corrected
from kismet.game.errors import GameError
from kismet.game.events import (
    Corrected,
    Entered,
    Event,
    Hinted,
    Joined,
    Left,
    Redone,
    Renamed,
    Reordered,
    Returned,
    Rolled,
    Started,
    Undone,
)
from kismet.game.state import State
from kismet.rules import RULINGS, Rules


@dataclass(frozen=True, slots=True)
class Step:
    """An event that stands, with the state after it."""

    event: Event
    state: State


@dataclass(frozen=True, slots=True)
class Game:
    """An immutable game; `apply` gives the next one."""

    log: tuple[Event, ...]
    """Everything that happened, undo and redo included: what is saved."""
    steps: tuple[Step, ...]
    """The events that stand, oldest first, with the states they led to."""
    undone: tuple[Event, ...] = ()
    """The events taken back, the next one to redo last."""

    @classmethod
    def start(cls, players: Sequence[str], rules: Rules = RULINGS, first: int = 0) -> Game:
        """A new game.

        Raises:
            GameError: if these players cannot play.
        """
        return cls.begin(Started(tuple(players), rules, first))

    @classmethod
    def begin(cls, event: Started) -> Game:
        """A new game from its first event; raises as `start`."""
        return cls((event,), (Step(event, play.start(event)),))

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Game:
        """The game that a saved log tells.

        Raises:
            GameError: if the log does not begin with `Started` or an event cannot have followed.
        """
        log = iter(events)
        first = next(log, None)
        if not isinstance(first, Started):
            raise GameError("A game begins with its players sitting down.")
        game = cls.begin(first)
        for event in log:
            game = game.follow(event)
        return game

    @property
    def state(self) -> State:
        """What the table looks like now."""
        return self.steps[-1].state

    @property
    def rules(self) -> Rules:
        """The options in force."""
        return self.state.rules

    def apply(self, event: Event) -> Game:
        """The game after `event`.

        Raises:
            GameError: if the event cannot happen now.
        """
        players.check_somebody_stays(self.state, self.redoable if isinstance(event, Redone) else event)
        return self.follow(event)

    def follow(self, event: Event) -> Game:
        """As `apply`, for an event that was saved: it happened, even if earlier versions let happen what none may now.

        Raises:
            GameError: if the event cannot have followed.
        """
        match event:
            case Undone():
                return self._undo()
            case Redone():
                return self._redo()
            case Hinted():
                return replace(self, log=(*self.log, event))
            case _:
                step = Step(event, advance(self.state, event))
                return Game((*self.log, event), (*self.steps, step))

    @property
    def hinted(self) -> bool:
        """Whether advice was ever shown in this game."""
        return any(isinstance(event, Hinted) for event in self.log)

    @property
    def undoable(self) -> Event | None:
        """The event that undo would take back."""
        return self.steps[-1].event if len(self.steps) > 1 else None

    @property
    def redoable(self) -> Event | None:
        """The event that redo would put back."""
        return self.undone[-1] if self.undone else None

    def _undo(self) -> Game:
        if self.undoable is None:
            raise GameError("There is nothing to undo.")
        return Game((*self.log, Undone()), self.steps[:-1], (*self.undone, self.undoable))

    def _redo(self) -> Game:
        if self.redoable is None:
            raise GameError("There is nothing to redo.")
        step = Step(self.redoable, advance(self.state, self.redoable))
        return Game((*self.log, Redone()), (*self.steps, step), self.undone[:-1])


def advance(state: State, event: Event) -> State:
    """The state after an event that is neither the start, undo nor redo; raises `GameError` if it cannot happen."""
    match event:
        case Rolled():
            return play.rolled(state, event)
        case Entered():
            return play.entered(state, event)
        case Corrected():
            return corrected(state, event)
        case Renamed():
            return players.renamed(state, event)
        case Reordered():
            return players.reordered(state, event)
        case Joined():
            return players.joined(state, event)
        case Left():
            return players.left(state, event)
        case Returned():
            return players.returned(state, event)
        case _:
            raise GameError("The players are seated already.")
