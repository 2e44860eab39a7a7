"""`kismet history`: what people and programs read of their old games."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from kismet.advice.table import Table
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Corrected, Game, Hinted, Left, Rolled, Undone
from kismet.history.luck import table_for
from kismet.rules import RULINGS, Rules
from tests.kismet.evenings import after, save, sensible, to_the_end
from tests.kismet.tables import played, turn
from tui.cli import main
from tui.past.charts import ASCII, UNICODE, compared, glyphs_for, sparkline

Kismet = Callable[..., str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Five games: Ann's and Bob's, one with a second Kismet and hints, one alone, one going on, one Bob left."""
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    monkeypatch.setattr("tui.advising.PATIENCE", 3600)  # however slow the machine, nobody is told to wait
    start = Game.start(["Ann", "Bob"])
    second = played(start, ("66666", Box.KISMET), ("12346", Box.SIXES), ("55555", Box.FOUR_OF_A_KIND))
    save(
        tmp_path,
        sensible(["Ann", "Bob"], 1),
        after(to_the_end(second), Hinted()),
        sensible(["ann"], 2, Rules(straight=40)),
        turn(start, "66655", Box.FULL_HOUSE),
        to_the_end(after(turn(Game.start(["Bob", "Annabel"]), "66655", Box.FULL_HOUSE), Left(0), Undone(), Left(0))),
    ).close()
    return tmp_path


@pytest.fixture
def kismet(home: Path, capsys: pytest.CaptureFixture[str]) -> Kismet:
    def run(*args: str) -> str:
        assert home.is_dir()
        assert main(["history", *args]) == 0
        told = capsys.readouterr()
        assert told.err == ""
        assert "\x1b" not in told.out, "no colours, whatever NO_COLOR says"
        return told.out

    return run


def rows(text: str) -> list[str]:
    """The numbers of the games in a list."""
    return [line.split()[0] for line in text.splitlines()[1:]]


def test_all_games_are_listed_the_latest_first(kismet: Kismet) -> None:
    text = kismet()
    assert rows(text) == ["5", "4", "3", "2", "1"]
    lines = {line.split()[0]: line for line in text.splitlines()}
    assert lines["5"].endswith("Annabel 32, Bob 43 (left)")
    assert "round 1 " in lines["4"]
    assert lines["2"].endswith("; advice shown")
    assert "over" in lines["1"]


@pytest.mark.parametrize(
    ("args", "numbers"),
    [
        ("BOB", ["5", "4", "2", "1"]),
        ("annab", ["5"]),
        ("--unfinished", ["4"]),
        ("--over --no-hints", ["5", "3", "1"]),
        ("--hints", ["2"]),
        ("--since 2020-01-01 --until 2199-01-01 ann --over", ["5", "3", "2", "1"]),
    ],
)
def test_games_are_searched(kismet: Kismet, args: str, numbers: list[str]) -> None:
    assert rows(kismet(*args.split())) == numbers


def test_a_long_list_says_that_there_is_more(kismet: Kismet, home: Path) -> None:
    save(home, *[after(Game.start(["Cle"]), Rolled(Dice.parse("66612"), 1))] * 20).close()
    lines = kismet().splitlines()
    assert len(lines) == 22
    assert lines[-1] == "These are the latest 20 of 25; --all lists all."
    assert len(kismet("--all").splitlines()) == 26
    assert len(json.loads(kismet("--json"))["games"]) == 25


def test_nothing_saved_or_nothing_found_is_said(
    kismet: Kismet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "new"))
    assert kismet() == kismet("--stats") == "There are no saved games yet; `kismet play` begins one.\n"


