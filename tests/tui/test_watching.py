"""A watched camera reads with its profile: from the files on disk to what the player is told."""

from __future__ import annotations

import os
import queue
import threading
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from calibration.profile import Profile
from calibration.store import save
from kismet.game import Game
from tests.tui.fake_feed import FakeFeed, reading
from tests.tui.seat import app_at, game_of
from tests.tui.square_reader import SquareReader, table
from tui import places, settings
from tui.camera import CameraWords, News, RecordingOver, RollSeen, taken
from tui.cli import UserError, main
from tui.view.table import begin
from tui.view.title import title_line
from tui.watched import Watched
from tui.watching import watch
from vision.reading import NO_HINTS, Hints, Image, PipColour, Reading, Status
from vision.sources import Intake, Phase, SourceState
from vision.sources.clock import SystemClock
from vision.watch import View

DEADLINE = 30
"""Seconds after which a test gives up."""
ROLL = {(20, 30): 1, (80, 40): 3, (140, 30): 3, (200, 50): 5, (260, 30): 6}
PAD = {(40, 180): 2}
"""Something beside the tray that looks like a die."""

told: list[Hints] = []


class Listening(SquareReader):
    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        told.append(hints)
        return super().read(image, hints)


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tui.watching.load_reader", Listening)
    told.clear()


@pytest.fixture
def picture(tmp_path: Path) -> str:
    path = tmp_path / "table.png"
    assert cv2.imwrite(str(path), table(ROLL | PAD))
    return str(path)


def first_roll(source: str, profile: str | None = None) -> tuple[RollSeen, str]:
    """The roll that is offered, and the camera's words."""
    watcher = watch(source, profile=profile)
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    feed = Watched(watcher)
    feed.start(news.put)
    try:
        while not isinstance(seen := news.get(timeout=DEADLINE), RollSeen):
            pass
        return seen, watcher.view.note
    finally:
        feed.close()


def profile(camera: str, name: str = "Desk") -> None:
    made = Profile(name, camera, (320, 240), area=(0, 0, 320, 120), made="2026-01-01T00:00:00+00:00")
    save(places.config() / "cameras", made)


def test_with_the_cameras_own_profile_what_lies_beside_the_tray_is_no_die(picture: str) -> None:
    profile(picture)
    seen, note = first_roll(picture)
    assert seen.reading.values == (1, 3, 3, 5, 6)
    assert note == "Desk", "the camera's line says which profile is used"


def test_another_cameras_profile_is_used_when_it_is_named(picture: str) -> None:
    profile("Other")
    assert first_roll(picture, "desk")[0].reading.values == (1, 3, 3, 5, 6)
    with pytest.raises(UserError, match="There is no profile attic; there are: Desk"):
        watch(picture, profile="attic")


def test_a_profile_file_that_is_none_does_not_keep_the_camera_from_reading(picture: str, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "config" / "cameras"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("version = [", encoding="utf-8")
    cv2.imwrite(picture, table(ROLL))
    seen, note = first_roll(picture)
    assert (seen.reading.values, note) == ((1, 3, 3, 5, 6), "")


def words_of(source: str) -> list[str]:
    """What the player is told until the first roll is offered."""
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    feed = Watched(watch(source))
    feed.start(news.put)
    told: list[str] = []
    try:
        while not isinstance(seen := news.get(timeout=DEADLINE), RollSeen):
            if isinstance(seen, CameraWords):
                told.append(seen.words)
        return told
    finally:
        feed.close()


DAMAGED = (
    "The camera profile broken.toml cannot be used, so dice are read without one; `kismet doctor` says what is wrong."
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("version = [", [DAMAGED]),
        ('version = 1\nname = "Desk"\ncamera = "{picture}"\nsize = [0, 0]\n', [DAMAGED]),
        ('version = 1\nname = "Desk"\ncamera = "another"\nsize = [0, 0]\n', []),
    ],
    ids=["no TOML", "this camera's", "another camera's"],
)
def test_a_profile_that_cannot_be_used_is_told_when_the_camera_is_switched_on(
    picture: str, text: str, told: list[str]
) -> None:
    folder = places.config() / "cameras"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text(text.replace("{picture}", picture), encoding="utf-8")
    cv2.imwrite(picture, table(ROLL))
    assert words_of(picture) == told
    profile(picture)
    assert words_of(picture) == [], "the camera has another profile, which is used"


def test_a_profile_of_pictures_of_another_shape_is_told_once(picture: str) -> None:
    cv2.imwrite(picture, table(ROLL))
    made = Profile("Desk", picture, (1920, 1080), area=(0, 0, 300, 120), made="2026-01-01T00:00:00+00:00")
    save(places.config() / "cameras", made)
    (words,) = words_of(picture)
    assert words == (
        "The profile Desk was made with pictures of 1920 × 1080, and these are 320 × 240, so what it knows of place and"
        " size does not hold: calibrate anew."
    )


def test_a_profile_of_larger_pictures_of_the_same_shape_is_told_once(picture: str) -> None:
    cv2.imwrite(picture, table(ROLL | PAD))
    made = Profile("Desk", picture, (1280, 960), area=(0, 0, 1280, 480), made="2026-01-01T00:00:00+00:00")
    save(places.config() / "cameras", made)
    (words,) = words_of(picture)
    assert words == (
        "The profile Desk was made with pictures of 1280 × 960, and these are 320 × 240: what it knows of place and"
        " size is taken in proportion."
    )
    assert first_roll(picture)[0].reading.values == (1, 3, 3, 5, 6), "what lies beside the tray is no die"


