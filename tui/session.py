"""A game being played and saved: the one door through which keys, typed lines and the camera change a game.

Every change is applied to the immutable game, written to the journal, and only then shown: if the disk refuses, the
game stays as it was and the player is told. Screens and the line mode share this class, so they cannot differ in rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import (
    Corrected,
    Entered,
    Event,
    Game,
    GameError,
    Hinted,
    Origin,
    Redone,
    Rolled,
    Started,
    State,
    Undone,
)
from kismet.game.describe import changes
from kismet.game.game import advance
from kismet.game.state import LAST_ROLL
from kismet.journal import Journal, JournalError, UnsavedError
from kismet.rules import RULINGS, Rules
from tui.news import news


@dataclass
class Session:
    """The game at this table. Methods return what happened, in words; they raise `GameError` or `JournalError`."""

    journal: Journal
    game_id: int
    game: Game
    on_change: Callable[[Game, Event, Game], None] | None = None
    """Is told of every event once it is saved: the game before, the event, the game after."""
    note: str = ""
    """What is to be said before anything else, in a sentence; empty if there is nothing."""
    _before: tuple[Rolled, ...] = field(default=(), init=False, repr=False)
    """The last roll as it was called before each of its numbers; the log knows only that it was taken back and told."""
    _after: tuple[Rolled, ...] = field(default=(), init=False, repr=False)
    """The same roll with the numbers that were taken back."""

    @classmethod
    def new(cls, journal: Journal, players: Sequence[str], rules: Rules = RULINGS, first: int = 0) -> Session:
        """Start and save a new game."""
        game = Game.start(players, rules, first)
        try:
            return cls(journal, journal.create(game), game)
        except UnsavedError as error:
            raise JournalError(_unsaved(error, "no game was begun", "begin again")) from None

    @classmethod
    def resume(cls, journal: Journal, game_id: int) -> Session:
        """Go on with a saved game."""
        return cls(journal, game_id, journal.load(game_id))

    @classmethod
    def copy_of(cls, journal: Journal, game_id: int) -> Session:
        """Go on with a damaged game from its last sound step, in a copy; the damaged one is kept as it is.

        Raises:
            JournalError: if nothing in it is sound, or no copy can be saved.
        """
        game = journal.salvage(game_id)
        try:
            number = journal.create(game, journal.times(game_id)[: len(game.log)])
        except UnsavedError as error:
            raise JournalError(_unsaved(error, "no copy was made", "open the game again")) from None
        note = f"This is game {number}, a copy of game {game_id} up to its last sound step; that one is kept as it is."
        return cls(journal, number, game, note=note)

    def leave(self) -> None:
        """Nobody plays on now. It is saved; one in which nothing has happened is no game, and is forgotten."""
        if len(self.game.log) > 1:
            return
        with suppress(JournalError):
            # If it cannot be forgotten, it is not listed either.
            self.journal.forget_if_empty(self.game_id)

    @property
    def state(self) -> State:
        """What the table looks like now."""
        return self.game.state

    def roll(
        self,
        dice: Dice,
        *,
        number: int | None = None,
        kept: tuple[int, ...] | None = None,
        origin: Origin = Origin.TYPED,
    ) -> str:
        """The next roll lies there, or roll `number` does."""
        wanted = self.state.roll_number + 1 if number is None else number
        return self.do(Rolled(dice, wanted, kept, origin))

    def fix(self, dice: Dice) -> str:
        """The roll that lies there was read or typed wrongly; it is `dice`. Before the first roll, it is the first."""
        number = max(1, self.state.roll_number)
        return self.do(Rolled(dice, number, None, Origin.TYPED))

    def renumber(self, number: int) -> str:
        """The roll that was recorded last was roll `number` of the turn."""
        last = self.game.undoable
        if not isinstance(last, Rolled):
            raise GameError("Only a roll that was just recorded can be given another number.")
        undone = self.game.apply(Undone())
        for kept in (last.kept, None):
            event = replace(last, number=number, kept=kept if number > 1 else None)
            try:
                undone.apply(event)
            except GameError:
                if kept is None:
                    raise
            else:
                break
        before = (*self._before, last)
        words = self._instead(event)
        self._before = before
        return words

    def _instead(self, event: Rolled) -> str:
        """The last roll was `event`."""
        self.do(Undone())
        return self.do(event)

    def enter(self, box: Box) -> str:
        """Fill `box` of the player whose turn it is."""
        return self.do(Entered(box))

    def correct(self, turn: int, dice: Dice, box: Box) -> str:
        """Put an earlier turn right."""
        return self.do(Corrected(turn, dice, box))

    def preview_correction(self, turn: int, dice: Dice, box: Box) -> list[str]:
        """What `correct` would change, a sentence each; raises as it would, and changes nothing."""
        return changes(self.state, advance(self.state, Corrected(turn, dice, box)))

    def undo(self) -> str:
        """Take the last event back; of a roll's number, that alone."""
        last = self.game.undoable
        if not self._before or not isinstance(last, Rolled):
            return self.do(Undone())
        (*before, event), after = self._before, (*self._after, last)
        self._instead(event)
        self._before, self._after = tuple(before), after
        return f"Not roll {last.number}: roll {event.number} again"

    def redo(self) -> str:
        """Put back what was taken back last."""
        last = self.game.undoable
        if not self._after or not isinstance(last, Rolled):
            return self.do(Redone())
        before, (*after, event) = (*self._before, last), self._after
        self._instead(event)
        self._before, self._after = before, tuple(after)
        return f"Not roll {last.number}: roll {event.number} after all"

    @property
    def may_roll(self) -> bool:
        """Whether the player in turn has a roll left."""
        return not self.state.over and self.state.roll_number < LAST_ROLL

    def do(self, event: Event) -> str:
        """Apply any event, save it, and say in words what happened. The other methods are short ways to this one."""
        before, game = self.game, self.game.apply(event)
        try:
            self.journal.append(self.game_id, game)
        except UnsavedError as error:
            raise JournalError(_unsaved(error, "that was not saved and does not count", "do it again")) from None
        self.game = game
        if not isinstance(event, Hinted):
            self._before = self._after = ()
        if self.on_change is not None:
            self.on_change(before, event, game)
        return news(before, event, game)


def _unsaved(error: UnsavedError, what: str, then: str) -> str:
    """What happened, what is safe, and what to do."""
    if error.full:
        return f"The disk is full: {what}. All before it is safe. Make room on the disk, then {then}."
    return f"{error} So {what}; all before it is safe. `kismet doctor` says what to do; then {then}."


def rematch(state: State) -> Started:
    """A game of those who stayed to the end, by the same rules; the next one begins."""
    seats = [seat for seat, away in enumerate(state.away) if not away] or list(range(len(state.players)))
    began = state.turns[0].player if state.turns else -1
    first = next((at for at, seat in enumerate(seats) if seat > began), 0)
    return Started(tuple(state.players[seat] for seat in seats), state.rules, first)
