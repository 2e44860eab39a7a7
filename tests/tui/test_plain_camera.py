"""What the line mode says of the camera itself, and how a recording waits for who plays by lines."""

from __future__ import annotations

from pathlib import Path

from tests.tui.scripted_watcher import played
from vision.sources import Phase, SourceState

NOBODY = SourceState(Phase.LOST, "There is no camera 7.", retry_in=0.5)


def test_a_camera_that_never_gave_a_picture_is_not_found_rather_than_lost(tmp_path: Path) -> None:
    told = played(tmp_path, SourceState(Phase.OPENING), NOBODY, SourceState(Phase.LIVE), NOBODY)
    assert told[1:] == [
        "Camera: Opening.",
        "Camera: Not found, retry in 1 s. There is no camera 7.",
        "Camera: Live.",
        "Camera: Lost, retry in 1 s. There is no camera 7.",
    ]
