"""`some-program | kismet …`: pictures come from standard input, and keys from the terminal all the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")

from tests.tui.piped import camera_program, dice_at_rest, in_terminal
from tui import settings


def kismet(home: Path, arguments: Sequence[str], given: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run `kismet` with `given` on its standard input, where there is no terminal at all."""
    return subprocess.run(
        [sys.executable, "-m", "tui", *arguments],
        input=given,
        capture_output=True,
        env={**os.environ, "KISMET_HOME": str(home)},
        start_new_session=True,
        check=False,
    )


def test_a_game_is_played_with_pictures_from_a_pipe_and_keys_from_the_terminal(tmp_path: Path) -> None:
    with camera_program(["play", "--players", "Ann", "--camera", "-"], tmp_path, dice_at_rest()) as screen:
        screen.wait_for("Roll 1 read")
        screen.send(" ")
        screen.wait_for("Roll 1 of 3")
        screen.send("v")
        screen.wait_for("cam ○ off")
        screen.send("v")
        screen.wait_for("cam ● live")
        screen.send("\x11")
        assert screen.ended() == 0
    assert settings.load(tmp_path / "config" / "settings.toml").camera == "", "there is no such camera tomorrow"


def test_lines_are_typed_at_the_terminal_while_pictures_come_from_a_pipe(tmp_path: Path) -> None:
    arguments = ["play", "--plain", "--players", "Ann", "--camera", "-"]
    with camera_program(arguments, tmp_path, dice_at_rest()) as screen:
        screen.wait_for("The camera sees roll 1")
        screen.send("ok\n")
        screen.wait_for("Ann, roll 1 of 3")
        screen.send("quit\n")
        screen.wait_for("Saved. Goodbye.")
        assert screen.ended() == 0


def test_a_camera_behind_a_pipe_can_be_calibrated(tmp_path: Path) -> None:
    arguments = ["calibrate", "--camera", "-", "--profile", "Phone"]
    with camera_program(arguments, tmp_path, dice_at_rest()) as screen:
        for again in ("", "again ", "again "):
            screen.wait_for(f"Throw all five dice {again}and press Enter")
            screen.send("\n")
            screen.wait_for("Right?")
            screen.send("\n")
        screen.wait_for("Throw all five dice again")
        screen.send("q\n")
        screen.wait_for("Which are they?")
        screen.send("\n")
        screen.wait_for("Right?")
        screen.send("\n")
        screen.wait_for("Saved as the profile Phone")
        assert screen.ended() == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--camera", "-"],
        ["play", "--plain", "--camera", "-"],
        ["play", "--json", "--camera", "-"],
        ["camera", "-"],
        ["read", "-"],
        ["calibrate", "--camera", "-"],
    ],
    ids=" ".join,
)
def test_the_keyboard_is_no_camera(tmp_path: Path, arguments: list[str]) -> None:
    """No picture will ever come, and the player's keys must not be eaten."""
    with in_terminal(arguments, tmp_path) as screen:
        screen.wait_for("but that is the keyboard; let another program send them: `some-program | kismet")
        assert screen.ended() == 1


@pytest.mark.parametrize(
    "arguments",
    [["play"], ["play", "--plain"], ["play", "--json"], ["calibrate"]],
    ids=" ".join,
)
def test_without_a_terminal_there_are_no_keys(tmp_path: Path, arguments: list[str]) -> None:
    done = kismet(tmp_path, [*arguments, "--camera", "-"], dice_at_rest())
    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.decode() == (
        "kismet: Pictures come from standard input, so keys would have to come from a terminal, and there is none.\n"
    )


def test_one_picture_from_standard_input_is_read(tmp_path: Path) -> None:
    jpeg = dice_at_rest()
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(jpeg)
    named = kismet(tmp_path, ["read", "--json", str(photo)], b"")
    want = json.loads(named.stdout)["dice"]
    assert len(want) == 5
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    png, ppm = (cv2.imencode(ending, image)[1].tobytes() for ending in (".png", ".ppm"))
    for given in (jpeg, jpeg + jpeg, png, ppm):
        done = kismet(tmp_path, ["read", "--json", "-"], given)
        assert (done.returncode, done.stderr) == (0, b"")
        (line,) = done.stdout.splitlines()
        assert [die["value"] for die in json.loads(line)["dice"]] == [die["value"] for die in want]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (b"", "Standard input is empty."),
        (b"Dear Ann, here is no picture.\n", "This is not a picture."),
        (dice_at_rest()[:9000], "The picture is damaged"),
        (b"YUV4MPEG2 W64 H48 C411\nFRAME\n", "frames of the layout 411 are not understood"),
    ],
)
def test_no_picture_on_standard_input_is_one_sentence(tmp_path: Path, given: bytes, words: str) -> None:
    done = kismet(tmp_path, ["read", "-"], given)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith("standard input: ")
    assert words in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["play", "camera", "read", "calibrate"])
def test_the_help_tells_of_standard_input(tmp_path: Path, command: str) -> None:
    words = " ".join(kismet(tmp_path, [command, "--help"], b"").stdout.decode().split())
    assert "standard input" in words
    if command != "read":
        assert "JPEG pictures one after another, YUV4MPEG2" in words
