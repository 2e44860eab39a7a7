"""Judged choices and their places in a replay."""

from __future__ import annotations

import pytest

from kismet.advice.options import Keep, Take
from kismet.advice.table import Table
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Corrected, Entered, Game, Rolled
from kismet.history import costly_choices, judged_at, judged_turns, moment_of, replay
from kismet.history.search import Search, searches
from kismet.luck import game_luck
from tests.kismet.evenings import sensible


def rolled(dice: str, number: int = 1, kept: str | None = None) -> Rolled:
    return Rolled(Dice.parse(dice), number, None if kept is None else tuple(map(int, kept)))


def test_every_choice_is_found_where_its_dice_lay(table: Table) -> None:
    game = sensible(("Ann", "Bob", "Cleo"), 11)
    turns = judged_turns(game.state, game_luck(table, game.state))
    assert [turn.serial for turn in turns] == [turn.serial for turn in game.state.turns if turn.rolls]
    moments = replay(game, rolls=True)
    found = judged_at(moments, turns)
    assert len(found) == sum(len(turn.luck.decisions) for turn in turns)
    for at, judged in found.items():
        state = moments[at].state
        assert state.dice == judged.decision.dice
        assert state.mover == judged.turn.player
        assert state.round == judged.turn.round


def test_the_costliest_comes_first_and_names_who_gave_the_points_away(table: Table) -> None:
    game = Game.start(["Ann", "Bob"])
    for event in (rolled("66661"), Entered(Box.YARBOROUGH), rolled("55553"), rolled("55554", 2, "5555")):
        game = game.apply(event)
    game = game.apply(Entered(Box.FOUR_OF_A_KIND))
    turns = judged_turns(game.state, game_luck(table, game.state))
    worst = costly_choices(turns)[0]
    assert (worst.turn.player, worst.turn.round, worst.decision.chosen) == (0, 1, Take(Box.YARBOROUGH, 25))
    assert worst.decision.cost > 10
    assert moment_of(replay(game, rolls=True), worst) == 1
    kept = [judged for judged in judged_at(replay(game, rolls=True), turns).values() if judged.turn.player == 1]
    assert kept[0].decision.chosen == Keep((5, 5, 5, 5))


def test_dice_put_right_at_once_and_dice_put_right_later(table: Table) -> None:
    game = Game.start(["Ann"])
    for event in (rolled("12344"), rolled("12346"), Entered(Box.STRAIGHT)):
        game = game.apply(event)
    moments = replay(game, rolls=True)
    (judged,) = judged_at(moments, judged_turns(game.state, game_luck(table, game.state)))
    assert judged == 2, "the first reading was wrong; the choice was made on the second"
    was, serial = game.state.turns[0].rolls[-1].dice, game.state.turns[0].serial
    game = game.apply(Corrected(serial, Dice.parse("12345"), Box.STRAIGHT))
    moments = replay(game, rolls=True)
    assert not judged_at(moments, judged_turns(game.state, game_luck(table, game.state))), "nobody chose for those dice"
    game = game.apply(Corrected(serial, was, Box.STRAIGHT))
    moments = replay(game, rolls=True)
    (judged,) = judged_at(moments, judged_turns(game.state, game_luck(table, game.state)))
    assert judged == 2, "it stands as it was entered, and is judged again"


def test_what_was_kept_before_a_turn_was_put_right_is_judged_and_its_box_is_not(table: Table) -> None:
    game = Game.start(["Ann"])
    for event in (rolled("22234"), rolled("22222", 2, "2"), Entered(Box.KISMET)):
        game = game.apply(event)
    game = game.apply(Corrected(game.state.turns[0].serial, Dice.parse("22223"), Box.KISMET))
    (luck,) = game_luck(table, game.state)
    assert [decision.chosen for decision in luck.turns[0].decisions] == [Keep((2,))]
    assert luck.expected == pytest.approx(luck.start + luck.luck - luck.cost, abs=0.01)
    assert luck.luck < -10, "the zero in Kismet is in it"
    assert luck.cost == luck.turns[0].decisions[0].cost > 0
    worst = costly_choices(judged_turns(game.state, (luck,)))
    assert [moment_of(replay(game, rolls=True), judged) for judged in worst] == [1]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("ann over", (Search(player="ann"), Search(over=True))),
        ("Unfinished advice", (Search(over=False), Search(hinted=True))),
        ("2026-13", (Search(player="2026-13"),)),
        ("", ()),
    ],
)
def test_words_that_are_searched_for(text: str, wanted: tuple[Search, ...]) -> None:
    assert searches(text) == wanted


def test_days_months_and_years_are_searched_for() -> None:
    found = [searches(text)[0] for text in ("2026", "2028-2", "2026-11-29")]
    assert [(str(search.since), str(search.until)) for search in found] == [
        ("2026-01-01", "2026-12-31"),
        ("2028-02-01", "2028-02-29"),
        ("2026-11-29", "2026-11-29"),
    ]
