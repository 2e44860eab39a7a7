"""A source in its thread: newest frame wins, lost and frozen sources come back. Time is the test's own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest

from vision.reading import Image
from vision.sources import LiveSource, Phase, SourceError, SourceState

DEADLINE = 20.0
"""Seconds after which a test gives up; nothing here takes as long."""


class OwnTime:
    """A clock that moves only when somebody waits on it or moves it."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        self.time += max(0.0, seconds)
        return stop.is_set()


def picture(level: int, width: int = 64, height: int = 48) -> Image:
    return np.full((height, width, 3), level, np.uint8)


Act = Image | float | Exception | threading.Event


class Scripted:
    """A device that does what each opening's script says: a picture, a wait, or an error."""

    def __init__(self, clock: OwnTime, *scripts: Sequence[Act], live: bool = True) -> None:
        self.live = live
        self.clock = clock
        self.scripts = list(scripts)
        self.script: list[Act] = []
        self.calls: list[tuple[str, float]] = []
        self.image: Image | None = None
        self.shown: float | None = None
        self.decoded = 0
        self.interrupted = threading.Event()

    def open(self) -> None:
        self.calls.append(("open", self.clock.now()))
        self.script = list(self.scripts.pop(0)) if self.scripts else [SourceError("No more.", final=True)]
        if self.script and isinstance(first := self.script[0], SourceError):
            self.script.pop(0)
            raise first

    def grab(self) -> bool:
        while self.script:
            match self.script.pop(0):
                case np.ndarray() as image:
                    self.image = image
                    return True
                case float() as seconds:
                    self.clock.time += seconds
                case threading.Event() as event:
                    assert event.wait(DEADLINE)
                case Exception() as error:
                    raise error
        return False

    @property
    def position(self) -> float | None:
        return self.shown

    def retrieve(self) -> Image | None:
        self.decoded += 1
        return self.image

    def interrupt(self) -> None:
        self.interrupted.set()

    def close(self) -> None:
        self.calls.append(("close", self.clock.now()))


class Story:
    """All that a source told its listener."""

    def __init__(self) -> None:
        self.states: list[SourceState] = []
        self.news = threading.Condition()

    def __call__(self, state: SourceState) -> None:
        with self.news:
            self.states.append(state)
            self.news.notify_all()

    def until(self, told: Callable[[list[SourceState]], bool]) -> None:
        with self.news:
            assert self.news.wait_for(lambda: told(self.states), DEADLINE), [s.words for s in self.states]

    def until_phase(self, phase: Phase) -> None:
        self.until(lambda states: bool(states) and states[-1].phase is phase)

    @property
    def phases(self) -> list[Phase]:
        return [state.phase for state in self.states]


@contextmanager
def running(device: Scripted, speed: float = 1.0) -> Iterator[tuple[LiveSource, Story]]:
    story = Story()
    source = LiveSource(device, "table", listener=story, clock=device.clock, speed=speed)
    source.start()
    try:
        yield source, story
    finally:
        device.script.clear()
        source.close(DEADLINE)


def test_frames_arrive_with_their_place_in_time() -> None:
    clock, hold = OwnTime(), threading.Event()
    with running(Scripted(clock, [picture(1), 0.5, picture(2), 0.25, picture(3), hold])) as (source, story):
        story.until_phase(Phase.LIVE)
        frame = source.wait_newer(1, DEADLINE)
        assert frame is not None
        assert (frame.index, frame.seconds, frame.image[0, 0, 0]) == (2, 0.75, 3)
        assert source.latest() is frame
        assert source.state.size == (64, 48)
        assert source.wait_newer(2, 0.0) is None
        hold.set()
    assert source.state.phase is Phase.OFF


def test_backs_off_from_half_a_second_to_eight_and_releases_before_reopening() -> None:
    clock = OwnTime()
    device = Scripted(clock, *[[SourceError("It refuses.")] for _ in range(7)])
    with running(device) as (_, story):
        story.until_phase(Phase.FAILED)
    opened = [at for call, at in device.calls if call == "open"]
    assert np.diff(opened).tolist() == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
    assert [call for call, _ in device.calls] == ["open", "close"] * 8
    lost = next(state for state in story.states if state.phase is Phase.LOST)
    assert lost.detail == "It refuses."
    assert lost.words == "lost, retry in 1 s"