def test_a_film_that_another_program_sends_too_fast_is_told_while_it_runs_and_at_its_end() -> None:
    class Standing(SystemClock):
        def now(self) -> float:
            return 0.0

    read, write = os.pipe()
    intake = Intake(read, Standing())
    done, data = cv2.imencode(".jpg", table(ROLL))
    assert done

    def send() -> None:
        with os.fdopen(write, "wb") as pipe:
            pipe.write(data.tobytes() * 400)

    watcher = watch("-", pictures=intake)
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    feed = Watched(watcher)
    sender = threading.Thread(target=send)
    sender.start()
    feed.start(news.put)
    heard: list[News] = []
    try:
        while not heard or not isinstance(heard[-1], RecordingOver):
            heard.append(news.get(timeout=DEADLINE))
    finally:
        feed.close()
        sender.join()
        os.close(read)
    (told,) = [one.words for one in heard if isinstance(one, CameraWords)]
    assert "let the program send them at the pace of the dice" in told
    assert watcher.view.note == "too fast"
    over = heard[-1]
    assert isinstance(over, RecordingOver)
    assert "throws are missed" in over.remark
    assert taken(begin(Game.start(["Ann"]).state), over).message == (
        f"{over.remark} The recording is over; type the dice from here on."
    )


def test_why_a_named_profile_cannot_be_had_is_said_without_contradiction(picture: str) -> None:
    def refused(name: str) -> str:
        with pytest.raises(UserError) as error:
            watch(picture, profile=name)
        return str(error.value)

    assert refused("Desk") == "There is no profile Desk, and no other yet: `kismet calibrate` makes one."
    folder = places.config() / "cameras"
    folder.mkdir(parents=True)
    (folder / "desk.toml").write_text("version = [", encoding="utf-8")
    assert refused("Desk").startswith(f"The profile {folder / 'desk.toml'} is not valid TOML")
    assert refused("Attic").startswith("There is no profile Attic, nor any other that can be used. The profile ")
    profile(picture, "Kitchen")
    assert refused("Attic") == "There is no profile Attic; there are: Kitchen."


def test_a_camera_that_is_tested_tells_of_its_profile(picture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera", picture]) == 0
    assert "profile" not in capsys.readouterr().out
    folder = places.config() / "cameras"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("version = [", encoding="utf-8")
    assert main(["camera", picture]) == 0
    assert DAMAGED in capsys.readouterr().out
    save(folder, Profile("Desk", picture, (1920, 1080)))
    assert main(["camera", picture]) == 0
    assert "made with pictures of 1920 × 1080, and these are 320 × 240" in capsys.readouterr().out
    save(folder, Profile("Desk", picture, (320, 240), die_px=30.0))
    assert main(["camera", picture]) == 0
    assert "Its profile is Desk." in capsys.readouterr().out
    save(folder, Profile("Desk", picture, (640, 480), die_px=60.0))
    assert main(["camera", picture]) == 0
    assert "these are 320 × 240: what it knows of place and size is taken in proportion" in capsys.readouterr().out


async def test_the_app_tells_it_in_the_game_and_on_the_start_screen(tmp_path: Path) -> None:
    feeds: list[FakeFeed] = []

    def make(source: str) -> FakeFeed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(tmp_path, "Ann", feed=make, camera="0") as seat:
        feeds[-1].news(CameraWords(DAMAGED))
        await seat.pilot.pause()
        assert "The camera profile broken.toml" in seat.text
    async with app_at(tmp_path, feed=make, camera="0") as seat:
        seat.app.watch_camera("0")
        feeds[-1].news(CameraWords(DAMAGED))
        await seat.pilot.pause()
        assert [note.message for note in seat.app._notifications] == [DAMAGED]


@pytest.mark.parametrize(("dice", "hint"), [("plain", "plain"), ("classic", "auto"), ("blue", "auto")])
def test_the_reader_is_told_that_the_dice_are_ordinary(picture: str, dice: str, hint: str) -> None:
    cv2.imwrite(picture, table(ROLL))
    file = places.config() / "settings.toml"
    settings.save(file, replace(settings.load(file), dice=dice))
    first_roll(picture)
    assert {hints.dice_set for hints in told} == {hint}


def test_the_cameras_line_names_the_profile_as_long_as_there_is_room() -> None:
    words = f"cam ● {View(SourceState(Phase.LIVE), note='Desk').words} 99%"
    assert words == "cam ● live · Desk 99%"
    table = begin(Game.start(["Ann"]).state)
    lines = ["".join(piece.text for piece in title_line(table, words, width)) for width in (80, 36)]
    assert words in lines[0]
    assert lines[1].endswith("cam ● live")


async def test_ordinary_dice_are_chosen_in_the_app_and_shown_in_kismets_colours(tmp_path: Path) -> None:
    feeds: list[FakeFeed] = []

    def make(source: str) -> FakeFeed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(tmp_path, "Ann", feed=make, camera="0") as seat:
        seat.app.action_dice_set()
        seat.app.action_dice_set()
        assert settings.load(tmp_path / "settings.toml").dice == "plain"
        assert len(feeds) == 3, "the camera is opened anew, to read as is said"
        assert feeds[0].closed
        blue = tuple(replace(die, colour=PipColour.BLUE) for die in reading("12345").dice)
        feeds[-1].news(RollSeen(Reading(Status.READ, blue), 1))
        await seat.pilot.pause()
        for mark in ("1●K", "2◆R", "3▲G", "4▲G", "5◆R"):
            assert mark in seat.text
