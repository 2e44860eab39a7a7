"""`kismet read` as its users meet it: one line for each picture, one sentence for each fault, and the right status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from calibration.store import save
from tests.tui.square_reader import SquareReader, level, table
from tests.vision.camera_server import CameraServer
from tui.cli import main
from vision.reading import NO_HINTS, Hints, Image, Reading

ROOT = Path(__file__).resolve().parents[2]
DEADLINE = 60
ROLL = {(20, 30): 1, (80, 40): 3, (140, 30): 3, (200, 50): 5, (260, 30): 6}
WHOLE_PROGRAM = """
import sys
import tui.reader
from calibration.profile import Profile
from calibration.store import save
from tests.tui.square_reader import SquareReader
from tui.cli import main
tui.reader.load_reader = SquareReader
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def _reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tui.reader.load_reader", SquareReader)
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "home"))


def picture(path: Path, image: Image | None = None) -> Path:
    assert cv2.imwrite(str(path), table(ROLL) if image is None else image)
    return path


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def whole(*args: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    command = [sys.executable, "-c", WHOLE_PROGRAM, "read", *map(str, args)]
    return subprocess.run(command, cwd=ROOT, text=True, timeout=DEADLINE, check=False, **options)


# Pictures


def test_json_keeps_the_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = picture(tmp_path / "a.png")
    assert main(["read", "--json", str(path)]) == 0
    (one,) = objects(capsys.readouterr().out)
    assert list(one) == ["source", "status", "dice", "problems", "milliseconds"]
    assert (one["source"], one["status"], one["problems"]) == (str(path), "read", [])
    assert [die["value"] for die in one["dice"]] == [1, 3, 3, 5, 6]
    assert one["dice"][1] == {
        "value": 3,
        "colour": "green",
        "confidence": 0.99,
        "centre": [92.0, 52.0],
        "box": [80, 40, 104, 64],
        "quad": [[80, 40], [104, 40], [104, 64], [80, 64]],
    }


def test_words_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sure = picture(tmp_path / "a.png")
    doubtful = table({(20, 30): 4, (80, 40): 2})
    doubtful[30:54, 20:44] = level(4) + 11
    unsure = picture(tmp_path / "b.png", doubtful)
    none = picture(tmp_path / "c.png", table({}))
    assert main(["read", str(sure), str(unsure), str(none)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{sure}: 1 black, 3 green, 3 green, 5 red, 6 black.",
        f"{unsure}: unsure: 4? green, 2 red. A die looks like a 4.",
        f"{none}: no dice.",
    ]


class Hanging(SquareReader):
    """Takes every camera for one that hangs upside down."""

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        return replace(super().read(image, hints), hanging=True)


def test_a_camera_that_seems_to_hang_is_told_to_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.reader.load_reader", Hanging)
    path = picture(tmp_path / "a.png")
    assert main(["read", str(path)]) == 0
    assert capsys.readouterr().out == (
        f"{path}: 1 black, 3 green, 3 green, 5 red, 6 black. The camera seems to hang upside down.\n"
    )
    assert main(["read", "--json", str(path)]) == 0
    (one,) = objects(capsys.readouterr().out)
    assert list(one) == ["source", "status", "dice", "problems", "milliseconds"], "programs rely on these keys"
    assert one["problems"] == [], "it is no doubt"


def test_folder_stands_for_its_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("roll10.png", "roll9.jpg", "roll1.png"):
        picture(tmp_path / name)
    (tmp_path / "notes.txt").write_text("not a picture")
    assert main(["read", "--json", str(tmp_path)]) == 0
    names = [Path(one["source"]).name for one in objects(capsys.readouterr().out)]
    assert names == ["roll1.png", "roll9.jpg", "roll10.png"]


def test_of_ordinary_dice_the_number_decides_and_colours_are_those_of_kismet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Hints] = []

    class Listening(SquareReader):
        def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
            told.append(hints)
            return super().read(image, hints)

    monkeypatch.setattr("tui.reader.load_reader", Listening)
    path = picture(tmp_path / "a.png")
    assert main(["read", "--dice", "plain", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 1 black, 3 green, 3 green, 5 red, 6 black.\n"
    assert [hints.dice_set for hints in told] == ["plain"]
    assert main(["read", "--dice", "purple", str(path)]) == 1
    assert "no dice set purple" in capsys.readouterr().err


def test_a_profile_says_where_dice_are_thrown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A score pad beside the tray looks like a sixth die; the profile's area leaves it out."""
    path = picture(tmp_path / "a.png", table({**ROLL, (40, 180): 2}))
    save(tmp_path / "home" / "config" / "cameras", Profile("Desk", "Cam", (320, 240), area=(0, 0, 320, 120)))
    assert main(["read", str(path)]) == 0
    assert "2 red" in capsys.readouterr().out
    assert main(["read", "--profile", "desk", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 1 black, 3 green, 3 green, 5 red, 6 black.\n"
    assert main(["read", "--profile", "attic", str(path)]) == 1
    assert "There is no profile attic; there are: Desk." in capsys.readouterr().err


def test_coordinates_are_those_of_a_huge_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = picture(tmp_path / "huge.jpg", table({(3000, 4000): 4}, 5000, 6000, edge=600))
    assert main(["read", "--json", str(path)]) == 0
    (die,) = objects(capsys.readouterr().out)[0]["dice"]
    assert die["centre"] == pytest.approx([3300, 4300], abs=4)


# Faults


def bad_inputs(folder: Path) -> dict[str, str]:
    """Path of a bad input → what its sentence says."""
    (folder / "empty.jpg").touch()
    (folder / "words.jpg").write_text("Dear Ann, this is no picture.\n" * 30)
    (folder / "words.mp4").write_text("Dear Ann, this is no video.\n" * 30)
    (folder / "none").mkdir()
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
    (folder / "cut.jpg").write_bytes(cv2.imencode(".jpg", noise)[1].tobytes()[:9000])
    (folder / "cut.png").write_bytes(cv2.imencode(".png", noise)[1].tobytes()[:9000])
    jpeg = bytearray(cv2.imencode(".jpg", noise)[1].tobytes())
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = (60_000).to_bytes(2, "big") * 2
    (folder / "bomb.jpg").write_bytes(jpeg)
    server = CameraServer()
    server.start()
    refused = server.url("/video", "ann:secret@")
    server.stop()
    return {
        str(folder / "empty.jpg"): "The file is empty.",
        str(folder / "words.jpg"): "This is not a picture.",
        str(folder / "words.mp4"): "neither a picture nor a video",
        str(folder / "none"): "no pictures in this folder",
        str(folder / "cut.jpg"): "The picture is damaged",
        str(folder / "cut.png"): "The picture is damaged",
        str(folder / "bomb.jpg"): "too large: 60,000 × 60,000 pixels",
        str(folder / "missing.jpg"): "no such file",
        str(folder / "missing.mp4"): "no such file",
        refused: "refuses the connection",
        "ftp://10.0.0.1/a.jpg": "cannot be read",
    }


def test_every_fault_is_one_sentence_and_the_rest_is_read(tmp_path: Path) -> None:
    bad, good = bad_inputs(tmp_path), picture(tmp_path / "good.png")
    batch = [path for name in bad for path in (name, str(good))]
    done = whole("--json", *batch, capture_output=True)
    assert done.returncode == 1
    assert done.stderr == ""
    answers = objects(done.stdout)
    assert [one["status"] for one in answers] == ["error", "read"] * len(bad)
    for (name, sentence), one in zip(bad.items(), answers[::2], strict=True):
        assert sentence in one["problems"][0], name
        assert len(one["problems"]) == 1
        assert one["dice"] == []
    assert "secret" not in done.stdout


def test_faults_for_people_go_to_the_other_stream(tmp_path: Path) -> None:
    bad, good = bad_inputs(tmp_path), picture(tmp_path / "good.png")
    done = whole(*bad, good, capture_output=True)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [f"{good}: 1 black, 3 green, 3 green, 5 red, 6 black."]
    assert len(done.stderr.splitlines()) == len(bad)
    for line, sentence in zip(done.stderr.splitlines(), bad.values(), strict=True):
        assert sentence in line
        assert line.endswith((".", "?"))
        assert "secret" not in line


def test_libraries_do_not_write_on_the_terminal(tmp_path: Path) -> None:
    """A JPEG with stray bytes makes libjpeg write a warning of its own; it is a picture all the same."""
    data = cv2.imencode(".jpg", table(ROLL))[1].tobytes()
    (tmp_path / "stray.jpg").write_bytes(data[:-2] + b"\x00\x11\x22\x33" + data[-2:])
    done = whole(tmp_path / "stray.jpg", capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_strange_file_names(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"w\xfcrfel \xe2\x98\xba.png")
    path.write_bytes(cv2.imencode(".png", table(ROLL))[1].tobytes())
    for way in ((), ("--json",)):
        done = whole(*way, path, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
        assert done.returncode == 0, done.stderr
        assert "rfel" in done.stdout


def test_lines_come_at_once(tmp_path: Path) -> None:
    """The first line is there while the second input has not even begun."""
    good, pipe = picture(tmp_path / "good.png"), tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    command = [sys.executable, "-c", WHOLE_PROGRAM, "read", str(good), str(pipe)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(f"{good}: 1 black")
        pipe.write_bytes(good.read_bytes())
        assert process.stdout.readline().startswith(f"{pipe}: 1 black")
        assert process.wait(DEADLINE) == 0


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    good = picture(tmp_path / "good.png")
    read, write = os.pipe()
    os.close(read)
    done = whole(*[good] * 3, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = whole(picture(tmp_path / "good.png"), stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr == "kismet: The output cannot be written: no space left on device.\n"


# Annotated pictures


def test_annotated_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = tmp_path / "x", tmp_path / "y"
    one.mkdir()
    other.mkdir()
    paths = [picture(one / "a.png"), picture(other / "a.png")]
    before = [path.read_bytes() for path in paths]
    assert main(["read", "--annotate", str(tmp_path / "new" / "out"), *map(str, paths)]) == 0
    written = sorted(p.name for p in (tmp_path / "new" / "out").iterdir())
    assert written == ["a-2-read.jpg", "a-read.jpg"]
    drawn = cv2.imread(str(tmp_path / "new" / "out" / "a-read.jpg"))
    assert drawn is not None
    assert np.abs(drawn.astype(int) - table(ROLL)).max() > 100
    assert main(["read", "--annotate", str(one), str(paths[0])]) == 0
    assert [path.read_bytes() for path in paths] == before
    capsys.readouterr()


def test_annotated_pictures_among_those_of_the_table_are_not_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder that is read takes the annotated pictures as well, twice, and with one of an awkward name in it."""
    folder = tmp_path / "table"
    folder.mkdir()
    picture(folder / "a.png")
    own = picture(folder / "a-read.jpg").read_bytes()
    for _ in range(2):
        assert main(["read", "--json", "--annotate", str(folder), str(folder)]) == 0
        sources = [Path(one["source"]).name for one in objects(capsys.readouterr().out)]
        assert sources == ["a-read.jpg", "a.png"]
        assert (folder / "a-read.jpg").read_bytes() == own, "a picture of the table is never overwritten"
        assert sorted(p.name for p in folder.iterdir()) == ["a-2-read.jpg", "a-read-read.jpg", "a-read.jpg", "a.png"]
    assert main(["read", str(folder)]) == 0
    assert capsys.readouterr().err == f"{folder}: 2 annotated pictures are left out.\n"
    assert main(["read", str(folder / "a-2-read.jpg"), str(folder / "a.png")]) == 1
    streams = capsys.readouterr()
    assert "This is an annotated picture; those are not read." in streams.err
    assert streams.out.startswith(f"{folder / 'a.png'}: 1 black")


def test_a_folder_of_nothing_but_annotated_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["read", "--annotate", str(out), str(picture(tmp_path / "a.png"))]) == 0
    assert main(["read", str(out)]) == 1
    assert "only annotated pictures in this folder" in capsys.readouterr().err


def test_an_annotated_picture_says_that_the_camera_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = picture(tmp_path / "a.png")
    assert main(["read", "--annotate", str(tmp_path / "upright"), str(path)]) == 0
    monkeypatch.setattr("tui.reader.load_reader", Hanging)
    assert main(["read", "--annotate", str(tmp_path / "hanging"), str(path)]) == 0
    upright, hanging = (cv2.imread(str(tmp_path / name / "a-read.jpg")) for name in ("upright", "hanging"))
    assert upright is not None
    assert hanging is not None
    assert upright.shape[0] == 240
    assert hanging.shape[0] > 255, "a line of words below the picture"


def test_a_name_of_the_greatest_length_is_annotated_all_the_same(tmp_path: Path) -> None:
    """What is added to the name must not make it too long for the disk."""
    path = picture(tmp_path / f"{'ü' * 125}.png")
    assert main(["read", "--annotate", str(tmp_path / "out"), str(path)]) == 0
    assert len(list((tmp_path / "out").iterdir())) == 1


@pytest.mark.parametrize("name", ["a" * 300 + ".jpg", "a" * 300 + ".mp4", "a" * 300, "b/" * 3000 + "c.jpg"])
def test_a_name_that_is_too_long_is_said_to_be(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", name]) == 1
    assert capsys.readouterr().err == f"{name}: The file cannot be opened: file name too long.\n"


def test_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = picture(tmp_path / "a.png")
    assert main(["read", "--annotate", str(path), str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"kismet: Annotated pictures cannot be written to {path}: file exists.\n"


# Options


def test_speed_must_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--speed", "-1", str(picture(tmp_path / "a.png"))]) == 1
    assert "speed" in capsys.readouterr().err


def test_missing_networks_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> SquareReader:
        raise OSError("find.onnx")

    monkeypatch.setattr("tui.reader.load_reader", broken)
    assert main(["read", str(picture(tmp_path / "a.png"))]) == 1
    assert "install the program again" in capsys.readouterr().err


def test_an_empty_name_is_no_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", ""]) == 1
    assert "An empty name is no picture" in capsys.readouterr().err
