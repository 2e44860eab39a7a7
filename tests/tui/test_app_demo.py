"""The demo in the app: it waits for people, or plays itself."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")

from kismet.boxes import Box
from kismet.game import Origin
from kismet.journal import Journal
from tests.bench.app import terminal
from tests.tui.fake_feed import FakeFeed, seen
from tests.tui.seat import Seat
from tui.app import KismetApp
from tui.camera import News, RecordingOver, TableCleared
from tui.cli import main
from tui.screens import auto
from tui.session import Session


async def play(home: Path, *news: News, by_itself: bool, keys: tuple[str, ...] = ()) -> tuple[Session, list[object]]:
    """A game for two fed with `news`; returns it and what the recording was told."""
    feeds: list[FakeFeed] = []

    def make(source: str) -> FakeFeed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    journal = Journal(home / "games.sqlite3")
    session = Session.new(journal, ["Ann", "Bob"])
    app = KismetApp(journal, home / "settings.toml", session, feed=make, camera="demo.mp4", auto=by_itself)
    async with app.run_test(size=(80, 24)) as pilot:
        seat = Seat(app, pilot)
        await pilot.pause()
        for item in news:
            feeds[0].news(item)
            for _ in range(4):
                await pilot.pause()
        await seat.press(*keys)
    journal.close()
    return session, [told[0] for told in feeds[0].told]


async def test_it_plays_itself_through_two_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "PACE", 0.001)
    session, told = await play(
        tmp_path,
        seen("55126"),
        seen("55366", 2, (0, 1)),
        seen("55566", 3, (0, 1, 3, 4)),
        TableCleared(),
        seen("11663"),
        RecordingOver(),
        by_itself=True,
    )
    state = session.state
    assert (state.sheets[0][Box.FULL_HOUSE], state.sheets[1][Box.TWO_PAIR_SAME_COLOR]) == (42, 17)
    assert [roll.origin for roll in state.turns[0].rolls] == [Origin.CAMERA] * 3
    assert told.count("go on") >= 5, "the recording plays on after every step"


async def test_without_auto_it_waits_for_a_person(tmp_path: Path) -> None:
    session, told = await play(tmp_path, seen("55566"), by_itself=False)
    assert session.state.dice is None
    assert "go on" not in told


async def test_a_person_plays_it_with_space_and_s(tmp_path: Path) -> None:
    session, told = await play(tmp_path, seen("55566"), by_itself=False, keys=("+space", "s"))
    assert session.state.sheets[0][Box.FULL_HOUSE] == 42
    assert told == ["correct", "go on", "new turn", "go on"]


async def test_a_table_cleared_after_the_entry_leaves_nothing_to_wait_for(tmp_path: Path) -> None:
    _, told = await play(tmp_path, TableCleared(), by_itself=False)
    assert told == ["go on"]


def test_ctrl_c_promises_nothing_that_is_not_kept(tmp_path: Path) -> None:
    with terminal("from tui.cli import main; main(['demo'])", tmp_path) as screen:
        screen.wait_for("Roll 1 read: ", 120)  # the film waits now, and says nothing else
        screen.send("\x03")
        screen.wait_for("the demo's game is not")
        screen.send("\x11")
        assert screen.ended() == 0
    assert not list(tmp_path.glob("*.sqlite3"))


def test_a_recording_that_is_not_there_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--recording", "nowhere.mp4"]) == 1
    assert capsys.readouterr().err == "kismet: There is no recording at nowhere.mp4.\n"
