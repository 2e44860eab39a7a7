"""The recording that ships with the demo is whole, and agrees with the truth beside it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

FILM = Path(__file__).resolve().parents[2] / "tui" / "demo" / "demo.mp4"


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(FILM.with_suffix(".json").read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def frames() -> list[cv2.typing.MatLike]:
    capture, found = cv2.VideoCapture(str(FILM)), []
    shown, frame = capture.read()
    while shown:
        found.append(frame)
        shown, frame = capture.read()
    return found


def test_every_frame_that_is_told_can_be_read(truth: dict[str, Any], frames: list[cv2.typing.MatLike]) -> None:
    assert len(frames) == truth["n_frames"] == len(truth["frames"])
    assert {frame.shape for frame in frames} == {(truth["height"], truth["width"], 3)}


def test_dice_lie_where_they_are_told_to_lie(truth: dict[str, Any], frames: list[cv2.typing.MatLike]) -> None:
    """At rest, the middle of a die's box is ivory: far brighter than the felt of the empty tray in the same place."""
    empty = frames[next(f["frame"] for f in truth["frames"] if f["state"] == "empty")]
    for roll in truth["rolls"]:
        assert len(roll["boxes"]) == 5
        for box in roll["boxes"].values():
            x0, y0, x1, y1 = (int(v) for v in box)
            w, h = (x1 - x0) // 4, (y1 - y0) // 4
            area = np.s_[y0 + h : y1 - h, x0 + w : x1 - w]
            assert np.median(frames[roll["settle_frame"] + 2][area]) > np.median(empty[area]) + 60


def test_turns_are_played_by_the_rules(truth: dict[str, Any]) -> None:
    """One to three rolls a turn; kept dice show what they showed, and lie where they lay."""
    turns: dict[int, list[dict[str, Any]]] = {}
    for roll in truth["rolls"]:
        turns.setdefault(roll["turn"], []).append(roll)
        assert roll["dice_values_sorted"] == sorted(roll["values"].values())
        assert len(roll["values"]) == 5
    assert len(turns) >= 4
    assert {len(rolls) for rolls in turns.values()} == {1, 2, 3}
    for rolls in turns.values():
        assert [roll["roll"] for roll in rolls] == list(range(1, len(rolls) + 1))
        for before, after in pairwise(rolls):
            for die in map(str, before["kept"]):
                assert before["values"][die] == after["values"][die]
                assert before["boxes"][die] == pytest.approx(after["boxes"][die], abs=0.2)
