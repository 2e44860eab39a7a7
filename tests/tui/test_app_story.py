"""Games as people play them: by keys alone, with mistakes, and with the program killed in mid-turn."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from kismet.boxes import Box
from kismet.game import Game, Origin
from kismet.journal import Journal, UnsavedError
from kismet.rules import Rules, SecondKismet, VoluntaryZero
from tests.tui.seat import LARGE, NARROW, WIDE, app_at, game_of
from tui.screens.dialog import AskScreen
from tui.screens.home import HomeScreen
from tui.session import Session
from tui.view.table import Asked


async def test_ann_types_her_roll_and_takes_the_full_house(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("555")
        assert "Roll 1: 2 more dice." in seat.text
        await seat.press("33")
        assert "⏎ records it" in seat.text
        assert "⏎ Record " in seat.text.splitlines()[-1], "one word for what the key does"
        assert "Score" not in seat.text
        await seat.press("+enter")
        assert "⏎ Score " in seat.text.splitlines()[-1]
        assert "‹36›◂" in seat.text
        await seat.press("+enter")
        assert seat.session.state.sheets[0][Box.FULL_HOUSE] == 36
        assert seat.session.state.player == "Bob"
        assert "Ann: Full House 36" in seat.text


async def test_a_game_that_is_resumed_with_dice_has_the_cursor_where_the_mark_is(tmp_path: Path) -> None:
    """As when they were rolled: ⏎ scores what is marked, and not whatever stands at the top."""
    async with game_of(tmp_path, "Ann", "Bob", turns=[("55533", "")]) as seat:
        await seat.roll("11111")
        assert "▸Kismet" in seat.text
    async with app_at(tmp_path) as seat:
        await seat.press("r")
        assert "▸Kismet" in seat.text
        assert "‹55›◂" in seat.text
        await seat.press("q", "r")
        assert "▸Kismet" in seat.text, "left for the start screen, and come back"
        await seat.press("+enter")
        assert "Bob: Kismet 55" in seat.text
    async with app_at(tmp_path, start=lambda journal: Session.resume(journal, 1)) as seat:
        assert "▸Aces" in seat.text, "nobody has rolled: the first box"


async def test_two_dice_are_held_and_three_rolled_again(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.roll("55123")
        await seat.press("h12")
        assert seat.text.count("keep") == 2
        await seat.press("r", "566")
        assert "Roll 2: ⏎ records it." in seat.text
        await seat.press("+enter")
        roll = seat.session.state.roll
        assert roll is not None
        assert (str(roll.dice), roll.number, roll.kept, roll.origin) == ("55566", 2, (5, 5), Origin.TYPED)


async def test_holding_alone_makes_the_digits_the_next_roll(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.roll("55123")
        await seat.press("h", "1", "2", "+escape", "444", "+enter")
        assert str(seat.session.state.dice) == "55444"
        assert seat.session.state.roll_number == 2


async def test_digits_on_a_recorded_roll_put_it_right(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.roll("55133")
        await seat.press("+right", "+right")
        assert seat.table.player == 0
        await seat.press("6")
        assert "Putting roll 1 right" in seat.text
        await seat.press("+escape")
        assert str(seat.session.state.dice) == "55133"
        await seat.press("5", "+right", "5", "+enter")
        assert str(seat.session.state.dice) == "55533"
        assert seat.session.state.roll_number == 1


async def test_whoever_forgot_r_can_still_say_that_it_was_the_next_roll(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.roll("55133")
        await seat.press("55136", "r")
        assert "Roll 2: ⏎ records it." in seat.text
        await seat.press("+enter")
        assert (str(seat.session.state.dice), seat.session.state.roll_number) == ("55136", 2)


async def test_a_third_roll_is_the_last(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.roll("11234")
        for dice in ("22345", "33456"):
            await seat.press("r", dice, "+enter")
        await seat.press("r")
        assert "Ann has rolled three times; enter a box." in " ".join(seat.table.message.split())
        await seat.press("h")
        assert seat.table.asked is Asked.DICE


async def test_too_few_dice_are_not_recorded(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.press("123", "+enter")
        assert "2 more dice are needed." in seat.text
        assert seat.session.state.dice is None
        await seat.press("+backspace", "345", "+enter")
        assert str(seat.session.state.dice) == "12345"


async def test_a_zero_is_asked_for_and_may_be_refused(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.roll("55533")
        await seat.score("1")
        assert isinstance(seat.app.screen, AskScreen)
        assert "Enter a zero in Aces?" in seat.text
        await seat.press("n")
        assert seat.session.state.sheets[0][Box.ACES] is None
        await seat.press("+enter", "y")
        assert seat.session.state.sheets[0][Box.ACES] == 0


async def test_a_zero_the_rules_forbid_is_refused_with_the_reason(tmp_path: Path) -> None:
    rules = Rules(voluntary_zero=VoluntaryZero.ONLY_IF_STUCK)
    async with game_of(tmp_path, "Ann", rules=rules) as seat:
        await seat.roll("55533")
        await seat.score("1")
        assert "(A15)" in seat.table.message
        assert seat.session.state.sheets[0][Box.ACES] is None


async def test_undo_says_what_it_undid_and_redo_puts_it_back(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await seat.press("s", "u")
        assert "Ann: Full House 36 taken back" in seat.text
        assert seat.session.state.player == "Ann"
        await seat.press("U")
        assert "put back" in seat.text
        assert seat.session.state.sheets[0][Box.FULL_HOUSE] == 36
        await seat.press("uuu")
        assert "nothing to undo" in seat.text


async def test_the_cursor_stays_where_the_entry_was_that_is_taken_back(tmp_path: Path) -> None:
    """Not at the box of most points, where another Enter would fill another box."""
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await seat.score("t")
        assert seat.table.player == 1
        await seat.press("u")
        assert (seat.table.player, seat.table.box) == (0, Box.THREE_OF_A_KIND)
        assert "T▸3 of a Kind" in seat.text
        await seat.press("+down", "u")
        assert seat.table.box is Box.STRAIGHT, "of a roll there is no box: the cursor stays"


async def test_the_cursor_finds_the_entry_of_a_second_kismet_and_no_zero_of_it(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=(("55555", "z"), ("22245", "2"))) as seat:
        await seat.roll("44444")
        await seat.score("4")
        assert "!0" in seat.text
        await seat.press("u")
        assert (seat.table.player, seat.table.box) == (0, Box.FOURS)


async def test_a_game_that_cannot_be_seen_is_not_played(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        before = seat.session.game
        await seat.pilot.resize_terminal(43, 20)
        await seat.press("12345", "+enter", "g", "t", "+enter", "u", "h", "1", "r", "t", "o", "+space", "s")
        await seat.paste("11111")
        assert seat.session.game == before
        assert seat.table.entry is None
        assert seat.table.held == frozenset()
        assert "Keys play nothing until then" in seat.text
        await seat.press("+ctrl+p")
        assert seat.app.screen is seat.game, "commands play as well"
        await seat.press("?")
        assert "Help" in seat.text
        await seat.press("+escape", "q")
        assert seat.app.screen is seat.game
        await seat.pilot.resize_terminal(80, 24)
        await seat.press("+enter")
        assert seat.session.state.sheets[0][Box.FULL_HOUSE] == 36, "and then goes on as if nothing had been pressed"


async def test_ctrl_q_leaves_also_where_nothing_can_be_seen(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.pilot.resize_terminal(30, 10)
        await seat.press("+ctrl+q")
        assert seat.app._exit


async def test_a_second_kismet_shows_its_forced_zeros_and_is_undone_as_one_step(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", "Cle") as seat:
        await seat.roll("55555")
        await seat.score("z")
        for _ in range(2):
            await seat.roll("12346")
            await seat.score("y")
        await seat.roll("44444")
        await seat.score("4")
        sheets = seat.session.state.sheets
        assert (sheets[1][Box.ACES], sheets[2][Box.ACES]) == (0, 0)
        assert seat.session.state.player == "Ann"
        assert "second Kismet" in seat.table.message
        assert seat.text.count("!0") == 2
        await seat.press("+right", "g", "1", "e")
        assert "price of another's second Kismet" in " ".join(seat.part("#message").split())
        await seat.press("w")
        why = " ".join(seat.text.replace("│", " ").split())
        assert "Ann rolled five alike once more" in why
        assert "R15 Its price" in why, "the rule of the zero, not that of Aces"
        await seat.press("+escape", "u")
        assert seat.table.message == "Ann: Fours 20 taken back, with the price of its second Kismet"
        assert seat.text.count("!0") == 0
        assert seat.session.state.sheets[0][Box.FOURS] is None


def fill(journal: Journal) -> None:
    """No page more fits on the disk, and those that there are have no room for the players of another game."""
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    with suppress(UnsavedError):
        for _ in range(300):
            journal.create(Game.start(["Zoe"]))


def empty(journal: Journal) -> None:
    """There is room again."""
    journal._db.execute("PRAGMA max_page_count = 1073741823")


@pytest.mark.parametrize("size", [WIDE, LARGE, NARROW], ids=str)
async def test_a_full_disk_tells_what_happened_and_what_to_do(tmp_path: Path, size: tuple[int, int]) -> None:
    async with game_of(tmp_path, "Ann", "Bob", size=size) as seat:
        await seat.roll("55533")
        fill(seat.app.journal)
        for key in "uU" * 300:
            if seat.table.refused:
                break
            await seat.pilot.press(key)
        before = seat.session.state
        assert " ".join(seat.part("#message").split()) == (
            "The disk is full: that was not saved and does not count. "
            "All before it is safe. Make room on the disk, then do it again."
        )
        empty(seat.app.journal)
        await seat.press("s" if before.dice else "U")
        assert seat.session.state != before


async def test_a_full_disk_begins_no_game_and_says_so(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        fill(seat.app.journal)
        await seat.press("n", "Ann", "+ctrl+g")
        assert [notice.message for notice in seat.app._notifications] == [
            "The disk is full: no game was begun. All before it is safe. Make room on the disk, then begin again."
        ]


async def test_the_bank_is_closed_and_the_game_stays_as_it_was(tmp_path: Path) -> None:
    """A journal that cannot be written says so in one sentence, and nothing changes."""
    async with game_of(tmp_path, "Ann") as seat:
        await seat.roll("55533")
        seat.app.journal.close()
        seat.app.journal._db.close()
        await seat.press("s")
        assert seat.table.refused
        assert "Cannot save the game" in seat.table.message
        assert seat.session.state.sheets[0][Box.FULL_HOUSE] is None
        assert "‹36›◂" in seat.text


async def test_a_letter_after_g_is_a_box_and_nothing_else(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.roll("55533")
        await seat.press("g", "h")
        assert (seat.table.box, seat.table.asked) == (Box.FULL_HOUSE, Asked.DICE)
        await seat.press("g", "6")
        assert seat.table.box is Box.SIXES
        assert seat.table.entry is None
        await seat.press("g", "x")
        assert "No box has that letter." in seat.text


async def test_a_killed_program_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await seat.press("s")
        await seat.roll("12345")
    async with app_at(tmp_path) as seat:
        assert "Resume Ann, Bob: round 1" in seat.text
        await seat.press("r")
        assert str(seat.session.state.dice) == "12345"
        assert seat.session.state.player == "Bob"
        await seat.press("uu")
        assert "Ann: Full House 36 taken back" in seat.text


async def test_a_new_game_remembers_the_players_and_their_rules(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Ann", "+enter", "[b]Bob", "+enter")
        seat.app.screen.query_one("#rule-second_kismet").focus()
        await seat.press("+right", "+right", "+ctrl+g")
        assert seat.session.state.players == ("Ann", "[b]Bob")
        assert seat.session.state.rules.second_kismet is SecondKismet.OFF
        assert "[b]Bob" in seat.text
        await seat.press("q")
        assert isinstance(seat.app.screen, HomeScreen)
        await seat.press("n", "+ctrl+g")
        assert seat.session.state.players == ("Ann", "[b]Bob")
        assert seat.session.state.rules.second_kismet is SecondKismet.OFF


async def test_players_of_one_name_are_told_before_the_game_begins(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "+ctrl+g")
        assert "Type at least one name." in seat.text
        await seat.press("Ann", "+enter", "ann", "+ctrl+g")
        assert "Two players are called" in seat.text
        assert not seat.app.journal.games()


async def test_an_entry_of_an_earlier_turn_is_put_right(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        await seat.press("s")
        await seat.press("+left", "+enter")
        assert "Put right: Ann, Full House 36" in seat.text
        await seat.press("+down")
        assert "Flush House" in seat.text
        await seat.press("+up", "2", "2", "2")
        assert "Ann: Full House 36 becomes 27" in seat.text
        assert seat.session.state.totals == (36, 0)
        await seat.press("+enter")
        assert seat.session.state.totals == (27, 0)
        await seat.press("u")
        assert seat.table.message == "Correction taken back"
        assert seat.session.state.totals == (36, 0)


async def test_a_correction_tells_of_the_second_kismet_it_makes_before_it_is_done(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55555")
        await seat.score("z")
        await seat.roll("12346")
        await seat.score("y")
        await seat.roll("44443")
        await seat.score("4")
        await seat.press("+left", "e", "+right", "+right", "+right", "+right", "4")
        assert "is now a second Kismet" in seat.text
        assert "Bob: Aces vacant becomes 0" in seat.text
        await seat.press("+escape")
        assert seat.session.state.sheets[1][Box.ACES] is None


async def test_enter_in_a_correction_with_nothing_changed_says_so(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=[("55533", "h")]) as seat:
        await seat.press("+left", "g", "h", "e", "+enter")
        assert "Nothing is changed yet" in seat.text
        await seat.press("+escape")
        assert seat.session.state.totals == (36, 0)


async def test_what_a_correction_did_to_many_is_read_to_its_end(tmp_path: Path) -> None:
    turns = [("55555", "z"), *[("22245", "2")] * 5, ("44444", "4")]
    async with game_of(tmp_path, *("Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan"), turns=turns) as seat:
        while seat.table.player != 0:
            await seat.press("+left")
        await seat.press("g", "4", "e", "1", "+enter")
        said = " ".join(seat.part("#message").split())
        assert said.endswith("Bob, Cleo, Dan, Eve and Finnegan: Aces 0 becomes vacant")


async def test_a_finished_game_is_looked_at_in_the_history(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", turns=[("66661", key) for key in "123456ptsfhlkyz"]) as seat:
        total = seat.session.state.totals[0]
    async with app_at(tmp_path) as seat:
        assert "Resume" not in seat.text
        await seat.press("h")
        assert f"Ann {total}" in seat.text
        await seat.press("+enter")
        assert f"The replay ends here. Ann had {total} points." in " ".join(seat.part("#words").split())
        await seat.press("p")
        assert f"Ann: {total} points" in seat.text
        assert "The game is over: r plays again" in " ".join(seat.text.split())


async def test_house_rules_are_kept_under_a_name_and_found_again(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n")
        seat.app.screen.query_one("#rule-straight").focus()
        await seat.press("+right")
        assert "as set above" in seat.text
        await seat.pilot.click("#keep")
        await seat.press("At aunt Eve's", "+enter")
        assert "letters, digits" in seat.text
        await seat.press(*["+backspace"] * 5, "Eve", "+enter")
        assert "Kept rules: ‹ At aunt Eve ›" in seat.text
        await seat.press("+escape", "n")
        seat.app.screen.query_one("#preset").focus()
        assert "Kept rules: ‹ usual ›" in seat.text
        await seat.press("+right")
        assert "Straight scores (A17): ‹ 40 ›" in seat.text
        await seat.press("+right", "+right")
        assert "Kept rules: ‹ usual ›" in seat.text
        assert "Straight scores (A17): ‹ 30 ›" in seat.text


async def test_theme_and_pips_are_remembered(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        seat.app.theme = "ansi-dark"
        await seat.pilot.pause()
        seat.app.action_pips()
    async with app_at(tmp_path) as seat:
        assert seat.app.theme == "ansi-dark"
        assert seat.app.settings.palette == "classic"


async def test_no_color_means_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        screen = seat.app.screen
        strips = screen._compositor.render_strips()
        for line_filter in seat.app.get_line_filters():
            strips = [strip.apply_filter(line_filter, screen.background_colors[1]) for strip in strips]
        styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
        assert all(style.color is None or style.color.is_default for style in styles)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)
        assert any(style.reverse for style in styles), "the cursor is still seen"
    assert not (tmp_path / "settings.toml").exists(), "a theme forced by the environment is not remembered"


async def test_h_and_s_lose_no_dice_that_are_typed_and_say_that_they_are_recorded_first(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.press("55531", "h")
        told = " ".join(seat.part("#message").split())
        assert told == "First the dice that are typed: ⏎ records them, then h holds."
        await seat.press("r")
        told = " ".join(seat.part("#message").split())
        assert told == "First the dice that are typed: ⏎ records them, then r is the next roll."
        await seat.press("+enter", "h", "1")
        assert seat.table.held == {0}
        await seat.press("r", "666", "h")
        assert "1 more die, and ⏎ records them, then h holds." in " ".join(seat.part("#message").split())
        await seat.press("6", "s")
        assert "⏎ records them, then s takes what is marked." in " ".join(seat.part("#message").split())
        assert not seat.session.state.turns, "nothing was scored with the dice of before"
        await seat.press("+enter")
        assert str(seat.session.state.dice) == "56666"


async def test_the_buttons_of_a_correction_stay_in_sight_however_much_it_changes(tmp_path: Path) -> None:
    turns = [("11111", "z"), *[("12346", "y")] * 5, ("22222", "f"), ("66666", "k")]
    names = ("Annabella Maria Carlotta", "Bob", "Cy", "Dan", "Eve", "Fin")
    for size in (WIDE, (80, 20), NARROW):
        async with game_of(tmp_path, *names, size=size, turns=turns) as seat:
            while seat.table.player != 0:
                await seat.press("+left")
            await seat.press("g", "f", "e", "+right", "+right", "+right", "+right", "3")
            assert "Do it (⏎)" in seat.text
            await seat.press("+end")
            assert "Do it (⏎)" in seat.text
            assert "Fin" in seat.part("#changes-box"), "the last of what would change"
            assert "more: pgdn" not in seat.text
            await seat.press("+home")
            assert "This will change:" in seat.text


async def test_new_dice_that_are_typed_end_what_the_old_ones_gave_most(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.roll("55533")
        assert "Most now: Full House 36" in seat.text
        await seat.press("r", "12346")
        assert "Most now: Yarborough 16" in seat.text
        await seat.press("s")
        assert "First the dice that are typed: ⏎ records" in " ".join(seat.text.split())
        assert not seat.session.state.turns, "other dice are shown than are recorded"
        await seat.press("+escape")
        assert "Most now: Full House 36" in seat.text
