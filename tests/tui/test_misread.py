"""A reading that was wrong: one key keeps its picture with the right numbers, and `kismet bench` reads the folder."""

from __future__ import annotations

import errno
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kismet.game import Origin
from tests.tui.fake_feed import FakeFeed, FakeView, reading, seen, table_picture
from tests.tui.scripted_watcher import at_rest, played
from tests.tui.seat import Seat, game_of
from tests.tui.square_reader import SquareReader, table
from tui import places
from tui.camera import DiceLeft, RollSeen
from tui.cli import main
from tui.misread import ANYWHERE, SAME, Sight, Sights, keep, labelled
from vision.tracker import TableCleared


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))


@asynccontextmanager
async def watched_game(home: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Seat, FakeFeed]]:
    feeds: list[FakeFeed] = []

    def make(source: str) -> FakeFeed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(home, "Ann", size=size, feed=make, camera="0") as seat:
        yield seat, feeds[-1]


async def see(seat: Seat, feed: FakeFeed, values: str, number: int = 1) -> None:
    """The camera sees a roll, and then something else, as when the dice are picked up at once."""
    roll = seen(values, number)
    feed.shown = FakeView(frame=table_picture(), reading=roll.reading)
    feed.news(roll)
    feed.shown = FakeView(frame=np.zeros((240, 360, 3), np.uint8))
    await seat.pilot.pause()
    await seat.pilot.pause()


