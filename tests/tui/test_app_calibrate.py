"""Calibration in the app, as somebody does it who has just put a camera up."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.mat import lay_out
from calibration.profile import Profile
from calibration.store import save, shelf
from tests.calibration.drawn import Table, draw_throw, sure
from tests.calibration.views import View, look
from tests.tui.fake_feed import FakeFeed, FakeView
from tests.tui.seat import LARGE, WIDE, Seat, app_at, game_of
from tests.vision.scripted import ELSEWHERE, PLACES, first_roll, lie
from tui import settings
from tui.camera import Feed, RollSeen, TableCleared
from tui.screens.calibrate import CalibrateScreen
from tui.screens.camera import CameraScreen
from tui.screens.game import GameScreen
from tui.screens.home import HomeScreen
from tui.view.calibrate import title_line
from vision.reading import Image, Reading, Status

ROWS = [(1, 2, 3, 4, 5), (6, 5, 4, 3, 2), (1, 6, 2, 3, 4), (5, 5, 6, 1, 3)]
THROWS: list[tuple[Image, Reading]] = []
for number, row in enumerate(ROWS):
    drawn, perfect = draw_throw(Table(), row, number)
    THROWS.append((drawn, sure(perfect)))
SLIM = (40, 24)


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)


class Table5:
    """The camera before which the test throws."""

    def __init__(self) -> None:
        self.feeds: list[FakeFeed] = []
        self.count = 0

    def make(self, source: str) -> Feed:
        self.feeds.append(FakeFeed(source))
        return self.feeds[-1]

    @property
    def feed(self) -> FakeFeed:
        return self.feeds[-1]

    async def show(self, seat: Seat, image: Image, reading: Reading | None) -> None:
        """This is what the camera sees now."""
        self.count += 1
        self.feed.shown = FakeView(frame=image, reading=reading, number=self.count)
        screen = seat.app.screen
        if isinstance(screen, CalibrateScreen):
            screen.look()
            screen.check()
        await seat.pilot.pause()

    async def throw(self, seat: Seat, which: int, reading: Reading | None = None) -> None:
        """Dice come to rest."""
        image, right = THROWS[which]
        await self.show(seat, image, reading or right)
        self.feed.news(RollSeen(reading or right, 1))
        await seat.pilot.pause()


@asynccontextmanager
async def calibrating(home: Path, size: tuple[int, int] = WIDE) -> AsyncIterator[tuple[Seat, Table5]]:
    """Somebody who has chosen "Calibrate" on the start screen."""
    table = Table5()
    settings.save(home / "settings.toml", settings.Settings(camera="0"))
    async with app_at(home, size=size, feed=table.make) as seat:
        await seat.press("c")
        assert isinstance(seat.app.screen, CalibrateScreen)
        yield seat, table


def only_profile(home: Path) -> Profile:
    (found,) = shelf(home / "cameras").profiles
    return found


async def test_from_the_first_throw_to_a_profile_that_the_next_game_uses(tmp_path: Path) -> None:
    async with calibrating(tmp_path, LARGE) as (seat, table):
        assert "Throw all five dice." in seat.text
        for which in range(len(ROWS)):
            await table.throw(seat, which)
            assert f"Throw {which + 1}: is that right" in seat.text
            assert "✓ The dice are sharp." in seat.text
            await seat.press("+enter")
            assert only_profile(tmp_path).die_px == pytest.approx(40, abs=1), "saved as soon as it was confirmed"
        assert "That is enough" in seat.text
        assert "can be told apart well" in seat.text
        await seat.press("+escape")
        assert isinstance(seat.app.screen, HomeScreen)
        assert table.feed.closed, "the camera was off before, and is off again"
    profile = only_profile(tmp_path)
    assert (profile.camera, profile.dice_set) == ("camera 0", "classic")
    assert profile.colours is not None


async def test_one_throw_says_nothing_about_which_dice_these_are(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        _, right = THROWS[0]
        await table.throw(seat, 0, sure(tuple(replace(die, value=3) for die in right.dice)))
        await seat.press("+enter", "+escape")
    assert settings.load(tmp_path / "settings.toml").dice == "classic"


async def test_a_misread_throw_is_put_right_by_typing_the_five_numbers(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        for which in range(3):
            _, right = THROWS[which]
            wrong = replace(right.dice[0], value=right.dice[0].value % 6 + 1)
            await table.throw(seat, which, Reading(Status.READ, (wrong, *right.dice[1:])))
            await seat.press(str(right.values[0]))
            assert f"[{right.values[0]}]" in seat.text
            await seat.press("+enter")
            assert "4 more" in seat.text, "a half-typed throw is not taken"
            await seat.press("".join(map(str, right.values[1:])), "+enter")
        await seat.press("+escape")
    colours = only_profile(tmp_path).colours
    assert colours is not None
    assert len(colours.colours) == 3


async def test_a_throw_can_be_left_out_or_taken_back(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        await table.throw(seat, 0)
        await seat.press("s")
        assert "left out" in seat.text
        assert not list(shelf(tmp_path / "cameras").profiles)
        await table.throw(seat, 1)
        await seat.press("+enter")
        assert "1 of 3" in seat.text
        await seat.press("u")
        assert "taken back" in seat.text
        assert "Throw all five dice." in seat.text
        await table.throw(seat, 2)
        table.feed.news(TableCleared())
        await seat.pilot.pause()
        await seat.press("+enter")
        assert "Throw 1: is that right" in seat.text, "what lies there is taken when Enter is pressed"


async def test_dice_that_were_not_thrown_again_are_no_second_throw(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        await table.throw(seat, 0)
        await seat.press("+enter", "+enter")
        assert "These dice were taken already: throw all five again." in " ".join(seat.part("#calibrate-words").split())
        assert "Throw 2" not in seat.text
        await table.throw(seat, 0)
        assert "Throw 2" not in seat.text, "the camera has seen them better, or counts them anew"
        await seat.press("u", "+enter")
        assert "Throw 1: is that right" in seat.text, "what was taken back can be taken again"
        await seat.press("+enter")
        await table.throw(seat, 1)
        assert "Throw 2: is that right" in seat.text


async def test_a_throw_that_is_not_read_for_certain_is_asked_about_before_it_is_taken(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        doubtful = Reading(Status.UNSURE, THROWS[0][1].dice, ("The die on the left leans.",))
        await table.throw(seat, 0, doubtful)
        await seat.press("+enter")
        assert "look at each die, then Enter once more" in " ".join(seat.part("#calibrate-words").split())
        assert not list(shelf(tmp_path / "cameras").profiles)
        await seat.press("+enter")
        assert "1 of 3" in seat.text
        await table.throw(seat, 1, replace(doubtful, dice=THROWS[1][1].dice))
        await seat.press("".join(map(str, THROWS[1][1].values)), "+enter")
        assert "2 of 3" in seat.text, "whoever types the numbers has looked"


async def test_every_key_is_explained(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, _):
        await seat.press("?")
        assert "Leave this throw out" in seat.text
        assert "Another camera" in seat.text
        await seat.press("+escape")
        assert isinstance(seat.app.screen, CalibrateScreen)
        assert "Throw all five dice." in seat.text


def test_the_title_fits_and_a_long_path_keeps_its_end() -> None:
    path = "/home/ann/pictures/games/christmas evening/dev_000002.mp4"
    line = title_line(path, "live · waits", "christmas evening", 80)
    assert len(line) <= 80
    assert line.startswith(" Calibration · …")
    assert "dev_000002.mp4 · live · waits · saved as christmas evening" in line
    assert len(title_line(path, "not found, retry in 4 s", "christmas evening", 44)) <= 44
    assert title_line("camera 0", "live", "", 80) == " Calibration · camera 0 · live"


async def test_there_are_no_turns_here(tmp_path: Path) -> None:
    """What the tracker says when dice of the turn before still lie there."""
    game = first_roll()
    game.tracker.new_turn()
    game.throw()
    roll = game.roll(lie("13326", (*PLACES[:2], *ELSEWHERE[2:])))
    assert "a turn begins" in " ".join(roll.reading.problems)
    async with calibrating(tmp_path) as (seat, table):
        await table.throw(seat, 0, replace(THROWS[0][1], status=Status.UNSURE, problems=roll.reading.problems))
        assert "a turn begins" not in seat.text
        assert "not all dice were thrown again" in " ".join(seat.part("#calibrate-words").split())
        await seat.press("+enter")
        assert "1 of 3" in seat.text, "what was read is certain"


async def test_the_mat_is_named_before_anybody_throws(tmp_path: Path) -> None:
    image, _ = look(lay_out("a4"), View(elevation=70, yaw=20, share=0.45, seed=1))
    async with calibrating(tmp_path, LARGE) as (seat, table):
        await table.show(seat, image, None)
        await seat.app.workers.wait_for_complete()
        await seat.pilot.pause()
        told = " ".join(seat.part("#calibrate-words").split())
        assert "The play mat (A4) is in view" in told
        assert "Dice are looked for in the play mat alone" in told
        assert "Throw all five dice." in told


async def test_four_dice_are_no_throw(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        _, right = THROWS[0]
        await table.throw(seat, 0, Reading(Status.UNSURE, right.dice[:4], ("5 dice are in play, but 4 can be seen.",)))
        assert "Four dice were found, not five" in seat.text


async def test_the_area_is_moved_and_resized_with_arrow_keys(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        await table.show(seat, *THROWS[0])
        await seat.press("a", "+right", "+right", "+down")
        assert "Arrow keys move the frame" in seat.text
        await seat.press("+shift+left", "+tab", "+up", "+enter")
        step = 480 // 40
        left, upper = 48 + 2 * step, 27 + step - 1
        area = only_profile(tmp_path).area
        assert area is not None
        assert area[0] == left
        assert abs(area[1] - upper) <= 1
        assert (area[2], area[3]) == (432 + step, 243 + area[1] - 27 - step)
        assert "set by hand" in seat.text
        await seat.press("w")
        assert only_profile(tmp_path).area == (0, 0, 480, 270)


async def test_leaving_after_one_throw_keeps_what_an_older_calibration_learned(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        for which in range(4):
            await table.throw(seat, which)
            await seat.press("+enter")
        await seat.press("+escape")
    before = only_profile(tmp_path)
    async with calibrating(tmp_path) as (seat, table):
        await table.throw(seat, 1)
        await seat.press("+enter", "+escape")
    after = only_profile(tmp_path)
    assert settings.load(tmp_path / "settings.toml").dice == "classic"
    assert after.colours == before.colours
    assert (after.name, after.dice_set) == (before.name, "classic")
    async with calibrating(tmp_path) as (seat, table):
        await seat.press("+escape")
    assert only_profile(tmp_path) == after, "looking alone changes nothing"


async def test_the_dice_set_is_named_by_a_person(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        await table.throw(seat, 0)
        await seat.press("+enter", "d")
        assert "These are classic Kismet dice" in seat.text
        await seat.press("d", "d")
        assert "any five ordinary dice" in seat.text
        await seat.press("+escape")
    assert only_profile(tmp_path).dice_set == "plain"
    assert settings.load(tmp_path / "settings.toml").dice == "plain"


async def test_a_disk_that_refuses_is_told_and_the_sitting_goes_on(tmp_path: Path) -> None:
    (tmp_path / "cameras").write_text("a file where the folder should be", encoding="utf-8")
    async with calibrating(tmp_path) as (seat, table):
        await table.throw(seat, 0)
        await seat.press("+enter")
        assert "cannot be saved" in seat.text.replace("\n", " ")
        await table.throw(seat, 1)
        await seat.press("+enter")
        assert "2 of 3" in seat.text


async def test_in_a_game_nothing_is_recorded_and_the_camera_begins_anew_with_the_profile(tmp_path: Path) -> None:
    table = Table5()
    async with game_of(tmp_path, "Ann", feed=table.make, camera="0") as seat:
        await seat.press("c")
        await table.throw(seat, 0)
        await seat.press("+enter", "+escape")
        assert isinstance(seat.app.screen, GameScreen)
        assert seat.session.state.dice is None
        assert seat.table.offer is None
        assert [feed.closed for feed in table.feeds] == [True, False]


async def test_without_any_camera_it_is_asked_for_and_one_that_is_none_is_told(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("c")
        assert isinstance(seat.app.screen, CameraScreen)
        await seat.press("+enter")
        assert isinstance(seat.app.screen, HomeScreen)
        assert [note.message for note in seat.app._notifications] == ["There is no camera 0."]


async def test_another_camera_is_named_while_calibrating_and_what_was_learned_is_kept(tmp_path: Path) -> None:
    async with calibrating(tmp_path) as (seat, table):
        await table.throw(seat, 0)
        await seat.press("+enter")
        assert "V camera" in seat.part("#calibrate-keys")
        await seat.press("V", "+backspace", "http://phone:8080/video", "+enter")
        await seat.pilot.pause()
        assert isinstance(seat.app.screen, CalibrateScreen)
        assert "Calibration · http://phone:8080/video" in seat.part("#calibrate-title")
        assert [feed.source for feed in table.feeds] == ["0", "http://phone:8080/video"]
        assert table.feeds[0].closed
        assert "Throw all five dice." in seat.text
        await table.throw(seat, 1)
        await seat.press("+enter", "+escape")
        assert isinstance(seat.app.screen, HomeScreen)
        assert table.feed.closed, "the camera was off before, and is off again"
    assert {profile.camera for profile in shelf(tmp_path / "cameras").profiles} == {
        "camera 0",
        "http://phone:8080/video",
    }
    assert settings.load(tmp_path / "settings.toml").camera == "http://phone:8080/video"


async def test_a_camera_that_is_none_leaves_the_one_that_is_calibrated(tmp_path: Path) -> None:
    table = Table5()

    def make(source: str) -> Feed:
        if source != "0":
            raise ValueError(f"There is no camera {source}.")
        return table.make(source)

    async with game_of(tmp_path, "Ann", feed=make, camera="0") as seat:
        await seat.press("c", "V", "+backspace", "nowhere", "+enter")
        await seat.pilot.pause()
        assert isinstance(seat.app.screen, CalibrateScreen)
        assert [note.message for note in seat.app._notifications] == ["There is no camera nowhere."]
        await seat.press("V", "+escape")
        assert isinstance(seat.app.screen, CalibrateScreen)
        await seat.press("+escape")
        assert isinstance(seat.app.screen, GameScreen)
        assert seat.app.eye.on
        assert seat.app.eye.source == "0"


async def test_from_the_start_screen_a_phones_address_can_always_be_entered(tmp_path: Path) -> None:
    """Also after a camera that is not there was named."""
    table = Table5()
    async with app_at(tmp_path, feed=table.make) as seat:
        assert "V Camera: none yet" in seat.text
        await seat.press("c", "+enter")
        assert isinstance(seat.app.screen, CalibrateScreen)
        await seat.press("+escape")
        assert "V Camera: 0" in seat.text
        await seat.press("V", "+backspace", "http://ann:secret@phone:8080/video", "+enter")
        assert isinstance(seat.app.screen, HomeScreen)
        assert "V Camera: http://phone:8080/video" in seat.text
        assert seat.app.eye.on, "as the question promised"
        assert settings.load(tmp_path / "settings.toml").camera == "http://ann:secret@phone:8080/video"
        await seat.press("c")
        assert table.feed.source == "http://ann:secret@phone:8080/video"
    async with app_at(tmp_path) as seat:
        await seat.press("V", *["+backspace"] * 40, "5", "+enter")
        assert [note.message for note in seat.app._notifications] == ["There is no camera 5."]
        assert seat.app.eye.source == "http://ann:secret@phone:8080/video"


async def step(seat: Seat, table: Table5, confirmed: Sequence[int], waiting: int) -> None:
    for which in confirmed:
        await table.throw(seat, which)
        await seat.press("+enter")
    await table.throw(seat, waiting)


@pytest.mark.parametrize("size", [WIDE, LARGE, SLIM], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_golden(tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    async with calibrating(tmp_path, size) as (seat, table):
        await step(seat, table, (0, 1, 2), 3)
        seat.golden(f"calibrate-{size[0]}x{size[1]}")
        await seat.press("a")
        seat.golden(f"calibrate-area-{size[0]}x{size[1]}")


async def test_an_old_profile_of_another_size_is_not_mixed_in(tmp_path: Path) -> None:
    save(tmp_path / "cameras", Profile("Old", "camera 0", (640, 480), area=(10, 10, 300, 300)))
    async with calibrating(tmp_path) as (seat, table):
        await table.throw(seat, 0)
        await seat.press("+enter", "+escape")
    assert (only_profile(tmp_path).size, only_profile(tmp_path).area) == ((480, 270), None)
