"""How a game ends in the app: its result, the rematch, and looking at both again."""

from __future__ import annotations

from pathlib import Path

from kismet.dice import Dice
from kismet.game import choices, standings
from kismet.rules import Rules, SecondKismet
from tests.tui.seat import game_of
from tui.screens.home import HomeScreen
from tui.screens.over import OverScreen
from tui.view.sheet import key_box


async def test_a_game_for_two_to_its_end_with_rematch(tmp_path: Path) -> None:
    """The last three rounds by keys; the last entry can be undone, and the rematch begins with the other player."""
    rolls = ("11663", "22554", "33441", "12345", "66655", "44443", "55555", "11116")
    played = [(rolls[turn % 8], "") for turn in range(24)]
    rules = Rules(second_kismet=SecondKismet.OFF)
    async with game_of(tmp_path, "Ann", "Bob", rules=rules, turns=played) as seat:
        for turn in range(24, 30):
            assert not seat.session.state.over
            await seat.roll(rolls[turn % 8])
            if seat.table.best is not None:
                await seat.press("s")
            else:
                await seat.press("+enter", "y")
        assert isinstance(seat.app.screen, OverScreen)
        winner = standings(seat.session.state)[0]
        assert f"{winner.name} wins with {winner.total}." in seat.text
        await seat.press("u")
        assert not seat.session.state.over
        await seat.press("U")
        assert isinstance(seat.app.screen, OverScreen)
        await seat.press("r")
        assert seat.session.state.players == ("Ann", "Bob")
        assert seat.session.state.player == "Bob"
        assert not seat.session.state.turns
        assert "Bob: roll, then type five digits." in seat.text, "the new game is seen, nothing lies over it"


FULL = [("66661", key) for key in "123456ptsfhlkyz" for _ in "AB"]
NO_PENALTY = Rules(second_kismet=SecondKismet.OFF, straight=40)


async def test_a_rematch_is_offered_as_long_as_a_finished_game_is_seen(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", rules=NO_PENALTY, turns=FULL) as seat:
        assert "r plays again" in " ".join(seat.text.split())
        assert "r Rematch" in seat.text.splitlines()[-1]
        await seat.press("r")
        assert "Bob: roll, then type five digits." in seat.text
        assert seat.session.state.rules == NO_PENALTY
        assert not seat.session.state.turns
        await seat.press("q")
        assert isinstance(seat.app.screen, HomeScreen)
        assert [game.over for game in seat.app.journal.games()] == [True], "nobody has rolled in the new one"


async def test_a_rematch_is_found_in_the_list_of_commands_and_by_a_click(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", rules=NO_PENALTY, turns=FULL) as seat:
        assert (await seat.command("play again")).startswith("Rematch (r)")
        await seat.press("+enter")
        assert "Bob: roll, then type five digits." in seat.text
    async with game_of(tmp_path / "b", "Ann", "Bob", rules=NO_PENALTY, turns=FULL) as seat:
        await seat.pilot.click(offset=(seat.text.splitlines()[-1].index("Rematch"), 23))
        await seat.pilot.pause()
        assert "Bob: roll, then type five digits." in seat.text


async def test_a_rematch_is_of_those_who_stayed(tmp_path: Path) -> None:
    turns = [("66661", key) for key in "123456ptsfhlkyz"]
    async with game_of(tmp_path, "Ann", "Bob", "Cle", turns=[("12346", "y")]) as seat:
        await seat.press("p", "+down", "l", "+escape")
        for _ in range(2):
            for dice, key in turns:
                if seat.session.state.over:
                    break
                box = key_box(key)
                assert box is not None
                mover = seat.session.state.mover
                assert mover is not None
                if seat.session.state.sheets[mover][box] is None:
                    seat.session.roll(Dice.parse(dice))
                    seat.session.enter(box)
        while not seat.session.state.over:
            seat.session.roll(Dice.parse("12346"))
            seat.session.enter(min(choices(seat.session.state)))
        await seat.press("u", "U", "r")
        assert seat.session.state.players == ("Ann", "Cle")
        assert seat.session.state.player == "Cle"


async def test_no_rematch_before_the_end(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        seat.game.action_rematch()
        await seat.pilot.pause()
        assert "A rematch follows when this game is over" in " ".join(seat.table.message.split())
        await seat.press("f")
        assert "The game is not over yet." in seat.text


async def test_how_a_game_ended_can_be_seen_again(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", rules=NO_PENALTY, turns=FULL) as seat:
        await seat.press("f")
        assert isinstance(seat.app.screen, OverScreen)
        assert "Places round by round" in seat.text
        await seat.press("+escape", "f", "r")
        assert "Bob: roll, then type five digits." in seat.text


async def test_the_end_of_a_long_game_is_read_with_the_usual_keys_and_says_that_there_is_more(tmp_path: Path) -> None:
    turns = [("66661", key) for key in "123456ptsfhlkyz" for _ in "ABCDEF"]
    async with game_of(tmp_path, *"ABCDEF", rules=NO_PENALTY, turns=turns) as seat:
        await seat.press("f")
        assert "1. A" in seat.text
        assert "more: ↓ pgdn" in seat.text
        await seat.press("+pagedown")
        assert "1. A" not in seat.text
        await seat.press("+end")
        assert "Luck and skill" in seat.text
        assert "more: ↓ pgdn" not in seat.text
        await seat.press("+pageup")
        assert "more: ↓ pgdn" in seat.text
        await seat.press("+home")
        assert "1. A" in seat.text


async def test_the_chart_goes_where_a_narrower_window_has_no_room_for_it(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", rules=NO_PENALTY, turns=FULL) as seat:
        await seat.press("f")
        assert "Places round by round" in seat.text
        await seat.pilot.resize_terminal(44, 20)
        await seat.press("+end")
        assert "Places round by round" not in seat.text
        assert "Luck and skill" in seat.text
