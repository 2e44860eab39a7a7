"""The demo without a terminal: the shipped recording through the real source, reader and tracker."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tui.commands.demo import RECORDING


def kismet(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui", *args], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )


def truth() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(RECORDING.with_suffix(".json").read_text(encoding="utf-8"))
    return told


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """What the demo says, played once."""
    done = kismet("demo")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_it_plays_itself_to_the_end_and_reads_every_recorded_roll_right(lines: list[str]) -> None:
    rolls = [line for line in lines if ", roll " in line]
    dice = ["".join(sorted(line.split(": ")[1][:9].replace(" ", ""))) for line in rolls]
    assert dice == ["".join(map(str, sorted(roll["values"].values()))) for roll in truth()["rolls"]]
    assert lines[-1].startswith("The recording is over. Ann ")


def test_every_recorded_turn_is_scored(lines: list[str]) -> None:
    entries = [line for line in lines if line.startswith("  ")]
    assert len(entries) == len({roll["turn"] for roll in truth()["rolls"]})


def test_another_recording_in_its_place_shows_other_dice(shared: Path, lines: list[str]) -> None:
    other = shared / "data" / "videos" / "dev_000003.mp4"
    done = kismet("demo", "--recording", str(other))
    assert done.returncode == 0
    told = done.stdout.splitlines()
    assert told[1].startswith("Ann, roll 1: ")
    assert told[1:] != lines[1:]


@pytest.mark.parametrize("content", [b"", b"this is no video " * 50])
def test_a_recording_that_is_none_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "demo.mp4"
    path.write_bytes(content)
    done = kismet("demo", "--recording", str(path))
    assert done.returncode == 1
    assert done.stderr.startswith(f"kismet: {path}: ")
    assert done.stderr.count("\n") == 1


def test_the_recording_is_small_enough_to_ship() -> None:
    assert RECORDING.stat().st_size + RECORDING.with_suffix(".json").stat().st_size <= 3_000_000
