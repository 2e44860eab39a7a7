"""`kismet read` with videos: one line for each roll that comes to rest, and a word where a film is cut off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.tui.square_reader import SquareReader, table
from tui.cli import main

Spots = dict[tuple[int, int], int]
ROLL = {(20, 30): 1, (80, 40): 3, (140, 30): 3, (200, 50): 5, (260, 30): 6}


@pytest.fixture(autouse=True)
def _reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.reader.load_reader", SquareReader)


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def video(path: Path, scenes: list[tuple[Spots, int]], fps: float = 15.0) -> Path:
    """A video in which each scene is shown for so many frames."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (320, 240))
    for dice, frames in scenes:
        for _ in range(frames):
            writer.write(table(dice))
    writer.release()
    return path


def flight(to: Spots, beside: Spots) -> list[tuple[Spots, int]]:
    """Dice on their way, frame by frame, beside others that lie."""
    return [({**beside, **{(x, max(0, y - 30 * n)): v for (x, y), v in to.items()}}, 1) for n in (4, 3, 2, 1)]


def test_a_film_that_is_cut_off_says_so_and_tells_its_rolls_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = video(tmp_path / "a.avi", [({}, 8), *flight(ROLL, {}), (ROLL, 40)])
    assert main(["read", str(path)]) == 0
    whole_film = capsys.readouterr()
    assert (whole_film.err, whole_film.out.count("roll 1")) == ("", 1)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 6 // 10])
    assert main(["read", str(path)]) == 0
    cut = capsys.readouterr()
    assert cut.out == whole_film.out
    assert "This video ends early, after 2." in cut.err
    assert "of 3.5 seconds" in cut.err


def test_a_recordings_turns_are_numbered_with_hindsight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A turn of one roll, then one of three; the table lies empty for a second in between."""
    other = {(30, 150): 2, (90, 160): 2, (150, 150): 4, (210, 140): 4, (270, 160): 6}
    kept = {spot: value for spot, value in other.items() if value == 2}
    third = {(100, 60): 5, (160, 70): 6, (220, 60): 1}
    fourth = {(60, 80): 3, (130, 50): 4, (250, 90): 5}
    scenes = [({}, 8), *flight(ROLL, {}), (ROLL, 15), ({}, 15), *flight(other, {}), (other, 15), (kept, 8)]
    scenes += [
        *flight(third, kept),
        ({**third, **kept}, 15),
        (kept, 8),
        *flight(fourth, kept),
        ({**fourth, **kept}, 15),
    ]
    path = video(tmp_path / "a.avi", scenes)
    assert main(["read", "--json", str(path)]) == 0
    rolls = objects(capsys.readouterr().out)
    assert [one["roll"] for one in rolls] == [1, 1, 2, 3]
    assert [one["status"] for one in rolls] == ["read"] * 4
    assert [one["frame"] for one in rolls] == sorted(one["frame"] for one in rolls)


def test_video_gives_an_object_for_each_roll(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = {(80, 40): 3, (140, 30): 3}
    second = {(30, 180): 2, (120, 190): 6, (240, 180): 4}
    path = video(
        tmp_path / "turn.avi",
        [({}, 8), *flight(ROLL, {}), (ROLL, 12), (kept, 10), *flight(second, kept), ({**kept, **second}, 12)],
    )
    assert main(["read", "--json", str(path)]) == 0
    first, then = objects(capsys.readouterr().out)
    assert list(first)[-4:] == ["frame", "seconds", "roll", "kept"]
    assert (first["roll"], first["kept"], first["status"]) == (1, [], "read")
    assert [die["value"] for die in first["dice"]] == [1, 3, 3, 5, 6]
    assert 12 + 4 <= first["frame"] <= 12 + 8
    assert first["seconds"] == pytest.approx(first["frame"] / 15, abs=0.01)
    assert then["roll"] == 2
    assert [then["dice"][k]["value"] for k in then["kept"]] == [3, 3]
    assert sorted(die["value"] for die in then["dice"]) == [2, 3, 3, 4, 6]


def test_video_in_words_and_annotated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = video(tmp_path / "turn.avi", [({}, 8), *flight(ROLL, {}), (ROLL, 12)])
    assert main(["read", "--annotate", str(tmp_path / "out"), str(path)]) == 0
    line = capsys.readouterr().out
    assert line.startswith(f"{path}, 1.")
    assert line.endswith("s, roll 1: 1 black, 3 green, 3 green, 5 red, 6 black.\n")
    (drawn,) = (tmp_path / "out").iterdir()
    assert drawn.name.startswith("turn-frame000")
    assert drawn.name.endswith("-roll1-read.jpg")


def test_video_without_a_roll(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = video(tmp_path / "idle.avi", [({}, 20)])
    assert main(["read", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: no dice come to rest in this video.\n"
    assert main(["read", "--json", str(path)]) == 0
    assert capsys.readouterr().out == ""