def test_a_game_is_shown_with_its_sheets_and_turns(kismet: Kismet) -> None:
    lines = kismet("--game", "2", "--turns").splitlines()
    assert lines[0].endswith("over: Ann wins.")
    assert lines[1] == "Advice was shown in this game."
    cells = {line[:19].strip(): line[19:].split() for line in lines}
    assert cells["Kismet"] == ["80", "0"]
    assert cells["Aces"] == ["1", "!0"]
    assert cells["place"] == ["1st", "2nd"]
    assert "!0: a zero that was the price of another player's second Kismet (rule R15)." in lines
    at = lines.index("Round 1")
    assert lines[at + 1 : at + 3] == ["  Ann: Kismet 80. Total 80.", "      6 6 6 6 6"]
    assert "  Ann: 4 of a Kind 50; second Kismet: Bob loses a turn and gets 0 in Aces. Total 130." in lines


def test_a_turn_that_is_not_finished_is_told_with_its_dice(kismet: Kismet, home: Path) -> None:
    save(home, Game.start(["Cle"]).apply(Rolled(Dice.parse("66612"), 2))).close()
    lines = kismet("--game", "6", "--turns").splitlines()
    at = lines.index("  Cle: nothing entered yet, the turn is not finished.")
    assert lines[at + 1] == "      roll 2: 6 6 6 1 2"
    game = Game.start(["Cle"]).apply(Rolled(Dice.parse("66126"), 1)).apply(Rolled(Dice.parse("66613"), 2, (6, 6)))
    save(home, game).close()
    lines = kismet("--game", "7", "--turns").splitlines()
    assert lines[-1] == "      6 6 1 2 6; keeps 6 6, rolls 6 6 6 1 3", "all that is recorded, not the last roll alone"


def test_options_that_were_changed_and_moves_taken_back_are_told(kismet: Kismet) -> None:
    assert "Options: straight = 40." in kismet("--game", "3")
    assert "Some moves were taken back" in kismet("--game", "last", "--turns")
    assert "left" in kismet("--game", "5")


def test_every_line_of_six_players_fits_into_eighty_columns(kismet: Kismet, home: Path) -> None:
    names = [
        "Maximiliana von Hohenfel",
        "Maximilian von Hohenfels",
        "ファン・マーティン健太郎",
        "<b>Eve & Co</b>",
        "É",
        "Six",
    ]
    save(home, sensible(names, 4)).close()
    from rich.cells import cell_len

    lines = kismet("--game", "6").splitlines()
    sheet = lines[: lines.index("", 2)]
    assert len(sheet) >= 20
    assert all(cell_len(line) <= 80 for line in sheet)


def test_a_players_record(kismet: Kismet) -> None:
    text = kismet("ANN", "--stats")
    assert text.startswith("Ann: 3 games played to the end (1 with advice shown), 1 not over.\n")
    assert "of 2 games against others" in text
    assert "(game 2, advice shown)" in text
    assert "Best play by the usual rules averages 315.2, alone." in text, "one game had a rule of the house"
    assert "Kismets 5, of them second ones 3." in text, "two in game 2, and three as they fell in game 3"
    assert "over 2 games" in text
    assert "Left out: 1 game under rules that score otherwise." in text
    assert "may be chance" in text
    assert sum(line.startswith(tuple(box.title for box in Box)) for line in text.splitlines()) >= 15
    everybody = kismet("--stats").splitlines()
    assert [line.split()[0] for line in everybody[1:]] == ["Ann", "Bob", "Annabel"]
    assert "2 of 2" in everybody[1] or "1 of 2" in everybody[1]


def test_games_by_rules_of_the_house_are_not_held_against_best_play_by_the_usual_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    save(tmp_path, sensible(["Ann", "Bob"], 1, Rules(straight=40)), sensible(["Bob"], 2)).close()
    assert main(["history", "Ann", "--stats"]) == 0
    told = capsys.readouterr().out
    assert "Total: average" in told
    assert "Best play" not in told
    assert main(["history", "--stats", "Bob"]) == 0
    assert "Best play by the usual rules averages 315.2" in capsys.readouterr().out


