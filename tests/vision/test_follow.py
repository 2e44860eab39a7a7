"""From frames to events, with real frames and a simple reader: what a camera over a table would give."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.tui.square_reader import SquareReader, table
from vision.follow import ABSORB, Follower
from vision.reading import NO_HINTS, Frame, Hints, Image, Reading, Status
from vision.tracker import DiceKept, Event, RollAtRest, Stage, StageChanged, Tracker

Spots = dict[tuple[int, int], int]
FPS = 15
FIRST: Spots = {(60, 60): 1, (200, 90): 3, (330, 60): 3, (440, 120): 5, (560, 60): 6}
KEPT: Spots = {(200, 90): 3, (330, 60): 3}
SECOND: Spots = {**KEPT, (100, 300): 2, (300, 330): 6, (500, 310): 4}


class Counting(SquareReader):
    def __init__(self) -> None:
        self.reads = 0
        self.hints: Hints = NO_HINTS
        self.hanging = False

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        self.reads += 1
        self.hints = hints
        return replace(super().read(image, hints), hanging=self.hanging)


class Film:
    """Frames of a table, one after another, followed as they come."""

    def __init__(self) -> None:
        self.reader = Counting()
        self.follower = Follower(self.reader, Tracker())
        random = np.random.default_rng(3)
        self.fields = [random.integers(-2, 3, (480, 640, 3), dtype=np.int16) for _ in range(5)]
        self.index = 0
        self.scale = 1
        self.events: list[Event] = []

    def show(self, dice: Spots, frames: int = 1, *, hand: int = 0) -> list[Event]:
        """Show dice, and a dark hand that reaches `hand` pixels in from the left."""
        told: list[Event] = []
        for _ in range(frames):
            image = table(dice, 640, 480, edge=40).astype(np.int16)
            if hand:
                mask = np.zeros(image.shape[:2], np.uint8)
                cv2.ellipse(mask, (0, 240), (hand, 70), 0, 0, 360, 255, -1)
                image[mask > 0] = 48
            image += self.fields[self.index % 5]
            shown = np.clip(image, 0, 255).astype(np.uint8)
            if self.scale > 1:
                shown = np.repeat(np.repeat(shown, self.scale, axis=0), self.scale, axis=1)
            frame = Frame(shown, self.index, self.index / FPS)
            told += self.follower.look(frame).events
            self.index += 1
        self.events += told
        return [event for event in told if not isinstance(event, StageChanged)]

    def throw(self, to: Spots) -> None:
        for step in (5, 4, 3, 2, 1):
            lying = {**KEPT, **PRINT}
            self.show({(x, max(0, y - 22 * step)) if (x, y) not in lying else (x, y): v for (x, y), v in to.items()})

    def reach(self, dice: Spots, *reaches: int) -> None:
        for hand in reaches:
            self.show(dice, hand=hand)

    @property
    def stages(self) -> list[Stage]:
        return [event.stage for event in self.events if isinstance(event, StageChanged)]


def values(event: Event) -> list[int]:
    assert isinstance(event, RollAtRest)
    return sorted(event.reading.values)


def test_a_camera_that_changes_its_resolution_makes_no_roll() -> None:
    film = Film()
    film.show({}, 5)
    film.throw(FIRST)
    (first,) = film.show(FIRST, 8)
    film.scale = 2
    assert film.show(FIRST, 20) == []
    film.reach(FIRST, 90, 200, 90)
    kept = film.show(KEPT, 8)
    film.throw(SECOND)
    (second,) = film.show(SECOND, 8)
    assert isinstance(second, RollAtRest)
    assert (values(first), kept, values(second), second.number) == (
        [1, 3, 3, 5, 6],
        [DiceKept((1, 2))],
        [2, 3, 3, 4, 6],
        2,
    )


def test_a_turn_with_a_hand_between_the_rolls() -> None:
    film = Film()
    film.show({}, 8)
    film.throw(FIRST)
    (first,) = film.show(FIRST, 15)
    assert values(first) == [1, 3, 3, 5, 6]
    film.reach(FIRST, 60, 140, 230, 320, 320, 320)
    assert film.stages[-1] is Stage.HANDS
    film.reach(KEPT, 240, 130, 40)
    assert film.show(KEPT, 10) == [DiceKept((1, 2))]
    film.throw(SECOND)
    (second,) = film.show(SECOND, 15)
    assert isinstance(second, RollAtRest)
    assert values(second) == [2, 3, 3, 4, 6]
    assert second.number == 2
    assert [second.reading.dice[k].value for k in second.kept] == [3, 3]


def test_a_stream_that_becomes_finer_within_a_turn_is_the_same_table() -> None:
    """640 × 480 and then 1280 × 960: the dice lie where they lay, and the kept ones are known."""
    film = Film()
    film.show({}, 8)
    film.throw(FIRST)
    film.show(FIRST, 15)
    film.scale = 2
    assert film.show(FIRST, 20) == []
    film.reach(FIRST, 60, 140, 230, 320, 320, 320)
    film.reach(KEPT, 240, 130, 40)
    assert film.show(KEPT, 10) == [DiceKept((1, 2))]
    film.throw(SECOND)
    (second,) = film.show(SECOND, 15)
    assert isinstance(second, RollAtRest)
    assert (second.number, [second.reading.dice[k].value for k in second.kept]) == (2, [3, 3])
    assert film.follower.tracker.table.kept_in(replace(second.reading, dice=second.reading.dice[1:])) == tuple(
        place - 1 for place in second.kept
    )


def test_no_event_while_a_hand_rests_in_view() -> None:
    film = Film()
    film.show({}, 8)
    film.throw(FIRST)
    film.reach(FIRST, 80, 160)
    assert film.show(FIRST, FPS * 3, hand=200) == []
    assert film.stages[-1] is Stage.HANDS
    film.reach(FIRST, 100)
    (roll,) = film.show(FIRST, 15)
    assert values(roll) == [1, 3, 3, 5, 6]


def test_what_lies_there_for_long_is_part_of_the_table() -> None:
    film = Film()
    film.show({}, 8)
    film.throw(FIRST)
    film.reach(FIRST, 80, 160)
    (roll,) = film.show(FIRST, round(FPS * (ABSORB + 2)), hand=200)
    assert values(roll) == [1, 3, 3, 5, 6]


def test_a_still_table_costs_no_reading() -> None:
    film = Film()
    film.show({}, 8)
    film.throw(FIRST)
    film.show(FIRST, 15)
    before = film.reader.reads
    film.show(FIRST, 100)
    assert film.reader.reads == before
    assert before < 15


def roll_and_take(film: Film) -> None:
    film.throw(FIRST)
    film.show(FIRST, 15)
    film.reach(FIRST, 100, 200, 100)
    film.show(KEPT, 10)


def test_the_size_of_the_dice_is_learned_from_a_sure_roll() -> None:
    film = Film()
    film.show({}, 8)
    assert film.reader.hints.die_px is None
    roll_and_take(film)
    assert film.reader.hints.die_px == pytest.approx(40, rel=0.2)  # told a little wrong on purpose, in turn


@pytest.mark.parametrize("hanging", [False, True])
def test_which_way_up_the_camera_is_is_learned_from_a_sure_roll(hanging: bool) -> None:
    film = Film()
    film.reader.hanging = hanging
    film.show({}, 8)
    assert film.reader.hints.hanging is None
    roll_and_take(film)
    assert film.reader.hints.hanging is hanging


def test_a_bump_of_the_camera_is_no_roll() -> None:
    film = Film()
    film.show({}, 8)
    film.throw(FIRST)
    film.show(FIRST, 15)
    moved = {(x + 17, y + 9): v for (x, y), v in FIRST.items()}
    assert film.show(moved, 15) == []
    assert film.show({spot: v for spot, v in moved.items() if v == 3}, 15)[-1] == DiceKept((1, 2))


def test_a_change_too_slow_to_be_motion_is_noticed_in_the_end() -> None:
    film = Film()
    film.show({}, 8)
    film.throw(FIRST)
    film.show(FIRST, 15)
    before = film.reader.reads
    for step in range(40):  # a die slides by a third of a pixel a frame
        x = 560 - step // 3
        film.show({**{spot: v for spot, v in FIRST.items() if v != 6}, (x, 60): 6})
    film.show({**{spot: v for spot, v in FIRST.items() if v != 6}, (547, 60): 6}, 15)
    assert film.reader.reads > before
    assert sum(isinstance(event, RollAtRest) for event in film.events) == 1


PRINT: Spots = {(150, 380): 4, (600, 200): 2}
"""Squares printed on the cloth, which the reader takes for dice, though not with certainty."""


class Fooled(Counting):
    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        seen = super().read(image, hints)
        printed = {(x + 20.0, y + 20.0) for x, y in PRINT}
        dice = tuple(replace(d, confidence=0.8) if d.centre in printed else d for d in seen.dice)
        sure = all(d.confidence > 0.97 for d in dice)
        return replace(seen, dice=dice, status=seen.status if sure else Status.UNSURE, problems=() if sure else ("?",))


def test_what_was_on_the_bare_table_is_no_die() -> None:
    film = Film()
    film.reader = Fooled()
    film.follower = Follower(film.reader, Tracker())
    film.show(PRINT, 10)
    film.throw({**PRINT, **FIRST})
    (first,) = film.show({**PRINT, **FIRST}, 15)
    assert isinstance(first, RollAtRest)
    assert first.reading.status is Status.READ
    assert values(first) == [1, 3, 3, 5, 6]
    film.reach({**PRINT, **FIRST}, 60, 140, 240)
    film.reach({**PRINT, **KEPT}, 130, 40)
    assert film.show({**PRINT, **KEPT}, 10) == [DiceKept((1, 2))]
    moved = {(x + 17, y + 9): v for (x, y), v in {**PRINT, **KEPT}.items()}
    assert film.show(moved, 10) == []  # a bump of the camera moves cloth and dice alike


def test_dice_that_lay_there_from_the_start_stay_dice() -> None:
    film = Film()
    (first,) = film.show(FIRST, 15)
    assert values(first) == [1, 3, 3, 5, 6]
    film.reach(FIRST, 60, 140, 240)
    film.reach(KEPT, 130, 40)
    assert film.show(KEPT, 10) == [DiceKept((1, 2))]
    film.throw(SECOND)
    (second,) = film.show(SECOND, 15)
    assert values(second) == [2, 3, 3, 4, 6]
