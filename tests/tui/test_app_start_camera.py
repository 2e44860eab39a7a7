"""When the camera is on by itself: after it was named on the start screen, and in a game that it watched before."""

from __future__ import annotations

from pathlib import Path

from tests.tui.fake_feed import FakeFeed, FakeView, reading, seen
from tests.tui.seat import Seat, app_at, game_of, no_camera
from tests.tui.watched_seat import tell
from tui import settings
from tui.camera import CameraWords

PHONE = "http://phone:8080/video"
OFF = "The camera is off: v switches it on."


class Cameras:
    """Makes feeds, and holds on to them."""

    def __init__(self) -> None:
        self.feeds: list[FakeFeed] = []

    def __call__(self, source: str) -> FakeFeed:
        self.feeds.append(FakeFeed(source))
        return self.feeds[-1]


def said(seat: Seat) -> str:
    return " ".join(seat.part("#message").split())


async def begin(seat: Seat) -> None:
    """A new game of Ann alone."""
    await seat.press("n", "Ann", "+ctrl+g")


async def test_a_camera_named_on_the_start_screen_is_on_when_the_game_begins(tmp_path: Path) -> None:
    cameras = Cameras()
    async with app_at(tmp_path, feed=cameras) as seat:
        await seat.press("V", "+backspace", PHONE, "+enter")
        assert f"V Camera: {PHONE} · live" in seat.text
        (feed,) = cameras.feeds
        feed.shown = FakeView(reading=reading("5553"))
        await tell(seat, feed, CameraWords("The camera sees four dice."))
        assert not seat.app._notifications, "nobody plays with them"
        await tell(seat, feed, seen("55533"))
        await begin(seat)
        assert "cam ● live" in seat.part("#title")
        assert "throw the dice" in seat.part("#prompt")
        assert seat.table.offer is None, "what lay there before is nobody's roll"
        assert feed.told == [("dismiss", 0)]
        await tell(seat, feed, seen("12346"))
        assert "Roll 1 read" in seat.part("#title")


async def test_what_is_wrong_with_a_camera_is_said_on_the_start_screen_until_it_is_right(tmp_path: Path) -> None:
    cameras, words = Cameras(), "There is no camera 7. V names another camera."
    async with app_at(tmp_path, feed=cameras) as seat:
        await seat.press("V", "+backspace", "7", "+enter")
        cameras.feeds[0].shown = FakeView("not found, retry in 4 s", live=False)
        await tell(seat, cameras.feeds[0], CameraWords(words, absent=True))
        seat.home._look()
        await seat.pilot.pause()
        assert words in " ".join(seat.part("#note").split())
        assert not seat.app._notifications, "once is enough"
        assert "V Camera: 7 · not found, retry in 4 s" in seat.text
        await begin(seat)
        assert words in said(seat), "the game begins all the same, and says it as well"
        await seat.roll("55533")
        assert str(seat.session.state.dice) == "55533"
        await seat.press("q", "V", *["+backspace"] * 3, "0", "+enter")
        assert "There is no camera 7" not in seat.part("#note")
        assert "V Camera: 0 · live" in seat.text


async def test_what_is_no_camera_at_all_is_said_and_no_game_waits_for_it(tmp_path: Path) -> None:
    async with app_at(tmp_path, feed=no_camera) as seat:
        await seat.press("V", "+backspace", "5", "+enter")
        assert [note.message for note in seat.app._notifications] == ["There is no camera 5."]
        await begin(seat)
        assert "roll, then type five digits" in seat.part("#prompt")


async def test_a_camera_of_another_evening_stays_off_and_the_key_is_named(tmp_path: Path) -> None:
    settings.save(tmp_path / "settings.toml", settings.Settings(camera="0"))
    cameras = Cameras()
    async with app_at(tmp_path, feed=cameras) as seat:
        assert "V Camera: 0 · off" in seat.text
        await begin(seat)
        assert cameras.feeds == [], "no webcam is switched on unasked"
        assert OFF in said(seat)
        assert seat.part("#hints").split()[:2] == ["v", "Camera"]
        await seat.press("v")
        assert "cam ● live" in seat.part("#title")


