"""Keys that arrive in one burst, from a fast typist, a slow line or a busy machine, mean what they mean one by one."""

from __future__ import annotations

from pathlib import Path

from textual.events import Key, MouseDown, MouseUp

from kismet.boxes import Box
from tests.tui.seat import Seat, app_at, game_of
from tui.view.table import Asked


async def burst(seat: Seat, *keys: str) -> None:
    for key in keys:
        character = {"enter": "\r", "tab": "\t", "slash": "/"}.get(key, key if len(key) == 1 else None)
        seat.app.post_message(Key(key, character))
    await seat.pilot.pause()


async def test_g_and_a_letter_jump_and_do_nothing_else(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("11634")
        await burst(seat, "g", "s")
        assert (seat.table.box, seat.table.asked) == (Box.STRAIGHT, Asked.DICE)
        assert seat.session.state.player == "Ann", "nothing was scored"


async def test_what_was_pressed_before_is_done_before(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await burst(seat, *"66655", "enter", "g", "6", "enter", *"12345", "enter", "g", "s", "enter")
        first, second = seat.session.state.sheets
        assert (first[Box.SIXES], second[Box.STRAIGHT]) == (18, 30)


async def test_names_typed_in_one_go_stay_apart(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n")
        await burst(seat, *"Ann", "enter", *"Bob", "enter", *"Cleo", "enter", "enter")
        await seat.pilot.pause()
        assert seat.session.state.players == ("Ann", "Bob", "Cleo")
        await burst(seat, *"55533", "enter", "enter")
        assert seat.session.state.totals == (36, 0, 0)


async def test_names_with_tabs_between_stay_apart(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n")
        await burst(seat, *"Anm", "backspace", "n", "tab", *"Bob", "tab", *"Cy", "up", "end", *"by", "ctrl+g")
        await seat.pilot.pause()
        assert seat.session.state.players == ("Ann", "Bobby", "Cy")


async def test_names_typed_right_behind_the_keys_that_ask_for_them_are_names(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await burst(
            seat, "p", "a", *"Bill", "enter", "a", *"Alma", "enter", "J", "n", *"Anna", "enter", "escape", *"123"
        )
        await seat.pilot.pause()
        assert seat.session.state.players == ("Bob", "Anna", "Bill", "Alma")
        assert seat.table.entry is not None, "and then dice are dice again"


async def test_a_whole_evening_begins_in_one_go(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await burst(seat, "n", *"Ann", "enter", *"Bob", "enter", "enter", *"55533", "enter", "enter", *"12345", "enter")
        await seat.pilot.pause()
        assert seat.session.state.players == ("Ann", "Bob")
        assert seat.session.state.totals == (36, 0)
        assert str(seat.session.state.dice) == "12345"


async def test_dice_typed_right_behind_a_cameras_name_are_dice(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await burst(seat, "V", "backspace", *"nowhere", "enter", *"55533", "enter")
        await seat.pilot.pause()
        assert [notice.message for notice in seat.app._notifications] == ["There is no camera nowhere."]
        assert str(seat.session.state.dice) == "55533"


async def test_a_question_is_answered_by_the_key_right_behind_it(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await burst(seat, *"55533", "enter", "g", "6", "enter", "y", *"666")
        await seat.pilot.pause()
        assert seat.session.state.sheets[0][Box.SIXES] == 0
        assert seat.table.entry is not None


async def test_what_is_searched_for_ends_with_enter(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=[("55533", "h")]) as seat:
        await burst(seat, "q", "h", "slash", *"bob", "enter", "x")
        await seat.pilot.pause()
        assert "Delete the game of Ann, Bob?" in seat.text


async def test_leaving_at_once_loses_nothing_that_was_typed_before(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await burst(seat, *"55533", "enter", "enter", "p", "ctrl+q")
        await seat.pilot.pause()
        assert not seat.app.is_running
        assert seat.session.state.totals == (36, 0)


async def clicks(seat: Seat, *places: tuple[str, tuple[int, int]]) -> None:
    """Clicks on parts of the screen, all of which arrive before the first one is looked at."""
    for part, offset in places:
        widget = seat.app.screen.query_one(part)
        x, y = widget.region.offset + offset
        for kind in (MouseDown, MouseUp):
            seat.app.post_message(kind(widget, x, y, 0, 0, 1, False, False, False, x, y))


async def test_quick_clicks_are_done_in_their_order(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55531")
        roll = seat.text.splitlines()[-1].index("r Roll")
        await clicks(seat, ("#dice", (2, 1)), ("#dice", (8, 1)), ("#hints", (roll, 0)))
        await seat.pilot.pause()
        assert seat.table.held == {0, 1}
        assert seat.table.entry is not None
        assert seat.table.entry.slots == (5, 5, None, None, None)


async def test_a_key_behind_a_click_is_done_after_it(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55531")
        await clicks(seat, ("#dice", (2, 1)), ("#dice", (8, 1)))
        await burst(seat, "r")
        assert seat.table.entry is not None
        assert seat.table.entry.slots == (5, 5, None, None, None)
