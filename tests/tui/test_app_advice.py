"""Advice with `t`: off at first, exact when asked for, and told in the history."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.widgets import Static

from kismet.advice.card import card_for
from kismet.advice.solve import solve
from kismet.advice.table import Table, start_of
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import State
from kismet.journal import Journal
from kismet.luck import PlayerLuck
from kismet.rules import Rules
from kismet.sheet import Sheet
from tests.tui.fake_feed import FakeFeed
from tests.tui.seat import Seat, game_of, no_camera
from tui.advisor import Advisor
from tui.app import KismetApp
from tui.fortune import Fortune
from tui.screens.dialog import AskScreen
from tui.screens.over import OverScreen
from tui.session import Session

LEFT = (Box.SIXES, Box.FULL_HOUSE, Box.YARBOROUGH)


@asynccontextmanager
async def late_game(home: Path, advisor: Advisor, left: tuple[Box, ...] = LEFT) -> AsyncIterator[Seat]:
    """One player with a few boxes left."""
    journal = Journal(home / "games.sqlite3")
    session = Session.new(journal, ["Ann"])
    for box in Box:
        if box not in left:
            session.roll(Dice.parse("12344"))
            session.enter(box)
    app = KismetApp(journal, home / "settings.toml", session, feed=no_camera, advisor=advisor)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield Seat(app, pilot)
    journal.close()


def solved(rules: Rules, sheet: Sheet) -> Table:
    """The exact table for a nearly full sheet: a matter of milliseconds."""
    return solve(card_for(rules), start_of(sheet))


async def test_no_advice_unasked(tmp_path: Path) -> None:
    async with late_game(tmp_path, Advisor(None, solved)) as seat:
        await seat.roll("66634")
        assert "◂ Most now: Yarborough 25" in seat.text
        assert "‹25›◂" in seat.text
        assert "★" not in seat.text, "a star is advice"
        assert not seat.session.game.hinted


async def test_t_says_what_to_keep_and_marks_the_game(tmp_path: Path) -> None:
    async with late_game(tmp_path, Advisor(None, solved)) as seat:
        await seat.roll("66634")
        await seat.press("t")
        assert "Keep 6 6 6, roll two" in " ".join(seat.text.split())
        assert seat.table.advised == {0, 1, 2}
        assert seat.session.game.hinted
        await seat.press("s")
        assert seat.table.held == {0, 1, 2}, "the suggestion is done: the dice are held, nothing is scored"
        await seat.press("66", "+enter")
        assert str(seat.session.state.dice) == "66666"


async def test_the_second_t_tells_the_alternatives_and_why_and_the_third_nothing_at_all(tmp_path: Path) -> None:
    async with late_game(tmp_path, Advisor(None, solved)) as seat:
        await seat.roll("66634")
        await seat.press("tt")
        text = " ".join(seat.text.split())
        assert "Ends in" in text
        assert len(seat.table.hint.lines if seat.table.hint else ()) == 6
        await seat.press("t")
        assert seat.table.hint is None
        assert "‹" not in seat.text
        assert "Most now" not in seat.text
        await seat.press("s")
        assert "t shows what scores" in " ".join(seat.text.split())
        await seat.press("t")
        assert "Most now" in seat.text


async def test_with_nothing_shown_scores_are_still_right_and_told_when_asked_for(tmp_path: Path) -> None:
    async with late_game(tmp_path, Advisor(None, solved)) as seat:
        await seat.press("ttt")
        await seat.roll("66633")
        assert "‹" not in seat.text
        await seat.press("g", "h", "w")
        assert "Full House would score 39" in seat.text
        await seat.press("+escape", "+enter")
        assert seat.session.state.sheets[0][Box.FULL_HOUSE] == 39
        assert not seat.session.game.hinted


async def test_in_a_small_window_w_tells_all_the_advice(tmp_path: Path) -> None:
    async with late_game(tmp_path, Advisor(None, solved)) as seat:
        await seat.pilot.resize_terminal(44, 20)
        await seat.roll("66634")
        await seat.press("tt")
        assert "Ends in" not in seat.text
        await seat.press("w")
        assert "Ends in" in seat.text


async def test_advice_to_stop_has_the_star_and_s_scores_it(tmp_path: Path) -> None:
    async with late_game(tmp_path, Advisor(None, solved)) as seat:
        await seat.press("t")
        await seat.roll("66633")
        assert seat.table.best is Box.FULL_HOUSE
        assert "‹39›★" in seat.text
        assert "◂" not in seat.text, "most points now is another thing than the best move"
        await seat.press("s")
        assert seat.session.state.sheets[0][Box.FULL_HOUSE] == 39


async def test_advice_that_is_not_there_yet_is_said_and_marks_nothing(tmp_path: Path) -> None:
    tables: list[Table] = []
    advisor = Advisor(None, lambda _rules, _sheet: tables[0] if tables else None)
    async with late_game(tmp_path, advisor) as seat:
        await seat.roll("66634")
        await seat.press("t")
        assert "Working out the best play" in seat.text
        assert "★" not in seat.text
        assert not seat.session.game.hinted
        tables.append(solved(seat.session.state.rules, seat.session.state.sheets[0]))
        seat.game._look()
        await seat.pilot.pause()
        assert "Keep 6 6 6" in " ".join(seat.text.split())


async def test_an_advised_zero_is_still_asked_for(tmp_path: Path) -> None:
    async with late_game(tmp_path, Advisor(None, solved), (Box.SIXES, Box.FULL_HOUSE)) as seat:
        await seat.press("t")
        for dice in ("11112", "11113", "11114"):
            await seat.press("r", dice, "+enter")
        assert "Take a zero in Full House" in " ".join(seat.text.split())
        await seat.press("s")
        assert isinstance(seat.app.screen, AskScreen)


async def test_the_history_tells_of_advice(tmp_path: Path) -> None:
    async with late_game(tmp_path, Advisor(None, solved)) as seat:
        await seat.roll("66634")
        await seat.press("t", "q", "h")
        assert "(with advice)" in seat.text


async def test_the_real_solver_answers_in_the_background(tmp_path: Path) -> None:
    advisor = Advisor(tmp_path / "cache")
    async with late_game(tmp_path, advisor) as seat:
        await seat.roll("66634")
        await seat.press("t")
        assert advisor._solver is not None
        while advisor._solver.table is None:
            assert advisor._solver.failure is None
            await seat.pilot.pause()
        seat.game._look()
        await seat.pilot.pause()
        assert "Keep 6 6 6" in " ".join(seat.text.split())


class Judged(Advisor):
    """Knows the luck of a game without solving anything."""

    def __init__(self, luck: tuple[PlayerLuck, ...]) -> None:
        super().__init__(None)
        self._luck = luck

    def fortune(self) -> Fortune:
        return Fortune(lambda _state, _stop: self._luck)


async def test_the_end_of_a_game_tells_luck_from_skill(tmp_path: Path) -> None:
    turns = [("66661", key) for key in "123456ptsfhlky"]
    luck = PlayerLuck("Ann", start=315.2, luck=-20.4, cost=81.5, forced=0.0, expected=213.3, turns=())
    async with game_of(tmp_path, "Ann", turns=turns, advisor=Judged((luck,))) as seat:
        await seat.roll("12346")
        await seat.press("+enter", "y")
        screen = seat.app.screen
        assert isinstance(screen, OverScreen)
        while screen._fortune.words is None:
            await seat.pilot.pause()
        screen.look_for_luck()
        await seat.pilot.pause()
        assert str(screen.query_one("#luck", Static).content).splitlines() == [
            "Luck and skill",
            "Ann: the dice took 20.4 points, choices cost 81.5.",
        ]


async def test_luck_that_fails_spoils_nothing(tmp_path: Path) -> None:
    def fail(_state: State, _stop: Callable[[], bool]) -> tuple[PlayerLuck, ...]:
        raise RuntimeError("no memory")

    fortune = Fortune(fail)
    session = Session.new(Journal(tmp_path / "games.sqlite3"), ["Ann"])
    fortune._run(session.state)
    assert fortune.words == ("Luck could not be worked out: no memory.",)
    session.journal.close()


async def test_full_advice_leaves_room_for_the_camera(tmp_path: Path) -> None:
    turns = [(dice, key) for key in "12345tphsflk" for dice in ("12344", "11166")]
    async with game_of(
        tmp_path, "Ann", "Bob", turns=turns, advisor=Advisor(None, solved), feed=FakeFeed, camera="0"
    ) as seat:
        await seat.roll("66634")
        await seat.press("tt")
        told = str(seat.app.screen.query_one("#best", Static).content)
        assert len(told.splitlines()) == 5, "the best move and four others"
        assert seat.app.screen.query_one("#camera").size.height >= 3
        await seat.press("w")
        assert "Ends in" in seat.text
