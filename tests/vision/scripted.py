"""What happens on a table, and what the tracker makes of it: readings by script, without any picture."""

from __future__ import annotations

from dataclasses import replace

from vision.reading import DieReading, PipColour, Point, Reading, Status
from vision.tracker import Event, Observation, RollAtRest, StageChanged, Tracker

Dice = tuple[DieReading, ...]
EDGE = 40.0
COLOURS = [PipColour.BLACK, PipColour.RED, PipColour.GREEN, PipColour.GREEN, PipColour.RED, PipColour.BLACK]
PLACES: tuple[Point, ...] = ((100, 100), (200, 150), (300, 100), (400, 160), (500, 110))
ELSEWHERE: tuple[Point, ...] = ((120, 300), (230, 330), (330, 290), (430, 340), (540, 300))


def die(value: int, at: Point, confidence: float = 0.99) -> DieReading:
    x, y = at
    h = EDGE / 2
    corners = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
    return DieReading(value, COLOURS[value - 1], confidence, at, (x - h, y - h, x + h, y + h), corners)


def lie(values: str, places: tuple[Point, ...] = PLACES) -> Dice:
    return tuple(die(int(v), at) for v, at in zip(values, places, strict=False))


def read(dice: Dice) -> Reading:
    ordered = tuple(sorted(dice, key=lambda d: d.centre[0]))
    return Reading(Status.READ if ordered else Status.NO_DICE, ordered)


def unsure(dice: Dice, problem: str = "A die leans.") -> Reading:
    return replace(read(dice), status=Status.UNSURE, problems=(problem,))


class Game:
    """A table in front of a camera of 15 frames a second."""

    def __init__(self, tracker: Tracker | None = None, fps: float = 15.0) -> None:
        self.tracker = tracker or Tracker()
        self.fps = fps
        self.index = 0
        self.reads = 0
        self.told: list[Event] = []
        self.told_at: list[int] = []

    def frame(
        self,
        reading: Reading | None,
        *,
        moving: bool = False,
        hands: bool = False,
        jolt: bool = False,
        focusing: bool = False,
    ) -> tuple[Event, ...]:
        at = self.index / self.fps
        seen = Observation(self.index, at, moving, focusing, moving and hands, jolt, focusing=focusing)
        if self.tracker.wants(seen):
            self.reads += 1
            seen = replace(seen, reading=reading, hands=hands)
        events = self.tracker.step(seen)
        self.told += events
        self.told_at += [self.index] * len(events)
        self.index += 1
        return events

    def still(self, scene: Dice | Reading, seconds: float = 1.0, *, hands: bool = False) -> list[Event]:
        reading = scene if isinstance(scene, Reading) else read(scene)
        events = [event for _ in range(round(seconds * self.fps)) for event in self.frame(reading, hands=hands)]
        return [event for event in events if not isinstance(event, StageChanged)]

    def roll(self, scene: Dice | Reading, seconds: float = 1.0) -> RollAtRest:
        """What is told when `scene` lies still: one roll and nothing else."""
        (event,) = self.still(scene, seconds)
        assert isinstance(event, RollAtRest)
        return event

    def throw(self, seconds: float = 0.5) -> None:
        """Dice fly, no hand in view."""
        for _ in range(round(seconds * self.fps)):
            self.frame(None, moving=True)

    def hand(self, seconds: float = 0.5) -> None:
        """A hand moves about in view."""
        for _ in range(round(seconds * self.fps)):
            self.frame(None, moving=True, hands=True)

    @property
    def rolls(self) -> list[tuple[int, str, str]]:
        """Roll number, values and kept values of all rolls told."""
        return [
            (e.number, "".join(map(str, e.reading.values)), "".join(str(e.reading.dice[k].value) for k in e.kept))
            for e in self.told
            if isinstance(e, RollAtRest)
        ]


def first_roll(values: str = "13356") -> Game:
    game = Game()
    game.still(())
    game.throw()
    game.roll(lie(values))
    return game
