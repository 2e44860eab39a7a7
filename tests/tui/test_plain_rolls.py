"""Which roll of the turn the camera saw, in lines: said, put right, and never lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from tests.tui.scripted_watcher import Scripted, at_rest, played
from vision.tracker import DiceKept


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
    assert watcher.heard == [("renumber", 1), ("correct", (5, 5, 5, 3, 3), 1)]


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
    assert watcher.heard == [("correct", (3, 5, 5, 6, 3), 2)], "the dice of the second roll lie there all the while"


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


# The next player throws before a box was chosen

NEXT = "They seem to be the next turn's."
WAIT = f"{NEXT} Ann has to choose a box first; then they are offered."
TURN = ("11634", "11646", "11666")
"""Three rolls of Ann's."""


def test_the_next_players_dice_wait_for_the_box_and_are_not_the_old_turns(tmp_path: Path) -> None:
    watcher = Scripted()
    early = at_rest("22446", guess=NEXT)
    told = played(tmp_path, *TURN, early, "score sixes", "ok", watcher=watcher, players=("Ann", "Bob"))
    assert told[4] == f"The camera sees 2 2 4 4 6. {WAIT}"
    assert told[5].endswith("Bob is to roll.")
    assert told[6] == "The camera sees roll 1: 2 2 4 4 6. ok takes it."
    assert told[7].startswith("Bob, roll 1 of 3: 2 2 4 4 6.")
    assert watcher.heard[3:] == [("new turn",), ("renumber", 1), ("correct", (2, 2, 4, 4, 6), 1)]


def test_ok_says_what_the_next_players_dice_wait_for(tmp_path: Path) -> None:
    told = played(tmp_path, *TURN, at_rest("22446", guess=NEXT), "ok", players=("Ann", "Bob"))
    assert told[-1] == "The dice that were read wait: Ann has to choose a box first; then they are offered."


def test_short_help_names_the_words_for_the_camera_where_one_looks_on(tmp_path: Path) -> None:
    least = "\n".join(played(tmp_path, "help"))
    assert "ok: take the roll that the camera saw." in least
    assert "no: what the camera saw was no roll" in least


def test_ann_puts_her_dice_right_while_bobs_lie_there(tmp_path: Path) -> None:
    watcher = Scripted()
    script = (*TURN, at_rest("22446", guess=NEXT), "fix 11665", "score sixes", "ok")
    told = played(tmp_path, *script, watcher=watcher, players=("Ann", "Bob"))
    assert told[5].startswith("Ann, roll 3 of 3: 1 1 6 6 5.")
    assert told[8].startswith("Bob, roll 1 of 3: 2 2 4 4 6.")
    assert ("correct", (1, 1, 6, 6, 5), 3) not in watcher.heard, "the dice in view are Bob's"


def test_the_last_roll_that_nobody_took_is_recorded_when_the_next_player_throws(tmp_path: Path) -> None:
    script = (*TURN[:2], at_rest("11666", 3), at_rest("22446", guess=NEXT), "score sixes")
    told = played(tmp_path, *script, players=("Ann", "Bob"))
    assert told[4] == (
        f"Roll 3 was recorded by itself: 1 1 6 6 6; undo takes it back. The camera sees 2 2 4 4 6. {WAIT}"
    )
    assert told[5].startswith("Ann: Sixes 18.")
    assert told[6] == "The camera sees roll 1: 2 2 4 4 6. ok takes it."


def test_a_doubtful_last_roll_goes_on_waiting(tmp_path: Path) -> None:
    script = (*TURN[:2], at_rest("11666", 3, doubts="2"), at_rest("22446", guess=NEXT), "ok", "score sixes")
    told = played(tmp_path, *script, players=("Ann", "Bob"))
    assert told[4] == f"The camera sees 2 2 4 4 6. {WAIT}"
    assert told[5].startswith("Ann, roll 3 of 3: 1 1 6 6 6.")
    assert told[7] == "The camera sees roll 1: 2 2 4 4 6. ok takes it."