def test_lost_source_comes_back_and_counts_on() -> None:
    clock, hold = OwnTime(), threading.Event()
    device = Scripted(
        clock,
        [picture(1), 3.0, picture(2), SourceError("The stream broke off.")],
        [SourceError("It refuses.")],
        [picture(9), hold],
    )
    with running(device) as (source, story):
        story.until(lambda states: [s.phase for s in states].count(Phase.LIVE) == 2)
        frame = source.wait_newer(1, DEADLINE)
        assert frame is not None
        assert (frame.index, frame.image[0, 0, 0]) == (2, 9)
        hold.set()
    assert story.phases[:4] == [Phase.OPENING, Phase.LIVE, Phase.LOST, Phase.LIVE]
    assert story.states[2].detail == "The stream broke off."


def test_seconds_of_steady_frames_begin_the_back_off_anew() -> None:
    clock = OwnTime()
    device = Scripted(
        clock,
        [SourceError("No.")],
        [SourceError("No.")],
        [picture(1), 5.0, picture(2), SourceError("Broke off.")],
        [SourceError("No.")],
    )
    with running(device) as (_, story):
        story.until_phase(Phase.FAILED)
    opened = [at for call, at in device.calls if call == "open"]
    assert np.diff(opened).tolist() == [0.5, 1.0, 5.5, 1.0]


def test_flickering_connection_is_not_retried_in_a_tight_loop() -> None:
    clock = OwnTime()
    flickering: list[list[Act]] = [[picture(n), SourceError("Broke off.")] for n in range(5)]
    device = Scripted(clock, *flickering)
    with running(device) as (_, story):
        story.until_phase(Phase.FAILED)
    opened = [at for call, at in device.calls if call == "open"]
    assert np.diff(opened).tolist() == [0.5, 1.0, 2.0, 4.0, 8.0]


def test_frozen_camera_is_noticed_reopened_and_forgiven() -> None:
    clock, hold = OwnTime(), threading.Event()
    still: list[Act] = [picture(5), 0.1] * 100
    device = Scripted(clock, [picture(4), 0.1, *still], [*still[:6], picture(6), hold])
    with running(device) as (_, story):
        story.until(lambda states: [s.phase for s in states].count(Phase.LIVE) == 2)
        hold.set()
    assert story.phases[:4] == [Phase.OPENING, Phase.LIVE, Phase.FROZEN, Phase.LIVE]
    assert "frozen for 3 s" in story.states[2].words
    assert [call for call, _ in device.calls][:3] == ["open", "close", "open"]


def test_moving_pictures_never_count_as_frozen_however_slow_they_are() -> None:
    clock = OwnTime()
    device = Scripted(clock, [x for n in range(40) for x in (picture(n), 2.0)])
    with running(device) as (_, story):
        story.until_phase(Phase.ENDED)
    assert Phase.FROZEN not in story.phases


def test_a_file_in_which_nothing_moves_is_not_frozen() -> None:
    clock = OwnTime()
    device = Scripted(clock, [picture(5), 0.1] * 100, live=False)
    with running(device) as (_, story):
        story.until_phase(Phase.ENDED)
    assert Phase.FROZEN not in story.phases


def test_silence_is_said_in_words() -> None:
    clock, hold = OwnTime(), threading.Event()
    with running(Scripted(clock, [picture(1), hold, picture(2)])) as (source, story):
        story.until_phase(Phase.LIVE)
        assert source.wait_newer(-1, DEADLINE)
        assert source.state.words == "live"
        clock.time += 4.0
        assert source.state.phase is Phase.SILENT
        assert source.state.words == "no picture for 4 s"
        hold.set()


def test_change_of_resolution_is_told() -> None:
    clock = OwnTime()
    with running(Scripted(clock, [picture(1), picture(2, 32, 24), picture(3, 32, 24)])) as (source, story):
        story.until_phase(Phase.ENDED)
        assert [s.size for s in story.states if s.phase is Phase.LIVE] == [(64, 48), (32, 24)]
        frame = source.latest()
        assert frame is not None
        assert frame.image.shape == (24, 32, 3)


def test_files_are_paced_and_speed_hurries_them() -> None:
    for speed, expected in ((1.0, 9.9), (4.0, 2.475), (0.0, 0.0)):
        clock = OwnTime()
        device = Scripted(clock, [picture(1) for _ in range(100)], live=False)
        begin = clock.now()
        count = iter(range(1000))
        grab = device.grab

        def timed(device: Scripted = device, grab: Callable[[], bool] = grab, count: Iterator[int] = count) -> bool:
            device.shown = next(count) / 10
            return grab()

        device.grab = timed  # type: ignore[method-assign]
        with running(device, speed) as (source, story):
            story.until_phase(Phase.ENDED)
            frame = source.latest()
            assert frame is not None
            assert frame.seconds == pytest.approx(9.9)
        assert clock.now() - begin == pytest.approx(expected)


