"""A recording as the camera of a game: it begins when somebody looks, and waits for people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.fake_feed import FakeFeed, seen
from tests.tui.seat import app_at, game_of
from tui.camera import TableCleared
from tui.cli import main
from tui.commands.demo import RECORDING
from tui.screens.home import HomeScreen


class Films:
    """The recordings that were opened."""

    def __init__(self) -> None:
        self.feeds: list[FakeFeed] = []

    def make(self, source: str) -> FakeFeed:
        self.feeds.append(FakeFeed(source))
        return self.feeds[-1]


async def test_it_begins_with_the_game_and_not_on_the_start_screen(tmp_path: Path) -> None:
    films = Films()
    async with app_at(tmp_path, feed=films.make, camera="film.mp4") as seat:
        assert isinstance(seat.app.screen, HomeScreen)
        assert not films.feeds[0].begun
        await seat.press("n", "Ann", "+enter", "+ctrl+g")
        await seat.pilot.pause()
        assert films.feeds[0].begun
        await seat.press("11663", "+enter", "q")
        assert isinstance(seat.app.screen, HomeScreen)
        seat.app.watch_camera("other.mp4")
        assert not films.feeds[1].begun, "nobody plays"
        await seat.press("r")
        await seat.pilot.pause()
        assert films.feeds[1].begun


async def test_one_that_is_opened_in_a_game_or_to_calibrate_begins_at_once(tmp_path: Path) -> None:
    films = Films()
    async with game_of(tmp_path, "Ann", feed=films.make) as seat:
        await seat.pilot.pause()
        seat.app.watch_camera("film.mp4")
        assert films.feeds[0].begun
    async with app_at(tmp_path, feed=films.make) as seat:
        await seat.press("c")
        await seat.pilot.pause()
        assert films.feeds[-1].begun


async def test_a_reading_that_is_left_lets_it_play_on(tmp_path: Path) -> None:
    """It waits for an answer, and no is one."""
    films = Films()
    async with game_of(tmp_path, "Ann", feed=films.make, camera="film.mp4") as seat:
        films.feeds[0].news(seen("55533"))
        await seat.pilot.pause()
        assert ("go on",) not in films.feeds[0].told
        await seat.press("+escape")
        assert seat.table.offer is None
        assert films.feeds[0].told == [("dismiss", 0), ("go on",)]


async def test_r_plays_it_on_to_the_next_throw_of_all_dice(tmp_path: Path) -> None:
    films = Films()
    async with game_of(tmp_path, "Ann", feed=films.make, camera="film.mp4") as seat:
        await seat.roll("55533")
        films.feeds[0].news(TableCleared())
        await seat.pilot.pause()
        told = len(films.feeds[0].told)
        await seat.press("r")
        assert films.feeds[0].told[told:] == [("go on",)]


def test_every_roll_of_a_film_waits_to_be_accepted(tmp_path: Path) -> None:
    """In the whole program, which starts up for seconds: the first throw is not over by then."""
    pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")
    from tests.tui.piped import in_terminal

    arguments = ["play", "--players", "Ann", "--camera", str(RECORDING), "--speed", "0"]
    with in_terminal(arguments, tmp_path) as screen:
        for number in (1, 2):
            screen.wait_for(f"Roll {number} read", 120)
            screen.send(" ")
            screen.wait_for(f"Roll {number} of 3")
        screen.send("\x11")
        assert screen.ended() == 0


@pytest.mark.parametrize("speed", ["-1", "nan", "inf"])
def test_the_speed_must_be_one(speed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--players", "Ann", "--camera", str(tmp_path), "--speed", speed]) == 1
    assert capsys.readouterr().err == "kismet: The speed is a number from 0 up.\n"
