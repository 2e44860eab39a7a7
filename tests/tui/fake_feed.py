"""A camera that shows what the test says, from another thread like a real one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tui.camera import News, RollSeen
from vision.reading import DieReading, Image, PipColour, Reading, Status


@dataclass(frozen=True)
class FakeView:
    words: str = "live"
    live: bool = True
    frame: Image | None = None
    reading: Reading | None = None
    number: int = 0
    kept: tuple[int, ...] = ()
    area: tuple[int, int, int, int] | None = None
    unsaid: bool = False


class FakeFeed:
    """Made by the app as it would make a real one; the test holds on to it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.shown = FakeView()
        self.closed = self.begun = False
        self.told: list[tuple[object, ...]] = []
        self._tell: Callable[[News], None] | None = None

    def start(self, tell: Callable[[News], None]) -> None:
        self._tell = tell

    @property
    def view(self) -> FakeView:
        return self.shown

    def correct(self, values: Sequence[int] | None, number: int) -> None:
        self.told.append(("correct", None if values is None else tuple(values), number))

    def renumber(self, number: int) -> None:
        self.told.append(("renumber", number))

    def keep(self, places: Sequence[int]) -> None:
        self.told.append(("keep", tuple(places)))

    def dismiss(self, number: int) -> None:
        self.told.append(("dismiss", number))

    def new_turn(self) -> None:
        self.told.append(("new turn",))

    def expect(self, values: Sequence[int], number: int, *, stands: bool) -> None:
        self.told.append(("expect", tuple(values), number, stands))

    def take_lying(self) -> None:
        self.told.append(("take lying",))

    def go_on(self) -> None:
        self.told.append(("go on",))

    def begin(self) -> None:
        self.begun = True

    def close(self) -> None:
        self.closed = True

    def news(self, news: News) -> None:
        """Tell `news` on a thread of its own, and wait until it was told."""
        assert self._tell is not None
        thread = threading.Thread(target=self._tell, args=(news,))
        thread.start()
        thread.join()


def reading(values: str, *, doubts: str = "", problems: tuple[str, ...] = ()) -> Reading:
    """Dice in a row; the places (from 1) in `doubts` are doubtful."""
    colours = {1: PipColour.BLACK, 6: PipColour.BLACK, 2: PipColour.RED, 5: PipColour.RED}
    dice = tuple(
        DieReading(
            value=int(value),
            colour=colours.get(int(value), PipColour.GREEN),
            confidence=0.5 if str(place) in doubts else 0.99,
            centre=(60.0 * place, 60.0),
            box=(60.0 * place - 20, 40, 60.0 * place + 20, 80),
            quad=(
                (60.0 * place - 20, 40),
                (60.0 * place + 20, 40),
                (60.0 * place + 20, 80),
                (60.0 * place - 20, 80),
            ),
        )
        for place, value in enumerate(values, 1)
    )
    return Reading(Status.UNSURE if doubts or problems else Status.READ, dice, problems)


def seen(values: str, number: int = 1, kept: tuple[int, ...] = (), *, doubts: str = "", guess: str = "") -> RollSeen:
    """Dice at rest."""
    return RollSeen(reading(values, doubts=doubts), number, kept, guess=guess)


def table_picture() -> Image:
    """A green table, 360 × 240, with a white patch where each of five dice would lie."""
    picture = np.full((240, 360, 3), (60, 110, 40), np.uint8)
    for place in range(1, 6):
        picture[40:80, 60 * place - 20 : 60 * place + 20] = 240
    return picture
