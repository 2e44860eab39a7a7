"""What a player is told at a decision: the options, their order, their cost, and that the rules allow them."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kismet.advice
from kismet.advice.card import card_for
from kismet.advice.options import TIE, Advice, Keep, Move, Option, Take, advise
from kismet.advice.prospects import prospects
from kismet.advice.solve import solve
from kismet.advice.table import NotCovered, Table, start_of
from kismet.boxes import BASIC_BOXES, Box, score
from kismet.dice import Dice
from kismet.game import Origin, Roll, State, choices
from kismet.rules import RULINGS, Rules, VoluntaryZero
from kismet.sheet import Sheet, SheetError

DICE = st.tuples(*[st.integers(1, 6)] * 5).map(Dice)


def sheets(*, fewest: int = 0) -> st.SearchStrategy[Sheet]:
    """Sheets that can be, with at least so many boxes filled and at least one vacant."""
    return st.dictionaries(st.sampled_from(list(Box)), DICE, min_size=fewest, max_size=14).map(
        lambda filled: Sheet.of({box: score(box, dice, RULINGS) for box, dice in filled.items()})
    )


def sheet_of(position: dict[str, Any]) -> Sheet:
    """A sheet with these boxes filled and this basic subtotal; what is in the others does not matter."""
    filled = [Box.parse(name) for name in position["filled"]]
    basic = _adding_up(position["basic_subtotal"], [box for box in filled if box in BASIC_BOXES])
    assert basic is not None
    return Sheet.of({**dict.fromkeys(filled, 0), **basic})


def _adding_up(subtotal: int, boxes: list[Box]) -> dict[Box, int] | None:
    if not boxes:
        return None if subtotal else {}
    for points in range(0, min(subtotal, 5 * (boxes[0] + 1)) + 1, boxes[0] + 1):
        rest = _adding_up(subtotal - points, boxes[1:])
        if rest is not None:
            return {boxes[0]: points, **rest}
    return None


def name(move: Move) -> str:
    return move.box.key if isinstance(move, Take) else "".join(map(str, move.values))


def test_150_decisions_of_an_independent_solver(table: Table, shared: Path) -> None:
    positions = json.loads((shared / "data/advice/positions.json").read_text())["positions"]
    assert len(positions) == 150
    for position in positions:
        sheet, dice = sheet_of(position), Dice.parse(position["dice"])
        assert sheet.subtotal == position["basic_subtotal"]
        advice = advise(table, sheet, dice, position["roll"])
        values = {name(option.move): option.expected_total - advice.points_so_far for option in advice.options}
        stop = max(values[name(option.move)] for option in advice.options if isinstance(option.move, Take))
        best = name(advice.best.move)
        if position["kind"] == "keep":
            # There, stopping counts as keeping all five; after the first roll that may also be waiting for the next.
            if isinstance(advice.best.move, Take):
                best = str(dice.ordered)
            assert stop == pytest.approx(position["stop"]["expected"], abs=TIE)
        assert best in position["best"], position
        assert advice.best.expected_total - advice.points_so_far == pytest.approx(position["best_expected"], abs=TIE)
        for other in position["next_best"]:
            if other["action"] in values:
                assert values[other["action"]] == pytest.approx(other["expected"], abs=TIE), position


@given(sheets(), DICE, st.integers(1, 3))
def test_every_option_is_listed_once_best_first(table: Table, sheet: Sheet, dice: Dice, roll: int) -> None:
    advice = advise(table, sheet, dice, roll)
    moves = [option.move for option in advice.options]
    assert len(set(moves)) == len(moves)
    takes = {move.box: move.points for move in moves if isinstance(move, Take)}
    assert takes == {box: score(box, dice, RULINGS) for box in sheet.vacant}
    keeps = {move.values for move in moves if isinstance(move, Keep)}
    if roll == 3:
        assert not keeps
    else:
        assert () in keeps
        assert all(dice.contain(kept) and len(kept) < 5 for kept in keeps)
    losses = [option.loss for option in advice.options]
    assert losses == sorted(losses)
    assert losses[0] == 0
    best = max(option.expected_total for option in advice.options)
    for option in advice.options:
        assert option.loss == pytest.approx(best - option.expected_total, abs=TIE)
    assert advice.gain == losses[1] if len(losses) > 1 else advice.gain == 0


@given(sheets(fewest=8), DICE)
def test_a_later_roll_is_never_worth_more(table: Table, sheet: Sheet, dice: Dice) -> None:
    """The same dice with more rolls to come are worth at least as much."""
    first, second, third = (advise(table, sheet, dice, roll).best.expected_total for roll in (1, 2, 3))
    assert first >= second - TIE
    assert second >= third - TIE


@pytest.mark.parametrize(
    "rules",
    [RULINGS, Rules(voluntary_zero=VoluntaryZero.ONLY_IF_STUCK), Rules(yarborough_first=True)],
    ids=["allowed", "only_if_stuck", "yarborough_first"],
)
@given(sheet=sheets(fewest=11), dice=DICE)
def test_the_boxes_advised_are_those_the_game_accepts(rules: Rules, sheet: Sheet, dice: Dice) -> None:
    """A15."""
    table = solve(card_for(rules), start_of(sheet))
    state = State(("Ann",), rules, (sheet,), 0, (Roll(dice, 3, None, Origin.TYPED),))
    accepted = {box: choice.points for box, choice in choices(state).items() if not choice.refused}
    takes = [option.move for option in advise(table, sheet, dice, 3).options]
    assert {move.box: move.points for move in takes if isinstance(move, Take)} == accepted


def test_stopping_comes_before_waiting_among_equals(table: Table) -> None:
    """With all but Yarborough filled and five sixes on the table, nothing can be gained by rolling."""
    sheet = Sheet.of({box: 0 for box in Box if box is not Box.YARBOROUGH})
    advice = advise(table, sheet, Dice.parse("66666"), 1)
    assert advice.best == Option(Take(Box.YARBOROUGH, 30), 30.0, 0.0)


def test_points_on_the_sheet_count_and_the_bonus_too(table: Table) -> None:
    """R6: with 61 points and Aces open, two aces bring the bonus of 35."""
    filled = {Box.DEUCES: 6, Box.TREYS: 9, Box.FOURS: 12, Box.FIVES: 10, Box.SIXES: 24, Box.FLUSH: 35}
    sheet = Sheet.of({**{box: 0 for box in Box if box is not Box.ACES}, **filled})
    advice = advise(table, sheet, Dice.parse("11345"), 3)
    assert (advice.points_so_far, advice.best.expected_total) == (96, 96 + 2 + 35)


def test_a_full_sheet_and_a_fourth_roll_are_refused(table: Table) -> None:
    full = Sheet.of(dict.fromkeys(Box, 0))
    with pytest.raises(ValueError, match="full"):
        advise(table, full, Dice.parse("11345"), 3)
    with pytest.raises(ValueError, match="not number 4"):
        advise(table, Sheet(), Dice.parse("11345"), 4)


def test_a_sheet_that_cannot_be_is_refused_in_words(table: Table) -> None:
    with pytest.raises(NotCovered, match=r"7 points in the basic section and aces filled: either no dice can lead"):
        advise(table, Sheet.of({Box.ACES: 7}), Dice.parse("11345"), 3)
    for points in (2.5, "3", -1):
        with pytest.raises(SheetError, match=rf"whole numbers from 0, not {points} in Aces"):
            advise(table, Sheet.of({Box.ACES: points}), Dice.parse("11345"), 3)  # type: ignore[dict-item]


def test_the_example_for_programs_is_as_it_says() -> None:
    assert doctest.testmod(kismet.advice) == (0, 15)


def some_keep(advice: Advice) -> Move:
    return next(option.move for option in advice.options if isinstance(option.move, Keep))


@given(sheets(), DICE, st.integers(1, 2))
def test_chances_after_a_keep_add_up_and_explain_its_worth(table: Table, sheet: Sheet, dice: Dice, roll: int) -> None:
    move = some_keep(advise(table, sheet, dice, roll))
    found = prospects(table, sheet, dice, roll, move)
    assert sum(p.chance + p.zero for p in found) == pytest.approx(1)
    for prospect in found:
        assert prospect.box in sheet.vacant
        assert prospect.chance <= prospect.fits + 1e-12


def test_a_straight_with_one_die_missing_comes_one_time_in_three(table: Table) -> None:
    sheet = Sheet.of({box: 0 for box in Box if box is not Box.STRAIGHT})
    (found,) = prospects(table, sheet, Dice.parse("23455"), 2, Keep((2, 3, 4, 5)))
    assert found.chance == pytest.approx(1 / 3)
    assert found.points == 30
    assert found.zero == pytest.approx(2 / 3)
    (two_rolls,) = prospects(table, sheet, Dice.parse("23455"), 1, Keep((2, 3, 4, 5)))
    assert two_rolls.chance == pytest.approx(1 - (2 / 3) ** 2)
