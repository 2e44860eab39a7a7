"""Whole games, worked by hand on paper: every entry, every forced zero, the order of play and the totals."""

from __future__ import annotations

from pathlib import Path

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Entered, Game, Rolled
from kismet.game.standings import winners
from kismet.rules import RULINGS, Rules

GAMES = sorted((Path(__file__).parent / "games").glob("*.txt"))


def lines(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_worked_by_hand_comes_out_as_on_paper(path: Path) -> None:
    players: list[str] = []
    rules = RULINGS
    game: Game | None = None
    seen_forced = 0
    finals = 0
    for words in lines(path):
        match words:
            case ["players", *names]:
                players = names
            case ["rules", *options]:
                rules = Rules.from_toml("\n".join(options))
            case ["forced", name, box]:
                assert game is not None
                forced = [turn for turn in game.state.turns if turn.forced_by is not None]
                turn = forced[seen_forced]
                seen_forced += 1
                assert (players[turn.player], turn.box.key, turn.points) == (name, box, 0)
            case ["final", name, basic, bonus, total]:
                assert game is not None
                sheet = game.state.sheets[players.index(name)]
                assert (sheet.subtotal, sheet.bonus, sheet.total) == (int(basic), int(bonus), int(total))
                finals += 1
            case [name, dice, box, points]:
                game = game or Game.start(players, rules)
                assert game.state.player == name, f"{name} is to play, says the paper"
                game = game.apply(Rolled(Dice.parse(dice), 3)).apply(Entered(Box.parse(box)))
                assert game.state.sheets[players.index(name)][Box.parse(box)] == int(points), words
    assert game is not None
    assert game.state.over
    assert finals == len(players)
    assert seen_forced == sum(turn.forced_by is not None for turn in game.state.turns)


@pytest.mark.parametrize(("stem", "expected"), [("2_shared_win", ("Ann", "Bob")), ("3_two_second_kismets", ("Cle",))])
def test_the_highest_total_wins_and_level_players_share(stem: str, expected: tuple[str, ...]) -> None:
    """R18, A16."""
    path = Path(__file__).parent / "games" / f"{stem}.txt"
    rows = lines(path)
    game = Game.start(rows[0][1:])
    for words in rows:
        if words[0] in rows[0][1:]:
            game = game.apply(Rolled(Dice.parse(words[1]), 1)).apply(Entered(Box.parse(words[2])))
    assert winners(game.state) == expected
