"""The live board's screens as text, at the game's sizes and narrow: `KISMET_GOLDEN=write` writes them anew."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import choices
from kismet.journal import Journal
from kismet.rules import Rules, SecondKismet
from tests.tui.seat import GOLDEN, LARGE, WIDE
from tui.board.app import BoardApp
from tui.board.onlooker import Onlooker
from tui.session import Session
from tui.settings import Settings
from tui.view.sheet import key_box

PHONE = (40, 40)
SIZES = pytest.mark.parametrize("size", [WIDE, LARGE, PHONE], ids=["80x24", "120x40", "40x40"])
SIX = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan")


def screen(app: BoardApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


def golden(app: BoardApp, name: str, size: tuple[int, int]) -> None:
    path = GOLDEN / f"watch-{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("KISMET_GOLDEN") == "write":
        path.write_text(screen(app), encoding="utf-8")
    assert screen(app) == path.read_text(encoding="utf-8")


def midgame(journal: Journal) -> Session:
    """Six players in round two; Ann has just rolled her second Kismet."""
    session = Session.new(journal, SIX)
    for dice, key in (
        ("55555", "z"), ("22245", "2"), ("66611", "h"), ("12345", "s"), ("33441", "p"), ("66664", "k"), ("44444", "4"),
    ):  # fmt: skip
        box = key_box(key)
        assert box is not None
        session.roll(Dice.parse(dice))
        session.enter(box)
    session.roll(Dice.parse("55533"))
    return session


@asynccontextmanager
async def board(
    journal: Path, size: tuple[int, int], settings: Settings | None = None
) -> AsyncIterator[tuple[BoardApp, Pilot[None]]]:
    onlooker = Onlooker(journal)
    app = BoardApp(onlooker, settings or Settings())
    try:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield app, pilot
    finally:
        onlooker.close()


async def again(app: BoardApp, pilot: Pilot[None]) -> None:
    """As the clock does four times a second."""
    app.look()
    await pilot.pause()


@SIZES
async def test_waiting_then_a_game_of_six(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "games.sqlite3"
    async with board(path, size) as (app, pilot):
        golden(app, "waiting", size)
        journal = Journal(path)
        session = midgame(journal)
        await again(app, pilot)
        golden(app, "six-players", size)
        session.enter(Box.FULL_HOUSE)
        await again(app, pilot)
        golden(app, "entered", size)
        session.undo()
        await again(app, pilot)
        golden(app, "undone", size)
        journal.close()


@SIZES
async def test_the_end(tmp_path: Path, size: tuple[int, int]) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    session = Session.new(journal, ("Ann", "Bob"), Rules(second_kismet=SecondKismet.OFF))
    for turn in range(30):
        session.roll(Dice.parse(("11663", "55544", "12345", "66661", "33333")[turn % 5]))
        options = choices(session.state)
        session.enter(max(options, key=lambda box: (options[box].points, box)))
    async with board(journal.path, size) as (app, pilot):
        golden(app, "end", size)
        journal.delete(1)
        await again(app, pilot)
        golden(app, "deleted", size)
    journal.close()


async def test_any_window_at_any_moment(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    midgame(journal)
    async with board(journal.path, WIDE) as (app, pilot):
        for size in ((40, 24), (60, 20), (30, 10), (26, 30), (200, 60), (1, 1), (44, 20), (80, 22), (100, 30)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            lines = screen(app).splitlines()
            assert len(lines) <= size[1]
            if size >= (26, 10):
                assert any("Ann" in line for line in lines), size
            if size in ((40, 24), (60, 20), (30, 10), (26, 30)):
                golden(app, "window", size)
    journal.close()


async def test_an_untouched_board_looks_only(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    session = midgame(journal)
    log = session.game.log
    async with board(journal.path, WIDE) as (app, pilot):
        before = screen(app)
        await pilot.press(*"12345 rsutUheg", "enter", "space", "up", "left")
        await pilot.click("#sheet", offset=(22, 5))
        await pilot.click("#dice", offset=(3, 1))
        assert screen(app) == before
    assert journal.load(1).log == log
    journal.close()


async def test_the_players_own_colours_are_used(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite3")
    Session.new(journal, ("Ann",)).roll(Dice.parse("16345"))
    async with board(journal.path, WIDE, Settings(theme="textual-light", dice="blue")) as (app, _):
        assert app.theme == "textual-light"
        assert "1■B" in screen(app)
    journal.close()
