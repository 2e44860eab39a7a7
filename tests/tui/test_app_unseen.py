"""Dice that lie there and were not offered, since nobody saw them thrown: space takes them."""

from __future__ import annotations

from pathlib import Path

from tests.tui.fake_feed import FakeFeed, FakeView, reading, seen
from tests.tui.seat import game_of
from tests.tui.test_app_watched import heard
from tests.tui.watched_seat import tell, watched_game
from tui.camera import CameraWords
from vision.tracker import Doubt
from vision.tracker.words import UNSEEN


async def test_space_takes_dice_that_nobody_saw_thrown_and_then_records_them(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        (words,) = heard(Doubt(UNSEEN))
        assert isinstance(words, CameraWords)
        await tell(seat, feed, words)
        assert "Space takes them" in " ".join(seat.text.split())
        feed.shown = FakeView(reading=reading("22466"), unsaid=True)
        await seat.press("+space")
        assert feed.told[-1] == ("take lying",)
        assert "There is no reading" not in seat.text
        assert seat.session.state.dice is None, "nothing is recorded before it was offered"
        feed.shown = FakeView(reading=reading("22466"))
        await tell(seat, feed, seen("22466"))
        await seat.press("+space")
        assert str(seat.session.state.dice) == "22466"


async def test_dice_of_the_turn_before_are_not_taken(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await seat.roll("22466")
        await seat.press("g", "6", "+enter")
        feed.shown = FakeView(reading=reading("22466"))
        await seat.press("+space")
        assert ("take lying",) not in feed.told
        assert "There is no reading to accept." in seat.text


async def test_dice_of_another_game_can_be_taken_when_one_begins(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        feed.shown = FakeView(reading=reading("2246"))
        await seat.press("+space")
        assert "The camera sees 4 dice, not five" in seat.table.message
        feed.shown = FakeView(reading=reading("22466"))
        await seat.press("+space")
        assert feed.told[-1] == ("take lying",)
        assert seat.session.state.dice is None, "nothing is recorded before it was offered"


async def test_a_camera_that_is_switched_on_is_told_which_dice_lie_there(tmp_path: Path) -> None:
    feeds: list[FakeFeed] = []

    def make(source: str) -> FakeFeed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(tmp_path, "Ann", "Bob", feed=make, camera="0") as seat:
        assert feeds[-1].told == []
        await tell(seat, feeds[-1], seen("55126"))
        await seat.press("v", "v")
        assert feeds[-1].told == [("expect", (5, 5, 1, 2, 6), 1, False)], "not recorded yet"
        assert "Roll 1 read" in seat.part("#title")
        await tell(seat, feeds[-1], seen("35563", number=2, kept=(1, 2)))
        assert "Roll 1 was recorded by itself: 5 5 1 2 6; u takes it back." in seat.table.message
        await seat.press("+space", "v", "v")
        assert feeds[-1].told == [("expect", (3, 5, 5, 6, 3), 2, True)]
        await seat.press("+enter")
        assert seat.session.state.player == "Bob"
        await seat.press("v", "v")
        assert feeds[-1].told == [("expect", (3, 5, 5, 6, 3), 0, False)], "Ann's, and no throw of Bob's"