def test_all_that_the_next_player_throws_meanwhile_is_theirs(tmp_path: Path) -> None:
    """Bob's first reading gets better, he picks dice up and throws again; only then somebody looks at the screen."""
    watcher = Scripted()
    first, better = at_rest("22446", doubts="5", guess=NEXT), replace(at_rest("22445", guess=NEXT), revised=True)
    script = (*TURN, first, better, DiceKept((2, 3)), at_rest("44135", 2, (0, 1)), "score sixes", "ok")
    told = played(tmp_path, *script, watcher=watcher, players=("Ann", "Bob"))
    assert told[5] == f"The camera sees 2 2 4 4 5. {WAIT}"
    assert told[6] == f"The camera sees 4 4 1 3 5. {WAIT}"
    assert told[8] == "The camera sees roll 1: 2 2 4 4 5. ok takes it."
    assert told[9] == (
        "Roll 1 was recorded by itself: 2 2 4 4 5; undo takes it back."
        " The camera sees roll 2: 4 4 1 3 5, kept 4 4. ok takes it."
    )
    assert told[10].startswith("Bob, roll 2 of 3: 4 4 1 3 5.")
    assert ("renumber", 2) in watcher.heard


def test_no_says_that_the_next_players_dice_were_none(tmp_path: Path) -> None:
    watcher = Scripted()
    script = (*TURN, at_rest("22446", guess=NEXT), "no", "score sixes", "ok")
    told = played(tmp_path, *script, watcher=watcher, players=("Ann", "Bob"))
    assert told[5] == "What the camera saw was no roll."
    assert told[7] == "The camera offers no roll."
    assert ("dismiss", 3) in watcher.heard


def test_two_turns_that_nobody_entered_are_not_taken_for_one(tmp_path: Path) -> None:
    script = (*TURN, at_rest("22446", guess=NEXT), at_rest("12345", guess=NEXT), "score sixes")
    told = played(tmp_path, *script, players=("Ann", "Bob"))
    assert told[5] == (
        f"The camera sees 1 2 3 4 5. {WAIT}"
        " The turn that was read before them is forgotten: type its dice if they count."
    )
    assert told[7] == "The camera sees roll 1: 1 2 3 4 5. ok takes it."


def test_dice_that_wait_are_not_forgotten_silently(tmp_path: Path) -> None:
    told = played(tmp_path, *TURN, at_rest("22446", guess=NEXT), "undo", players=("Ann", "Bob"))
    assert told[6] == "Camera: The dice that were read meanwhile are forgotten: type them if they count."


def test_other_programs_are_told_that_they_are_the_next_turns(tmp_path: Path) -> None:
    script = (*TURN, at_rest("22446", guess=NEXT), "score sixes")
    told = [json.loads(line) for line in played(tmp_path, *script, as_json=True, players=("Ann", "Bob"))]
    assert (told[3]["next_turn"], told[3]["roll"], told[3]["remarks"]) == (True, 1, [WAIT])
    assert told[4]["player"] == "Bob"
    assert (told[5]["next_turn"], told[5]["roll"], told[5]["dice"]) == (False, 1, "22446")


# The next roll is seen while a person types


def test_digits_typed_for_a_doubtful_roll_leave_the_next_one_waiting(tmp_path: Path) -> None:
    script = (at_rest("55126", doubts="3"), at_rest("35563", 2, (1, 2)), "55146", "ok")
    told = played(tmp_path, *script)
    assert told[3].startswith("Ann, roll 1 of 3: 5 5 1 4 6.")
    assert told[3].endswith("Roll 2 still waits: ok takes it.")
    assert told[4].startswith("Ann, roll 2 of 3: 3 5 5 6 3.")


def test_digits_typed_for_the_next_roll_are_that_one(tmp_path: Path) -> None:
    told = played(tmp_path, at_rest("55126", doubts="3"), at_rest("35563", 2, (1, 2), doubts="1"), "25563")
    assert told[3].startswith("Ann, roll 2 of 3: 2 5 5 6 3.")
