"""`kismet advise` through a real process: what it says, its JSON, and one clear sentence for whatever cannot be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from kismet.advice.table import Table
from kismet.boxes import Box
from kismet.rules import RULINGS, Rules, RulesError
from kismet.sheet import Sheet
from tui.advising import SOLVING, SOLVING_ON, patiently, solved

# Sheets with few vacant boxes, which are solved in a moment.
LATE = "aces=3,deuces=6,treys=9,fours=12,fives=15,sixes=18,2pair=0,3k=20,straight=30,flush=35,yarb=17,kismet=0"


def kismet(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui", "advise", *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "KISMET_HOME": str(home), "PYTHONUTF8": "1"},
        check=False,
    )


def answer(home: Path, *args: str) -> dict[str, Any]:
    done = kismet(home, *args, "--json")
    # A slow machine is told why it waits.
    assert done.returncode == 0
    assert done.stderr in ("", f"kismet: {SOLVING}\n", f"kismet: {SOLVING_ON}\n")
    assert done.stdout.count("\n") == 1, "one object on one line"
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_the_json_of_a_decision(tmp_path: Path) -> None:
    told = answer(tmp_path, "--dice", "11663", "--roll", "2", "--filled", LATE)
    assert list(told) == ["dice", "roll", "points_so_far", "best", "expected_total", "options"]
    assert (told["dice"], told["roll"], told["points_so_far"]) == ("11663", 2, 200), "the bonus of 35 is earned"
    assert told["best"] == {"keep": "1166"}
    first, *others = told["options"]
    assert first == {"keep": "1166", "expected_total": told["expected_total"], "loss": 0}
    assert {option["box"] for option in others if "box" in option} == {"full_house", "flush_house", "four_of_a_kind"}
    assert {"keep": ""}.items() <= next(option for option in others if option.get("keep") == "").items()
    assert len(others) + 1 == 3 + 3 * 3 * 2 - 1, "three boxes, and every keep but all five dice"
    assert [option["loss"] for option in others] == sorted(option["loss"] for option in others)


def test_the_last_roll_names_a_box(tmp_path: Path) -> None:
    told = answer(tmp_path, "--dice", "66116", "--roll", "3", "--filled", LATE)
    assert told["best"] == {"box": "flush_house"}
    assert [option["box"] for option in told["options"]] == ["flush_house", "full_house", "four_of_a_kind"]


def test_a_bonus_that_is_earned_counts_as_on_the_sheet(tmp_path: Path) -> None:
    """R6: 63 points in the full basic section and nothing else but zeros; 63 and the bonus of 35."""
    basic = "aces=3,deuces=6,treys=9,fours=12,fives=15,sixes=18"
    rest = "2pair=0,3k=0,straight=0,flush=0,full=0,flush_house=0,4k=0,yarb=0"
    told = answer(tmp_path, "--dice", "11663", "--roll", "3", "--filled", f"{basic},{rest}")
    assert (told["points_so_far"], told["expected_total"]) == (98, 98)
    assert told["options"] == [{"box": "kismet", "expected_total": 98, "loss": 0}]


def test_json_has_no_more_digits_than_are_right(tmp_path: Path) -> None:
    for option in answer(tmp_path, "--dice", "11663", "--roll", "1", "--filled", LATE)["options"]:
        for key in ("expected_total", "loss"):
            assert option[key] == round(option[key], 3)


def test_who_waits_for_the_first_solving_is_told_why_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    told: list[str] = []
    heard = threading.Event()

    def tell(words: str) -> None:
        told.append(words)
        heard.set()

    def slowly(*_: object) -> Table:
        assert heard.wait(60), "nobody said anything"
        heard.clear()
        return table

    monkeypatch.setattr("tui.advising.PATIENCE", 0)
    monkeypatch.setattr("kismet.advice.solve.solve", slowly)
    solved(RULINGS, tmp_path / "none", tell, Sheet.of({Box.ACES: 3}))
    assert told == [SOLVING_ON]
    solved(RULINGS, tmp_path / "whole", tell)
    assert told == [SOLVING_ON, SOLVING]
    solved(RULINGS, tmp_path / "whole", tell)
    assert told == [SOLVING_ON, SOLVING], "the cache has it"


def test_who_need_not_wait_is_told_nothing() -> None:
    told: list[str] = []
    assert patiently(lambda: "at once", lambda: told.append("wait"), seconds=3600) == "at once"
    assert not told


def test_what_people_read(tmp_path: Path) -> None:
    done = kismet(tmp_path, "--dice", "11663", "--roll", "2", "--filled", LATE)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Keep 1 1 6 6, roll one: ")
    assert lines[1].split(maxsplit=1) == ["best", "Keep 1 1 6 6, roll one"]
    assert len(lines) == 8
    assert lines[6].startswith("Ends in Flush House 33 %")


def test_the_empty_sheet_is_solved_once_and_kept(tmp_path: Path) -> None:
    told = answer(tmp_path, "--dice", "66666")
    assert told["best"] == {"box": "kismet"}
    assert told["expected_total"] == pytest.approx(371.814884, abs=0.001)
    (kept,) = (tmp_path / "cache").iterdir()
    before = kept.stat().st_mtime_ns
    assert answer(tmp_path, "--dice", "66666", "--roll", "1") == told
    assert kept.stat().st_mtime_ns == before


def test_the_rules_in_a_file_are_obeyed(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text("straight = 40\n")
    told = answer(tmp_path, "--dice", "12345", "--roll", "3", "--filled", LATE.replace("straight=30,", ""))
    high = answer(
        tmp_path, "--dice", "12345", "--roll", "3", "--filled", LATE.replace("straight=30,", ""), "--rules", str(rules)
    )
    assert high["expected_total"] == pytest.approx(told["expected_total"] + 10, abs=0.001)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("--dice 1166", "Five dice are needed, not 4."),
        ("--dice 11667", "Dice are digits from 1 to 6; '7' is not one."),
        ("--dice 11663 --roll 4", "A roll is 1, 2 or 3, not 4."),
        ("--dice 11663 --filled aces=3,ones=2", "Aces is given twice, with 3 and with 2."),
        ("--dice 11663 --filled fives=6", "Fives cannot hold 6; it can hold 0, 5, 10, 15, 20 or 25."),
        ("--dice 11663 --filled flush=20", "Flush cannot hold 20; it can hold 0 or 35."),
        ("--dice 11663 --filled straight=-1", "Straight cannot hold -1; it can hold 0 or 30."),
        (
            "--dice 11663 --filled straight=40",
            "Straight cannot hold 40; it can hold 0 or 30, or 40 with straight = 40 in a file of rules (--rules).",
        ),
        ("--dice 11663 --filled fi=5,fo=4", "'fo' could be fours or four_of_a_kind."),
        ("--dice 11663 --filled aces", "'aces' does not say which box holds how many points, as in aces=3."),
        ("--dice 11663 --rules none.toml", "Cannot read the rules in none.toml: No such file or directory."),
        (
            f"--dice 11663 --filled {LATE},4k=0,full=0,flush_house=0",
            "All fifteen boxes are filled; there is nothing left to decide.",
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(tmp_path: Path, args: str, sentence: str) -> None:
    done = kismet(tmp_path, *args.split())
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"kismet: {sentence}\n")


NINES = "9" * 5000
"""More digits than Python makes a number of."""


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (f"--dice 11663 --filled aces={NINES}", f"Aces cannot hold {NINES[:40]}…; it can hold 0 to 5."),
        (f"--dice 11663 --filled aces=3,ones={NINES}", f"Aces is given twice, with 3 and with {NINES[:40]}…."),
        (f"--dice 11663 --filled {NINES}", f"'{NINES[:40]}…' does not say which box holds how many points"),
        (f"--dice 11663 --filled {NINES}=3", f"There is no box '{NINES[:40]}…'; the boxes are "),
        (f"--dice 11663 --roll {NINES}", f"A roll is 1, 2 or 3, not {NINES[:40]}…."),
        (f"--dice 11663 --rules {NINES}", f"Cannot read the rules in {NINES[:40]}…: File name too long."),
    ],
    ids=["points", "twice", "entry", "box", "roll", "rules"],
)
def test_endless_input_is_answered_in_a_short_sentence(tmp_path: Path, args: str, sentence: str) -> None:
    done = kismet(tmp_path, *args.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"kismet: {sentence}")
    assert done.stderr.count("\n") == 1
    assert NINES[:50] not in done.stderr


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (f"straight = {NINES}", "The rules hold something that is too long to be read."),
        (f"straight = 0x{NINES}", "straight can be 30 or 40, not a number of thousands of digits."),
        (f"straight = {NINES[:1000]}", f"straight can be 30 or 40, not {NINES[:40]}…."),
        (f"straight = {'[' * 5000}", "The rules hold something that is too long to be read."),
    ],
    ids=["decimal", "hexadecimal", "thousand", "brackets"],
)
def test_endless_rules_are_answered_in_a_short_sentence(rules: str, sentence: str) -> None:
    with pytest.raises(RulesError) as told:
        Rules.from_toml(rules)
    assert str(told.value) == sentence


def test_boxes_are_called_as_people_call_them(tmp_path: Path) -> None:
    filled = "ones=3,twos=4,chance=20,trips=18,quads=0,yahtzee=0,run=30,fh=0"
    assert kismet(tmp_path, "--dice", "12345", "--roll", "3", "--filled", filled).returncode == 0


def test_a_box_that_is_not_understood_is_answered_with_all_that_would_be(tmp_path: Path) -> None:
    done = kismet(tmp_path, "--dice", "12345", "--filled", "foo=3")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    for name in (*(box.key for box in Box), "ones", "twos", "threes", "chance", "pairs"):
        assert name in done.stderr
