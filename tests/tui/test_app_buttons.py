"""Buttons of every dialog, in every size of window: what is written on them is there to the last letter."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Button

from kismet.rules import Rules, SecondKismet
from tests.tui.seat import LARGE, NARROW, WIDE, app_at, game_of

SIZES = pytest.mark.parametrize("size", [WIDE, LARGE, NARROW, (60, 20)], ids=str)
FULL = [("66661", key) for key in "123456ptsfhlkyz" for _ in "AB"]


@SIZES
async def test_players(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(tmp_path, "Ann", "Bob", size=size) as seat:
        await seat.press("p")
        labels = [str(button.label) for button in seat.app.screen.query(Button)]
        assert ("Seat up K" in labels, "Seat down J" in labels) == (True, True)
        assert all(label in seat.text for label in labels)
        assert seat.cut_buttons == []


@SIZES
async def test_zero(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(tmp_path, "Ann", size=size) as seat:
        await seat.roll("55533")
        await seat.score("1")
        assert "Not yet (n)" in seat.text
        assert seat.cut_buttons == []


@SIZES
async def test_correcting(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(tmp_path, "Ann", size=size, turns=[("55533", "h")]) as seat:
        await seat.press("g", "h", "e")
        assert "Leave it (esc)" in seat.text
        assert seat.cut_buttons == []


@SIZES
async def test_the_end_and_luck(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(
        tmp_path, "Ann", "Bob", size=size, rules=Rules(second_kismet=SecondKismet.OFF), turns=FULL
    ) as seat:
        await seat.press("f")
        assert "Start q" in seat.text
        assert seat.cut_buttons == []
        await seat.press("+escape", "b", "l")
        assert seat.cut_buttons == []


@SIZES
async def test_new_game(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_at(tmp_path, size=size) as seat:
        await seat.press("n")
        assert seat.cut_buttons == []


@SIZES
async def test_delete(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(tmp_path, "Ann", turns=[("55533", "h")]) as seat:
        assert seat.session.state.turns
    async with app_at(tmp_path, size=size) as seat:
        await seat.press("h", "x")
        assert "Keep it (n)" in seat.text
        assert seat.cut_buttons == []
