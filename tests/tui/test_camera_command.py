"""`kismet camera`: what there is, whether it works, and what to do when there is nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.profile import Profile
from calibration.store import save
from tests.vision.camera_server import CameraServer, jpeg
from tui.cli import main
from vision.sources import Camera


def test_no_camera_says_what_to_do(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("vision.sources.list_cameras", list)
    assert main(["camera"]) == 1
    out = capsys.readouterr().out
    assert "Plug one in" in out
    assert "kismet camera ADDRESS" in out


def test_camera_that_gives_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.sources.list_cameras", lambda: [Camera(97, "HD Webcam")])
    assert main(["camera"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("97  HD Webcam: no picture. ")
    assert len(out.splitlines()) == 1


def test_a_stream_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    server = CameraServer()
    server.start()
    server.backlog = 1_000_000  # No end of frames, however late somebody begins to count them.
    assert main(["camera", server.url("/video", "ann:secret@")]) == 0
    out = capsys.readouterr().out
    assert "64 × 48 pixels" in out
    assert "frames a second" in out
    assert "small" in out
    assert "secret" not in out
    server.stop()
    assert main(["camera", server.url("/video", "ann:secret@")]) == 1
    out = capsys.readouterr().out
    assert "no picture." in out
    assert "refuses the connection" in out
    assert "secret" not in out


def test_pictures_count_as_sources_and_a_profile_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "home"))
    path = tmp_path / "a.jpg"
    path.write_bytes(jpeg(90))
    assert main(["camera", str(path)]) == 0
    out = capsys.readouterr().out
    assert "64 × 48 pixels, 10 frames a second" in out
    assert "profile" not in out
    save(tmp_path / "home" / "config" / "cameras", Profile("Desk", str(path), (64, 48)))
    assert main(["camera", str(path)]) == 0
    assert "Its profile is Desk." in capsys.readouterr().out


def test_what_is_no_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera", "nonsense"]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "kismet: There is no file, folder or camera called nonsense.\n")


@pytest.mark.parametrize("words", ["camera", "play --camera", "play --plain --camera", "calibrate --camera"])
def test_a_camera_without_a_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    for nothing in ("", " "):
        assert main([*words.split(), nothing]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("kismet: No camera is named: say its number, its name, an address or a path;")
        assert told.err.count("\n") == 1
    assert not list(tmp_path.glob("*.sqlite3"))


@pytest.mark.parametrize("source", ["/tmp/nonono", "abc", "nosuch.mp4"])
def test_the_app_does_not_open_with_a_camera_that_is_not_there(tmp_path: Path, source: str) -> None:
    pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")
    from tests.tui.piped import in_terminal

    with in_terminal(["play", "--players", "Ann,Bob", "--camera", source], tmp_path) as screen:
        screen.wait_for(f"kismet: There is no file, folder or camera called {source}.")
        assert screen.ended() == 1
    assert not list(tmp_path.glob("*.sqlite3"))
