"""Who plays and who begins: names, seats, coming and going, and the roll for the first turn."""

from __future__ import annotations

from pathlib import Path

from tests.tui.seat import app_at, game_of
from tui.screens.first import FirstScreen
from tui.view.first import FirstRoll


def test_the_highest_die_begins() -> None:
    roll = FirstRoll.of(("Ann", "Bob", "Cle"))
    for value in (3, 6, 5):
        assert roll.winner is None
        roll = roll.rolled(value)
    assert roll.winner == 1


def test_those_level_at_the_top_roll_again_and_only_they() -> None:
    roll = FirstRoll.of(("Ann", "Bob", "Cle"))
    for value in (5, 2, 5):
        roll = roll.rolled(value)
    assert (roll.winner, roll.rolling) == (None, (0, 2))
    assert roll.lines[-1] == "Ann and Cle are level and roll again."
    for value in (4, 4, 1, 6):
        roll = roll.rolled(value)
    assert roll.winner == 2


async def test_who_begins_is_rolled_for(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Ann", "+enter", "Bob")
        seat.app.screen.query_one("#first").focus()
        await seat.press("+left", "+ctrl+g")
        assert isinstance(seat.app.screen, FirstScreen)
        assert "Ann rolls one die" in seat.text
        await seat.press("3", "3", "+backspace", "5")
        assert "Bob begins." in seat.text
        await seat.press("+enter")
        assert seat.session.state.player == "Bob"


async def test_rolling_for_it_stays_chosen_when_more_are_named(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Ann", "+enter", "Bob", "+enter", "Cy")
        seat.app.screen.query_one("#first").focus()
        await seat.press("+left")
        assert "Begins: ‹ roll for it ›" in seat.text
        seat.app.screen.query_one("#name3").focus()
        await seat.press("Dan")
        assert "Begins: ‹ roll for it ›" in seat.text
        await seat.press(*["+backspace"] * 3, "+ctrl+g")
        assert isinstance(seat.app.screen, FirstScreen)


async def test_who_was_chosen_to_begin_does_whatever_names_come_and_go(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Ann", "+enter", "Bob", "+enter", "Cy")
        seat.app.screen.query_one("#first").focus()
        await seat.press("+right", "+right")
        assert "Begins: ‹ Cy ›" in seat.text
        seat.app.screen.query_one("#name0").focus()
        await seat.press(*["+backspace"] * 3)
        assert "Begins: ‹ Cy ›" in seat.text, "one line above is empty now"
        seat.app.screen.query_one("#name2").focus()
        await seat.press("+end", "rus", "+ctrl+g")
        assert (seat.session.state.players, seat.session.state.player) == (("Bob", "Cyrus"), "Cyrus")


async def test_that_rules_were_kept_is_said_until_others_are_set(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n")
        seat.app.screen.query_one("#rule-straight").focus()
        await seat.press("+right")
        seat.app.screen.query_one("#keep").focus()
        await seat.press("+enter", "Oma rules", "+enter")
        assert "These rules are kept as Oma rules." in seat.text
        await seat.press("+left")
        assert "Straight scores (A17): ‹ 30 ›" in seat.text
        assert "These rules are kept" not in seat.text


async def test_what_was_wrong_with_the_names_is_said_until_it_is_put_right(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Ann", "+enter", "Ann", "+ctrl+g")
        assert "Two players are called Ann" in seat.text
        await seat.press("a")
        assert "Two players" not in seat.text


async def test_the_cursor_goes_to_the_name_that_is_refused_and_it_is_quoted_as_typed(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Ann", "+enter", "ann", "+enter", "Cy", "+enter", "+ctrl+g")
        assert "Two players are called Ann and ann, which count as one name" in " ".join(seat.text.split())
        await seat.press("Bob", "+ctrl+g")
        assert seat.session.state.players == ("Ann", "Bob", "Cy")


async def test_a_refused_name_that_is_given_up_is_spoken_of_no_more(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("p", "n", "A" * 25, "+enter")
        assert "A name has at most 24 characters" in seat.text
        await seat.press("+escape")
        assert "A name has" not in seat.text
        assert "New name of" not in seat.text


async def test_a_name_too_long_is_said_while_it_is_typed(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "A" * 25)
        assert "A name has at most 24 characters; this one has 25." in seat.text
        await seat.press("+backspace")
        assert "at most" not in seat.text


async def test_names_that_were_typed_are_not_thrown_away_unasked(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "+escape")
        assert "Players in order of play" not in seat.text, "nothing was typed"
        await seat.press("n", "Ann", "+escape")
        assert "Leave the names that you typed?" in seat.text
        await seat.press("n")
        assert "Begins: ‹ Ann ›" in seat.text
        await seat.press("+escape", "y")
        assert "Players in order of play" not in seat.text


async def test_a_player_is_renamed_in_mid_game(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await seat.press("s", "p", "n")
        await seat.press(*["+backspace"] * 3, "Anna", "+enter", "+escape")
        assert seat.session.state.players == ("Anna", "Bob")
        assert "Anna" in seat.text.splitlines()[1]


async def test_a_name_that_is_taken_is_refused_with_the_reason(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("p", "a", "ann", "+enter")
        assert "Two players are called" in seat.text
        assert seat.session.state.players == ("Ann", "Bob")


async def test_a_name_that_is_refused_can_be_put_right_where_it_stands(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("p", "+down", "n")
        assert "New name of Bob (⏎):" in seat.text
        await seat.press(*["+backspace"] * 3, "+enter")
        assert "A name needs at least one letter; esc leaves it." in seat.text
        await seat.press("Ann", "+enter")
        assert "Two players are called Ann" in seat.text
        await seat.press("a", "+enter")
        assert seat.session.state.players == ("Ann", "Anna")
        assert "New name of" not in seat.text
        await seat.press("a")
        assert "Name of who joins (⏎):" in seat.text
        await seat.press("+enter", "+escape", "+escape")
        assert seat.session.state.players == ("Ann", "Anna")


async def test_seats_change_before_the_first_roll(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("p", "J", "+escape")
        assert seat.session.state.players == ("Bob", "Ann")
        assert seat.session.state.player == "Bob"


async def test_a_seat_change_that_is_refused_leaves_the_highlight_with_its_player(tmp_path: Path) -> None:
    async with game_of(tmp_path, *"ABCD", turns=[("11111", "1")]) as seat:
        for move in "JK":
            await seat.press("p", "+down", move)
            assert "Seats can be changed before the first roll only." in seat.text
            await seat.press("l", "+escape")
            assert seat.session.state.away == (False, True, False, False), "B was highlighted, and nobody else leaves"
            await seat.press("u")


async def test_somebody_joins_and_gets_a_column(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("p", "a", "Cle", "+enter", "+escape")
        assert seat.text.splitlines()[1].split()[:3] == ["▸Ann", "Bob", "Cle"]


async def test_somebody_leaves_and_comes_back(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("p", "l")
        assert "(left)" in seat.text
        await seat.press("+escape")
        assert seat.session.state.player == "Bob"
        assert "–Ann" in seat.text
        await seat.press("p", "l", "+escape")
        assert "–Ann" not in seat.text
        await seat.press("u")
        assert "–Ann" in seat.text, "leaving and coming back are undone like any other step"


async def test_that_nobody_more_can_join_is_said_before_a_name_is_asked_for(tmp_path: Path) -> None:
    async with game_of(tmp_path, *"ABCDEF") as seat:
        await seat.press("p", "a")
        assert "6 play already; nobody more can join." in seat.text
        assert "who joins?" not in seat.text
