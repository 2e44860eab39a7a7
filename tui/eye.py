"""The app's one camera: on or off, what it says, and what was switched on last. It outlives the screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kismet.game import Game, State
from tui.camera import Feed, Lying, News, RollSeen, View, looks_on
from tui.misread import Sights
from tui.telling import tell_camera

MakeFeed = Callable[[str], Feed]
"""Makes the feed of a source (an index, URL or path); raises `ValueError` with a sentence if it is none."""


class Eye:
    """Switches a feed on and off, and never waits for it."""

    def __init__(self, make: MakeFeed, tell: Callable[[News], None], source: str = "") -> None:
        """Make an eye that is shut.

        Args:
            make: makes the feed of a source.
            tell: called with news, on the camera's thread.
            source: the camera to use; empty if none was ever named.
        """
        self._make = make
        self._tell = tell
        self.source = source
        self._feed: Feed | None = None
        self.sights = Sights()
        self._attended = False
        self._heard = False
        """Whether this feed has told of a roll."""

    @property
    def on(self) -> bool:
        """Whether the camera is watched."""
        return self._feed is not None

    @property
    def view(self) -> View | None:
        """The newest view; `None` while off."""
        return self._feed.view if self._feed is not None else None

    @property
    def looks_on(self) -> bool:
        """Whether dice that are thrown now are seen, or will be in a moment."""
        return self.view is not None and looks_on(self.view)

    @property
    def words(self) -> str:
        """The camera's state for the title line; empty if there is no camera to speak of."""
        view = self.view
        if view is not None:
            if not view.live:
                return f"cam ○ {view.words}"
            dice = view.reading.dice if view.reading is not None else ()
            # Rounded down: only certainty is 100 %.
            sure = f" {int(100 * min(die.confidence for die in dice))}%" if dice else ""
            return f"cam ● {view.words}{sure}"
        return "cam ○ off" if self.source else ""

    def open(self, source: str = "", lying: Lying | None = None) -> None:
        """Watch `source`, or the one used last.

        Args:
            source: what to watch.
            lying: the dice that lie there as far as the game knows; they are not offered as a throw.

        Raises:
            ValueError: if it is no source; nothing changes.
        """
        feed = self._make(source or self.source)
        self.close()
        self.source = source or self.source
        self._feed, self._heard = feed, False
        if lying is not None and not self.recorded:
            feed.expect(lying.values, lying.number, stands=lying.stands)
        feed.start(lambda news: self._hear(feed, news))
        if self._attended:
            feed.begin()

    @property
    def recorded(self) -> bool:
        """Whether the camera is a file or folder: it would begin again, and not go on where it was left."""
        path = Path(self.source).expanduser()
        return bool(self.source) and (path.is_file() or path.is_dir())

    def attended(self, somebody: bool) -> None:
        """Whether somebody sees what the camera shows: a recording does not begin before."""
        self._attended = somebody
        if somebody and self._feed is not None:
            self._feed.begin()

    def _hear(self, feed: Feed, news: News) -> None:
        """On the camera's thread, while its view is still the one in which a roll was read."""
        if isinstance(news, RollSeen):
            self._heard = True
            self.sights.see(feed.view.frame, news.reading)
        self._tell(news)

    def changed(self, before: Game, after: Game, *, plays_on: bool = True) -> None:
        """The game has changed: what people say goes before what was seen.

        Args:
            before: the game before.
            after: the game now.
            plays_on: whether a recording plays on; where there is more to do with the dice that lie there, it waits.
        """
        if self._feed is None:
            return
        tell_camera(self._feed, before, after)
        if plays_on:
            self._feed.go_on()

    def stands(self, state: State) -> None:
        """The camera did other things meanwhile: this is how far the turn is, whatever lies there."""
        if self._feed is None:
            return
        self._feed.dismiss(state.roll_number)
        self._feed.go_on()

    def begins(self, state: State) -> None:
        """Somebody begins to play, or goes on: this is how far the turn is, whatever was seen before."""
        if self._feed is not None and (self._heard or state.roll_number):
            self._feed.dismiss(state.roll_number)

    def renumber(self, number: int) -> None:
        """A person says which roll of the turn was read last."""
        if self._feed is not None:
            self._feed.renumber(number)

    def keep(self, places: Sequence[int]) -> None:
        """A person says which dice of the roll that was read last were not thrown again."""
        if self._feed is not None:
            self._feed.keep(places)

    def dismiss(self, number: int) -> None:
        """What was read last was no roll; so far there were `number` in this turn."""
        if self._feed is not None:
            self._feed.dismiss(number)

    def new_turn(self) -> None:
        """The next throw is one of all dice."""
        if self._feed is not None:
            self._feed.new_turn()

    def take_lying(self) -> None:
        """The dice that lie there were thrown, though no throw was seen."""
        if self._feed is not None:
            self._feed.take_lying()

    def go_on(self) -> None:
        """Nothing to do for people: a recording that waits plays on."""
        if self._feed is not None:
            self._feed.go_on()

    def close(self) -> None:
        """Stop watching."""
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()
