"""A camera being watched: source, reader and tracker together in one background thread.

Whoever shows it asks for `view` whenever it likes and gets an immutable snapshot at once; the few things that matter
are told as they happen, on this thread, so the listener must only pass them on. A still table is looked at a few times
a second; every frame counts again as soon as something moves.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from vision import threads
from vision.follow import Follower
from vision.reading import NO_HINTS, Hints, Image, Reader, Reading
from vision.sources import LiveSource, Phase, SourceState
from vision.tracker import Doubt, Event, RollAtRest, Stage, TableCleared, Tracker

_LOG = logging.getLogger(__name__)

CALM_FPS = 8.0
"""Frames a second that are decoded while nothing moves."""
CALM_AFTER = 1.5
"""Seconds without movement after which that is enough."""
PATIENCE = 0.25
"""Seconds to wait for a frame before looking at the source's state again."""
WAITS = "waits"
"""Of a recording that is held until people have acted."""
BROKEN = "Reading the dice failed, and the log says why: type the dice, or switch the camera off and on again."
"""What is said of a fault that nobody foresaw; `kismet doctor` shows the log."""
Area = tuple[int, int, int, int]
"""Left, upper, right and lower end, in pixels."""


@dataclass(frozen=True, slots=True)
class View:
    """What the camera sees now."""

    state: SourceState
    stage: Stage = Stage.LOOKING
    frame: Image | None = None
    reading: Reading | None = None
    """What was read last, while it still holds; `None` while something moves."""
    kept: tuple[int, ...] = ()
    """Indices into the reading's dice of those that were not thrown again."""
    number: int = 0
    """Counts the frames looked at, so that a view is drawn once."""
    area: Area | None = None
    """The part of the picture in which dice are thrown, if that is known."""
    unsaid: bool = False
    """Whether dice lie still that may have been thrown, but were not told of; see `Watcher.take_lying`."""
    note: str = ""
    """What else is to be said of the camera while it is live, in a word or two: which profile is used."""

    @property
    def live(self) -> bool:
        """Whether pictures come in."""
        return self.state.phase is Phase.LIVE

    @property
    def words(self) -> str:
        """The state for a status line: opening, live, dice moving, hands in view, frozen, lost, retry in 4 s."""
        if self.live and self.stage in (Stage.MOVING, Stage.HANDS):
            return str(self.stage)
        words = self.state.told(seen=self.number > 0)
        return f"{words} · {self.note}" if self.live and self.note else words


News = Event | SourceState
"""What is told: the tracker's events, and the source's changes of state."""


