"""Every screen as text, at 80×24, 120×40 and narrow: `KISMET_GOLDEN=write` writes them anew."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kismet import journal
from kismet.advice.card import card_for
from kismet.advice.options import Keep, Take
from kismet.advice.solve import solve
from kismet.advice.table import Table, start_of
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import State
from kismet.luck import Decision, PlayerLuck, TurnLuck
from kismet.rules import Rules, SecondKismet
from kismet.sheet import Sheet
from tests.kismet.evenings import save, sensible
from tests.tui.fake_feed import FakeFeed, FakeView, reading, seen, table_picture
from tests.tui.seat import LARGE, NARROW, WIDE, AtOnce, Seat, Silent, app_at, game_of
from tui.advisor import Advisor
from tui.camera import Feed
from tui.fortune import Fortune
from tui.screens.records import RecordsScreen
from tui.screens.replay import ReplayScreen
from tui.view.odds import OddsShown

SIZES = pytest.mark.parametrize(
    "size", [WIDE, LARGE, NARROW], ids=[f"{width}x{height}" for width, height in (WIDE, LARGE, NARROW)]
)
SIX = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan")


SPENT = PlayerLuck("Ann", 315.2, 20.4, 16.2, 11.3, 308.1, ())
GIVEN_AWAY = Decision(Sheet(), Dice.parse("66661"), 1, Take(Box.YARBOROUGH, 25), Keep((6, 6, 6, 6)), 16.2)


class Judged(Silent):
    """Knows luck at once, and always the same."""

    def __init__(self, players: tuple[PlayerLuck, ...]) -> None:
        super().__init__(None)
        self._players = players

    def fortune(self) -> Fortune:
        return AtOnce(lambda _state, _stop: self._players)


class Sure(Advisor):
    """Knows the chances at once, and always the same."""

    def odds(self, state: State) -> OddsShown | None:
        return None if state.over else OddsShown("to win ±2%", ("41%", "59%"), ("151", "163"))


def reachable(rules: Rules, sheet: Sheet) -> Table:
    """The exact table of what a nearly full sheet can still become."""
    return solve(card_for(rules), start_of(sheet))


def named(screen: str, size: tuple[int, int]) -> str:
    return f"{screen}-{size[0]}x{size[1]}"


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every game was played at the same minute, in Greenwich."""
    monkeypatch.setattr(journal, "_now", lambda: "2026-11-29T20:15:00+00:00")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@asynccontextmanager
async def midgame(home: Path, size: tuple[int, int]) -> AsyncIterator[Seat]:
    """Six players in round two; Ann has just rolled her second Kismet, and Bob is to play."""
    turns = (
        ("55555", "z"),
        ("22245", "2"),
        ("66611", "h"),
        ("12345", "s"),
        ("33441", "p"),
        ("66664", "k"),
        ("44444", "4"),
    )
    async with game_of(home, *SIX, size=size, turns=turns) as seat:
        await seat.roll("33345")
        await seat.press("s")
        yield seat


