"""The list of commands, keys that mean to leave, and pasted text: what people try before they know the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.seat import app_at, game_of
from tui.actions import ACTIONS, in_palette
from tui.palette import OTHER_WORDS
from tui.screens.first import FirstScreen

NOTICE = "Ctrl+Q leaves; the game is saved."


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("undo", "Undo (u)"),
        ("mistake", "Undo (u)"),
        ("camera", "Camera on or off (v)"),
        ("webcam", "Camera on or off (v)"),
        ("quit", "Quit (ctrl+q)"),
        ("exit", "Leave the game (q)"),
        ("new game", "Leave the game (q)"),
        ("statistics", "Leave the game (q)"),
        ("rules", "Rules and options (F2)"),
        ("score", "Score (⏎)"),
        ("keys", "Help and rules (?)"),
        ("help", "Help and rules (?)"),
        ("rename", "Players (p)"),
        ("hint", "Advice (t)"),
        ("probability", "Chances to win (o)"),
        ("explain", "Why this score (w)"),
        ("fix", "Put an earlier entry right (e)"),
        ("photo", "Keep a misread picture (x)"),
        ("dark", "Theme"),
        ("voice", "Spoken calls on or off"),
        ("mouse", "Help and rules (?)"),
        ("keyboard", "Help and rules (?)"),
        ("start", "Leave the game (q)"),
        ("leave", "Leave the game (q)"),
    ],
)
async def test_commands_are_found_by_what_people_type(tmp_path: Path, typed: str, found: str) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        assert (await seat.command(typed)).splitlines()[0] == found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("mouse", "Help and rules (?)"),
        ("start", "New game (n)"),
        ("resume", "Resume (r)"),
        ("old games", "All games (h)"),
        ("history", "All games (h)"),
        ("players", "New game (n)"),
        ("webcam", "Another camera (V)"),
        ("calibrate", "Calibrate the camera (c)"),
        ("leave", "Quit (ctrl+q)"),
        ("quit", "Quit (ctrl+q)"),
        ("exit", "Quit (ctrl+q)"),
    ],
)
async def test_the_start_screen_offers_its_own_commands(tmp_path: Path, typed: str, found: str) -> None:
    async with app_at(tmp_path) as seat:
        assert (await seat.command(typed)).splitlines()[0] == found


async def test_a_game_is_begun_by_the_list_of_commands(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.command("start")
        await seat.press("+enter")
        assert "Players in order of play" in seat.text


async def test_where_no_game_is_going_on_resuming_says_so(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.command("resume")
        await seat.press("+enter")
        told = [notice.message for notice in seat.app._notifications]
        assert told == ["There is no game to go on with; n begins one."]


@pytest.mark.parametrize("typed", ["leave", "exit"])
async def test_old_games_are_left_by_the_list_of_commands(tmp_path: Path, typed: str) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("h")
        assert (await seat.command(typed)).splitlines()[0] == "Back (esc)"
        await seat.press("+enter")
        assert "K I S M E T" in seat.text


async def test_help_tells_of_the_mouse(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", size=(120, 140)) as seat:
        await seat.press("?")
        assert "A click on a box points at it, a second one scores it." in seat.text
        assert "kismet --no-mouse" in seat.text


async def test_a_command_that_was_found_is_done(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=[("55533", "h")]) as seat:
        await seat.command("take back")
        await seat.press("+enter")
        assert "Ann: Full House 36 taken back" in seat.text


def test_every_command_has_other_words_and_every_word_a_command() -> None:
    names = {action.name for action in in_palette()}
    assert names == set(OTHER_WORDS)


async def test_ctrl_c_says_how_to_leave(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("55", "+ctrl+c")
        assert NOTICE in " ".join(seat.text.split())
        assert "Roll 1: 3 more dice." in seat.text, "what was begun is still there"
        await seat.press("p", "+ctrl+c")
        assert [notice.message for notice in seat.app._notifications] == [NOTICE]


async def test_ctrl_c_says_how_to_leave_on_the_start_screen(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("+ctrl+c")
        assert [notice.message for notice in seat.app._notifications] == [NOTICE]


async def test_help_names_the_key_that_leaves(tmp_path: Path) -> None:
    assert {action.name: action.shown for action in ACTIONS}["quit"] == "ctrl+q"
    async with game_of(tmp_path, "Ann", size=(120, 70)) as seat:
        await seat.press("?")
        assert "ctrl+q  Quit." in seat.text


async def test_lines_of_the_help_are_broken_once(tmp_path: Path) -> None:
    """Broken by us and again by the window, a line would end in a single word."""
    async with game_of(tmp_path, "Ann", size=(120, 70)) as seat:
        await seat.press("?")
        left = next(line.index("╭─ Help") for line in seat.text.splitlines() if "╭─ Help" in line) + 3
        inside = [line[left : left + 84] for line in seat.text.splitlines() if line[left - 3 :].startswith("│")]
        begun = [line for line in inside if line[:1].strip()]
        assert "Keys" in [line.strip() for line in begun]
        assert [line for line in begun if not line[0].isupper() and not line.startswith(("kismet", "ctrl"))] == []


@pytest.mark.parametrize("text", ["55533", "5 5 5 3 3\n", "5,5,5,3,3"])
async def test_pasted_digits_are_dice(tmp_path: Path, text: str) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.paste(text)
        assert "Roll 1: ⏎ records it." in seat.text
        await seat.press("+enter")
        assert str(seat.session.state.dice) == "55533"


async def test_pasted_digits_go_on_where_typing_stopped(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("55")
        await seat.paste("533")
        await seat.press("+enter", "h", "123")
        await seat.paste("66")
        assert "Roll 2: ⏎ records it." in seat.text
        await seat.paste("4466")
        assert "4 numbers were pasted, and there is room for 0 dice." in " ".join(seat.part("#message").split())
        await seat.paste("44")
        await seat.press("+enter")
        assert str(seat.session.state.dice) == "55544"


@pytest.mark.parametrize("text", ["hello", "57", "0", "", "11111\n#", "\x1b[2J"])
async def test_what_is_pasted_and_is_no_dice_is_refused(tmp_path: Path, text: str) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.paste(text)
        assert "Only dice can be pasted: up to five numbers from 1 to 6." in " ".join(seat.part("#message").split())
        assert seat.session.state.dice is None
        assert seat.table.entry is None


async def test_too_much_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.paste("555333")
        assert "6 numbers were pasted, and there is room for 5 dice." in " ".join(seat.part("#message").split())
        assert seat.table.entry is None


async def test_dice_are_pasted_into_a_correction_and_into_the_roll_for_the_first_turn(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=[("55533", "h")]) as seat:
        await seat.press("+left", "g", "h", "e")
        await seat.paste("22233")
        assert "Full House 36 becomes 27" in seat.text
    async with app_at(tmp_path / "b") as seat:
        await seat.press("n", "Ann", "+enter", "Bob", "+enter")
        await seat.paste("Cle")
        seat.app.screen.query_one("#first").focus()
        await seat.press("+left", "+ctrl+g")
        assert isinstance(seat.app.screen, FirstScreen)
        await seat.paste("3")
        await seat.paste("52")
        assert "Bob: 5" in seat.text


async def test_a_name_is_pasted_as_it_is(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n")
        await seat.paste("Ann")
        assert "Ann" in seat.text
        assert not seat.app._notifications


async def test_where_nothing_can_be_pasted_it_is_said(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.paste("11663")
        assert [notice.message for notice in seat.app._notifications] == ["Nothing can be pasted here."]


@pytest.mark.parametrize("digit", "7890")
async def test_a_digit_that_no_die_shows_is_answered(tmp_path: Path, digit: str) -> None:
    words = f"Dice are digits from 1 to 6; '{digit}' is not one."
    async with game_of(tmp_path, "Ann", "Bob", turns=[("55533", "h")]) as seat:
        await seat.press("11", digit)
        assert words in " ".join(seat.part("#message").split())
        await seat.press("634")
        assert "⏎ records it" in seat.text, "the dice that were typed before it stand"
        assert words not in " ".join(seat.part("#message").split())
        await seat.press("+escape", "+left", "g", "h", "e", digit)
        assert [note.message for note in seat.app._notifications] == [words]


async def test_where_no_dice_are_typed_a_digit_is_no_mistake(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("8", "n", "Ann7")
        assert not list(seat.app._notifications)
        assert "Ann7" in seat.text
