"""Names: what scripts need is allowed, what terminals cannot draw alike is refused in plain words."""

from __future__ import annotations

import pytest

from kismet.dice import Dice
from kismet.game import Game, GameError, Rolled


@pytest.mark.parametrize("name", ["Zoë", "李小龍", "علی\u200cرضا", "ශ\u0dca\u200dර\u0dd3", "Max 2", "😀", "O'Neil"])
def test_names_of_any_script(name: str) -> None:
    assert Game.start([name]).state.players == (name,)


@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "\u200d", "Ann\u200d", "A \u200dB"])
def test_joined_signs_are_refused_in_plain_words(name: str) -> None:
    with pytest.raises(GameError, match=r"is several signs joined, .*; take one\."):
        Game.start([name])


@pytest.mark.parametrize("name", ["a\u202eb", "a\nb", "", " a", "a\x00"])
def test_what_cannot_be_shown_is_no_name(name: str) -> None:
    with pytest.raises(GameError, match="is not a name that can be shown"):
        Game.start([name])


def test_a_joiner_makes_no_other_name() -> None:
    with pytest.raises(GameError, match="Two players are called"):
        Game.start(["ab", "a\u200cb"])


def test_dice_that_share_no_number_with_those_before_were_all_thrown() -> None:
    """Nobody said what was kept: what follows for certain is known, what does not is left open."""
    game = Game.start(["Ann"]).apply(Rolled(Dice.parse("11223"), 1))
    assert game.apply(Rolled(Dice.parse("44556"), 2)).state.rolls[1].kept == ()
    assert game.apply(Rolled(Dice.parse("44551"), 2)).state.rolls[1].kept is None
    assert game.apply(Rolled(Dice.parse("44556"), 3)).state.rolls[1].kept is None
