"""Luck and skill: what the dice gave and what choices cost, and that it all adds up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kismet.advice.options import Keep, Take, advise
from kismet.advice.table import Table
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Entered, Game, Rolled
from kismet.luck import Decision, PlayerLuck, Throw, game_luck, in_words, throws_of, turn_luck
from kismet.rules import RULINGS
from kismet.sheet import Sheet

ONLY_STRAIGHT = Sheet.of({box: 0 for box in Box if box is not Box.STRAIGHT})


def throws(*rolls: tuple[str, str | None]) -> list[Throw]:
    return [
        Throw(Dice.parse(dice), number, None if kept is None else tuple(map(int, kept)))
        for number, (dice, kept) in enumerate(rolls, 1)
    ]


def test_a_turn_with_only_the_straight_vacant(table: Table) -> None:
    """Values by hand: with one die missing a straight comes in 1/3 of rolls, with an inner one in 1/6."""
    played = throws(("23455", "2345"), ("23451", None))
    turn = turn_luck(table, RULINGS, ONLY_STRAIGHT, played, Box.STRAIGHT)
    before = advise(table, ONLY_STRAIGHT, Dice.parse("23455"), 1).best.expected_total
    assert before == pytest.approx(30 * (1 - 4 / 9), abs=0.001)
    assert turn.cost == pytest.approx(0, abs=0.001)
    assert turn.points == 30
    start = 30 - turn.luck
    assert 0 < start < before, "all of the gain is luck"


def test_a_choice_costs_what_the_best_was_worth_more(table: Table) -> None:
    played = throws(("23456", "6"), ("11166", None))
    turn = turn_luck(table, RULINGS, ONLY_STRAIGHT, played, Box.STRAIGHT)
    given_away, entry = turn.decisions
    assert (given_away.chosen, given_away.best) == (Keep((6,)), Take(Box.STRAIGHT, 30))
    rolling_on = advise(table, ONLY_STRAIGHT, Dice.parse("11166"), 2).best.expected_total
    assert entry.cost == pytest.approx(rolling_on, abs=0.001), "a zero is worth nothing"
    assert turn.cost == pytest.approx(given_away.cost + entry.cost)
    assert 20 < given_away.cost < 30


def test_choices_that_nobody_recorded_count_as_luck(table: Table) -> None:
    unsaid = turn_luck(table, RULINGS, ONLY_STRAIGHT, throws(("23456", None), ("11166", None)), Box.STRAIGHT)
    assert [decision.number for decision in unsaid.decisions] == [2]
    final_only = [Throw(Dice.parse("11166"), 3)]
    assert turn_luck(table, RULINGS, ONLY_STRAIGHT, final_only, Box.STRAIGHT).cost == 0
    skipped = [Throw(Dice.parse("23456"), 1, (6,)), Throw(Dice.parse("11166"), 3)]
    assert turn_luck(table, RULINGS, ONLY_STRAIGHT, skipped, Box.STRAIGHT).cost == 0
    with pytest.raises(ValueError, match="at least one roll"):
        turn_luck(table, RULINGS, ONLY_STRAIGHT, [], Box.STRAIGHT)


def test_decisions_in_words(table: Table) -> None:
    turn = turn_luck(table, RULINGS, ONLY_STRAIGHT, throws(("23456", "6"), ("11166", None)), Box.STRAIGHT)
    assert in_words(turn.decisions[0]).startswith("Keeping 6: taking Straight now was worth 2")
    best = Decision(Sheet(), Dice.parse("66666"), 3, Take(Box.KISMET, 80), Take(Box.KISMET, 80), 0.0)
    assert in_words(best) == "Taking Kismet: there was nothing better."


def random_game(players: int, seed: int, turns: int) -> Game:
    """A game of bad choices and many Kismets."""
    random = np.random.default_rng(seed)
    game = Game.start("ABC"[:players])
    for _ in range(turns):
        if game.state.mover is None:
            break
        dice = tuple(map(int, random.integers(1, 7, 5)))
        game = game.apply(Rolled(Dice(dice), 1))
        kept = dice[: int(random.integers(0, 4))]
        rest = tuple(map(int, random.integers(1, 7, 5 - len(kept))))
        final = Dice((int(random.integers(1, 7)),) * 5) if random.random() < 0.2 else Dice(kept + rest)
        if not final.contain(kept):
            kept = ()
        game = game.apply(Rolled(final, 2, kept))
        vacant = game.state.sheets[game.state.mover or 0].vacant
        game = game.apply(Entered(vacant[int(random.integers(len(vacant)))]))
    return game


def adds_up(player: PlayerLuck) -> bool:
    return player.expected == pytest.approx(player.start + player.luck - player.cost - player.forced, abs=0.01)


@given(st.integers(1, 3), st.integers(0, 1000), st.integers(0, 45))
def test_start_luck_cost_and_forced_zeros_add_up_to_the_total(
    table: Table, players: int, seed: int, turns: int
) -> None:
    state = random_game(players, seed, turns).state
    found = game_luck(table, state)
    assert [player.name for player in found] == list(state.players)
    for player, total in zip(found, state.totals, strict=True):
        assert adds_up(player)
        assert player.cost > -0.01
        assert player.forced > -0.01
        if state.over:
            assert player.expected == total


def test_the_costliest_decision_can_be_asked_again(table: Table) -> None:
    state = random_game(2, 7, 30).state
    assert state.over
    for player in game_luck(table, state):
        worst = player.costliest
        assert worst is not None
        advice = advise(table, worst.sheet, worst.dice, worst.number)
        assert advice.best.move == worst.best
        option = advice.option(worst.chosen)
        assert option is not None
        assert option.loss == pytest.approx(worst.cost, abs=0.001)
        assert worst.cost == max(d.cost for turn in player.turns for d in turn.decisions)


def test_who_plays_by_the_advice_pays_nothing(table: Table) -> None:
    """And over 40 games of a whole sheet, luck is zero within three standard errors."""
    random = np.random.default_rng(5)
    lucks = []
    for _ in range(40):
        game = Game.start(["Ann"])
        while not game.state.over:
            kept: tuple[int, ...] = ()
            for number in (1, 2, 3):
                dice = Dice(kept + tuple(map(int, random.integers(1, 7, 5 - len(kept)))))
                game = game.apply(Rolled(dice, number, kept if number > 1 else None))
                move = advise(table, game.state.sheets[0], dice, number).best.move
                if isinstance(move, Take):
                    game = game.apply(Entered(move.box))
                    break
                kept = move.values
        (ann,) = game_luck(table, game.state)
        assert ann.cost == pytest.approx(0, abs=0.01)
        assert ann.costliest is None
        assert game.state.totals[0] == pytest.approx(315.18 + ann.luck, abs=0.01)
        lucks.append(ann.luck)
    assert abs(np.mean(lucks)) < 3 * 56.09 / np.sqrt(len(lucks))


def test_what_is_kept_is_told_by_the_next_roll() -> None:
    game = Game.start(["Ann"]).apply(Rolled(Dice.parse("55512"), 1)).apply(Rolled(Dice.parse("55566"), 2, (5, 5, 5)))
    turn = game.apply(Entered(Box.FULL_HOUSE)).state.turns[0]
    assert throws_of(turn) == (
        Throw(Dice.parse("55512"), 1, (5, 5, 5)),
        Throw(Dice.parse("55566"), 2, None),
    )