@SIZES
async def test_start(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_at(tmp_path, size=size) as seat:
        seat.golden(named("start", size))


@SIZES
async def test_new_game(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_at(tmp_path, size=size) as seat:
        await seat.press("n", "Ann", "+enter", "Bob")
        seat.golden(named("new-game", size))


@SIZES
async def test_first_roll(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(tmp_path, "Ann", "Bob", size=size) as seat:
        seat.golden(named("before-the-roll", size))
        await seat.press("555")
        seat.golden(named("typing", size))
        await seat.press("33", "+enter", "h", "124")
        seat.golden(named("holding", size))


@SIZES
async def test_six_players(tmp_path: Path, size: tuple[int, int]) -> None:
    async with midgame(tmp_path, size) as seat:
        await seat.roll("55533")
        seat.golden(named("six-players", size))
        await seat.press("w")
        seat.golden(named("why", size))


@SIZES
async def test_zero(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(tmp_path, "Ann", size=size) as seat:
        await seat.roll("55533")
        await seat.score("1")
        seat.golden(named("zero", size))


@SIZES
async def test_correcting(tmp_path: Path, size: tuple[int, int]) -> None:
    async with midgame(tmp_path, size) as seat:
        while seat.table.player != 0:
            await seat.press("+left")
        await seat.press("g", "4", "e", "1")
        seat.golden(named("correcting", size))


@SIZES
async def test_camera(tmp_path: Path, size: tuple[int, int]) -> None:
    feeds: list[FakeFeed] = []

    def make(source: str) -> Feed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(tmp_path, *SIX[:3], size=size, feed=make, camera="0") as seat:
        feeds[0].shown = FakeView(frame=table_picture(), reading=reading("55126", doubts="4"), number=1)
        feeds[0].news(seen("55126", doubts="4"))
        await seat.pilot.pause()
        seat.game._look()
        await seat.pilot.pause()
        seat.golden(named("camera", size))


@SIZES
async def test_players(tmp_path: Path, size: tuple[int, int]) -> None:
    async with midgame(tmp_path, size) as seat:
        await seat.press("p", "+down", "n")
        seat.golden(named("players", size))


@SIZES
async def test_who_begins(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_at(tmp_path, size=size) as seat:
        await seat.press("n", "Ann", "+enter", "Bob")
        seat.app.screen.query_one("#first").focus()
        await seat.press("+left", "+ctrl+g", "444")
        seat.golden(named("who-begins", size))


@SIZES
async def test_help(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(tmp_path, "Ann", size=size) as seat:
        await seat.press("?")
        seat.golden(named("help", size))


@SIZES
async def test_end(tmp_path: Path, size: tuple[int, int]) -> None:
    turns = [(("11663", "55544", "12345", "66661", "33333")[turn % 5], "") for turn in range(29)]
    rules = Rules(second_kismet=SecondKismet.OFF)
    async with game_of(tmp_path, "Ann", "Bob", size=size, rules=rules, turns=turns) as seat:
        await seat.roll("33333")
        await seat.press("+enter", "y")
        seat.golden(named("end", size))
        await seat.press("+escape")
        seat.golden(named("full-sheet", size))
        await seat.press("q", "h")
        seat.golden(named("history", size))
        await seat.press("+enter")
        seat.golden(named("replay-end", size))
        await seat.press("+left", "+left", "+left")
        seat.golden(named("replay", size))


@SIZES
async def test_luck(tmp_path: Path, size: tuple[int, int]) -> None:
    end = replace(SPENT, turns=(TurnLuck(Sheet(), Box.YARBOROUGH, 25, -3.4, 16.2, (GIVEN_AWAY,)),))
    async with game_of(
        tmp_path, "Ann", "Bob", size=size, turns=(("66661", "y"),), advisor=Judged((end, replace(SPENT, name="Bob")))
    ) as seat:
        await seat.press("b")
        screen = seat.app.screen
        assert isinstance(screen, ReplayScreen)
        screen.look_for_luck()
        await seat.press("m")
        seat.golden(named("replay-costliest", size))
        await seat.press("l")
        seat.golden(named("luck", size))


@SIZES
async def test_records(tmp_path: Path, size: tuple[int, int]) -> None:
    save(tmp_path, *(sensible(("Ann", "Bob"), seed) for seed in range(6)), sensible(("Ann",), 9)).close()
    async with app_at(tmp_path, size=size) as seat:
        await seat.press("h")
        seat.golden(named("history-full", size))
        await seat.press("s")
        screen = seat.app.screen
        assert isinstance(screen, RecordsScreen)
        await seat.app.workers.wait_for_complete()
        await seat.pilot.pause()
        seat.golden(named("records", size))


@SIZES
async def test_no_games_yet(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_at(tmp_path, size=size) as seat:
        await seat.press("h")
        seat.golden(named("history-empty", size))
        await seat.press("s")
        seat.golden(named("records-empty", size))


@SIZES
async def test_advice_in_full(tmp_path: Path, size: tuple[int, int]) -> None:
    turns = tuple((dice, key) for key in "12345tphsflk" for dice in ("12344", "11166"))
    async with game_of(tmp_path, "Ann", "Bob", size=size, turns=turns, advisor=Sure(None, reachable)) as seat:
        await seat.roll("66634")
        await seat.press("tt")
        seat.golden(named("advice", size))
        await seat.press("t")
        seat.golden(named("nothing-shown", size))


async def test_a_window_too_small_says_so_and_grows_again(tmp_path: Path) -> None:
    async with game_of(tmp_path, *SIX) as seat:
        await seat.pilot.resize_terminal(43, 20)
        await seat.pilot.pause()
        seat.golden("too-small")
        for size in ((60, 20), (79, 24), (80, 20), (100, 30), (200, 60)):
            await seat.pilot.resize_terminal(*size)
            await seat.pilot.pause()
            seat.golden(f"six-players-resized-{size[0]}x{size[1]}")
