"""A camera being watched, from frames to what a screen is told. The frames are drawn here, the reader is scripted."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

import cv2
import numpy as np
import pytest

from vision.reading import NO_HINTS, DieReading, Hints, Image, PipColour, Reading, Status
from vision.sources import LiveSource, Phase, SourceState
from vision.sources.stills import StillsGrabber
from vision.tracker import RollAtRest, TableCleared
from vision.watch import News, View, Watcher

DEADLINE = 20.0
"""Seconds after which a test gives up; nothing here takes as long."""
FPS = 15
EDGE = 30
PLACES = [(60, 60), (160, 60), (260, 60), (110, 160), (210, 160)]
OTHERS = [(60, 170), (160, 70), (260, 150), (70, 60), (190, 180)]

Kind = TypeVar("Kind")


def table(places: list[tuple[int, int]]) -> Image:
    image = np.full((240, 320, 3), 60, np.uint8)
    for x, y in places:
        cv2.rectangle(image, (x, y), (x + EDGE, y + EDGE), (230, 230, 230), -1)
    return image


class SquareReader:
    """Finds white squares; their numbers are their places from the left, modulo six."""

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:  # noqa: ARG002
        count, _, stats, _ = cv2.connectedComponentsWithStats((image[:, :, 0] > 150).astype(np.uint8))
        boxes = sorted(tuple(map(float, stats[i, :4])) for i in range(1, count))
        dice = tuple(
            DieReading(
                value=place % 6 + 1,
                colour=PipColour.BLACK,
                confidence=0.99,
                centre=(x + w / 2, y + h / 2),
                box=(x, y, x + w, y + h),
                quad=((x, y), (x + w, y), (x + w, y + h), (x, y + h)),
            )
            for place, (x, y, w, h) in enumerate(boxes)
        )
        return Reading(Status.READ if dice else Status.NO_DICE, dice)


class Recording:
    """A recording that waits until each frame was looked at: a slow machine sees the same as a fast one."""

    live = False

    def __init__(self, images: list[Image]) -> None:
        self.images = images
        self.at = -1
        self.given = 0
        self.looked_at: Callable[[], int] = lambda: 0
        self.closed = threading.Event()

    def open(self) -> None:
        self.at = -1

    def grab(self) -> bool:
        while self.looked_at() < self.given and not self.closed.wait(0.001):
            pass
        self.at += 1
        return self.at < len(self.images)

    @property
    def position(self) -> float:
        return self.at / FPS

    def retrieve(self) -> Image | None:
        self.given += 1
        return self.images[self.at]

    def interrupt(self) -> None:
        self.closed.set()

    def close(self) -> None:
        pass


def turn(places: list[tuple[int, int]]) -> list[Image]:
    flight = [table([(x + 40 - 10 * i, y + 20 - 5 * i) for x, y in places]) for i in range(4)]
    return [table([])] * 6 + flight + [table(places)] * 12


class Watched:
    """A watcher and what it told."""

    def __init__(
        self, images: list[Image], *, patient: bool, reader: Callable[[], SquareReader] = SquareReader
    ) -> None:
        self.news: queue.Queue[News] = queue.Queue()
        self.grabber = Recording(images)
        self.watcher = Watcher(
            lambda tell: LiveSource(self.grabber, "recording", speed=1.0, listener=tell), reader, patient=patient
        )
        self.grabber.looked_at = lambda: self.watcher.view.number
        self.watcher.start(self.news.put)

    def next(self, kind: type[Kind]) -> Kind:
        while True:
            told = self.news.get(timeout=DEADLINE)
            if isinstance(told, kind):
                return told

    def until(self, phase: Phase) -> SourceState:
        while True:
            state = self.next(SourceState)
            if state.phase is phase:
                return state


def test_a_patient_watcher_holds_the_recording_until_people_have_acted() -> None:
    watched = Watched(turn(PLACES) + turn(OTHERS), patient=True)
    first = watched.next(RollAtRest)
    assert (first.reading.values, first.number) == ((1, 2, 3, 4, 5), 1)
    assert watched.watcher.view.reading is not None
    assert watched.watcher.view.reading.values == (1, 2, 3, 4, 5)
    held_at = watched.grabber.at
    assert held_at < len(turn(PLACES)) + 6, "it did not run on into the next turn"
    watched.watcher.new_turn()
    watched.watcher.go_on()
    watched.next(TableCleared)
    watched.watcher.go_on()
    assert watched.next(RollAtRest).number == 1
    watched.watcher.go_on()
    watched.until(Phase.ENDED)
    assert watched.watcher.view.words == "ended"
    watched.watcher.close()


def test_a_picture_is_read_however_slow_the_machine(tmp_path: Path) -> None:
    """Its frames would be over in an instant, were they not held until each has been looked at."""
    picture = tmp_path / "dice.png"
    cv2.imwrite(str(picture), table(PLACES))
    news: queue.Queue[News] = queue.Queue()

    def source(tell: Callable[[SourceState], None]) -> LiveSource:
        return LiveSource(StillsGrabber(picture), "dice.png", speed=1000.0, listener=tell)

    watcher = Watcher(source, SquareReader, unhurried=True)
    watcher.start(news.put)
    told: list[News] = []
    while not (told and isinstance(told[-1], SourceState) and told[-1].phase is Phase.ENDED):
        told.append(news.get(timeout=DEADLINE))
    watcher.close()
    (rest,) = (one for one in told if isinstance(one, RollAtRest))
    assert rest.reading.values == (1, 2, 3, 4, 5)


class Hurried(Recording):
    """A film that waits for nobody."""

    def grab(self) -> bool:
        self.at += 1
        return self.at < len(self.images)


def test_no_throw_of_a_film_is_lost_however_slow_the_machine() -> None:
    film = Hurried(turn(PLACES) + turn(OTHERS))
    loaded = threading.Event()

    def slow() -> SquareReader:
        assert loaded.wait(DEADLINE)
        return SquareReader()

    news: queue.Queue[News] = queue.Queue()
    watcher = Watcher(lambda tell: LiveSource(film, "film", speed=0.0, listener=tell), slow, unhurried=True)
    watcher.start(news.put)
    loaded.set()
    told: list[News] = []
    while not (told and isinstance(told[-1], SourceState) and told[-1].phase is Phase.ENDED):
        told.append(news.get(timeout=DEADLINE))
    watcher.close()
    assert sum(isinstance(one, RollAtRest) for one in told) == 2


def test_a_recording_begins_when_somebody_looks() -> None:
    class Theatre(Hurried):
        """Notes whether anybody looked on at each picture."""

        attended = False
        seen: ClassVar[list[bool]] = []

        def retrieve(self) -> Image | None:
            self.seen.append(self.attended)
            return super().retrieve()

    film = Theatre(turn(PLACES))
    loaded = threading.Event()

    def reader() -> SquareReader:
        loaded.set()
        return SquareReader()

    news: queue.Queue[News] = queue.Queue()
    watcher = Watcher(
        lambda tell: LiveSource(film, "film", speed=0.0, listener=tell), reader, patient=True, curtain=True
    )
    watcher.start(news.put)
    watcher.go_on()
    assert loaded.wait(DEADLINE)
    film.attended = True
    watcher.begin()
    while not isinstance(news.get(timeout=DEADLINE), RollAtRest):
        pass
    assert watcher.view.words == "live · waits"
    watcher.go_on()
    assert watcher.view.words != "live · waits"
    watcher.close()
    assert len(film.seen) > 6
    assert all(film.seen)


def test_closing_is_the_last_word() -> None:
    watched = Watched(turn(PLACES), patient=True)
    watched.next(RollAtRest)
    watched.watcher.close()
    assert watched.watcher.view.words == "off"


class Counting(SquareReader):
    """Counts its readings, and stops in the middle of one until it may go on."""

    def __init__(self, stops_at: int = 0) -> None:
        self.count = 0
        self.stops_at = stops_at
        self.stopped, self.may_go_on = threading.Event(), threading.Event()

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        self.count += 1
        if self.count == self.stops_at:
            self.stopped.set()
            assert self.may_go_on.wait(DEADLINE)
        return super().read(image, hints)


def test_what_is_being_read_while_the_camera_is_switched_off_is_offered_to_nobody() -> None:
    """Whoever switches to another film must not get the dice of the one before."""
    usual = Counting()
    watched = Watched(turn(PLACES), patient=True, reader=lambda: usual)
    watched.next(RollAtRest)
    watched.watcher.close()
    before = set(threading.enumerate())
    slow = Counting(stops_at=usual.count)
    watched = Watched(turn(PLACES), patient=True, reader=lambda: slow)
    (thread,) = (one for one in set(threading.enumerate()) - before if one.name == "watcher")
    assert slow.stopped.wait(DEADLINE)
    watched.watcher.close()
    slow.may_go_on.set()
    thread.join(DEADLINE)
    assert not thread.is_alive()
    told = [watched.news.get_nowait() for _ in range(watched.news.qsize())]
    assert not any(isinstance(news, RollAtRest) for news in told)


def test_a_reader_that_fails_is_told_in_a_sentence_and_not_called_live(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> SquareReader:
        raise ValueError("setting an array element with a sequence")

    watched = Watched(turn(PLACES), patient=True, reader=broken)
    detail = watched.until(Phase.FAILED).detail
    assert detail.startswith("Reading the dice failed, and the log says why: type the dice")
    assert "array" not in detail
    assert "Error" not in detail
    assert "setting an array element" in caplog.text, "what the log is for"
    assert not watched.watcher.view.live
    assert watched.watcher.view.words == "failed"
    watched.watcher.close()


def test_a_camera_that_never_gave_a_picture_is_not_found_rather_than_lost() -> None:
    state = SourceState(Phase.LOST, "Nobody answers.", retry_in=4.0)
    assert View(state).words == "not found, retry in 4 s"
    assert View(state, number=7).words == "lost, retry in 4 s"
