"""Playing a game in tests with few words."""

from __future__ import annotations

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Entered, Game, Rolled

NOTHING = "12346"
"""Dice that score nowhere below but in Yarborough."""


def turn(game: Game, dice: str, box: Box) -> Game:
    """The player in turn rolls once and enters."""
    return game.apply(Rolled(Dice.parse(dice), 1)).apply(Entered(box))


def top(game: Game, dice: str = NOTHING) -> Game:
    """The player in turn enters `dice` in the topmost vacant box."""
    assert game.state.mover is not None
    box = game.state.sheets[game.state.mover].topmost_vacant
    assert box is not None
    return turn(game, dice, box)


def played(game: Game, *turns: tuple[str, Box]) -> Game:
    """Several turns one after another, whoever's they are."""
    for dice, box in turns:
        game = turn(game, dice, box)
    return game


def order(game: Game, count: int) -> str:
    """Who plays the next `count` turns, as initials, if nothing special happens."""
    names = ""
    for _ in range(count):
        if game.state.over:
            return names + "."
        names += str(game.state.player)
        game = top(game)
    return names
