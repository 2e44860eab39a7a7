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
