"""What the camera must know of a change of the game: what people say goes before what was seen.

A recorded roll tells it what lies there, and so does one that stands again as it was typed before: the game's last word
counts. A roll that is taken back leaves the dice as the camera read them. Else undo and redo tell only which roll of
the turn it is by now, for the dice in view are still the newest, whatever the game has gone back to. Shared by the app
and the line mode.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from kismet.game import Game, Origin, Redone, Rolled

_CORRECTED = 2
"""So many dice of a roll are put right at most; where more differ, other dice lie there."""


class Eyes(Protocol):
    """What can be told of the game: a camera's feed, or its watcher."""

    def correct(self, values: Sequence[int] | None, number: int) -> None:
        """Which dice lie there, as which roll; `None` for the dice as they were read."""
        ...

    def renumber(self, number: int) -> None:
        """A person says which roll of the turn was read last."""
        ...

    def dismiss(self, number: int) -> None:
        """What was read last was no roll; so far there were `number` in this turn."""
        ...

    def new_turn(self) -> None:
        """The next throw is a turn's first."""
        ...

    def go_on(self) -> None:
        """Play a recording on that waits for people."""
        ...


def same_dice(before: Game, after: Game) -> bool:
    """Whether the turn being played stands as it did: neither its rolls nor whose it is have changed."""
    was, now = before.state, after.state
    return (was.rolls, was.mover, was.serial) == (now.rolls, now.mover, now.serial)


def _corrected(before: Game, after: Game) -> bool:
    """Whether undo or redo changed what a roll shows, so that the dice in view are those of `after`, and not others."""
    undone = before.undoable
    if isinstance(after.log[-1], Redone):
        return True
    typed = isinstance(undone, Rolled) and undone.origin is Origin.TYPED
    if not typed or before.state.dice is None or after.state.dice is None:
        return False
    return (Counter(before.state.dice.values) - Counter(after.state.dice.values)).total() <= _CORRECTED


def tell_camera(eyes: Eyes, before: Game, after: Game) -> None:
    """Tell `eyes` what the change from `before` to `after` means for the dice.

    Args:
        eyes: the camera.
        before: the game before the change.
        after: the game after it.
    """
    was, state = before.state, after.state
    if same_dice(before, after):
        return
    rolled = isinstance(after.log[-1], Rolled)
    same_turn = state.serial == was.serial and state.mover == was.mover
    if not rolled and same_turn and state.roll_number < was.roll_number:
        eyes.correct(None, was.roll_number)  # what was said of the roll that was taken back
    if state.dice is None:
        eyes.new_turn()
    elif rolled or (same_turn and state.roll_number == was.roll_number and _corrected(before, after)):
        eyes.correct(state.dice.values, state.roll_number)
    elif same_turn and state.roll_number > was.roll_number:
        newest = not isinstance(after.redoable, Rolled)
        eyes.correct(state.dice.values if newest else None, state.roll_number)
    else:
        eyes.dismiss(state.roll_number)
