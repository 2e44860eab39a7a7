"""Pictures of recorded rolls: kept, looked at, switched off, and gone with their game."""

from __future__ import annotations

import errno
import shutil
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import cv2
import numpy as np
import pytest
from rich.segment import Segment

from kismet.dice import Dice
from kismet.game import Game
from kismet.journal import Journal
from tests.calibration.drawn import Table, draw_throw, sure
from tests.tui.fake_feed import FakeFeed, FakeView
from tests.tui.seat import LARGE, NARROW, WIDE, Seat, app_at, game_of
from tui import settings, snapshots
from tui.camera import RollSeen
from tui.misread import Sight, Witness
from tui.plain.offers import Offer
from tui.plain.table import PlainTable
from tui.screens.help import HelpScreen
from tui.screens.snapshots import ShotPane, SnapshotsScreen
from tui.session import Session
from tui.snapshots import Album, load
from tui.view.shot import shot_rows
from vision.reading import Image, Reading

ROW = (1, 3, 3, 5, 6)


def thrown(row: tuple[int, ...] = ROW, seed: int = 1, size: tuple[int, int] = (960, 540)) -> tuple[Image, Reading]:
    image, dice = draw_throw(Table(size=size), row, seed)
    return image, sure(dice)


def witness(turn: int = 0, number: int = 1, row: tuple[int, ...] = ROW) -> Witness:
    image, reading = thrown(row)
    return Witness(Sight(image, reading, "a.png"), turn, number)


class Before:
    """The camera before which the test throws."""

    def __init__(self) -> None:
        self.feeds: list[FakeFeed] = []

    def make(self, source: str) -> FakeFeed:
        self.feeds.append(FakeFeed(source))
        return self.feeds[-1]

    async def roll(self, seat: Seat, row: tuple[int, ...], number: int = 1) -> None:
        """These dice are thrown, seen, and accepted."""
        image, reading = thrown(row, seed=sum(row))
        self.feeds[-1].shown = FakeView(frame=image, reading=reading, number=sum(row))
        self.feeds[-1].news(RollSeen(reading, number))
        await seat.pilot.pause()
        await seat.press("+space")


async def test_a_recorded_roll_is_kept_and_settles_a_dispute(tmp_path: Path) -> None:
    camera = Before()
    async with game_of(tmp_path, "Ann", "Bob", feed=camera.make, camera="0", size=LARGE) as seat:
        await camera.roll(seat, ROW)
        await camera.roll(seat, (1, 3, 3, 3, 6), 2)
        await seat.score("y")
        await camera.roll(seat, (2, 2, 4, 5, 5))
        seat.app.album.finish(20)
        await seat.press("d")
        assert isinstance(seat.app.screen, SnapshotsScreen)
        assert "Bob, roll 1 · picture 3 of 3" in seat.text
        assert "Recorded as read: 2 2 4 5 5." in seat.text
        assert "? help" in seat.text
        await seat.press("?")
        assert isinstance(seat.app.screen, HelpScreen)
        await seat.press("+escape", "+left")
        assert "Ann, Yarborough 16, roll 2 · picture 2 of 3" in seat.text
        await seat.press("+right", "+right")
        assert "roll 1 · picture 1 of 3" in seat.text
        await seat.press("+escape")
        while seat.table.player != 0:
            await seat.press("+left")
        await seat.press("g", "y", "d")
        assert "picture 2 of 3" in seat.text, "the cursor stands on Ann's Yarborough: its last roll is shown first"


async def test_in_a_replay_the_picture_of_the_roll_that_is_shown_is_seen(tmp_path: Path) -> None:
    camera = Before()
    async with game_of(tmp_path, "Ann", feed=camera.make, camera="0") as seat:
        await camera.roll(seat, ROW)
        await camera.roll(seat, (1, 3, 3, 3, 6), 2)
        await seat.score("y")
        await seat.roll("22455")
        seat.app.album.finish(20)
        await seat.press("b", "+home", "+right", "d")
        assert "roll 1 · picture 1 of 2" in seat.text
        await seat.press("+escape", "+end", "d")
        assert "Ann, Yarborough 16, roll 2 · picture 2 of 2" in seat.text, "the newest before what was typed"