def test_the_record_as_json(kismet: Kismet) -> None:
    value: dict[str, Any] = json.loads(kismet("--stats", "--json"))
    by_name = {player["name"]: player for player in value["players"]}
    bob = by_name["Bob"]
    assert (bob["games"], bob["left"], bob["unfinished"], bob["forced"]) == (2, 1, 1, 1)
    assert by_name["Ann"]["wins"] + bob["wins"] == 2
    assert bob["boxes"]["aces"]["times"] == 1
    assert set(bob["boxes"]) == {box.key for box in Box}
    assert value["damaged"] == []


def test_luck_is_told_when_asked_for(kismet: Kismet, home: Path) -> None:
    table_for(RULINGS, home / "cache")
    text = kismet("--game", "1", "--luck")
    assert "Ann: the dice " in text
    assert "The costliest of " in text
    found = re.search(r"Ann: .* The costliest of \d+ choices, round (\d+), roll (\d), ((\d ?){5}): \w", text)
    assert found
    value = json.loads(kismet("--game", "1", "--luck", "--json"))
    worst = value["luck"][0]["costliest"]
    assert (worst["round"], worst["roll"], worst["dice"]) == (int(found[1]), int(found[2]), found[3].replace(" ", ""))
    assert set(worst) == {"round", "roll", "dice", "chosen", "best", "cost"}
    assert worst["chosen"] != worst["best"]
    turns = kismet("--game", "1", "--turns")
    round_ = turns[turns.index(f"Round {found[1]}\n") :].split("Round ")[1]
    assert found[3] in round_, "the turns tell the same dice in that round"
    assert [player["name"] for player in value["luck"]] == ["Ann", "Bob"]
    assert value["luck"][0]["expected"] == pytest.approx(value["players"][0]["total"], abs=0.05)


@pytest.mark.parametrize(
    ("args", "of"),
    [
        (["--game", "1", "--luck"], "this game"),
        (["--game", "1", "--luck", "--json"], "this game"),
        (["--stats", "--luck"], "5 games"),
    ],
)
def test_who_waits_for_luck_is_told_for_what(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, args: list[str], of: str
) -> None:
    table = table_for(RULINGS, home / "cache")
    told = threading.Event()

    class Watched(io.StringIO):
        def write(self, text: str) -> int:
            told.set()
            return super().write(text)

    def slowly(*_: object) -> Table:
        assert told.wait(60), "nobody said anything"
        return table

    monkeypatch.setattr("tui.advising.PATIENCE", 0)
    monkeypatch.setattr("kismet.history.luck.table_for", slowly)
    errors = Watched()
    monkeypatch.setattr("sys.stderr", errors)
    assert main(["history", *args]) == 0
    words = f"kismet: Working out luck and skill of {of}. This can take some seconds.\n"
    assert errors.getvalue() == words
    assert "Working out" not in capsys.readouterr().out


def test_a_damaged_game_is_named_and_the_rest_counted(kismet: Kismet, home: Path) -> None:
    with sqlite3.connect(home / "games.sqlite3") as db:
        db.execute("UPDATE events SET event = '{' WHERE game = 1")
    db.close()
    assert "damaged   Ann, Bob" in kismet()
    assert kismet("--stats").endswith("Left out because they are damaged: 1.\n")
    assert json.loads(kismet("--stats", "--json"))["damaged"] == [1]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("--game 99", "There is no saved game number 99; `kismet history` lists them."),
        ("--game 99999999999999999999", "There is no saved game number 99999999999999999999; `kismet history` lists"),
        ("--game -1", "A game is named by its number, or `last`, not -1; `kismet history` lists them."),
        ("zoe --stats", "No saved game has a player called zoe."),
        (
            "--game last --stats",
            "--stats is of all games, --game of one: `kismet history --stats`, or --game with --luck.",
        ),
        ("ann --game last", "--game shows one game, whatever it is like: leave ann out."),
        (
            "--game 1 --since 2025-01-01 --over --all",
            "--game shows one game, whatever it is like: leave --since, --over,",
        ),
        ("an --stats", "an could be Ann or Annabel."),
        ("--since tomorrow", "A day is written as 2025-11-30, not tomorrow."),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    home: Path, args: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert home.is_dir()
    assert main(["history", *args.split()]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"kismet: {sentence}")
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("values", "shown"), [((), ""), ((5, 5), "▄▄"), ((0, 1, 2, 3, 4, 5, 6, 7), "▁▂▃▄▅▆▇█"), ((9, 1, 9), "█▁█")]
)
def test_sparklines(values: Sequence[float], shown: str) -> None:
    assert sparkline(values, UNICODE) == shown
    assert len(sparkline(values, ASCII)) == len(values)


