"""Whole saved games in few words, for tests of what is made of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from kismet.dice import Dice
from kismet.game import Entered, Event, Game, Rolled, choices
from kismet.journal import Journal
from kismet.rules import RULINGS, Rules
from tests.kismet.tables import top


def to_the_end(game: Game, dice: Sequence[str] = ("12346",)) -> Game:
    """Everybody fills boxes from the top: the n-th player always with the n-th of `dice`, the last one for the rest."""
    while game.state.mover is not None:
        game = top(game, dice[min(game.state.mover, len(dice) - 1)])
    return game


def sensible(players: Sequence[str], seed: int, rules: Rules = RULINGS) -> Game:
    """A whole game as people play it: the most alike are kept, and the box that gives most is filled."""
    throw = random.Random(seed)
    game = Game.start(players, rules)
    while game.state.mover is not None:
        dice = [throw.randint(1, 6) for _ in range(5)]
        game = game.apply(Rolled(Dice(tuple(dice)), 1))
        for number in (2, 3):
            kept = tuple(value for value in dice if value == max(dice, key=dice.count))
            if len(kept) == len(dice):
                break
            dice = [*kept, *(throw.randint(1, 6) for _ in range(5 - len(kept)))]
            game = game.apply(Rolled(Dice(tuple(dice)), number, kept))
        options = choices(game.state)
        game = game.apply(Entered(max(options, key=lambda box: (options[box].points, -box))))
    return game


def save(folder: Path, *games: Game) -> Journal:
    """A journal with these games, numbered from 1."""
    journal = Journal(folder / "games.sqlite3")
    for game in games:
        journal.create(game)
    return journal


def after(game: Game, *events: Event) -> Game:
    """The game after some events more."""
    for event in events:
        game = game.apply(event)
    return game