async def test_what_people_put_right_is_said_beside_what_was_read(tmp_path: Path) -> None:
    camera = Before()
    async with game_of(tmp_path, "Ann", feed=camera.make, camera="0") as seat:
        await camera.roll(seat, ROW)
        await seat.press("2", "+enter")
        seat.app.album.finish(20)
        await seat.press("d")
        assert "Read as 1 3 3 5 6; recorded as 2 3 3 5 6." in seat.text


async def test_switched_off_nothing_is_kept(tmp_path: Path) -> None:
    camera = Before()
    async with game_of(tmp_path, "Ann", feed=camera.make, camera="0") as seat:
        seat.app.action_pictures()
        await camera.roll(seat, ROW)
        seat.app.album.finish(20)
        await seat.press("d")
        assert "no pictures of rolls" in seat.text
        assert not (tmp_path / "snapshots").exists()
    assert settings.load(tmp_path / "settings.toml").snapshots is False


async def test_a_full_disk_costs_pictures_but_no_roll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tui.export.files.write_whole", full)
    camera = Before()
    async with game_of(tmp_path, "Ann", feed=camera.make, camera="0") as seat:
        await camera.roll(seat, ROW)
        assert str(seat.session.state.dice) == "13356"
        seat.app.album.finish(20)
        await seat.press("d")
        assert "no space left on device" in " ".join(seat.text.split()) or "no space" in seat.text


async def test_a_deleted_game_takes_its_pictures_along(tmp_path: Path) -> None:
    camera = Before()
    async with game_of(tmp_path, "Ann", feed=camera.make, camera="0") as seat:
        await camera.roll(seat, ROW)
        seat.app.album.finish(20)
        assert (tmp_path / "snapshots" / "1").is_dir()
    async with app_at(tmp_path) as seat:
        await seat.press("h", "x")
        assert "Delete the game of Ann?" in seat.text
        await seat.press("n")
        assert (tmp_path / "snapshots" / "1").is_dir(), "asked twice, and refused"
        await seat.press("x", "y")
        assert not (tmp_path / "snapshots" / "1").exists()
        assert "Ann" not in seat.text


async def test_pictures_of_games_deleted_elsewhere_go_at_the_next_start(tmp_path: Path) -> None:
    album = Album(tmp_path / "snapshots")
    with_game = Journal(tmp_path / "games.sqlite3")
    kept = with_game.create(Game.start(["Ann"]))
    with_game.close()
    for game in (kept, kept + 1):
        album.take(game, witness())
    album.finish(20)
    (tmp_path / "snapshots" / "notes").mkdir()
    async with app_at(tmp_path):
        assert album.of(kept)
        assert not album.of(kept + 1)
        assert (tmp_path / "snapshots" / "notes").is_dir(), "what is not ours stays"


def test_a_picture_is_small_and_holds_all_dice(tmp_path: Path) -> None:
    album = Album(tmp_path)
    image, reading = thrown(size=(1920, 1080))
    album.take(7, Witness(Sight(image, reading, "a.png"), 3, 2))
    album.finish(20)
    (snapshot,) = album.of(7)
    assert (snapshot.turn, snapshot.number) == (3, 2)
    assert snapshot.path.stat().st_size < 40_000
    shot = load(snapshot.path)
    assert shot is not None
    assert shot.values == reading.values
    assert len(shot.faces) == 5
    for face in shot.faces:
        assert np.median(face[20:52, 20:52].max(axis=2)) > 150, "there lies a white die"
    assert shot.table.shape[1] <= snapshots.WIDE
    plain = cv2.imread(str(snapshot.path))
    assert plain is not None, "any other program can open it as well"


def test_the_same_roll_recorded_anew_has_one_picture(tmp_path: Path) -> None:
    album = Album(tmp_path)
    album.take(1, witness())
    album.take(1, witness(row=(6, 6, 6, 6, 6)))
    album.finish(20)
    (snapshot,) = album.of(1)
    shot = load(snapshot.path)
    assert shot is not None
    assert shot.values == (6, 6, 6, 6, 6)


