"""A seat at a game with a camera that shows what the test says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.tui.fake_feed import FakeFeed
from tests.tui.seat import Seat, game_of
from tui.camera import News


@asynccontextmanager
async def watched_game(
    home: Path, *players: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Seat, FakeFeed]]:
    feeds: list[FakeFeed] = []

    def make(source: str) -> FakeFeed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(home, *players, size=size, feed=make, camera="0") as seat:
        yield seat, feeds[-1]
    assert feeds[-1].closed


async def tell(seat: Seat, feed: FakeFeed, news: News) -> None:
    feed.news(news)
    await seat.pilot.pause()
    await seat.pilot.pause()


def said(seat: Seat) -> str:
    """What stands beside the dice, in one line."""
    return " ".join(f"{seat.part('#prompt')} {seat.part('#message')}".split())


def rolls(seat: Seat) -> list[tuple[int, str]]:
    """Number and dice of the recorded rolls of this turn."""
    return [(roll.number, str(roll.dice)) for roll in seat.session.state.rolls]


def camera_heard(feed: FakeFeed) -> tuple[object, ...]:
    """What the camera was told last, but for playing on."""
    return [told for told in feed.told if told != ("go on",)][-1]
