"""What `kismet play --help` promises programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tui.scripted_watcher import at_rest, played
from tui.cli import main
from vision.sources import Phase, SourceState


def test_the_help_tells_of_all_that_is_said_unasked_with_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = SourceState(Phase.LOST, "The camera was unplugged.")
    lines = [json.loads(line) for line in played(tmp_path, lost, at_rest("55126"), "ok", as_json=True)]
    unasked = [line for line in lines if "event" in line]
    assert [line["event"] for line in unasked] == ["camera", "roll_seen"]
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for line in unasked:
        named = told.partition(f"{line['event']} (")[2].partition(")")[0].split(", ")
        assert {"event", *named} == set(line)