def test_a_damaged_picture_is_none(tmp_path: Path) -> None:
    album = Album(tmp_path)
    album.take(1, witness())
    album.finish(20)
    (snapshot,) = album.of(1)
    data = snapshot.path.read_bytes()
    for cut in (b"", data[:3], data[:40], data[: len(data) // 20], b"\xff\xd8" + data[20:]):
        snapshot.path.write_bytes(cut)
        assert load(snapshot.path) is None
    shutil.rmtree(tmp_path / "1")
    assert load(snapshot.path) is None
    assert album.of(1) == ()


def test_pips_can_be_counted_in_eighty_columns(tmp_path: Path) -> None:
    """What the picture is for: each die is drawn so large that its pips stand apart."""
    album = Album(tmp_path)
    album.take(1, witness())
    album.finish(20)
    shot = load(album.of(1)[0].path)
    assert shot is not None
    rows = shot_rows(shot, 80, 20)
    assert len(rows) == 20
    assert all(sum(len(segment.text) for segment in row) == 80 for row in rows)
    numbers = next(n for n, row in enumerate(rows) if "".join(s.text for s in row).split() == list("13356"))
    bright = np.concatenate([_brightness(row) for row in rows[:numbers]])
    for place, value in enumerate(ROW):
        die = bright[:15, 16 * place : 16 * place + 15]
        body = np.median(die[4:11, 4:11])
        # Pips lie wholly inside the die; the darkness round it reaches the border.
        count, _, stats, _ = cv2.connectedComponentsWithStats((die < 0.62 * body).astype(np.uint8), connectivity=4)
        inner = [x > 0 and y > 0 and x + w < 15 and y + h < 15 for x, y, w, h, _ in stats[1:count].tolist()]
        assert sum(inner) == value


def _brightness(row: list[Segment]) -> np.ndarray:
    """Two rows of brightness from one row of cells."""
    upper: list[float] = []
    lower: list[float] = []
    for segment in row:
        style = segment.style
        assert style is not None
        assert style.color is not None
        assert style.bgcolor is not None
        for levels, colour in ((upper, style.color), (lower, style.bgcolor)):
            assert colour.triplet is not None
            levels += [sum(colour.triplet) / 3] * len(segment.text)
    return np.array([upper, lower])


@pytest.mark.parametrize("size", [WIDE, LARGE, NARROW], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_golden(tmp_path: Path, size: tuple[int, int]) -> None:
    camera = Before()
    async with game_of(tmp_path, "Ann", "Bob", feed=camera.make, camera="0", size=size) as seat:
        await camera.roll(seat, ROW)
        seat.app.album.finish(20)
        await seat.press("d")
        seat.golden(f"snapshot-{size[0]}x{size[1]}")


async def test_a_terminal_without_colours_gets_shades(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    camera = Before()
    async with game_of(tmp_path, "Ann", feed=camera.make, camera="0") as seat:
        await camera.roll(seat, ROW)
        seat.app.album.finish(20)
        await seat.press("d")
        pane = seat.app.screen.query_one(ShotPane)
        shown = {char for y in range(pane.size.height) for segment in pane.render_line(y) for char in segment.text}
        assert "▀" not in shown
        assert len(shown) > 4


async def test_the_flag_outweighs_the_setting(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    settings.save(file, replace(settings.Settings(), snapshots=False))
    assert "snapshots = false" in file.read_text(encoding="utf-8")
    assert settings.load(file).snapshots is False


def test_a_roll_taken_line_by_line_is_kept_as_well(tmp_path: Path) -> None:
    album = Album(tmp_path / "snapshots")
    journal = Journal(tmp_path / "games.sqlite3")
    table = PlainTable(Session.new(journal, ["Ann"]), album)
    image, reading = thrown()
    table.sights.see(image, reading)
    table.saw(reading)
    table.offer = Offer(Dice(ROW), 1, None)
    assert table.answer("ok").ok
    assert table.answer("keep 33").ok
    assert table.answer("566").ok, "typed dice have no picture"
    album.finish(20)
    assert [(shot.turn, shot.number) for shot in album.of(table.session.game_id)] == [(0, 1)]
    journal.close()
