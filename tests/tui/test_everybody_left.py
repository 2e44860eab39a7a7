"""The last player stays; and games of earlier versions, which everybody could leave, are opened wherever games are."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kismet.boxes import Box
from kismet.game import Game, Left
from kismet.journal import Journal
from tests.kismet.tables import turn
from tests.tui.seat import WIDE, app_at, game_of
from tests.tui.test_board import board, screen
from tui.cli import main
from tui.session import Session
from tui.speech.words import opening_call

WORDS = "Cy is the last one here and stays; leave the game instead."


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a game that everybody left, as an earlier version saved it."""
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    journal = Journal(tmp_path / "games.sqlite3")
    game = turn(Game.start(["Al", "Bo"]), "66612", Box.SIXES)
    number = journal.create(game)
    for seat in (0, 1):
        game = game.follow(Left(seat))
        journal.append(number, game)
    journal.close()
    return tmp_path


async def test_the_last_one_in_the_app_stays_and_is_told_why(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Al", "Bo", "Cy") as seat:
        await seat.press("p", "l", "+down", "l", "+down", "l")
        assert WORDS.split(";")[0] in " ".join(seat.text.replace("│", " ").split())
        await seat.press("+escape")
        assert seat.session.state.player == "Cy"
        assert seat.session.state.away == (True, True, False)


async def test_the_app_opens_it_and_somebody_can_come_back(home: Path) -> None:
    async with app_at(home, start=lambda journal: Session.resume(journal, 1)) as seat:
        assert "Everybody has left" in seat.text
        await seat.press("f")
        assert "Everybody has left." in seat.text
        await seat.press("+escape", "o", "t", "w", "+escape")
        await seat.press("p", "+down", "l", "+escape")
        assert seat.session.state.player == "Bo"


async def test_the_list_of_games_opens_it(home: Path) -> None:
    async with app_at(home) as seat:
        seat.app.show_history()
        await seat.pilot.pause()
        await seat.press("+enter")
        assert "Everybody" in seat.text
        await seat.press("b", "+end")
        assert "Everybody had left" in seat.text


async def test_the_board_that_looks_on_shows_it(home: Path) -> None:
    async with board(home / "games.sqlite3", WIDE) as (app, _):
        assert "Everybody has left" in screen(app)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["history"], "Al 18 (left), Bo 0 (left)"),
        (["history", "--game", "1", "--turns"], "everybody left"),
        (["history", "Al", "--stats"], "Al"),
        (["watch", "--plain", "--once"], "The game is over: everybody has left. Al left with 18. Bo left with 0."),
        (["export", "1", "--format", "html"], "everybody left"),
        (["export", "1", "--format", "svg"], "everybody left"),
        (["export", "1", "--format", "csv"], "left"),
        (["export", "1", "--format", "json"], '"over"'),
    ],
)
def test_every_command_opens_it(capsys: pytest.CaptureFixture[str], command: list[str], words: str) -> None:
    assert main(command) == 0
    assert words in capsys.readouterr().out


@pytest.mark.usefixtures("home")
def test_plain_lines_open_it_and_refuse_the_last_to_leave(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "turn\nluck\nodds\nreturn Al\nleave Al\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["play", "--json", "--resume", "1"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[0]["message"].startswith("The game is over: everybody has left.")
    assert told[3]["message"].startswith("Al is back.")
    assert (told[4]["ok"], told[4]["message"]) == (False, WORDS.replace("Cy", "Al"))


def test_it_is_called_out_without_a_winner() -> None:
    game = Game.start(["Al", "Bo"]).apply(Left(0)).follow(Left(1))
    assert opening_call(game) == "The game is over. Everybody has left."
