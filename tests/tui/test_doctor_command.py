"""`kismet doctor`: what a bug report needs, each problem with what to do next, and nothing private."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kismet.dice import Dice
from kismet.game import Game, Renamed, Rolled
from kismet.journal import Journal
from tests.kismet.evenings import after, save, to_the_end
from tests.vision.camera_server import CameraServer
from tui.cli import main
from tui.doctor import eyes, folders
from tui.doctor.games import look_at_games
from tui.doctor.logtail import last_lines, without_messages
from tui.doctor.privacy import Screen, screen_for
from tui.doctor.terminal import colours
from vision.sources import Camera, open_source

LOG = """\
2025-11-30 21:00:00,123 vision.watch ERROR the watcher broke off at rtsp://ann:s3cret@10.0.0.9/live?token=abc
Traceback (most recent call last):
ValueError: Annabel cannot fill Aces, nor can ANN-MARIE, but Banner may
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    monkeypatch.setattr("vision.sources.list_cameras", lambda: [Camera(97, "HD Webcam")])
    return tmp_path


class Report(NamedTuple):
    status: int
    text: str
    topics: dict[str, dict[str, Any]]
    log: list[str]

    @property
    def broken(self) -> list[str]:
        return [
            problem["what"]
            for topic in self.topics.values()
            for problem in topic["problems"]
            if problem["grade"] == "broken"
        ]


@pytest.fixture
def doctor(home: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Report]:
    def run(*args: str) -> Report:
        assert home.exists()
        status = main(["doctor", "--json", *args])
        told = capsys.readouterr()
        assert told.err == ""
        value = json.loads(told.out)
        assert value["broken"] is (status == 1)
        return Report(status, told.out, value["topics"], value["log"])

    return run


def test_a_healthy_installation(doctor: Callable[..., Report], home: Path) -> None:
    going = Game.start(["Bob"]).apply(Rolled(Dice.parse("66612"), 1))
    save(home, to_the_end(Game.start(["Ann"])), going).close()
    report = doctor()
    assert (report.status, report.broken) == (0, [])
    assert list(report.topics) == ["Versions", "Terminal", "Folders", "Saved games", "Reader", "Cameras"]
    assert report.topics["Saved games"]["facts"]["games"] == "1 over, 1 not over, 0 damaged"
    assert report.topics["Reader"]["facts"]["an empty picture"].startswith("no_dice, in ")
    assert report.topics["Cameras"]["facts"] == {"97": "HD Webcam"}
    assert report.topics["Versions"]["facts"]["textual"][0] == "8"
    assert report.log == []


def test_looking_changes_nothing(doctor: Callable[..., Report], home: Path) -> None:
    assert doctor().topics["Saved games"]["facts"]["file"] == "games.sqlite3, not made yet"
    assert [path.name for path in home.iterdir()] == ["log"]


def test_people_read_the_same(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "games.sqlite3").write_bytes(b"a letter to my aunt " * 100)
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.startswith("Versions\n  program")
    problems = out[out.index("\nProblems\n") :].splitlines()[2:]
    assert "  broken: The file of saved games is damaged and cannot be read." in problems
    assert all(line.startswith(("  broken: ", "  note: ")) for line in problems[::2])
    assert all(line.startswith("    ") for line in problems[1::2]), "each with what to do next"


def test_no_name_and_no_credential_is_told(doctor: Callable[..., Report], home: Path) -> None:
    game = after(Game.start(["Ann-Marie", "Annabel"]), Renamed(0, "Ann"))
    save(home, game).close()
    (home / "log").mkdir()
    (home / "log" / "kismet.log").write_text(LOG)
    report = doctor()
    assert report.log[0].endswith("the watcher broke off at rtsp://***@10.0.0.9/live?token=***")
    assert report.log[2] == "ValueError: <player> cannot fill Aces, nor can <player>, but Banner may"
    for private in ("annabel", "marie", "s3cret", "abc"):
        assert private not in report.text.lower()


def test_where_names_are_not_known_messages_are_left_out(doctor: Callable[..., Report], home: Path) -> None:
    save(home, Game.start(["Annabel"])).close()
    with sqlite3.connect(home / "games.sqlite3") as db:
        db.execute("UPDATE events SET event = '{'")
    db.close()
    (home / "log").mkdir()
    (home / "log" / "kismet.log").write_text(LOG)
    report = doctor()
    assert report.log == ["2025-11-30 21:00:00,123 vision.watch ERROR"]
    assert report.broken == ["Saved games that cannot be opened: 1."]
    assert "annabel" not in report.text.lower()


def test_a_game_being_played_meanwhile_is_no_problem(home: Path) -> None:
    journal = save(home, Game.start(["Ann"]).apply(Rolled(Dice.parse("66612"), 1)))
    look = look_at_games(home / "games.sqlite3")
    assert look.problems == []
    assert look.facts["games"] == "0 over, 1 not over, 0 damaged"
    journal.close()


def test_a_newer_or_torn_file_of_games_is_told(home: Path) -> None:
    path = home / "games.sqlite3"
    save(home, *[to_the_end(Game.start(["Ann", "Bob"]))] * 5).close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    torn = look_at_games(path)
    assert len(torn.problems) == 1
    assert torn.problems[0].next.startswith("Begin a game: ")
    assert not torn.complete
    path.write_bytes(whole)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert look_at_games(path).problems[0].next == "Update the program."


