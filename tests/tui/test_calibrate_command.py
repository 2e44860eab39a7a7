"""`kismet calibrate` as its users meet it."""

from __future__ import annotations

import io
import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.mat import find_mat
from tests.calibration.drawn import Table, draw_throw, sure
from tui.cli import main
from vision.reading import NO_HINTS, DieReading, Hints, Image, Reading, Status

VALUES = [(1, 2, 3, 4, 5), (6, 5, 4, 3, 2), (1, 6, 2, 3, 4), (5, 5, 6, 1, 3)]
THROWS = [draw_throw(Table(), row, seed) for seed, row in enumerate(VALUES)]


class Knowing:
    """Knows the drawn throws by sight."""

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        assert hints.count == 5
        far = [float(np.abs(image.astype(int) - known).mean()) for known, _ in THROWS]
        return sure(THROWS[int(np.argmin(far))][1])


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tui.reader.load_reader", Knowing)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four throws, with the numbers written down."""
    out = tmp_path / "throws"
    out.mkdir()
    rows = []
    for n, (image, dice) in enumerate(THROWS):
        assert cv2.imwrite(str(out / f"{n}.png"), image)
        rows.append(json.dumps({"image": f"{n}.png", "dice": [label(die) for die in dice]}))
    (out / "labels.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return out


def label(die: DieReading) -> dict[str, object]:
    return {"value": die.value, "box": list(die.box)}


def typed(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def profile_file(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "home" / "config" / "cameras").glob("*.toml")
    return found


def test_a_folder_with_its_numbers_calibrates_by_itself(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--camera", str(folder), "--profile", "Kitchen"]) == 0
    out = capsys.readouterr().out
    assert "Black, red and green can be told apart well here" in out
    assert "Saved as the profile Kitchen" in out
    data = tomllib.loads(profile_file(tmp_path).read_text(encoding="utf-8"))
    assert data["dice_set"] == "classic"
    assert data["camera"] == str(folder)
    assert set(data["colours"]["inks"]) == {"black", "red", "green"}


def test_pictures_without_numbers_are_confirmed_from_standard_input(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "labels.jsonl").unlink()
    typed(monkeypatch, ["", "65432", ""])
    assert main(["calibrate", "--camera", str(folder)]) == 0
    assert "1 black  2 red  3 green  4 green  5 red" in capsys.readouterr().out


def test_the_check_measures_and_is_kept_in_the_profile(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--camera", str(folder)]) == 0
    capsys.readouterr()
    assert main(["calibrate", "--check", "--camera", str(folder), "--throws", "3"]) == 0
    out = capsys.readouterr().out
    assert "3 of 3 throws read right, 0 unsure, 0 wrong; 15 of 15 dice right." in out
    assert "By ink alone, the learned colours name 15 of 15 right." in out
    data = tomllib.loads(profile_file(tmp_path).read_text(encoding="utf-8"))
    assert (data["checked"]["throws"], data["checked"]["right"]) == (3, 3)


def test_a_check_without_dice_asks_in_plain_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "labels.jsonl").unlink()
    monkeypatch.setattr(Knowing, "read", lambda *_: Reading(Status.NO_DICE))
    typed(monkeypatch, ["", "12345", "q"])
    assert main(["calibrate", "--check", "--camera", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "0.png: No dice were found.\nWhat lies there? (the five numbers from left to right; Enter" in out
    assert "no_dice" not in out
    assert "0 of 1 throws read right, 1 unsure" in out


def test_what_to_answer_is_said_with_the_question(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "labels.jsonl").unlink()
    for arguments in (["--check"], []):
        typed(monkeypatch, ["", "q"])
        main(["calibrate", "--camera", str(folder), *arguments])
        assert "Right? (Enter: yes; or type the numbers from left to right; s: leave this throw out; q: end) " in (
            capsys.readouterr().out
        )


def test_calibrating_a_camera_again_replaces_its_profile(folder: Path, tmp_path: Path) -> None:
    assert main(["calibrate", "--camera", str(folder)]) == 0
    assert main(["calibrate", "--camera", str(folder)]) == 0
    assert profile_file(tmp_path).is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--camera", "{folder}", "--profile", "../x"], "A profile cannot be called '../x'"),
        (["--camera", "{folder}", "--check", "--profile", "none"], "There is no profile none"),
        (["--camera", "{folder}", "--dice", "purple"], "There is no dice set purple"),
        (["--camera", "{folder}", "--check", "--throws", "0"], "at least one throw"),
        (["--camera", "nowhere.mp4"], "There is no file, folder or camera called nowhere.mp4"),
        (["mat", "--out", "{folder}/none/mat.pdf"], "cannot be written"),
        (
            ["mat", "--out", "{folder}/x.doc"],
            "written as PDF or PNG; {folder}/x.doc does not end like that.",
        ),
        (
            ["mat", "--out", "x.png", "--format", "pdf"],
            "PDF, as --format says; x.png does not end like that.",
        ),
        (["--out", "x.pdf"], "`kismet calibrate mat`"),
        (["--check", "--paper", "a4"], "`kismet calibrate mat`"),
        (["mat", "--check", "--out", "{folder}/x.doc"], "--check cannot be said of the play mat"),
        (["mat", "--camera", "0", "--throws", "3"], "--camera and --throws cannot be said of the play mat"),
        (["--camera", "{folder}", "--check", "--dice", "blue"], "--dice cannot be said with --check"),
        (["--camera", "{folder}", "--throws", "5"], "`kismet calibrate --check --throws N`"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_status_1(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["calibrate", *(a.replace("{folder}", str(folder)) for a in arguments)]) == 1
    err = capsys.readouterr().err
    assert words.replace("{folder}", str(folder)) in err
    assert err.count("\n") == 1
    assert not (folder / "x.doc").exists()


@pytest.mark.parametrize("arguments", [[], ["--check"]])
def test_a_camera_that_is_not_there_is_told_before_anybody_throws(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.commands.calibrate._ask", lambda _: pytest.fail("something was asked"))
    assert main(["calibrate", "--camera", "977", *arguments]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "977" in told.err
    assert told.err.count("\n") == 1


def test_leaving_without_a_throw_saves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (folder / "labels.jsonl").unlink()
    typed(monkeypatch, ["q"])
    assert main(["calibrate", "--camera", str(folder)]) == 1
    assert not (tmp_path / "home" / "config" / "cameras").exists()


@pytest.mark.parametrize(("paper", "told"), [("letter", "on Letter paper"), ("a4", "on A4 paper")])
def test_the_paper_is_called_as_it_is_written(
    paper: str, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "mat", "--paper", paper]) == 0
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "name", "start"),
    [
        ([], "kismet-mat-a4.pdf", b"%PDF-"),
        (["--paper", "letter"], "kismet-mat-letter.pdf", b"%PDF-"),
        (["--format", "png"], "kismet-mat-a4.png", b"\x89PNG"),
        (["--out", "my.png"], "my.png", b"\x89PNG"),
        (["--out", "my.PDF"], "my.PDF", b"%PDF-"),
        (["--out", "my"], "my", b"%PDF-"),
    ],
)
def test_the_mat_is_written_where_and_as_asked(
    arguments: list[str], name: str, start: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "mat", *arguments]) == 0
    data = (tmp_path / name).read_bytes()
    assert data.startswith(start)
    if start == b"\x89PNG":
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        assert find_mat(np.asarray(image, np.uint8)) is not None
