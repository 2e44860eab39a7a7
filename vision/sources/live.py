"""A source in its own thread: newest frame wins, and what is lost is opened again."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Self

from vision import threads
from vision.reading import Frame, Image
from vision.sources.clock import Clock, SystemClock
from vision.sources.errors import SourceError
from vision.sources.frozen import AFTER, FrozenWatch
from vision.sources.grabbers import Grabber
from vision.sources.state import Phase, SourceState

FIRST_RETRY, LAST_RETRY = 0.5, 8.0
"""Seconds before a lost source is opened again: doubled from the first to the last."""
STEADY = 2.0
"""Seconds of frames after which a source counts as recovered, and the next loss begins with the first retry again."""
REOPEN_FROZEN = 5.0
"""Seconds that a frozen camera is given before it is opened again."""
OVERDUE = 2.0
"""Seconds without a frame after which a live source is called silent."""
BAD_FRAMES = 60
"""Damaged frames in a row after which a source counts as lost."""

UNFORESEEN = "The camera failed in an unforeseen way, and the log says more: switch it off and on again."
"""What is said of a fault of our own; `kismet doctor` shows the log."""

_LOG = logging.getLogger(__name__)

Listener = Callable[[SourceState], None]


class _FrozenError(SourceError):
    """The camera is to be opened again because it hangs; unlike other losses this shows no retry in words."""


class LiveSource:
    """Frames of one source as they come. All methods may be called from any thread, and none of them waits long.

    The thread is a daemon, because a driver can hang in the middle of a call: leaving the program never waits for it.
    """

    def __init__(
        self,
        grabber: Grabber,
        label: str,
        *,
        speed: float = 1.0,
        listener: Listener | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Make a source that is still off.

        Args:
            grabber: where the frames come from; from now on it belongs to this source.
            label: what people call it.
            speed: pace of files: 2 is twice as fast as recorded, 0 as fast as can be. Live sources take no notice.
            listener: called with every change of phase or picture size, in the source's thread; must return at once.
            clock: time; the computer's own unless a test says otherwise.
        """
        self.label = label
        self._grabber = grabber
        self._speed = speed
        self._listener = listener
        self._clock = clock or SystemClock()
        self._news = threading.Condition()
        self._stop = threading.Event()
        self._go = threading.Event()
        self._go.set()
        self._one = False
        self._thread: threading.Thread | None = None
        self._state = SourceState(Phase.OFF)
        self._frame: Frame | None = None
        self._interval = 0.0
        self._retry_at = self._arrived = self._still_since = 0.0
        self._arrivals: deque[float] = deque(maxlen=31)
        self._index = -1
        self._first: float | None = None
        self._watch = FrozenWatch()

    def start(self) -> None:
        """Begin to open the source in the background; does nothing when it runs already or was closed."""
        if self._thread is None and not self._stop.is_set():
            self._change(SourceState(Phase.OPENING))
            self._thread = threads.start(f"source {self.label}", self._run, self._ask_to_stop)

    def close(self, wait: float = 1.0) -> None:
        """Stop the thread and let go of the device; a driver that hangs is left behind after `wait` seconds."""
        self._ask_to_stop()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(wait)
        self._change(SourceState(Phase.OFF))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def latest(self) -> Frame | None:
        """The newest frame, or None before the first. It stays when the source is lost or has ended."""
        return self._frame

    def wait_newer(self, than: int, timeout: float) -> Frame | None:
        """Wait for a frame with a higher index; None if there is none after `timeout` seconds or at the end.

        Args:
            than: index of the newest frame already seen; -1 for any.
            timeout: seconds.
        """

        def settled() -> bool:
            return (self._frame is not None and self._frame.index > than) or self._over

        with self._news:
            self._news.wait_for(settled, timeout)
            frame = self._frame
        return frame if frame is not None and frame.index > than else None

    def demand(self, fps: float | None) -> None:
        """Decode no more than `fps` frames a second, or all with None. A still table is watched with less work.

        A recording's seconds are those it was recorded in, however fast it plays.
        """
        self._interval = 0.0 if fps is None else 1.0 / fps

    def hold(self) -> None:
        """Stop a recording where it is until `go_on`. A camera takes no notice: nobody can hold a table."""
        if not self._grabber.live:
            self._go.clear()

    def go_on(self) -> None:
        """Play on after `hold`."""
        self._one = False
        self._go.set()

    def step(self) -> None:
        """Play a recording on to its next picture and hold it there: none is passed over, however fast it plays."""
        self._one = not self._grabber.live
        self._go.set()

    @property
    def state(self) -> SourceState:
        """What the source is doing now."""
        with self._news:
            state, now = self._state, self._clock.now()
            times = list(self._arrivals)
            arrived, retry_at, still_since = self._arrived, self._retry_at, self._still_since
        if state.phase is Phase.LIVE and self._grabber.live and now - arrived > OVERDUE:
            return replace(state, phase=Phase.SILENT, waited=now - arrived, fps=None)
        if state.phase is Phase.FROZEN:
            return replace(state, waited=now - still_since)
        if state.phase is Phase.LOST:
            return replace(state, retry_in=max(0.0, retry_at - now))
        if state.phase is Phase.LIVE and len(times) > 1 and times[-1] > times[0]:
            return replace(state, fps=(len(times) - 1) / (times[-1] - times[0]))
        return state

    def _ask_to_stop(self) -> None:
        self._stop.set()
        self._go.set()
        self._grabber.interrupt()

    @property
    def _over(self) -> bool:
        return self._stop.is_set() or self._state.phase in {Phase.ENDED, Phase.FAILED}

    # From here on: the source's own thread.

    def _run(self) -> None:
        pause = FIRST_RETRY
        while not self._stop.is_set():
            opened = self._clock.now()
            try:
                self._grabber.open()
                opened = self._clock.now()
                self._pump()
                if self._frame is None:
                    raise SourceError("It ended before a whole picture had come.", final=True)
                self._change(replace(self._state, phase=Phase.ENDED, detail=""))
                break
            except SourceError as error:
                if error.final:
                    self._change(SourceState(Phase.FAILED, str(error)))
                    break
                if self._clock.now() - opened >= STEADY and self._state.phase is Phase.LIVE:
                    pause = FIRST_RETRY
                self._lost(error, pause)
            except Exception:
                # Nothing foreseen; without this, the screen would show the last picture for ever and call it live.
                _LOG.exception("the source broke off")
                self._change(SourceState(Phase.FAILED, UNFORESEEN))
                break
            finally:
                # Released before anything else: opening a device that is still held would fail for ever.
                self._grabber.close()
            if self._clock.wait(self._stop, pause):
                break
            pause = min(2 * pause, LAST_RETRY)

    def _lost(self, error: SourceError, pause: float) -> None:
        with self._news:
            self._retry_at = self._clock.now() + pause
            self._arrivals.clear()
        if not isinstance(error, _FrozenError):  # a frozen camera stays frozen until a new picture proves otherwise
            self._change(SourceState(Phase.LOST, str(error), retry_in=pause, size=self._state.size))

    def _pump(self) -> None:
        """Take frames until the source ends (returns) or is lost (raises SourceError)."""
        start: float | None = None
        held = False
        decoded, bad = float("-inf"), 0
        frozen_at: float | None = None
        while not self._stop.is_set():
            if not self._go.is_set():
                self._go.wait()
                held = True
            if not self._grabber.grab():
                return
            self._index += 1
            now = self._clock.now()
            with self._news:
                self._arrived = now
                self._arrivals.append(now)
            position = self._grabber.position
            if position is not None and self._speed > 0:
                if start is None or (held and now > start + position / self._speed):
                    start = now - position / self._speed  # the recording's time goes on from here
                held = False
                if self._clock.wait(self._stop, start + position / self._speed - now):
                    return
                now = self._clock.now()
            # Of a recording its own seconds count: played faster, it would show too little of a throw.
            moment = now if position is None else position
            if moment - decoded < self._interval * 0.95:
                continue
            image = self._grabber.retrieve()
            if image is None:
                bad += 1
                if bad >= BAD_FRAMES:
                    raise SourceError("Its pictures arrive damaged.")
                continue
            decoded, bad = moment, 0
            frozen_at = self._look(image, now, frozen_at)
            self._publish(image, now, position)

    def _look(self, image: Image, now: float, frozen_at: float | None) -> float | None:
        """Keep the state true to what arrives; returns since when the camera is frozen in this opening."""
        size = (image.shape[1], image.shape[0])
        still = self._watch.look(image, now) if self._grabber.live else 0.0
        if still == 0.0 or (still < AFTER and self._state.phase is not Phase.FROZEN):
            if self._state.phase is not Phase.LIVE or self._state.size != size:
                self._change(SourceState(Phase.LIVE, size=size))
            return None
        if self._state.phase is not Phase.FROZEN and still >= AFTER:
            with self._news:
                self._still_since = now - still
            self._change(SourceState(Phase.FROZEN, "The camera repeats its last picture.", size=size))
        frozen_at = now if frozen_at is None else frozen_at
        if now - frozen_at >= REOPEN_FROZEN:
            raise _FrozenError("The camera repeats its last picture.")
        return frozen_at

    def _publish(self, image: Image, now: float, position: float | None) -> None:
        self._first = now if self._first is None else self._first
        seconds = now - self._first if position is None else position
        with self._news:
            self._frame = Frame(image, self._index, seconds)
            if self._one:
                self._go.clear()
            self._news.notify_all()

    def _change(self, state: SourceState) -> None:
        with self._news:
            if self._stop.is_set() and state.phase is not Phase.OFF:
                return  # closed meanwhile: that is the last word
            before, self._state = self._state, state
            self._news.notify_all()
        if self._listener is not None and (before.phase, before.size) != (state.phase, state.size):
            self._listener(self.state)