def test_a_folder_that_cannot_be_used(
    tmp_path: Path, doctor: Callable[..., Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "file"))
    report = doctor()
    assert report.status == 1
    assert any("a file is in its place" in what for what in report.broken)


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="other systems say so themselves")
def test_a_disk_that_can_only_be_read_needs_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: _Usage(0))
    monkeypatch.setattr(os, "statvfs", lambda _: _Disk(os.ST_RDONLY))
    (broken,) = folders.check_folders({"saved games": tmp_path / "kismet"}).problems
    assert "cannot be used: the disk can only be read." in broken.what
    assert broken.next == "Nothing can be changed on that disk: set KISMET_HOME to a folder on another one."


def test_a_file_in_the_place_of_a_folder_and_a_folder_in_the_place_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("")
    (broken,) = folders.check_folders({"cache": tmp_path / "cache"}).problems
    assert broken.what.endswith("cannot be used: a file is in its place.")
    assert broken.next.startswith("Give that file another name")
    (tmp_path / "games.sqlite3").mkdir()
    (broken,) = look_at_games(tmp_path / "games.sqlite3").problems
    assert broken.what == "A folder is in the place of the file of saved games."
    assert "another name" in broken.next
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    for command in (["history"], ["play", "--plain", "--players", "Ann"]):
        assert main(command) == 1
        assert "games.sqlite3: a folder is in its place." in capsys.readouterr().err


def test_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: _Usage(50_000_000))
    (warning,) = folders.check_folders({"saved games": tmp_path}).problems
    assert (warning.grade, warning.what.split(" MB")[0]) == ("note", "Only 50")
    monkeypatch.setattr("shutil.disk_usage", lambda _: _Usage(500_000))
    (broken,) = folders.check_folders({"saved games": tmp_path}).problems
    assert broken.grade == "broken"


class _Usage(NamedTuple):
    free: int


class _Disk(NamedTuple):
    f_flag: int


def test_settings_that_cannot_be_read(doctor: Callable[..., Report], home: Path) -> None:
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text("players = [")
    report = doctor()
    assert report.status == 0
    (told,) = report.topics["Folders"]["problems"]
    assert "cannot be read" in told["what"]


def test_a_reader_that_does_not_load(doctor: Callable[..., Report], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("the weights are torn\nat byte 7")

    monkeypatch.setattr("vision.read.load_reader", fail)
    report = doctor()
    assert report.status == 1
    assert report.broken == ["Dice cannot be read: RuntimeError: the weights are torn."]


def test_a_camera_is_opened_only_when_asked(doctor: Callable[..., Report], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr("vision.sources.open_source", fail)
    assert doctor().status == 0


def test_cameras_are_tried_when_asked(doctor: Callable[..., Report], monkeypatch: pytest.MonkeyPatch) -> None:
    server = CameraServer()
    server.start()
    monkeypatch.setattr("vision.sources.open_source", lambda _: open_source(server.url("/video")))
    report = doctor("--cameras")
    server.stop()
    assert report.topics["Cameras"]["facts"]["97"].startswith("HD Webcam, 64 × 48, first picture after ")


def test_a_camera_that_gives_nothing_or_is_forbidden(
    doctor: Callable[..., Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eyes, "PATIENCE", 0.0)
    assert any(what.startswith("Camera 97 gives no picture.") for what in doctor("--cameras").broken)
    monkeypatch.setattr(eyes, "_may_open", lambda _: False)
    assert doctor("--cameras").broken == ["You may not use camera 97."]


@pytest.mark.parametrize(
    ("env", "told"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "16 million"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "vt100"}, "16"),
        ({"TERM": "dumb"}, "none"),
        ({}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none wanted (NO_COLOR)"),
    ],
)
def test_colours_in_words(env: dict[str, str], told: str) -> None:
    assert colours(env) == told


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("http://bob:pw@cam/video?user=bob&pwd=x y", "http://***@cam/video?user=***&pwd=*** y"),
        ("/home/carla/games of carla", "~/games of <user>"),
        ("Zoé and zo\\xe9 and Zoéphine", "<player> and <player> and Zoéphine"),
        ("A lone letter stays", "A lone letter stays"),
    ],
)
def test_what_is_private_is_taken_out(text: str, clean: str) -> None:
    names = screen_for(["Zoé", "A"]).names
    assert Screen(names, "/home/carla", "carla").clean(text) == clean


def test_the_end_of_a_long_log(tmp_path: Path) -> None:
    path = tmp_path / "kismet.log"
    path.write_text("".join(f"line {number}\n" for number in range(10_000)))
    assert last_lines(path, 2) == ["line 9998", "line 9999"]
    assert last_lines(tmp_path / "none", 2) == []
    assert without_messages(["half a line", "2025-11-30 21:00:00,1 a.b ERROR Ann"]) == [
        "2025-11-30 21:00:00,1 a.b ERROR"
    ]


def test_the_doctor_reads_what_the_journal_writes(tmp_path: Path) -> None:
    Journal(tmp_path / "games.sqlite3").close()
    assert look_at_games(tmp_path / "games.sqlite3").facts["games"] == "0 over, 0 not over, 0 damaged"