class Watcher:
    """Watches one source from `start` to `close`. All methods may be called from any thread; none waits long."""

    def __init__(
        self,
        make_source: Callable[[Callable[[SourceState], None]], LiveSource],
        make_reader: Callable[[], Reader],
        *,
        hints: Hints = NO_HINTS,
        patient: bool = False,
        unhurried: bool = False,
        curtain: bool = False,
        foreword: str = "",
        afterword: Callable[[], str] = lambda: "",
        area: Callable[[int, int], Area | None] = lambda _width, _height: None,
        note: Callable[[], str] = lambda: "",
    ) -> None:
        """Make a watcher that does nothing yet.

        Args:
            make_source: makes the source, given the listener for its changes of state.
            make_reader: loads the reader; called on the watcher's thread, since it takes a while.
            hints: what is known of the table.
            patient: hold a recording whenever there is something for people to do, until `go_on`, and while a picture
                is looked at; a demo is then played at people's pace, and never faster than it can be read.
            unhurried: hold a recording while a picture is looked at, but wait for nobody: pictures do not run away.
            curtain: a recording does not begin before `begin`: somebody should be looking.
            foreword: a sentence to be told at once, if there is one.
            afterword: gives what is to be said when the source has come to its end, if there is anything.
            area: tells from a picture's width and height in which part of it dice are thrown, to be shown.
            note: what else to say of the camera in its status line; asked for each view, so it must return at once.
        """
        self._make_source = make_source
        self._make_reader = make_reader
        self._hints = hints
        self._patient = patient
        self._unhurried = patient or unhurried
        self._foreword = foreword
        self._afterword = afterword
        self._begun = not curtain
        self._ready = False
        self._area = area
        self._note = note
        self._tell: Callable[[News], None] = lambda _: None
        self._wishes: deque[Callable[[Tracker], None]] = deque()
        self._stop = threading.Event()
        self._telling = threading.RLock()
        """Held while something is told, so that nothing is once `close` has returned."""
        self._source: LiveSource | None = None
        self._seen = View(SourceState(Phase.OFF))
        self._broken: SourceState | None = None
        self._held = False

    def start(self, tell: Callable[[News], None]) -> None:
        """Begin to watch; `tell` is called on other threads than this one and must return at once.

        Raises:
            SourceError: the source can mean nothing at all; what only cannot be opened is told later.
        """
        self._tell = tell
        # Opened here and not on the thread: macOS asks for permission on the main thread alone.
        self._source = self._make_source(self._source_changed)
        self._source.hold()  # a recording can wait until the reader is there
        self._source.start()
        threads.start("watcher", partial(self._run, self._source), self._stop.set)

    def close(self) -> None:
        """Stop watching and let go of the device, without waiting for a camera that hangs.

        A picture that is being read meanwhile is read to its end, but nothing is told of it any more.
        """
        with self._telling:
            self._stop.set()
        if self._source is not None:
            self._source.close(wait=0.2)

    @property
    def view(self) -> View:
        """The newest view."""
        seen, source = self._seen, self._source
        if source is None:
            return seen
        said = (self._note(), WAITS if self._held else "")
        return replace(seen, state=self._broken or source.state, note=" · ".join(filter(None, said)))

    @property
    def waits(self) -> bool:
        """Whether a recording is held until people have acted."""
        return self._held

    def remark(self, sentence: str) -> None:
        """Tell a sentence like the tracker's own doubts, from whoever else watches: the light, the profile."""
        self._pass_on(Doubt(sentence))

    def correct(
        self,
        values: Sequence[int] | None = None,
        number: int | None = None,
        kept: Collection[int] | None = None,
    ) -> None:
        """A person says what the last roll was; see `Tracker.correct`."""
        self._wishes.append(lambda tracker: tracker.correct(values, number, kept))

    def renumber(self, number: int) -> None:
        """A person says which roll the last one was; see `Tracker.renumber`."""
        self._wishes.append(lambda tracker: tracker.renumber(number))

    def dismiss(self, number: int) -> None:
        """A person says that the last roll was none; see `Tracker.dismiss`."""
        self._wishes.append(lambda tracker: tracker.dismiss(number))

    def new_turn(self) -> None:
        """A person scored: the next throw is a turn's first."""
        self._wishes.append(lambda tracker: tracker.new_turn())

    def expect(self, values: Sequence[int], number: int, *, stands: bool) -> None:
        """A person says which dice lay there before; see `Tracker.expect`."""
        self._wishes.append(lambda tracker: tracker.expect(values, number, stands=stands))

    def take_lying(self) -> None:
        """A person says that the dice that lie there were thrown; see `Tracker.take_lying`."""
        self._wishes.append(lambda tracker: tracker.take_lying())
        self.go_on()

    def begin(self) -> None:
        """Somebody is looking: a recording begins as soon as the reader is there, or plays on if nobody looked on."""
        self._begun = True
        self.go_on()

    def go_on(self) -> None:
        """Play a recording on that was held for people to act."""
        self._held = False
        if self._source is not None and self._ready and self._begun:
            self._play(self._source)

    # From here on: other threads.

    def _pass_on(self, news: News) -> None:
        with self._telling:
            if not self._stop.is_set():
                self._tell(news)

    def _source_changed(self, state: SourceState) -> None:
        over = state.phase is Phase.ENDED
        self._pass_on(replace(state, detail=self._afterword()) if over else state)

    def _play(self, source: LiveSource) -> None:
        """Play on; picture by picture where each is to be looked at: a slow machine shows a slow film."""
        if self._unhurried:
            source.step()
        else:
            source.go_on()

    def _run(self, source: LiveSource) -> None:
        try:
            self._watch(source)
        except Exception:
            # Without this the last picture would stay on the screen for ever and be called live.
            self._broken = SourceState(Phase.FAILED, BROKEN)
            _LOG.exception("the watcher broke off")
            self._source_changed(self._broken)
            source.close(wait=0.0)

    def _watch(self, source: LiveSource) -> None:
        if self._foreword:
            self.remark(self._foreword)
        reader = self._make_reader()
        follower = Follower(reader, Tracker(turn_gap=float("inf")), self._hints)
        last, calm_since = -1, None
        self._ready = True
        if self._begun:
            self._play(source)
        while not self._stop.is_set():
            frame = source.wait_newer(last, PATIENCE)
            while self._wishes:
                self._wishes.popleft()(follower.tracker)
            if frame is None:
                if source.state.phase in (Phase.ENDED, Phase.FAILED, Phase.OFF):
                    return
                continue
            last = frame.index
            look = follower.look(frame)
            stage = follower.tracker.stage
            restless = stage in (Stage.MOVING, Stage.HANDS)
            reading = None if restless else look.reading or self._seen.reading
            for event in look.events:
                if isinstance(event, RollAtRest):
                    reading = event.reading
            height, width = frame.image.shape[:2]
            kept = follower.tracker.table.kept_in(reading) if reading is not None else ()
            area = self._area(width, height)
            unsaid = follower.tracker.unsaid
            self._seen = View(source.state, stage, frame.image, reading, kept, self._seen.number + 1, area, unsaid)
            calm_since = None if stage not in (Stage.REST, Stage.EMPTY) else calm_since or frame.seconds
            calm = calm_since is not None and frame.seconds - calm_since > CALM_AFTER
            source.demand(CALM_FPS if calm else None)
            if any(isinstance(event, RollAtRest | TableCleared) for event in look.events):
                self._held = self._patient
            if self._unhurried and not self._held:
                self._play(source)
            for event in look.events:
                self._pass_on(event)