async def test_a_camera_that_was_calibrated_first_is_on_when_the_game_begins(tmp_path: Path) -> None:
    cameras = Cameras()
    async with app_at(tmp_path, feed=cameras) as seat:
        await seat.press("c", "+enter", "+escape")
        assert cameras.feeds[-1].closed, "nobody plays yet"
        await begin(seat)
        assert "cam ● live" in seat.part("#title")


async def test_a_game_that_the_camera_watched_is_resumed_with_it(tmp_path: Path) -> None:
    cameras = Cameras()
    async with game_of(tmp_path, "Ann", feed=cameras, camera=PHONE) as seat:
        await tell(seat, cameras.feeds[0], seen("55126"))
        await seat.press("+space")
    async with app_at(tmp_path, feed=cameras) as seat:
        assert len(cameras.feeds) == 1, "not on the start screen"
        await seat.press("r")
        assert "cam ● live" in seat.part("#title")
        assert cameras.feeds[1].source == PHONE
        assert cameras.feeds[1].told == [("expect", (5, 5, 1, 2, 6), 1, True), ("dismiss", 1)], (
            "the second roll is to come"
        )
        await tell(seat, cameras.feeds[1], seen("35563", number=2, kept=(1, 2)))
        assert "Roll 2 read" in seat.part("#title")
        await seat.press("+escape", "v")
    async with app_at(tmp_path, feed=cameras) as seat:
        await seat.press("r")
        assert len(cameras.feeds) == 2, "it was switched off in this game"
        assert OFF in said(seat)


async def test_dice_that_lie_there_when_a_game_begins_are_spoken_of(tmp_path: Path) -> None:
    cameras = Cameras()
    async with game_of(tmp_path, "Ann", feed=cameras, camera=PHONE) as seat:
        await tell(seat, cameras.feeds[0], seen("55126"))
        cameras.feeds[0].shown = FakeView(reading=reading("55126"))
        await seat.press("q")
        await begin(seat)
        assert "Five dice lie there, but no throw was seen" in said(seat)
        await seat.press("+space")
        assert cameras.feeds[-1].told[-1] == ("take lying",)


async def test_a_recording_does_not_begin_anew_in_a_game_that_is_resumed(tmp_path: Path) -> None:
    cameras, film = Cameras(), tmp_path / "film.mp4"
    film.touch()
    async with game_of(tmp_path, "Ann", feed=cameras, camera=str(film)) as seat:
        await seat.roll("55533")
    async with app_at(tmp_path, feed=cameras) as seat:
        await seat.press("r")
        assert len(cameras.feeds) == 1
        assert OFF in said(seat)


async def test_a_camera_that_is_gone_never_stops_a_game_that_it_watched(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", feed=Cameras(), camera=PHONE) as seat:
        await seat.roll("55533")
    async with app_at(tmp_path, feed=no_camera) as seat:
        await seat.press("r")
        assert [note.message for note in seat.app._notifications] == [f"There is no camera {PHONE}."]
        assert str(seat.session.state.dice) == "55533"


async def test_the_number_of_a_deleted_game_brings_no_camera(tmp_path: Path) -> None:
    cameras = Cameras()
    async with game_of(tmp_path, "Ann", feed=cameras, camera=PHONE) as seat:
        await seat.roll("55533")
        game = seat.session.game_id
        seat.app.delete_game(game)
    async with game_of(tmp_path, "Bob", feed=cameras) as seat:
        assert seat.session.game_id == game
        await seat.roll("12346")
    async with app_at(tmp_path, feed=cameras) as seat:
        await seat.press("r")
        assert seat.session.state.player == "Bob"
        assert len(cameras.feeds) == 1


async def test_the_start_screen_has_a_name_for_pictures_from_a_pipe(tmp_path: Path) -> None:
    async with app_at(tmp_path, feed=Cameras(), camera="-") as seat:
        assert "V Camera: another program's pictures · live" in seat.text
        assert settings.load(tmp_path / "settings.toml").camera == "", "no other evening has them"
