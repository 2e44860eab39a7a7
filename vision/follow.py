"""Follows the dice through frames: cheap eyes first, the reader only where something is to be read, then the tracker.

The same for a live camera and for a file: what is seen in a video is what would have been seen live.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from statistics import median

from vision.ground import Ground
from vision.motion import Motion, MotionMeter
from vision.reading import NO_HINTS, Frame, Hints, Reader, Reading, Status
from vision.tracker import Event, Observation, RollAtRest, Tracker
from vision.tracker.places import edge

ABSORB = 4.0
"""Seconds after which something large that lies still is taken for part of the table: a cup, a score pad."""
SCALES: tuple[float | None, ...] = (1.08, 0.97, None, 1.18, 0.9, 1.03, None)
"""By how much the size of the dice is misstated to the reader in turn, None for not telling it: what it overlooks at
one scale it sees at another, which the noise of the frames alone would not bring about."""


@dataclass(frozen=True, slots=True)
class Look:
    """What came of one frame."""

    frame: Frame
    events: tuple[Event, ...]
    reading: Reading | None
    """What was read in it, if it was read."""


class Follower:
    """Frames in, events out. Holds the tracker and the memory of the frames; used by one thread at a time."""

    def __init__(self, reader: Reader, tracker: Tracker, hints: Hints = NO_HINTS) -> None:
        """Follow with `reader`, to which `hints` are given; the size of the dice is added once it is known."""
        self._reader = reader
        self._meter = MotionMeter()
        self._ground = Ground()
        self._given = hints
        self._die_px = hints.die_px
        """Known from the last sure roll."""
        self._seen_px: float | None = None
        """Guessed from the last reading."""
        self._hanging = hints.hanging
        """Whether the camera hangs upside down, once a sure roll has told."""
        self._quiet_since: float | None = None
        self._frame_size: tuple[int, int] | None = None
        """Width and height of the newest picture."""
        self.tracker = tracker

    def look(self, frame: Frame) -> Look:
        """Take in the next frame."""
        resized = self._resized(frame)
        motion = self._meter.look(frame.image)
        if motion.shift != (0.0, 0.0) and self._meter.now is not None:
            x, y = (v / self._meter.now.shrink for v in motion.shift)
            self._ground.move((x, y), self._meter.now)
        seen = _observed(frame, motion)
        reading = None
        if self.tracker.wants(seen):
            reading = self._reader.read(frame.image, self._hints())
            hands = self._hands(reading, frame.seconds)
            self._seen_px = median(edge(die) for die in reading.dice) if len(reading.dice) > 1 else None
            seen = replace(seen, reading=reading, hands=hands)
        if motion.moving:
            self._quiet_since = None
        events = (*resized, *self.tracker.step(seen))
        if self.tracker.settled and reading is not None:
            self._meter.settle(die.box for die in reading.dice)
            if self._meter.now is not None:
                dice = [die for sighting in self.tracker.sightings for die in sighting.dice]
                self._ground.learn(self._meter.now, dice, thrown=self.tracker.moved)
            self._learn(reading, events)
        return Look(frame, events, reading)

    def _resized(self, frame: Frame) -> tuple[Event, ...]:
        """Take notice of pictures that have another size than those before: all that is remembered in pixels."""
        height, width = frame.image.shape[:2]
        before, self._frame_size = self._frame_size, (width, height)
        if before is None or before == self._frame_size:
            return ()
        x, y = width / before[0], height / before[1]
        self._meter, self._ground = MotionMeter(), Ground()
        if self._given.die_px is None and self._die_px is not None:
            self._die_px *= (x * y) ** 0.5
        self._seen_px = None
        return self.tracker.resized(x, y)

    def _hints(self) -> Hints:
        """All that is known of the table by now, and another scale for each look at the same rest."""
        now = self._meter.now
        places = self._ground.places(now) if now is not None else None
        factor = SCALES[self.tracker.looks % len(SCALES)]
        die_px = self._die_px if self._die_px is not None else self._seen_px
        if self._given.die_px is None and (factor is None or die_px is None):
            return replace(self._given, places=places, hanging=self._hanging)
        return replace(self._given, die_px=(die_px or 0.0) * (factor or 1.0), places=places, hanging=self._hanging)

    def _hands(self, reading: Reading, seconds: float) -> bool:
        """Whether something large is in view besides the dice; what stays for long is no hand."""
        if self._quiet_since is None:
            self._quiet_since = seconds
        return seconds - self._quiet_since < ABSORB and self._meter.hand_beside(die.box for die in reading.dice)

    def _learn(self, reading: Reading, events: tuple[Event, ...]) -> None:
        """A sure roll tells how large the dice are, and which way up the camera is; a doubtful one takes it back.

        While both are known, one scale and one way up are enough.
        """
        for event in events:
            if isinstance(event, RollAtRest):
                sure = event.reading.status is Status.READ
                self._size(median(edge(die) for die in event.reading.dice) if sure else None)
                self._way_up(reading.hanging if sure else None)
        if reading.status is Status.UNSURE:
            self._size(None)
            self._way_up(None)

    def _size(self, die_px: float | None) -> None:
        if self._given.die_px is None:
            self._die_px = die_px

    def _way_up(self, hanging: bool | None) -> None:
        if self._given.hanging is None:
            self._hanging = hanging


def follow(frames: Iterable[Frame], follower: Follower) -> Iterator[Look]:
    """Follow through all of `frames`, one after another."""
    for frame in frames:
        yield follower.look(frame)


def _observed(frame: Frame, motion: Motion) -> Observation:
    return Observation(
        index=frame.index,
        seconds=frame.seconds,
        moving=motion.moving,
        changed=motion.changed,
        hands=motion.moving and motion.hand,
        jolt=motion.jolt,
        shift=motion.shift,
        focusing=motion.focusing,
    )
