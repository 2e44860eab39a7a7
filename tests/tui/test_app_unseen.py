"""Dice that lie there and were not offered, since nobody saw them thrown: space takes them."""

from __future__ import annotations

from pathlib import Path

from tests.tui.fake_feed import FakeView, reading, seen
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
        feed.shown = FakeView(reading=reading("22466"))
        await seat.press("+space")
        assert ("take lying",) not in feed.told
        assert "There is no reading to accept." in seat.text
