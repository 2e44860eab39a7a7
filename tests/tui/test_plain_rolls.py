"""Which roll of the turn the camera saw, in lines: said, put right, and never lost."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tui.scripted_watcher import Scripted, at_rest, played


def test_a_guessed_number_is_said_and_put_right(tmp_path: Path) -> None:
    watcher = Scripted()
    seen = at_rest("55533", 2, guess="All five dice were thrown again.")
    told = played(tmp_path, seen, "number 1", "ok", watcher=watcher)
    assert told[1] == (
        "The camera sees roll 2: 5 5 5 3 3. All five dice were thrown again. ok takes it."
        " number 1: it was the first. no: it was no roll."
    )
    assert told[2] == "The camera has seen roll 1: 5 5 5 3 3. ok takes it."
    assert told[3].startswith("Ann, roll 1 of 3: 5 5 5 3 3.")
    assert watcher.heard == [("renumber", 1), ("correct", None, 1)]


def test_no_says_that_it_was_no_roll(tmp_path: Path) -> None:
    watcher = Scripted()
    told = played(tmp_path, at_rest("55533"), "no", "ok", watcher=watcher)
    assert told[2:] == ["What the camera saw was no roll. The next throw is roll 1.", "The camera offers no roll."]
    assert watcher.heard == [("dismiss", 0)]


def test_a_recorded_roll_can_get_another_number(tmp_path: Path) -> None:
    told = played(tmp_path, at_rest("55533", 2), "ok", "number 1", "number 4")
    assert told[3].startswith("Ann, roll 1 of 3: 5 5 5 3 3.")
    assert told[4] == "Say which roll it was, as number 1."


def test_a_certain_roll_that_nobody_took_is_recorded_when_the_next_is_seen(tmp_path: Path) -> None:
    watcher = Scripted()
    told = played(tmp_path, at_rest("55126"), at_rest("35563", 2, (1, 2)), "undo", "ok", watcher=watcher)
    assert told[2] == (
        "Roll 1 was recorded by itself: 5 5 1 2 6; undo takes it back."
        " The camera sees roll 2: 3 5 5 6 3, kept 5 5. ok takes it."
    )
    assert told[3].startswith("Ann: roll 1, 5 5 1 2 6 taken back.")
    assert told[4].startswith("Ann, roll 2 of 3: 3 5 5 6 3.")
    assert watcher.heard == [("correct", None, 2)], "the dice of the second roll lie there all the while"


def test_an_unsure_roll_can_be_put_in(tmp_path: Path) -> None:
    script = (at_rest("55126", doubts="3"), at_rest("35563", 2, (1, 2)))
    told = played(tmp_path, *script, "missed", "missed 55146", "ok")
    assert told[2].startswith("Roll 1 was not recorded, since it was not certain: missed puts it in.")
    assert told[3] == (
        "Roll 1 was read as 5 5 1 2 6, but not for certain: say missed and its five dice, as missed 11634."
    )
    assert told[4].startswith("Ann, roll 1 of 3: 5 5 1 4 6.")
    assert told[4].endswith("Roll 2 still waits: ok takes it.")
    assert told[5].startswith("Ann, roll 2 of 3: 3 5 5 6 3.")


def test_other_programs_are_told_of_it_too(tmp_path: Path) -> None:
    told = played(tmp_path, at_rest("55126"), at_rest("35563", 2, (1, 2)), as_json=True)
    assert json.loads(told[1])["remarks"] == ["Roll 1 was recorded by itself: 5 5 1 2 6; undo takes it back."]
    assert json.loads(told[1])["roll"] == 2
