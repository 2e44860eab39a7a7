"""Ctrl+Q leaves from wherever somebody is, and the letters that move in a list move in every list."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from tests.tui.seat import Seat, app_at, game_of

TURNS = [("55533", "h"), ("12345", "s")]
DIALOGS = {
    "players": ("p",),
    "a name being typed": ("p", "a"),
    "help": ("?",),
    "why": ("w",),
    "correction": ("+left", "g", "h", "e"),
    "question": ("66655", "+enter", "g", "1", "+enter"),
    "camera": ("V",),
    "list of commands": ("+ctrl+p",),
    "replay": ("b",),
    "luck": ("b", "l"),
    "history": ("q", "h"),
    "search": ("q", "h", "/", "ann"),
    "deleting": ("q", "h", "x"),
    "statistics": ("q", "h", "s"),
    "new game": ("q", "n"),
    "leaving a new game": ("q", "n", "Zoe", "+escape"),
    "start screen": ("q",),
}


@pytest.mark.parametrize("keys", DIALOGS.values(), ids=DIALOGS.keys())
async def test_ctrl_q_leaves_from_everywhere(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=TURNS) as seat:
        await seat.press(*keys)
        before = type(seat.app.screen).__name__
        await seat.press("+ctrl+q")
        assert not seat.app.is_running, before
        assert seat.app.return_code == 0


async def test_ctrl_q_leaves_where_it_is_rolled_for_the_first_turn(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Ann", "+enter", "Bob")
        seat.app.screen.query_one("#first").focus()
        await seat.press("+left", "+ctrl+g")
        assert "Ann rolls one die" in seat.text
        await seat.press("+ctrl+q")
        assert not seat.app.is_running


async def test_ctrl_q_leaves_at_the_end_of_a_game(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", turns=[("55533", "")] * 14) as seat:
        await seat.roll("55533")
        await seat.press("+enter", "y")
        assert "Game over" in seat.text
        await seat.press("+ctrl+q")
        assert not seat.app.is_running


async def rows_moved(seat: Seat) -> list[int | None]:
    """Where the cursor of the list is at first, after j, and after k."""
    rows = seat.app.screen.query_one(OptionList)
    places = [rows.highlighted]
    for key in "jk":
        await seat.press(key)
        places.append(rows.highlighted)
    return places


@pytest.mark.parametrize("keys", [("p",), ("q",), ("q", "h", "s")], ids=["players", "start", "statistics"])
async def test_j_and_k_move_in_a_list(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=TURNS) as seat:
        await seat.press(*keys)
        assert await rows_moved(seat) == [0, 1, 0]


async def test_j_and_k_move_in_the_list_of_games(tmp_path: Path) -> None:
    for _ in range(2):
        async with game_of(tmp_path, "Ann", "Bob", turns=TURNS) as seat:
            await seat.press("q", "h")
            moved = await rows_moved(seat)
    assert moved == [0, 1, 0]
