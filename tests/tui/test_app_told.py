"""What the table tells of boxes, rules and costs: why, options, warnings, and where to find the rest."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from kismet.rules import Rules, SecondKismet, Trigger
from tests.tui.seat import LARGE, NARROW, WIDE, app_at, game_of
from tui.widgets.reading import Reading


async def test_the_rule_of_a_vacant_box_is_that_of_this_game_and_said_once(tmp_path: Path) -> None:
    rules = Rules(straight=40, five_as_full_house=False)
    async with game_of(tmp_path, "Ann", "Bob", rules=rules, size=LARGE) as seat:
        await seat.press("g", "s")
        assert "scores 40 (A17)" in " ".join(seat.text.split())
        assert "scores 30" not in seat.text
        await seat.press("g", "h", "w")
        shown = str(seat.app.screen.query_one(Reading).query_one(Static).content)
        assert shown.count("Five alike are no full house (A1).") == 1
        await seat.press("+escape", "?")
        shown = " ".join(str(seat.app.screen.query_one("#help-text", Static).content).split())
        assert "Straight. 1-2-3-4-5 or 2-3-4-5-6 scores 40 (A17)." in shown
        assert "count as a full house" not in shown


async def test_why_is_one_key_away_with_rule_and_options(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", rules=Rules(five_as_full_house=False)) as seat:
        await seat.roll("55555")
        await seat.press("g", "h", "w")
        assert "Five alike are not a full house here (A1)." in seat.text
        assert "R11 Full House" in seat.text
        assert "* Five alike as Full House (A1): no" in seat.text
        await seat.press("+escape")
        await seat.press("s", "+left", "g", "z", "w")
        assert "Roll 1: 5 5 5 5 5" in seat.text


async def test_what_the_numbers_of_the_options_mean_is_said_above_them(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.press("+f2")
        await seat.pilot.pause()
        said = " ".join(seat.part(".help").replace("│", " ").split())
        assert "(A1) and the like number what the printed rules leave open; each option says how it is played." in said


async def test_a_small_window_tells_the_way_to_help_and_to_all_commands(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", size=NARROW) as seat:
        last = seat.text.splitlines()[-1]
        assert ("? Help" in last, "^p all" in last) == (True, True)
        await seat.pilot.click(offset=(last.index("Help"), 19))
        await seat.pilot.pause()
        assert "Type a die" in seat.text


async def test_the_dice_stay_where_they_are_when_other_words_stand_below_them(tmp_path: Path) -> None:
    turns = [("11111", "z"), *[("12346", "y")] * 5]
    async with game_of(tmp_path, *("Ann", "Bob", "Cy", "Dan", "Eve", "Fin"), turns=turns) as seat:
        rows = {seat.app.screen.query_one("#dice").region.y}
        for keys in ("66655", "+enter", "h", "1", "+escape", "s", "u", "U", "44433", "+enter"):
            await seat.press(keys)
            rows.add(seat.app.screen.query_one("#dice").region.y)
        assert len(rows) == 1


async def test_rules_and_options_are_one_key_away_in_a_game(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", rules=Rules(straight=40)) as seat:
        await seat.press("+f2")
        await seat.pilot.pause()
        first = seat.text.splitlines()[2]
        assert "Options of this game (* changed)" in "".join(seat.text.splitlines()[1:3]), first
        assert "* Straight scores (A17): 40" in seat.text
        await seat.press("n")
        assert "R1  The game." in "".join(seat.text.splitlines()[1:4])
        await seat.press("+escape", "?", "n")
        assert "what a vacant box would score now" in seat.text
        await seat.press("r")
        assert "* Straight scores (A17): 40" in seat.text


async def test_an_option_tells_which_rule_it_changes(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n")
        assert "R9 Straight" not in seat.text
        seat.app.screen.query_one("#rule-straight").focus()
        await seat.pilot.pause()
        assert "R9 Straight: 1-2-3-4-5 or 2-3-4-5-6 scores 30." in seat.text
        await seat.press("+right")
        assert "R9 Straight: 1-2-3-4-5 or 2-3-4-5-6 scores 40 (A17)." in seat.text


async def test_a_preview_that_does_not_fit_says_that_more_follows(tmp_path: Path) -> None:
    turns = [("11111", "z"), *[("12346", "y")] * 5, ("22222", "f"), ("66666", "k")]
    async with game_of(tmp_path, *("Ann", "Bob", "Cy", "Dan", "Eve", "Fin"), size=NARROW, turns=turns) as seat:
        while seat.table.player != 0:
            await seat.press("+left")
        await seat.press("g", "f", "e", "+right", "+right", "+right", "+right", "3")
        assert "more: pgdn" in seat.text
        for _ in range(9):
            await seat.press("+pagedown")
        assert "more: pgdn" not in seat.text


@pytest.mark.parametrize("size", [WIDE, LARGE, NARROW], ids=str)
async def test_what_a_second_kismet_costs_is_said_before_it_is_scored(tmp_path: Path, size: tuple[int, int]) -> None:
    turns = [("11111", "z"), *[("12346", "y")] * 2]
    async with game_of(tmp_path, "Ann", "Bob", "Cy", size=size, turns=turns) as seat:
        await seat.roll("44444")
        warning = "In any box a second Kismet: all others lose a turn and get 0 in Aces."
        assert warning in " ".join(seat.part("#best").split())
        await seat.press("w")
        assert warning in " ".join(seat.part(".reading Static").split())


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Rules(second_kismet=SecondKismet.LOSE_TURN), "In any box a second Kismet: Bob loses a turn."),
        (Rules(second_kismet=SecondKismet.OFF), ""),
        (Rules(second_kismet_trigger=Trigger.SCORED), ""),
    ],
)
async def test_a_second_kismet_is_announced_by_the_options_that_are_on(tmp_path: Path, rules: Rules, said: str) -> None:
    async with game_of(tmp_path, "Ann", "Bob", rules=rules, turns=[("11111", "1"), ("12346", "y")]) as seat:
        await seat.roll("44444")
        told = " ".join(seat.part("#best").split())
        assert told == f"◂ Most now: Kismet 70 {said}".strip()


async def test_what_a_box_tells_in_a_small_window_is_read_with_the_usual_keys(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", size=NARROW) as seat:
        await seat.roll("55533")
        await seat.press("w")
        assert "more: ↓ pgdn" in seat.text
        await seat.press("j", "+end")
        assert "Straight scores (A17): 30" in seat.text
        assert "more: ↓ pgdn" not in seat.text
        await seat.press("+home")
        assert "Three 5s and two 3s" in seat.text
