"""Chances to win with `o`: asked for, worked out behind the game, honest about their error, and no advice."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from kismet.advice.table import Table
from kismet.game import State
from kismet.odds.chances import Chance, Odds
from kismet.rules import RULINGS, Rules
from kismet.sheet import Sheet
from tests.tui.seat import NARROW, WIDE, Seat, game_of
from tui.advisor import Advisor
from tui.chances import Chances, Known
from tui.view.hint import Level
from tui.view.odds import odds_shown, percent

LATE = [("11123", key) for key in "123456ptsfhl" for _ in range(2)]
"""Two players fill all but three boxes each."""


class Ready(Advisor):
    """Has its table from the start."""

    def __init__(self, table: Table) -> None:
        def table_of(_rules: Rules, _sheet: Sheet) -> Table:
            return table

        super().__init__(None, table_of)


async def chances_come(seat: Seat) -> None:
    """Wait until the last and best answer is there, and look."""
    state = seat.session.state
    while not (known := seat.app.advisor.chances.of(state)).fresh or known.odds is None or known.odds.games < 5_000:
        await seat.pilot.pause()
    seat.game._look()
    await seat.pilot.pause()


def row(seat: Seat) -> str:
    found = re.search(r"^  to win (\S+)((?: +[<>]?\d+%)*)", seat.text, re.MULTILINE)
    return " ".join(found.group().split()) if found else ""


async def test_ann_who_leads_by_far_sees_that_she_will_win(tmp_path: Path, table: Table) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=LATE, advisor=Ready(table)) as seat:
        assert not row(seat)
        await seat.press("o")
        assert seat.table.message == "The chances to win are shown; o hides them."
        await seat.roll("66666")
        await seat.press("o")
        assert seat.table.message == "The chances to win are hidden; o shows them."
        assert not row(seat)
        await seat.press("o")
        told = "The chances to win before this turn's dice are shown; o hides them."
        assert seat.table.message == told
        await seat.score("z")
        await chances_come(seat)
        assert row(seat).split()[2:] == ["±1%", "97%", "3%"]
        assert not seat.session.game.hinted, "chances are no advice"
        await seat.press("o")
        assert not row(seat)


async def test_after_every_entry_the_chances_are_new_ones(tmp_path: Path, table: Table) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=LATE, advisor=Ready(table)) as seat:
        await seat.press("o")
        await chances_come(seat)
        before = row(seat)
        await seat.roll("11122")
        assert row(seat) == before, "dice on the table change nothing yet"
        await seat.score("y")
        await chances_come(seat)
        assert row(seat) != before
        assert "…" not in row(seat)


async def test_full_advice_brings_the_chances_along(tmp_path: Path, table: Table) -> None:
    async with game_of(tmp_path, "Ann", "Bob", turns=LATE, advisor=Ready(table)) as seat:
        await seat.roll("66634")
        await seat.press("t")
        assert not row(seat)
        await seat.press("t")
        assert row(seat)
        assert seat.table.message == "The screen shows the best moves and why, with the chances to win."
        await seat.press("o")
        assert not row(seat), "the switch of its own goes before the level"


async def test_the_key_that_brought_the_chances_takes_them_away(tmp_path: Path, table: Table) -> None:
    """Also those that o has shown: nothing at all is shown then."""
    async with game_of(tmp_path, "Ann", "Bob", turns=LATE, advisor=Ready(table)) as seat:
        await seat.roll("66634")
        await seat.press("ttt")
        assert not row(seat)
        await seat.press("t", "o")
        assert row(seat)
        await seat.press("tt")
        assert row(seat)
        await seat.press("t")
        assert not row(seat)
        assert seat.table.message == "The screen shows no scores and no advice."
        await seat.press("o")
        assert row(seat), "o alone still shows them"


async def test_in_a_small_window_the_player_at_the_cursor_is_told(tmp_path: Path, table: Table) -> None:
    async with game_of(tmp_path, "Ann", "Bob", size=NARROW, turns=LATE, advisor=Ready(table)) as seat:
        await seat.press("o")
        await chances_come(seat)
        assert "Ann to win: 5" in seat.text or "Ann to win: 4" in seat.text


class Told(Chances):
    """Chances that are known at once."""

    def of(self, state: State) -> Known:
        """The same for everybody."""
        each = Chance(1 / len(state.players), 0.01, 271.0, 200, 300)
        return Known(Odds((each,) * len(state.players), 5000), fresh=True)


PANES = [(80, 32), (110, 34), (119, 36), (160, 32)]
"""Windows in which there is a list of places under the sheet, most of them with little room for it."""


@pytest.mark.parametrize("players", range(1, 7))
async def test_everybody_is_in_the_list_of_places(tmp_path: Path, table: Table, players: int) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")[:players]
    advisor = Ready(table)
    advisor.chances = Told(lambda _state: table)
    async with game_of(tmp_path, *names, size=(110, 34), advisor=advisor) as seat:
        await seat.roll("11663")

        async def look() -> None:
            for width, height in PANES:
                await seat.pilot.resize_terminal(width, height)
                await seat.pilot.pause()
                listed = seat.part("#places")
                assert [name for name in names if name not in listed] == [], (width, height)
                assert ("271" in listed) == ("now, final" in listed) == (seat.table.odds is not None)

        await look()
        await seat.press("o")
        await look()
        await seat.press("tt")
        assert seat.game.level is Level.FULL
        await look()


async def test_the_list_of_places_has_room_for_the_totals_to_expect_as_soon_as_they_come(tmp_path: Path) -> None:
    advisor = Ready(Table.__new__(Table))
    advisor.chances = Told(lambda _state: None)
    async with game_of(tmp_path, "Ann", "Bob", "Cleo", size=(110, 34), advisor=advisor) as seat:
        await seat.press("o")
        assert re.findall(r"1 (\S+) +0 +271", seat.part("#places")) == ["Ann", "Bob", "Cleo"]
        await seat.press("o")
        assert re.findall(r"1 (\S+) +0 ", seat.part("#places")) == ["Ann", "Bob", "Cleo"]


async def test_before_the_table_is_solved_the_row_waits(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", "Bob", size=WIDE, advisor=Advisor(None, lambda _rules, _sheet: None)) as seat:
        await seat.press("o")
        assert row(seat) == "to win …"


async def test_somebody_alone_is_told_the_total_to_expect(tmp_path: Path, table: Table) -> None:
    async with game_of(tmp_path, "Ann", turns=LATE[::2], advisor=Ready(table)) as seat:
        await seat.press("o")
        assert seat.table.message == "The total to expect is shown; o hides it."
        await chances_come(seat)
        total = seat.session.state.totals[0]
        line = next(line for line in seat.text.splitlines() if line.strip().startswith("expected"))
        assert total + 15 < int(line.split()[1]) < total + 80


def test_a_chance_is_never_told_as_certain() -> None:
    assert [percent(chance) for chance in (0.0, 0.004, 0.006, 0.42, 0.994, 1.0)] == [
        "<1%",
        "<1%",
        "1%",
        "42%",
        "99%",
        ">99%",
    ]


def test_the_error_is_rounded_up_and_a_player_who_left_has_no_chance() -> None:
    state = State(("Ann", "Bob"), RULINGS, (Sheet(), Sheet()), 0, away=(False, True))
    odds = Odds((Chance(1.0, 0.012, 301.4, 240, 380), Chance(0, 0, 0, 0, 0)), 5000)
    shown = odds_shown(state, odds, fresh=True)
    assert shown is not None
    assert (shown.label, shown.cells, shown.finals) == ("to win ±2%", (">99%", "–"), ("301", "–"))


def test_what_fails_is_said() -> None:
    broken = Table.__new__(Table)  # a table without anything in it
    chances = Chances(lambda _state: broken)
    state = State(("Ann", "Bob"), RULINGS, (Sheet(), Sheet()), 0, passes=(0, 0), away=(False, False))
    deadline = time.monotonic() + 30
    while not (known := chances.of(state)).fresh:
        assert time.monotonic() < deadline, "nothing was said at all"
        time.sleep(0)  # no wait: its thread's turn
    assert known.odds is None
    shown = odds_shown(state, known.odds, fresh=True, failure=known.failure)
    assert shown is not None
    assert shown.label == "no odds"
    chances.close()