def test_charts_are_plain_where_the_encoding_is() -> None:
    assert glyphs_for("utf-8") is UNICODE
    assert glyphs_for("ascii") is glyphs_for("cp1252") is glyphs_for(None) is glyphs_for("klingon") is ASCII
    assert compared(10, 20, 12, ASCII) == "####    |"
    assert compared(99, 20, 12, ASCII) == "########|###"
    assert compared(0, 20, 12, UNICODE) == "        │"


@pytest.mark.parametrize("flag", ["--turns", "--luck"])
def test_what_belongs_to_one_game_says_so(home: Path, capsys: pytest.CaptureFixture[str], flag: str) -> None:
    assert home.is_dir()
    assert main(["history", flag]) == 1
    assert f"kismet history --game last {flag}" in capsys.readouterr().err


def test_looking_at_no_games_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "nobody"))
    assert main(["history"]) == 0
    assert not (tmp_path / "nobody" / "games.sqlite3").exists()


def test_luck_blames_nobody_for_a_turn_that_was_put_right_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], table: Table
) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    monkeypatch.setattr("kismet.history.luck.table_for", lambda *_args: table)
    start = played(Game.start(["Cleo"]), ("22222", Box.KISMET), ("33355", Box.FULL_HOUSE), ("66666", Box.SIXES))
    put_right = after(start, Corrected(0, Dice.parse("22223"), Box.KISMET))
    both = after(put_right, Corrected(2, Dice.parse("66661"), Box.SIXES))
    save(tmp_path, put_right, both).close()
    assert main(["history", "--game", "1", "--luck"]) == 0
    out = capsys.readouterr().out
    assert "Round 1 was put right later, so its box is not judged." in out
    assert "zero in Kismet" not in out
    assert main(["history", "--game", "2", "--luck", "--json"]) == 0
    (luck,) = json.loads(capsys.readouterr().out)["luck"]
    assert (luck["put_right"], luck["decisions"]) == ([1, 3], 1)
    assert main(["history", "--game", "2", "--luck"]) == 0
    assert "Rounds 1 and 3 were put right later, so their boxes are not judged." in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", ["history", "history --json", "history --stats", "history --game last", "export last", "play --plain"]
)
def test_a_file_in_the_place_of_the_folder_of_games_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    place = tmp_path / "games"
    place.write_text("no folder")
    monkeypatch.setenv("KISMET_HOME", str(place))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(words.split()) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"kismet: Cannot open {place / 'games.sqlite3'}: a file is in the place of its folder. "
        "KISMET_HOME=FOLDER saves games in another folder.\n"
    )
    assert place.read_text() == "no folder"


def test_before_the_first_game_there_is_no_folder_and_nothing_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "not" / "yet"))
    assert main(["history"]) == 0
    assert capsys.readouterr().out == "There are no saved games yet; `kismet play` begins one.\n"


def test_a_player_whom_nobody_knows_is_no_answer(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert home.is_dir()
    assert main(["history", "Zed"]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "kismet: No saved game has a player called Zed.\n")
    assert main(["history", "Ann", "--until", "2001-01-01"]) == 0
    assert capsys.readouterr().out == "No saved game is like that.\n"
