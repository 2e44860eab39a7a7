"""Follows the dice from frame to frame, and decides when they have come to rest."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from vision.reading import Reading, Status
from vision.tracker.events import Doubt, Event, RollAtRest, Stage, StageChanged
from vision.tracker.places import pair
from vision.tracker.rests import UNMOVED, Rest, conclude
from vision.tracker.said import put_right
from vision.tracker.table import LAST_ROLL, Table
from vision.tracker.votes import combine
from vision.tracker.words import silence

REST = 0.3
"""Seconds without movement after which dice are at rest."""
PATIENCE = 0.45
"""Seconds after which doubts are told instead of waiting for a better look."""
LONG_PATIENCE = 1.0
"""Seconds after which it is told that dice are missing."""
SURE_PATIENCE = 0.5
"""Seconds after which that is told when dice flew, and every look since was sure of those that are there."""
SURE_LOOKS = 4
"""So many looks at least."""
NEWEST = 6
"""Only so many readings of a rest vote: a camera that hunts for focus sees better in the end."""
READINGS = 3
"""Readings that a rest needs; two do when pictures come slowly."""
FEW_READINGS_AFTER = 0.6
FREE = 2
"""Frames of movement without a hand that make a throw."""
FLOWN = 0.3
"""Seconds of such movement from which on it is told if no dice have come of it: sleeves and shadows are briefer."""
TURN_GAP = 5.0
"""Seconds that an empty table takes to mean a new turn before three rolls are over."""
GAP = 1.0
"""Seconds without a frame after which nobody knows what happened meanwhile."""
PAUSE = 0.25
"""Seconds between two looks while a hand rests in view, and between later looks at an unsure roll."""
LATER_LOOKS = 8
"""Looks at a roll that was told as unsure, in the hope of better."""
SAME_SHAPE = 0.02
"""Share by which a picture may become wider rather than higher and still show the same part of the table."""
SILENT = 5.0
"""Seconds that dice lie in view without a word before it is said why nothing is read."""
_SLACK = 0.005


@dataclass(frozen=True, slots=True)
class Observation:
    """What one frame shows."""

    index: int
    seconds: float
    moving: bool
    """Something moved since the frame before."""
    changed: bool = True
    """The scene differs from the one last settled."""
    hands: bool = False
    """Something large is in view that is no die."""
    jolt: bool = False
    """The whole picture changed at once: the camera was bumped, or the light switched."""
    shift: tuple[float, float] = (0.0, 0.0)
    """By how many pixels a bump of the camera moved the whole picture."""
    focusing: bool = False
    """The lens moves, and nothing else: what is in doubt now may be plain in a moment."""
    reading: Reading | None = None
    """What the reader says; only asked for when `Tracker.wants` it."""


class Tracker:
    """Turns observations into events. Belongs to one thread at a time; holds immutable snapshots only."""

    def __init__(self, *, count: int = 5, turn_gap: float = TURN_GAP) -> None:
        """Begin before the first roll of a turn.

        Args:
            count: dice in play.
            turn_gap: seconds that the table must lie empty for the next throw to be another turn's, before three
                rolls are over; infinite when `new_turn` will be called.
        """
        self._table = Table(count=count)
        self._turn_gap = turn_gap
        self._stage = Stage.LOOKING
        self._readings: list[Reading] = []
        self._looks = 0
        self._since: float | None = None
        self._focused = float("-inf")
        self._last = 0.0
        self._read: Observation | None = None
        """The newest observation of the present rest that was read."""
        self._dirty = True
        self._free, self._flown = 0, 0.0
        self._moved = self._jolted = False
        self._settled = False
        self._next_look = float("-inf")
        self._later = 0
        self._calm_since: float | None = None
        self._newest: Reading | None = None
        """The newest reading since anything moved."""
        self._spoken = False
        """Whether anything was told of what lies there since then."""

    @property
    def table(self) -> Table:
        """What is known of the dice."""
        return self._table

    @property
    def stage(self) -> Stage:
        """What goes on."""
        return self._stage

    @property
    def settled(self) -> bool:
        """Whether the newest observation ended a rest: the scene is now known, and further frames need no reading."""
        return self._settled

    @property
    def sightings(self) -> tuple[Reading, ...]:
        """The readings of the present rest that vote."""
        return tuple(self._readings)

    @property
    def moved(self) -> bool:
        """Whether anything has moved since the camera was switched on."""
        return self._moved

    @property
    def unsaid(self) -> bool:
        """Whether dice lie still that may have been thrown, but were not told of: see `take_lying`."""
        return self._table.unsaid and self._stage is Stage.REST

    @property
    def looks(self) -> int:
        """How many readings of the present rest there are already."""
        return self._looks

    def wants(self, seen: Observation) -> bool:
        """Whether the frame of `seen` should be read before `step` is called with it."""
        if seen.moving or seen.seconds + _SLACK < self._next_look:
            return False
        return self._dirty or (seen.changed and not seen.focusing) or self._later > 0

    def step(self, seen: Observation) -> tuple[Event, ...]:
        """Take the next frame into account. Frames come in order; some may be left out."""
        events = self._take(seen)
        return (*events, *self._explained(seen, events))

    def _take(self, seen: Observation) -> tuple[Event, ...]:
        self._settled = False
        lapse = seen.seconds - self._last
        # A picture like the one before shows that nothing has come of the time between, as where reading takes long.
        gap = self._since is None or (lapse > GAP and (seen.moving or not self._dirty))
        self._last = seen.seconds
        if seen.shift != (0.0, 0.0):
            self._table = self._table.shifted(*seen.shift)
        if seen.moving or seen.hands or gap:
            late = () if gap else self._taken_early()
            self._unrest(seen, lapse)
            if seen.moving or seen.hands:
                return (*late, *self._enter(Stage.HANDS if seen.hands else Stage.MOVING))
        elif seen.changed and not self._dirty and not seen.focusing:
            self._begin_looking(seen.seconds)  # it changed too slowly to be called movement
        if seen.focusing:
            self._focused = seen.seconds
        if seen.reading is None:
            return ()
        if not self._dirty:
            return self._look_again(seen, seen.reading)
        self._vote(seen.reading)
        self._read = seen
        return (*self._enter(Stage.LOOKING), *self._decide(seen))

    def resized(self, x: float, y: float) -> tuple[Event, ...]:
        """The camera's pictures are `x` times as wide and `y` times as high from now on; told before the next `step`.

        The dice are looked for where they lay. A picture of another shape may show another part of the table; then a
        person is asked to see to what was kept.
        """
        self._table = self._table.scaled(x, y)
        self._readings, self._looks, self._dirty = [], 0, True
        if abs(x - y) <= SAME_SHAPE * max(x, y) or not self._table.dice:
            return ()
        return (Doubt("The camera's picture has another shape now: see whether the kept dice are right."),)

    def correct(
        self,
        values: Sequence[int] | None = None,
        number: int | None = None,
        kept: Collection[int] | None = None,
    ) -> None:
        """A person says what the last roll was; from now on, that counts, and nothing that was said before.

        Args:
            values: numbers of the dice, in the order of the last roll's reading or in none. Where it cannot be told
                which die a number belongs to, that die stays as it was read; a different count, or other numbers for
                another roll, are taken for dice whose places are not known. `None` with a number alone: all dice as
                they were read.
            number: which roll of the turn it was, 0 to 3; 0 for none.
            kept: indices of the dice that were not thrown again.

        Raises:
            ValueError: a number is not one of a die, or not one of a roll.
        """
        if (values is not None and not all(1 <= v <= 6 for v in values)) or not 0 <= (number or 0) <= LAST_ROLL:
            raise ValueError("dice show 1 to 6, and a turn has up to three rolls")
        table = self._table
        if values is not None and len(values) == len(table.dice):
            # The places stay: a die that is corrected and kept must not be taken for another one in the next roll.
            dice = put_right(table.dice, values, same_roll=number is None or number == table.number)
            if dice is not None:
                table = replace(table, dice=dice, status=Status.READ, doubts=())
        elif values is None and number is not None and kept is None:
            table = replace(table, dice=tuple(lying.as_read for lying in table.dice))
        if number is not None:
            table = replace(table, number=number, stands=number > 0, guess="", dismissed=False)
        if kept is not None:
            table = replace(table, kept=tuple(sorted(kept)))
        self._table = table
        self._later = 0

    def renumber(self, number: int) -> None:
        """A person says which roll of the turn the last one was; what is doubtful about its dice stays so.

        Raises:
            ValueError: no turn has such a roll.
        """
        if not 1 <= number <= LAST_ROLL:
            raise ValueError("a roll is the first, second or third")
        kept = self._table.kept if number > 1 else ()
        self._table = replace(self._table, number=number, kept=kept, stands=True, guess="")

    def dismiss(self, number: int) -> None:
        """A person says that what was told last was no roll: so far there were `number` in this turn.

        The dice are known to lie there all the same, and are not told again unless they are thrown.

        Raises:
            ValueError: no turn has so many rolls.
        """
        if not 0 <= number <= LAST_ROLL:
            raise ValueError("a turn has up to three rolls")
        self._table = replace(
            self._table,
            number=number,
            kept=(),
            doubts=(),
            guess="",
            status=Status.READ,
            stands=number > 0,
            dismissed=True,
        )
        self._later = 0

    def new_turn(self) -> None:
        """A person scored: the next throw is a turn's first, wherever the dice lie now."""
        self.dismiss(0)
        self._table = replace(self._table, cleared_at=None)

    def expect(self, values: Sequence[int], number: int, *, stands: bool) -> None:
        """A person says how far the turn was before this camera was switched on, and which dice lay there then.

        If dice of these numbers are the first that are seen, they are known, and no throw.

        Args:
            values: numbers of the dice, in any order.
            number: which roll of the turn they were; 0 for the turn before.
            stands: whether that roll was recorded.

        Raises:
            ValueError: a number is not one of a die, or not one of a roll.
        """
        if not all(1 <= v <= 6 for v in values) or not 0 <= number <= LAST_ROLL:
            raise ValueError("dice show 1 to 6, and a turn has up to three rolls")
        self._table = replace(self._table, expected=tuple(sorted(values)), number=number, stands=stands)

    def take_lying(self) -> None:
        """A person says that the dice that lie there were thrown, though no throw was seen: they are told as a roll."""
        self._table = replace(self._table, dice=(), dismissed=False, unsaid=False, expected=())
        self._moved = True
        self._begin_looking(self._last)

    def _explained(self, seen: Observation, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Why dice that have lain in view for a while are not told of, said once."""
        if seen.moving or self._calm_since is None:
            self._calm_since, self._newest, self._spoken = seen.seconds, None, False
            return ()
        self._newest = seen.reading or self._newest
        self._spoken |= any(not isinstance(event, StageChanged) for event in events)
        reading = self._newest
        if self._spoken or reading is None or not reading.dice or seen.seconds - self._calm_since < SILENT:
            return ()
        self._spoken = True
        lying = [self._table.dice[i].die for i in self._table.here]
        if len(pair(lying, reading.dice, UNMOVED)) == len(reading.dice):
            return ()  # they are those of the last roll, or of the turn before
        return (Doubt(silence(reading, self._table.count, hands=self._stage is Stage.HANDS)),)

    def _unrest(self, seen: Observation, lapse: float) -> None:
        if seen.moving and self._since is not None:  # the first frame has nothing to be compared with
            self._moved = True
            self._jolted |= seen.jolt and seen.shift == (0.0, 0.0)
            if not seen.hands and not seen.jolt:
                self._free += 1
                self._flown += min(lapse, GAP)
        self._begin_looking(seen.seconds)
        self._next_look = seen.seconds + PAUSE if seen.hands and not seen.moving else float("-inf")

    def _vote(self, reading: Reading) -> None:
        self._looks += 1
        self._readings = [*self._readings[1 - NEWEST :], reading]

    def _begin_looking(self, since: float) -> None:
        self._since, self._readings, self._looks, self._dirty, self._later = since, [], 0, True, 0
        self._read = None

    def _enter(self, stage: Stage) -> tuple[Event, ...]:
        if stage is self._stage:
            return ()
        self._stage = stage
        return (StageChanged(stage),)

    def _decide(self, seen: Observation) -> tuple[Event, ...]:
        still = seen.seconds - (self._since or 0.0) + _SLACK
        enough = READINGS if still < FEW_READINGS_AFTER else READINGS - 1
        if still < REST or len(self._readings) < enough:
            return ()
        rest = self._rest(seen, still)
        outcome = conclude(self._table, rest)
        if outcome is None:
            return ()
        self._table, events = outcome
        self._dirty, self._free, self._flown, self._settled, self._jolted = False, 0, 0.0, True, False
        doubtful = self._table.status is Status.UNSURE and self._table.number > 0
        if doubtful or any(isinstance(event, Doubt) for event in events):
            self._later, self._next_look = LATER_LOOKS, seen.seconds + PAUSE
        return (*self._enter(Stage.REST if rest.reading.dice else Stage.EMPTY), *events)

    def _taken_early(self) -> tuple[Event, ...]:
        """A roll that was looked at long enough, but in doubt still when a hand came: it is told as it was seen then.

        The next one's number depends on it. Fewer dice than are in play may be some that rolled on: they are no roll.
        """
        last = self._read
        if not self._dirty or last is None or self._since is None or len(self._readings) < READINGS:
            return ()
        still = last.seconds - self._since + _SLACK
        rest = replace(self._rest(last, still), waited=True)
        if min(still, last.seconds - self._focused + _SLACK) < REST or len(rest.reading.dice) != self._table.count:
            return ()
        outcome = conclude(self._table, rest)
        if outcome is None or not any(isinstance(event, RollAtRest) for event in outcome[1]):
            return ()
        self._table, events = outcome
        self._free, self._flown, self._jolted = 0, 0.0, False
        return events

    def _look_again(self, seen: Observation, reading: Reading) -> tuple[Event, ...]:
        """Nothing has moved since an unsure roll was told: one more vote."""
        self._later -= 1
        self._next_look = seen.seconds + PAUSE
        self._vote(reading)
        outcome = conclude(self._table, self._rest(seen, 0.0))
        if outcome is None:
            return ()
        self._table, events = outcome
        if self._table.status is Status.READ:
            self._later = 0
        return tuple(event for event in events if isinstance(event, RollAtRest))

    def _rest(self, seen: Observation, still: float) -> Rest:
        """What was observed of the present rest, which has lasted for `still` seconds."""
        reading = combine(self._readings, self._table.count)
        flown = self._flown >= FLOWN
        sharp = min(still, seen.seconds - self._focused + _SLACK)
        sure = flown and len(self._readings) >= SURE_LOOKS and reading.status is Status.READ
        return Rest(
            reading=reading,
            free=self._free >= FREE,
            flown=flown,
            moved=self._moved,
            jolted=self._jolted,
            waited=sharp >= PATIENCE,
            late=sharp >= (SURE_PATIENCE if sure else LONG_PATIENCE),
            index=seen.index,
            seconds=seen.seconds,
            turn_gap=self._turn_gap,
        )