def film(clock: OwnTime, count: int, fps: float) -> Scripted:
    """A recording of so many pictures."""
    device = Scripted(clock, [picture(n % 200) for n in range(count)], live=False)
    grab = device.grab

    def timed() -> bool:
        device.shown = 0.0 if device.shown is None else device.shown + 1 / fps
        return grab()

    device.grab = timed  # type: ignore[method-assign]
    return device


def test_a_film_that_is_looked_at_picture_by_picture_is_no_faster_than_it_was_recorded() -> None:
    """And no picture is hurried because the one before it took long to look at."""
    clock = OwnTime()
    source = LiveSource(film(clock, 40, 10), "film", clock=clock, speed=2.0)
    source.hold()
    source.start()
    begin, seen = clock.now(), -1
    for n in range(40):
        source.step()
        frame = source.wait_newer(seen, DEADLINE)
        assert frame is not None
        assert frame.index == n, "none is passed over"
        seen = frame.index
        if n == 20:
            clock.time += 60.0
    assert clock.now() - begin == pytest.approx(60.0 + 38 * 0.05)
    source.close(DEADLINE)


def test_demand_counts_a_films_own_seconds_however_fast_it_plays() -> None:
    """A throw of a second would be over between two looks at a film that is played as fast as can be."""
    clock = OwnTime()
    device = film(clock, 300, 30)
    story = Story()
    source = LiveSource(device, "film", listener=story, clock=clock, speed=0.0)
    source.demand(10)
    with source:
        story.until_phase(Phase.ENDED)
    assert 95 <= device.decoded <= 105


def test_demand_spares_decoding() -> None:
    clock = OwnTime()
    device = Scripted(clock, [x for n in range(300) for x in (picture(n % 200), 1 / 30)])
    story = Story()
    source = LiveSource(device, "table", listener=story, clock=clock)
    source.demand(10)
    with source:
        story.until_phase(Phase.ENDED)
    assert 95 <= device.decoded <= 105


def test_damaged_frames_are_left_out_and_too_many_are_a_loss() -> None:
    clock = OwnTime()
    device = Scripted(clock, [picture(1) for _ in range(200)])
    device.retrieve = lambda: None  # type: ignore[method-assign]
    with running(device) as (source, story):
        story.until_phase(Phase.FAILED)
        assert source.latest() is None
    assert [s.detail for s in story.states if s.phase is Phase.LOST] == ["Its pictures arrive damaged."]


def test_closing_does_not_wait_for_a_driver_that_hangs() -> None:
    clock, hold = OwnTime(), threading.Event()
    device = Scripted(clock, [picture(1), hold])
    story = Story()
    source = LiveSource(device, "table", listener=story, clock=clock)
    source.start()
    story.until_phase(Phase.LIVE)
    source.close(wait=0.0)
    assert device.interrupted.is_set()
    assert source.state.phase is Phase.OFF
    hold.set()
    source.close(DEADLINE)
    assert ("close", 100.0) in device.calls
    assert story.phases == [Phase.OPENING, Phase.LIVE, Phase.OFF]
    source.start()
    assert source.state.phase is Phase.OFF


def test_whoever_waits_for_a_frame_is_woken_by_the_end() -> None:
    clock = OwnTime()
    with running(Scripted(clock, [picture(1)])) as (source, story):
        story.until_phase(Phase.ENDED)
        assert source.wait_newer(0, DEADLINE) is None
        assert source.latest() is not None


def test_final_faults_are_not_tried_again() -> None:
    device = Scripted(OwnTime(), [SourceError("This is no video.", final=True)])
    with running(device) as (source, story):
        story.until_phase(Phase.FAILED)
        assert source.state.detail == "This is no video."
        assert source.wait_newer(-1, DEADLINE) is None
    assert [call for call, _ in device.calls] == ["open", "close"]


def test_a_fault_nobody_foresaw_is_told_in_a_sentence_and_ends_the_source(caplog: pytest.LogCaptureFixture) -> None:
    device = Scripted(OwnTime(), [picture(1), ZeroDivisionError()])
    with running(device) as (source, story):
        story.until_phase(Phase.FAILED)
        assert source.state.detail.startswith("The camera failed in an unforeseen way, and the log says more")
    assert "ZeroDivisionError" in caplog.text
    assert device.calls[-1][0] == "close"
