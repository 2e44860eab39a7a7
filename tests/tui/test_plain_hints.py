"""Advice, odds and luck in plain lines: in sentences, as JSON values, and what is said to a line that means nothing."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from kismet.advice.cache import save_table
from kismet.advice.table import Table
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.journal import Journal
from tui import advising
from tui.plain import run_plain
from tui.plain.helping import TOPICS, help_words
from tui.session import Session


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: Table) -> Iterator[Journal]:
    """Saved games in a home whose cache holds the table of the rulings."""
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    assert save_table(tmp_path / "cache", table)
    saved = Journal(tmp_path / "games.sqlite3")
    yield saved
    saved.close()


def said(journal: Journal, *lines: str, players: tuple[str, ...] = ("Ann", "Bob")) -> list[str]:
    """What a new game answers, in sentences; the greeting left out."""
    out = io.StringIO()
    run_plain(Session.new(journal, players), lines, out, as_json=False)
    return out.getvalue().splitlines()[1:]


def objects(journal: Journal, *lines: str) -> list[dict[str, Any]]:
    """What a new game answers, as JSON."""
    out = io.StringIO()
    run_plain(Session.new(journal, ["Ann", "Bob"]), lines, out, as_json=True)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_advice_as_values(journal: Journal) -> None:
    rolled, told = objects(journal, "66612", "advice")
    assert set(told) - set(rolled) == {"points_so_far", "best", "expected_total", "options"}
    assert told["best"] == {"keep": "666", "say": "keep 666"}
    assert told["message"].startswith("Keep 6 6 6, roll two: ")
    first, *others = told["options"]
    assert first == {"keep": "666", "expected_total": told["expected_total"], "loss": 0, "say": "keep 666"}
    assert len(others) > 20
    assert {box.key for box in Box} == {option["box"] for option in told["options"] if "box" in option}


def test_every_option_of_the_advice_says_how_it_is_done_also_a_zero(journal: Journal) -> None:
    *_, told = objects(journal, "66612", "advice")
    says = {option.get("box") or f"keep {option['keep']}": option["say"] for option in told["options"]}
    assert says["sixes"] == "score sixes"
    assert says["kismet"] == "score kismet 0"
    assert says["keep "] == "keep none"
    for say in says.values():
        assert objects(journal, "66612", say)[-1]["ok"], say


def test_advice_to_take_a_zero_says_which_and_how(journal: Journal) -> None:
    """Two boxes are left, and the last roll gives nothing in either."""
    session = Session.new(journal, ["Ann"])
    for box in Box:
        if box not in (Box.ACES, Box.KISMET):
            session.roll(Dice.parse("33456"))
            session.enter(box)
    for _ in range(3):
        session.roll(Dice.parse("33456"))
    out = io.StringIO()
    run_plain(session, ["advice", "score aces 0"], out, as_json=True)
    told, done = (json.loads(line) for line in out.getvalue().splitlines())
    assert told["best"] == {"box": "aces", "say": "score aces 0"}
    assert told["message"].endswith("The zero is entered by: score aces 0.")
    assert done["ok"]
    assert done["sheets"]["Ann"]["aces"] == 0


def test_a_program_can_ask_for_the_version_and_all_that_is_accepted(journal: Journal) -> None:
    (told,) = objects(journal, "hello")
    assert told["ok"]
    assert told["version"] == version("kismet-companion")
    assert told["game"] == 1
    assert told["accepts"] == TOPICS
    assert said(journal, "hello") == [f"Kismet {version('kismet-companion')}, game 1. help all tells every command."]


def test_odds_as_values(journal: Journal) -> None:
    *_, rolled, told = objects(journal, "66666", "score kismet", "12345", "odds")
    assert set(told) - set(rolled) == {"chances"}
    ann, bob = told["chances"]["Ann"], told["chances"]["Bob"]
    assert ann["win"] + bob["win"] == pytest.approx(1)
    assert ann["win"] > bob["win"] + 0.2
    assert 0 < ann["error"] < 0.02
    assert ann["low"] < ann["expected_total"] < ann["high"]


def test_luck_in_lines_and_as_values(journal: Journal) -> None:
    lines = ("66123", "score aces", "12345", "score straight", "luck")
    words = said(journal, *lines)[-2:]
    assert words[0].startswith("Ann: the dice ")
    assert ". The one recorded choice, round 1, roll 1, 6 6 1 2 3: Taking Aces now: " in words[0]
    assert words[1].startswith("Bob: the dice gave ")
    ann, bob = objects(journal, *lines)[-1]["luck"]
    assert (ann["name"], ann["decisions"], bob["name"]) == ("Ann", 1, "Bob")
    assert ann["costliest"]["chosen"] == {"box": "aces"}
    assert (ann["costliest"]["round"], ann["costliest"]["roll"], ann["costliest"]["dice"]) == (1, 1, "66123")
    assert said(journal, "luck") == ["Nothing has been entered yet."]
    assert said(journal, "66666", "score kismet", "luck")[-2].endswith(
        "The one recorded choice was as good as the best."
    )


def test_dice_on_the_table_are_not_in_the_odds_and_that_is_said(journal: Journal) -> None:
    before, _, after = said(journal, "odds", "66666", "odds")
    assert before.startswith("Chance to win: Ann ")
    assert after == before.replace("Chance to win:", "Chance to win before this turn's dice:")
    assert said(journal, "66666", "odds", players=("Ann",))[-1].startswith(
        "Final total to expect before this turn's dice: Ann 3"
    )


def test_the_end_of_a_game_tells_of_luck(journal: Journal) -> None:
    lines = [line for box in Box for line in ("66666", f"score {box.key}", f"score {box.key} 0")]
    (last,) = [line for line in said(journal, *lines, players=("Ann",)) if "The game is over." in line][:1]
    assert "luck: what dice and choices came to." in last


@pytest.mark.parametrize("line", ["advice on", "advice level 2", "odds Ann", "undo 2", "luck Ann", "scores all"])
def test_words_that_mean_nothing_are_not_passed_over(journal: Journal, line: str) -> None:
    word = line.split()[0]
    *_, before, told = objects(journal, "66612", line)
    assert not told["ok"]
    assert told["message"] == f"{word} stands alone. {TOPICS[word]}"
    assert {**told, "ok": True, "message": ""} == {**before, "message": ""}


def test_help_on_what_people_call_it() -> None:
    assert help_words("hint") == help_words("advice")
    assert "what choices cost" in (help_words("luck") or "")
    assert help_words("chances") == help_words("odds")


def test_who_waits_is_told_in_a_line_of_its_own(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    def slowly(_rules: object, _folder: object, tell: Any) -> Table:
        tell(advising.SOLVING)
        return table

    monkeypatch.setattr("tui.plain.hints.solved", slowly)
    _, waiting, told = said(journal, "66612", "advice")
    assert waiting == advising.SOLVING
    assert told.startswith("Keep 6 6 6")
    assert len(objects(journal, "66612", "advice")) == 2, "one object for each line"


def test_advice_that_cannot_be_had_is_said(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Table:
        raise MemoryError("no room")

    monkeypatch.setattr("tui.plain.hints.solved", fail)
    *_, told = objects(journal, "66612", "advice")
    assert (told["ok"], told["message"]) == (False, "No advice is to be had: no room.")
