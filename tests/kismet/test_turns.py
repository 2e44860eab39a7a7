"""A turn: rolling, keeping, putting right, entering (R1–R3), and who may play at all."""

from __future__ import annotations

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Entered, Game, GameError, Redone, Rolled, Undone, choices, describe
from tests.kismet.tables import NOTHING, order, turn


def rolled(game: Game, dice: str, number: int, kept: tuple[int, ...] | None = None) -> Game:
    return game.apply(Rolled(Dice.parse(dice), number, kept))


def test_three_rolls_a_box_and_the_next_player() -> None:
    game = Game.start(["Ann", "Bob"])
    game = rolled(game, "11634", 1)
    game = rolled(game, "11625", 2, (1, 1, 6))
    game = rolled(game, "11663", 3, (1, 1, 6))
    assert choices(game.state)[Box.TWO_PAIR_SAME_COLOR].points == 17
    game = game.apply(Entered(Box.TWO_PAIR_SAME_COLOR))
    assert (game.state.player, game.state.dice, game.state.totals) == ("Bob", None, (17, 0))


def test_a_die_kept_once_may_be_picked_up_again() -> None:
    """R2."""
    game = rolled(rolled(Game.start("A"), "11634", 1), "11625", 2, (1, 1))
    assert rolled(game, "65432", 3, (6,)).state.roll_number == 3


@pytest.mark.parametrize(
    ("rolls", "words"),
    [
        ([("11111", 0, None)], "first, second or third, not number 0"),
        ([("11634", 1, (1,))], "before the first roll"),
        ([("11634", 1, None), ("22222", 2, (1, 1))], "do not hold the kept 1 1"),
        ([("11634", 1, None), ("22222", 2, (2, 2))], "the roll before was 11634"),
        ([("11634", 1, None), ("11634", 2, (1, 1, 6, 3, 4))], "no roll"),
        ([("11634", 3, None), ("11634", 2, None)], "Roll 3 is on the table"),
        ([("11634", 3, None), ("11634", 4, None)], "rolled three times"),
    ],
)
def test_impossible_rolls_are_refused(rolls: list[tuple[str, int, tuple[int, ...] | None]], words: str) -> None:
    game = Game.start("A")
    for dice, number, kept in rolls[:-1]:
        game = rolled(game, dice, number, kept)
    with pytest.raises(GameError, match=words):
        rolled(game, *rolls[-1])


def test_a_family_may_name_the_final_dice_alone() -> None:
    game = rolled(Game.start("A"), "11663", 3)
    assert game.state.roll_number == 3


def test_the_same_number_again_puts_the_roll_right_and_remembers_what_was_kept() -> None:
    game = rolled(rolled(Game.start("A"), "11634", 1), "11625", 2, (1, 1))
    fixed = rolled(game, "11624", 2)
    assert fixed.state.roll is not None
    assert (str(fixed.state.dice), fixed.state.roll.kept, len(fixed.state.rolls)) == ("11624", (1, 1), 2)
    contradicting = rolled(game, "12624", 2)
    assert contradicting.state.roll is not None
    assert contradicting.state.roll.kept is None


def test_nothing_is_entered_before_the_dice_lie_there_nor_twice() -> None:
    game = Game.start(["Ann"])
    with pytest.raises(GameError, match="Ann has not rolled yet"):
        game.apply(Entered(Box.ACES))
    game = turn(game, "11163", Box.ACES)
    with pytest.raises(GameError, match="Aces of Ann is filled already, with 3"):
        turn(game, "11163", Box.ACES)


def test_play_goes_clockwise_from_the_first_for_fifteen_rounds() -> None:
    """R1, R16."""
    assert order(Game.start("ABC", first=1), 50) == "BCA" * 15 + "."


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ([], "One to six can play, not 0"),
        (list("ABCDEFGHIJ"), "One to six can play, not 10"),
        (["Ann", "ann"], "Two players are called"),
        (["Ann", " "], "not a name"),
        (["A\nB"], "not a name"),
        (["A\x1b[31m"], "not a name"),
        (["X" * 25], "at most 24"),
    ],
)
def test_who_cannot_play_is_told_why(players: list[str], words: str) -> None:
    with pytest.raises(GameError, match=words):
        Game.start(players)


def test_a_full_game_takes_nothing_more() -> None:
    game = Game.start("A")
    while not game.state.over:
        game = turn(game, NOTHING, game.state.sheets[0].vacant[0])
    assert game.state.round == 15
    for event in (Rolled(Dice.parse(NOTHING), 1), Entered(Box.ACES)):
        with pytest.raises(GameError, match="The game is over"):
            game.apply(event)


def test_undo_and_redo_walk_through_the_whole_game() -> None:
    game = Game.start(["Ann", "Bob"])
    stations = [game.state]
    for box in (Box.SIXES, Box.FIVES, Box.FOURS, Box.TREYS):
        for step in (Rolled(Dice.parse("65543"), 1), Entered(box)):
            game = game.apply(step)
            stations.append(game.state)
    for state in reversed(stations[:-1]):
        game = game.apply(Undone())
        assert game.state == state
    with pytest.raises(GameError, match="nothing to undo"):
        game.apply(Undone())
    for state in stations[1:]:
        game = game.apply(Redone())
        assert game.state == state
    with pytest.raises(GameError, match="nothing to redo"):
        game.apply(Redone())
    assert Game.replay(game.log).state == game.state


def test_a_new_event_after_undo_forgets_what_was_undone() -> None:
    game = turn(Game.start("A"), "66612", Box.SIXES).apply(Undone()).apply(Entered(Box.YARBOROUGH))
    assert game.redoable is None
    assert game.state.sheets[0][Box.SIXES] is None


def test_events_can_be_told() -> None:
    game = turn(Game.start(["Ann", "Bob"]), "66655", Box.FULL_HOUSE)
    told = [describe(b.event, a.state, b.state) for a, b in zip(game.steps, game.steps[1:], strict=False)]
    assert told == ["Ann: roll 1, 6 6 6 5 5", "Ann: Full House 43"]
