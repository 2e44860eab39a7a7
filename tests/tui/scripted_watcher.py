"""A game in lines with a camera whose news comes when the script says so."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import cast

from kismet.journal import Journal
from tests.tui.fake_feed import FakeView, reading, table_picture
from tui.plain import run_plain
from tui.session import Session
from vision.tracker import RollAtRest, TableCleared
from vision.watch import News, Watcher


class Scripted:
    """Stands where the watcher would: tells its news when the lines come to it, on that other thread."""

    def __init__(self) -> None:
        self.view = FakeView()
        self.heard: list[tuple[object, ...]] = []
        self.recorded = False
        """Whether it shows a recording."""
        self._plays = Event()
        self._plays.set()
        self.tell: Callable[[News], None] = lambda _: None

    def start(self, tell: Callable[[News], None]) -> None:
        self.tell = tell

    def correct(self, *told: object) -> None:
        self.heard.append(("correct", *told))

    def renumber(self, number: int) -> None:
        self.heard.append(("renumber", number))

    def dismiss(self, number: int) -> None:
        self.heard.append(("dismiss", number))

    def new_turn(self) -> None:
        self.heard.append(("new turn",))

    def begin(self) -> None: ...

    @property
    def waits(self) -> bool:
        """Whether it is a recording that waits for people."""
        return not self._plays.is_set()

    def go_on(self) -> None:
        self._plays.set()

    def show(self, news: News) -> None:
        """Tell news; a recording that waits tells nothing before it plays on."""
        assert self._plays.wait(60), "nobody lets the recording play on"
        if self.recorded and isinstance(news, RollAtRest | TableCleared):
            self._plays.clear()
        self.tell(news)

    def close(self) -> None: ...


def played(
    home: Path,
    *script: str | News,
    watcher: Scripted | None = None,
    as_json: bool = False,
    players: tuple[str, ...] = ("Ann",),
) -> list[str]:
    """The answers to lines and news in this order, and what the news is told as."""
    watcher = watcher or Scripted()

    def lines_of() -> Iterator[str]:
        for item in script:
            if isinstance(item, str):
                yield item
                continue
            if isinstance(item, RollAtRest):
                watcher.view = FakeView(frame=table_picture(), reading=item.reading)
            watcher.show(item)

    out = io.StringIO()
    journal = Journal(home / "games.sqlite3")
    try:
        session = Session.new(journal, players)
        run_plain(session, lines_of(), out, as_json=as_json, watcher=cast("Watcher", watcher))
    finally:
        journal.close()
    return out.getvalue().splitlines()


def at_rest(
    values: str, number: int = 1, kept: tuple[int, ...] = (), *, doubts: str = "", guess: str = ""
) -> RollAtRest:
    return RollAtRest(reading(values, doubts=doubts), number, kept, index=3, seconds=1.0, guess=guess)
