"""What the line mode says of the camera itself, and how a recording waits for who plays by lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.scripted_watcher import Scripted, at_rest, played
from tui.commands.demo import RECORDING
from vision.sources import Phase, SourceState
from vision.tracker import TableCleared
from vision.watch import News

NOBODY = SourceState(Phase.LOST, "There is no camera 7.", retry_in=0.5)


def test_a_camera_that_never_gave_a_picture_is_not_found_rather_than_lost(tmp_path: Path) -> None:
    told = played(tmp_path, SourceState(Phase.OPENING), NOBODY, SourceState(Phase.LIVE), NOBODY)
    assert told[1:] == [
        "Camera: Opening.",
        "Camera: Not found, retry in 1 s. There is no camera 7.",
        "Camera: Live.",
        "Camera: Lost, retry in 1 s. There is no camera 7.",
    ]


def test_what_was_wrong_with_pictures_from_a_pipe_is_said_at_their_end(tmp_path: Path) -> None:
    told = played(tmp_path, SourceState(Phase.ENDED, "Pictures came too fast."))
    assert told[1] == "Camera: Pictures came too fast. The recording is over; type the dice from here on."


# A recording


def plays_on(home: Path, *script: str | News) -> bool:
    """Whether a recording plays on after these lines and news."""
    watcher = Scripted()
    watcher.recorded = True
    home.mkdir(exist_ok=True)
    played(home, *script, watcher=watcher, players=("Ann", "Bob"))
    return not watcher.waits


@pytest.mark.parametrize(
    ("script", "goes"),
    [
        ((at_rest("55533"),), False),
        ((at_rest("55533"), "scores", "sheet", "number 1"), False),
        ((at_rest("55533"), "ok"), True),
        ((at_rest("55533"), "no"), True),
        ((at_rest("5553"), "turn"), False),
        ((at_rest("5553"), "55533"), True),
        ((at_rest("55533"), "ok", TableCleared(), "why flush"), False),
        ((at_rest("55533"), "ok", TableCleared(), "score full"), True),
        ((at_rest("55533"), "ok", TableCleared(), "keep none"), True),
        ((at_rest("55533"), "ok", "score full", TableCleared()), True),
        ((at_rest("55533"), "missed"), False),
    ],
)
def test_a_recording_waits_where_there_is_something_to_do(
    script: tuple[str | News, ...], goes: bool, tmp_path: Path
) -> None:
    assert plays_on(tmp_path, *script) is goes


def test_the_next_players_dice_of_a_recording_wait_to_be_taken_after_the_box(tmp_path: Path) -> None:
    rolls = (at_rest("11634"), "ok", at_rest("11646", 2), "ok", at_rest("11666", 3), "ok")
    script = (*rolls, at_rest("22446", guess="They seem to be the next turn's."))
    assert not plays_on(tmp_path / "a", *script)
    assert not plays_on(tmp_path / "b", *script, "score sixes")
    assert plays_on(tmp_path / "c", *script, "score sixes", "ok")


def test_a_recording_that_waits_for_a_box_says_so(tmp_path: Path) -> None:
    watcher = Scripted()
    watcher.recorded = True
    ended = SourceState(Phase.ENDED)
    told = played(tmp_path, at_rest("55533"), "ok", TableCleared(), "score full", ended, watcher=watcher)
    assert told[3] == (
        "Camera: The dice were taken up, and the recording waits: score a box, or keep none if all are thrown again."
    )
    assert told[5] == "Camera: The recording is over; type the dice from here on."


def test_a_film_waits_for_who_plays_by_lines(tmp_path: Path) -> None:
    """In the whole program: as fast as it can be read, it still shows the second throw after the first was taken."""
    pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")
    from tests.tui.piped import in_terminal

    arguments = ["play", "--plain", "--players", "Ann", "--camera", str(RECORDING), "--speed", "0"]
    with in_terminal(arguments, tmp_path) as screen:
        for number in (1, 2):
            screen.wait_for(f"The camera sees roll {number}", 120)
            screen.send("ok\n")
            screen.wait_for(f"Ann, roll {number} of 3")
        screen.send("quit\n")
        assert screen.ended() == 0
