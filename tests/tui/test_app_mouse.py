"""The same game by the mouse alone."""

from __future__ import annotations

from pathlib import Path

from kismet.boxes import Box
from tests.tui.seat import Seat, game_of
from tui.screens.dialog import AskScreen
from tui.view.layout import layout
from tui.view.sheet import KEYS


async def click_cell(seat: Seat, player: int, box: Box) -> None:
    """Click a cell of the sheet where it is drawn."""
    cut = layout(*seat.app.size, len(seat.session.state.players))
    assert cut is not None
    row = next(y for y, line in enumerate(seat.text.splitlines()) if line[:1] == KEYS[box] and y > 1)
    await seat.pilot.click("#sheet", offset=(cut.label + cut.column * player + 2, row - 1))
    await seat.pilot.pause()


async def click_face(seat: Seat, value: int) -> None:
    await seat.pilot.click("#pad", offset=(4 * (value - 1) + 1, 0))


async def test_a_turn_by_clicks_alone(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        for value in (5, 5, 5, 3, 1):
            await click_face(seat, value)
        await seat.pilot.click("#pad", offset=(28, 0))
        assert str(seat.session.state.dice) == "55531"
        for die in range(4):
            await seat.pilot.click("#dice", offset=(6 * die + 2, 1))
        assert seat.table.held == {0, 1, 2, 3}
        await click_face(seat, 3)
        await seat.pilot.click("#pad", offset=(28, 0))
        roll = seat.session.state.roll
        assert roll is not None
        assert (str(roll.dice), roll.number, roll.kept) == ("55533", 2, (5, 5, 5, 3))
        await click_cell(seat, 0, Box.FULL_HOUSE)
        await click_cell(seat, 0, Box.FULL_HOUSE)
        assert seat.session.state.sheets[0][Box.FULL_HOUSE] == 36


async def test_the_first_click_points_and_the_second_scores(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await click_cell(seat, 0, Box.FIVES)
        assert seat.table.box is Box.FIVES
        assert not seat.session.state.turns
        await click_cell(seat, 0, Box.FIVES)
        assert seat.session.state.sheets[0][Box.FIVES] == 15


async def test_the_first_click_scores_nothing_even_where_the_cursor_jumped_to(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        assert seat.table.box is Box.FULL_HOUSE
        await click_cell(seat, 0, Box.FULL_HOUSE)
        assert not seat.session.state.turns
        assert "Full House: a second click scores it." in seat.text
        await seat.press("r", "66622", "+enter")
        assert seat.table.box is Box.FULL_HOUSE
        await click_cell(seat, 0, Box.FULL_HOUSE)
        assert not seat.session.state.turns, "the click before was for other dice"
        await click_cell(seat, 0, Box.FULL_HOUSE)
        assert seat.session.state.sheets[0][Box.FULL_HOUSE] == 37


async def test_dice_typed_from_the_middle_on_go_round_to_the_empty_ones(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("r")
        await seat.pilot.click("#dice", offset=(6 * 3 + 2, 1))
        await seat.press("12345", "+enter")
        assert seat.session.state.dice is not None
        assert seat.session.state.dice.values == (3, 4, 5, 1, 2)
        await seat.press("+u", "r")
        await seat.pilot.click("#dice", offset=(6 * 3 + 2, 1))
        await seat.press("12", "+backspace", "6")
        await seat.paste("345")
        await seat.press("+enter")
        assert seat.session.state.dice is not None
        assert seat.session.state.dice.values == (3, 4, 5, 1, 6)


async def test_a_zero_by_clicks_is_asked_for(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await click_cell(seat, 0, Box.SIXES)
        await click_cell(seat, 0, Box.SIXES)
        assert isinstance(seat.app.screen, AskScreen)
        await seat.pilot.click("#yes")
        assert seat.session.state.sheets[0][Box.SIXES] == 0


async def test_the_line_of_keys_can_be_clicked(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await seat.press("s")
        keys = seat.text.splitlines()[23]
        await seat.pilot.click("#hints", offset=(keys.index("Undo"), 0))
        await seat.pilot.pause()
        assert not seat.session.state.turns
        await seat.pilot.click("#hints", offset=(keys.index("Why"), 0))
        await seat.pilot.pause()
        assert "R11 Full House" in seat.text


async def test_a_click_on_a_typed_die_types_it_over(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.press("55633")
        await seat.pilot.click("#dice", offset=(14, 1))
        await click_face(seat, 5)
        await seat.press("+enter")
        assert str(seat.session.state.dice) == "55533"


async def test_an_earlier_entry_is_put_right_by_clicks(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await seat.press("s")
        await click_cell(seat, 0, Box.FULL_HOUSE)
        await click_cell(seat, 0, Box.FULL_HOUSE)
        assert "Put right: Ann, Full House 36" in seat.text
        await seat.pilot.click("#fix-dice", offset=(26, 1))
        await seat.pilot.click("#fix-pad", offset=(5, 0))
        await seat.pilot.pause()
        assert "Ann: Full House 36 becomes 0" in seat.text
        await seat.pilot.click("#leave")
        assert seat.session.state.totals == (36, 0)


async def test_a_new_game_is_begun_with_the_mouse(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.press("q", "n")
        await seat.pilot.click("#rule-straight")
        await seat.pilot.click("#name0")
        await seat.press("Cleo")
        await seat.pilot.click("#begin")
        await seat.pilot.pause()
        assert seat.session.state.players == ("Cleo",)
        assert seat.session.state.rules.straight == 40