def lines() -> list[dict[str, Any]]:
    text = (places.misread() / "labels.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


# In the app


async def test_a_reading_put_right_is_kept_with_one_key(tmp_path: Path) -> None:
    async with watched_game(tmp_path) as (seat, feed):
        await see(seat, feed, "55533")
        await seat.press("5556", "+enter")
        assert str(seat.session.state.dice) == "55563"
        assert "x keeps the misread picture" in " ".join(seat.part("#message").split())
        await seat.press("x")
        assert seat.table.message == (
            f"Picture saved with 5 5 5 6 3 in {places.misread()}; nothing leaves this machine."
        )
        assert not seat.table.refused
    (line,) = lines()
    assert [die["value"] for die in line["dice"]] == [5, 5, 5, 6, 3]
    assert line["dice"][3]["box"] == [220, 40, 260, 80]
    assert (line["width"], line["height"], line["read"]["values"]) == (360, 240, [5, 5, 5, 3, 3])
    kept = cv2.imread(str(places.misread() / "images" / line["image"]))
    assert np.array_equal(np.asarray(kept), table_picture()), "the picture that was read, and without loss"


async def test_an_accepted_reading_can_be_put_right_and_kept_later_even_after_scoring(tmp_path: Path) -> None:
    async with watched_game(tmp_path) as (seat, feed):
        await see(seat, feed, "55533")
        await seat.press("+space")
        assert "misread" not in seat.text, "nothing speaks of misreading while nobody disagrees"
        await seat.press("6", "+enter", "s", "x")
    (line,) = lines()
    assert [die["value"] for die in line["dice"]] == [6, 5, 5, 3, 3]


async def test_kept_twice_it_is_one_picture_with_the_newer_numbers(tmp_path: Path) -> None:
    async with watched_game(tmp_path) as (seat, feed):
        await see(seat, feed, "55533")
        await seat.press("6", "+enter", "x", "4", "+enter", "x", "x")
    (line,) = lines()
    assert [die["value"] for die in line["dice"]] == [4, 5, 5, 3, 3]
    assert len(list((places.misread() / "images").iterdir())) == 1


async def test_a_reading_that_nobody_put_right_is_not_kept(tmp_path: Path) -> None:
    """Nor does it stay with wrong numbers, if it was kept before they were found to be wrong."""
    async with watched_game(tmp_path) as (seat, feed):
        await see(seat, feed, "55533")
        await seat.press("+space", "x")
        assert (seat.table.message, seat.table.refused) == (SAME, True)
        assert not places.misread().exists()
        await seat.press("6", "+enter", "x")
        assert len(lines()) == 1
        await seat.press("5", "+enter", "x")
        assert str(seat.session.state.dice) == "55533"
        assert (seat.table.message, seat.table.refused) == (SAME, True)
    assert not (places.misread() / "labels.jsonl").exists()
    assert list((places.misread() / "images").iterdir()) == []


async def test_dice_that_no_camera_saw_have_no_picture(tmp_path: Path) -> None:
    async with watched_game(tmp_path) as (seat, feed):
        await seat.press("x")
        assert seat.table.refused
        await see(seat, feed, "55533")
        await seat.press("x")
        assert seat.table.refused, "nobody has said yet what lies there"
        await seat.press("+space")
        feed.news(DiceLeft((0, 1, 2)))
        await seat.pilot.pause()
        await seat.press("r", "11", "+enter", "x")
        assert str(seat.session.state.dice) == "55511"
        assert seat.table.refused
        assert "no picture" in seat.table.message
    assert not places.misread().exists()


async def test_a_die_that_was_not_seen_is_somewhere_in_the_picture(tmp_path: Path) -> None:
    async with watched_game(tmp_path) as (seat, feed):
        await see(seat, feed, "5553")
        await seat.press("55533", "+enter", "x")
        assert not seat.table.refused
    (line,) = lines()
    assert sorted(die["value"] for die in line["dice"]) == [3, 3, 5, 5, 5]
    assert line["dice"][-1] == {"value": 3, "box": [0, 0, 360, 240]}
    assert line["tags"] == [ANYWHERE]


async def test_a_disk_that_refuses_is_one_sentence_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".jsonl":
            raise OSError(errno.ENOSPC, "No space left on device")
        path.write_bytes(data)

    monkeypatch.setattr("tui.export.files.write_whole", full)
    async with watched_game(tmp_path) as (seat, feed):
        await see(seat, feed, "55533")
        await seat.press("6", "+enter", "x")
        assert seat.table.message.endswith("cannot be saved in " + str(places.misread()) + ": no space left on device.")
        assert seat.table.refused
        await seat.press("s")
        assert seat.session.state.turns
    assert list((places.misread() / "images").iterdir()) == [], "no picture without its label"


async def test_the_key_is_in_the_help(tmp_path: Path) -> None:
    async with watched_game(tmp_path, size=(120, 60)) as (seat, _):
        await seat.press("?")
        assert "x  Keep a misread picture. With the dice put right, on this machine alone." in seat.text


# Line by line


def test_wrong_keeps_the_picture_in_lines_too(tmp_path: Path) -> None:
    told = played(tmp_path, at_rest("55533"), "wrong", "ok", "fix 55563", "wrong")
    assert told[2].startswith("There is no picture")
    assert told[-1] == f"Picture saved with 5 5 5 6 3 in {places.misread()}; nothing leaves this machine."
    assert [(die["value"], die["box"][0]) for die in lines()[0]["dice"]] == [
        (5, 40),
        (5, 100),
        (5, 160),
        (6, 220),
        (3, 280),
    ]


def test_wrong_keeps_nothing_where_nothing_was_put_right(tmp_path: Path) -> None:
    assert played(tmp_path, at_rest("55533"), "ok", "wrong")[-1] == SAME
    assert SAME.startswith("Nothing was put right")
    assert not places.misread().exists()


def test_dice_typed_instead_of_those_offered_are_the_right_numbers(tmp_path: Path) -> None:
    played(tmp_path, at_rest("55533"), "55536", "wrong")
    assert [die["value"] for die in lines()[0]["dice"]] == [5, 5, 5, 3, 6]


def test_dice_typed_after_those_were_taken_up_have_no_picture(tmp_path: Path) -> None:
    told = played(tmp_path, at_rest("55533"), TableCleared(), "55536", "wrong")
    assert told[-1].startswith("There is no picture")
    assert not places.misread().exists()


# What is written


def placed(values: str, read: str, doubts: str = "") -> list[tuple[int, float]]:
    """Numbers with the left end of their box, by place; 0 is the whole picture."""
    numbers = [int(value) for value in values]
    return sorted(((v, box[0]) for v, box in labelled(numbers, reading(read, doubts=doubts), (360, 240))), key=str)


def test_numbers_find_their_places_as_far_as_one_can_tell() -> None:
    assert placed("55563", "55533") == [(3, 280), (5, 100), (5, 160), (5, 40), (6, 220)]
    assert placed("65431", "13452") == [(1, 40), (3, 100), (4, 160), (5, 220), (6, 280)], "in no order, one is new"
    assert placed("66431", "13452") == [(1, 40), (3, 100), (4, 160), (6, 0.0), (6, 0.0)]
    assert placed("12345", "123456") == [(1, 40), (2, 100), (3, 160), (4, 220), (5, 280)], "one die too many"
    assert placed("1234", "13234", doubts="2") == [(1, 40), (2, 160), (3, 220), (4, 280)], "the doubtful one is none"


def test_labels_written_by_hand_stay_as_they_are(tmp_path: Path) -> None:
    by_hand = '{"image": "mine.jpg", "dice": []}\nnot a label'
    (tmp_path / "labels.jsonl").write_text(by_hand)
    keep(tmp_path, Sight(table_picture(), reading("55533"), "a.png"), (5, 5, 5, 3, 6))
    told = (tmp_path / "labels.jsonl").read_text().splitlines()
    assert told[:2] == by_hand.splitlines()
    assert json.loads(told[2])["image"] == "a.png"


def test_a_camera_without_a_picture_has_nothing_to_keep() -> None:
    sights, roll = Sights(), reading("55533")
    sights.see(None, roll)
    assert sights.of(roll) is None
    sights.see(table_picture(), roll)
    assert sights.of(roll) is not None
    assert sights.of(reading("55533")) is None, "equal dice of another roll are another roll"


# From the table to the bench


async def test_kismet_bench_reads_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A reader that misreads a die: the picture is put right and kept, and the bench finds the very same fault."""
    spots = {(20, 30): 1, (80, 40): 3, (140, 30): 3, (200, 50): 5, (260, 30): 6}
    frame = table(spots)
    read = SquareReader().read(frame)
    async with watched_game(tmp_path) as (seat, feed):
        feed.shown = FakeView(frame=frame, reading=read)
        feed.news(RollSeen(read, 1))
        await seat.pilot.pause()
        await seat.pilot.pause()
        await seat.press("14", "+enter", "x")
        assert seat.session.state.roll is not None
        assert (str(seat.session.state.dice), seat.session.state.roll.origin) == ("14356", Origin.TYPED)
    monkeypatch.setattr("tui.reader.load_reader", SquareReader)
    assert main(["bench", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["figures"]["pictures"], told["figures"]["exact"], told["figures"]["silent"]) == (1, 0.0, 1.0)
    assert (told["figures"]["die"], told["figures"]["found"], told["figures"]["false_dice"]) == (0.8, 1.0, 0)
    assert told["wrong"][0]["faults"] == ["A 4 was read as 3 (99 %)."]
