"""A watched camera as the app's feed: the camera's many words become the few that a player needs.

Imported only when a camera is switched on, since it brings OpenCV along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui import camera
from tui.camera import CameraWords, DiceLeft, News, RecordingOver, RollSeen
from vision.sources import Phase, SourceState
from vision.tracker import DiceKept, Doubt, RollAtRest, TableCleared
from vision.tracker.words import UNSEEN
from vision.watch import News as WatcherNews
from vision.watch import View, Watcher

LYING = f"{UNSEEN} Space takes them as they lie."
"""Said of dice that may have been thrown, or may lie there from before."""
_READER = "Reading the dice"
"""How the words begin where it is not the camera that failed."""
_GONE = (Phase.LOST, Phase.FROZEN, Phase.SILENT, Phase.FAILED)


class Watched:
    """The feed of one `Watcher`."""

    def __init__(self, watcher: Watcher) -> None:
        """Make a feed of a watcher that was not started yet."""
        self._watcher = watcher
        self._phase = Phase.OFF
        self._lived = False
        """Whether it ever gave a picture; one that never did may have been named wrongly."""

    def start(self, tell: Callable[[News], None]) -> None:
        """Begin to watch."""

        def pass_on(news: WatcherNews) -> None:
            told = self._translated(news)
            if told is not None:
                tell(told)

        self._watcher.start(pass_on)

    @property
    def view(self) -> View:
        """The newest view."""
        return self._watcher.view

    def correct(self, values: Sequence[int] | None, number: int) -> None:
        """A person says what the last roll was."""
        self._watcher.correct(values, number)

    def renumber(self, number: int) -> None:
        """A person says which roll the last one was."""
        self._watcher.renumber(number)

    def keep(self, places: Sequence[int]) -> None:
        """A person says which dice of the last roll were not thrown again."""
        self._watcher.correct(kept=places)

    def dismiss(self, number: int) -> None:
        """A person says that the last roll was none."""
        self._watcher.dismiss(number)

    def new_turn(self) -> None:
        """A person scored."""
        self._watcher.new_turn()

    def expect(self, values: Sequence[int], number: int, *, stands: bool) -> None:
        """A person says which dice lay there before."""
        self._watcher.expect(values, number, stands=stands)

    def take_lying(self) -> None:
        """A person says that the dice that lie there were thrown."""
        self._watcher.take_lying()

    def go_on(self) -> None:
        """Play a recording on."""
        self._watcher.go_on()

    def begin(self) -> None:
        """Let a recording begin."""
        self._watcher.begin()

    def close(self) -> None:
        """Stop watching."""
        self._watcher.close()

    def _translated(self, news: WatcherNews) -> News | None:
        match news:
            case RollAtRest():
                return RollSeen(news.reading, news.number, news.kept, news.revised, news.guess)
            case DiceKept(kept):
                return DiceLeft(kept)
            case TableCleared():
                return camera.TableCleared()
            case Doubt(sentence):
                if sentence == UNSEEN:
                    return CameraWords(LYING)
                return CameraWords(sentence)
            case SourceState():
                return self._changed(news)
            case _:
                return None

    def _changed(self, state: SourceState) -> News | None:
        """A sentence when the camera goes or comes back; every new try is for the status line alone."""
        was, self._phase = self._phase, state.phase
        self._lived |= state.phase is Phase.LIVE
        if state.phase is Phase.ENDED:
            return RecordingOver(state.detail)
        if state.phase in _GONE and was not in _GONE:
            words = (
                state.detail or f"The camera {'has failed' if state.phase is Phase.FAILED else f'is {state.phase}'}."
            )
            if words.startswith(_READER):
                return CameraWords(words)
            return CameraWords(words if self._lived else f"{words} V names another camera.", absent=True)
        if state.phase is Phase.LIVE and was in _GONE:
            return CameraWords("The camera is back.")
        return None
