"""How games are likely to end: exact spread, and chances to win against what can be known otherwise."""

from __future__ import annotations

from copy import deepcopy
from math import sqrt

import numpy as np
import pytest

from kismet.advice.card import card_for
from kismet.advice.keeps import FIRST_ROLL, NUMBER, ROLLS, counts_of
from kismet.advice.solve import Stopped, solve
from kismet.advice.space import EMPTY
from kismet.advice.table import NotCovered, Table, start_of
from kismet.boxes import Box, score
from kismet.dice import Dice
from kismet.game import Entered, Game, Left, Rolled
from kismet.odds.chances import Odds, odds, odds_of, seats_of
from kismet.odds.match import Match, Seat
from kismet.odds.spread import outlook, solve_spread
from kismet.odds.turns import Turns
from kismet.rules import RULINGS, Rules, SecondKismet, Trigger, VoluntaryZero
from kismet.sheet import Sheet
from tests.kismet.by_hand import ByHand


def only(*vacant: Box, **points: int) -> Sheet:
    """A sheet with only these boxes vacant, and zeros in all others but those named."""
    filled = {box: points.get(box.key, 0) for box in Box if box not in vacant}
    return Sheet.of(filled)


def test_the_spread_of_the_empty_sheet(table: Table) -> None:
    spread = solve_spread(table)
    assert spread.sd(EMPTY) == pytest.approx(56.09, abs=0.005)
    assert outlook(table, spread, Sheet()).mean == pytest.approx(315.18, abs=0.005)
    full = only(sixes=30, kismet=80)
    assert (outlook(table, spread, full).mean, outlook(table, spread, full).sd) == (110, 0)


def test_the_spread_of_a_late_sheet_is_what_fractions_say() -> None:
    sheet = only(Box.SIXES, Box.FLUSH, aces=5, fives=20, fours=16)
    part = solve(card_for(RULINGS), start_of(sheet))
    mean, square = ByHand(RULINGS).moments(frozenset(sheet.vacant), sheet.subtotal)
    found = outlook(part, solve_spread(part), sheet)
    assert found.mean == pytest.approx(sheet.total + float(mean), abs=0.001)
    assert found.sd == pytest.approx(sqrt(square - mean**2), rel=0.001)


def test_alone_everybody_wins_and_the_mean_is_that_of_the_table(table: Table) -> None:
    """A simulation by other code than the solver's, within three standard errors of its value."""
    found = odds(table, RULINGS, [Seat(Sheet())], 0)
    (chance,) = found.players
    assert (chance.win, chance.error) == (1, 0)
    assert found.games == 10_000
    assert chance.mean == pytest.approx(315.18, abs=3 * 56.09 / sqrt(found.games))
    assert chance.low < 315 - 56 < 315 + 56 < chance.high


def test_equal_players_have_equal_chances(table: Table) -> None:
    found = odds(table, RULINGS, [Seat(only(Box.FLUSH, Box.FULL_HOUSE, Box.FIVES))] * 2, 0)
    assert sum(chance.win for chance in found.players) == pytest.approx(1)
    for chance in found.players:
        assert abs(chance.win - 0.5) < 1.5 * chance.error
        assert 0 < chance.error < 0.02


def test_the_last_box_by_hand(table: Table) -> None:
    """Both have Kismet alone vacant; the one behind needs it, and a higher one if both get it."""
    behind, ahead = Seat(only(Box.KISMET, yarborough=10)), Seat(only(Box.KISMET, yarborough=30))
    kismet = 0.0460286
    wins_both = (1 + 2 / 2) / 36  # sixes against aces win; fives against aces and sixes against deuces share
    expected = kismet * (1 - kismet) + kismet**2 * wins_both
    for mover in (0, 1):
        found = odds(table, RULINGS, [behind, ahead], mover).players[0]
        assert abs(found.win - expected) < 1.5 * found.error


@pytest.mark.parametrize("rules", [RULINGS, Rules(second_kismet=SecondKismet.LOSE_TURN)], ids=["zero", "lose_turn"])
def test_a_second_kismet_at_the_last_box_by_hand(table: Table, rules: Rules) -> None:
    """R15: 78 points behind, only five sixes can win; that they also take the other's Aces decides most such games."""
    behind, ahead = (
        Seat(only(Box.KISMET), rolled_kismet=True),
        Seat(only(Box.ACES, yarborough=28, three_of_a_kind=25, four_of_a_kind=25)),
    )
    sixes, ace = 0.0093683, 91 / 216
    fewer_than_two = (1 - ace) ** 5 + 5 * ace * (1 - ace) ** 4
    two = 10 * ace**2 * (1 - ace) ** 3
    expected = sixes if rules == RULINGS else sixes * (fewer_than_two + two / 2)
    found = odds(table, rules, [behind, ahead], 0).players[0]
    assert abs(found.win - expected) < 1.5 * found.error


def test_a_game_that_is_over_is_certain(table: Table) -> None:
    found = odds(table, RULINGS, [Seat(only(flush=35)), Seat(only(flush=35)), Seat(only())], None)
    assert [(chance.win, chance.error) for chance in found.players] == [(0.5, 0), (0.5, 0), (0, 0)]
    assert [chance.mean for chance in found.players] == [35, 35, 0]


def test_a_sure_loss_still_says_that_it_was_only_simulated(table: Table) -> None:
    found = odds(table, RULINGS, [Seat(only(Box.ACES)), Seat(only(Box.ACES, kismet=80, flush=35))], 0)
    assert found.players[0].win == 0
    assert 0 < found.players[0].error < 0.001


def test_second_kismets_cost_the_others(table: Table) -> None:
    """R15: with a Kismet on every sheet, the next one is dear."""
    seats = [Seat(Sheet.of({Box.KISMET: 80}), rolled_kismet=True)] * 4

    def mean(rules: Rules) -> float:
        return float(np.mean([chance.mean for chance in odds(table, rules, seats, 0, effort=60_000).players]))

    off = mean(Rules(second_kismet=SecondKismet.OFF))
    assert mean(RULINGS) < off - 5
    assert mean(Rules(second_kismet=SecondKismet.LOSE_TURN)) == pytest.approx(off, abs=2)


def test_a_forced_zero_costs_about_twenty_points(table: Table) -> None:
    """The figure of an independent solver, 20.6, averaged over the turns of games played well."""
    here = Match(table, RULINGS, [Seat(Sheet())] * 2, 0, 1000)
    turns = Turns(table, np.random.default_rng(3))
    costs = []
    for _ in range(len(Box)):
        before = table.values[here.columns[:, 0], here.nodes[:, 0]]
        struck = deepcopy(here)
        # The neighbour rolls a second Kismet now.
        struck.movers[:], struck.ready[:] = 1, True
        everyone = np.arange(1000)
        sixes = np.full(1000, len(ROLLS) - 1)
        struck.enter(everyone, sixes, np.full(1000, int(Box.SIXES)))
        costs.append(float((before - table.values[struck.columns[:, 0], struck.nodes[:, 0]]).mean()))
        here.enter(everyone, *turns.play(here.columns[:, 0], here.nodes[:, 0]))
        here.movers[:] = 0
    assert np.mean(costs) == pytest.approx(20.6, abs=0.3)


def test_the_same_position_has_the_same_odds(table: Table) -> None:
    seats = [Seat(only(Box.FLUSH, Box.ACES)), Seat(only(Box.KISMET, Box.ACES))]
    assert odds(table, RULINGS, seats, 0) == odds(table, RULINGS, seats, 0)
    assert odds(table, RULINGS, seats, 0) != odds(table, RULINGS, seats, 0, seed=1)


def test_the_odds_of_a_game(table: Table) -> None:
    game = Game.start(["Ann", "Bob"])
    game = game.apply(Rolled(Dice.parse("66666"), 3)).apply(Entered(Box.KISMET))
    assert seats_of(game.state) == (Seat(Sheet.of({Box.KISMET: 80}), rolled_kismet=True), Seat(Sheet()))
    found = odds_of(table, game.state)
    assert isinstance(found, Odds)
    assert found.players[0].win > found.players[1].win + 0.2


def test_sheets_that_the_table_does_not_know_are_refused() -> None:
    late = only(Box.ACES)
    part = solve(card_for(RULINGS), start_of(late))
    with pytest.raises(NotCovered):
        odds(part, RULINGS, [Seat(late), Seat(Sheet())], 0)


@pytest.mark.parametrize("zeros", [Rules(voluntary_zero=VoluntaryZero.ONLY_IF_STUCK), Rules(yarborough_first=True)])
def test_simulated_players_keep_to_the_rules_on_zeros(zeros: Rules) -> None:
    """A15: the simulated mean is that of the table solved under the same restriction."""
    sheet = only(Box.ACES, Box.FLUSH, Box.STRAIGHT, Box.YARBOROUGH)
    part = solve(card_for(zeros), start_of(sheet))
    found = odds(part, zeros, [Seat(sheet)], 0)
    sd = outlook(part, solve_spread(part), sheet).sd
    assert found.players[0].mean == pytest.approx(part.value(start_of(sheet)), abs=3 * sd / sqrt(found.games))


@pytest.mark.parametrize("trigger", Trigger)
@pytest.mark.parametrize("price", SecondKismet)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_order_and_penalties_are_those_of_the_game(
    table: Table, trigger: Trigger, price: SecondKismet, players: int
) -> None:
    """R14–R16: games with many Kismets, played by the rules of the game and by those of the simulation."""
    rules = Rules(second_kismet=price, second_kismet_trigger=trigger)
    random = np.random.default_rng(players)
    game = Game.start("ABCDEF"[:players], rules)
    match = Match(table, rules, seats_of(game.state), 0, 1)
    seconds = 0
    while game.state.mover is not None:
        sheet = game.state.sheets[game.state.mover]
        face = int(random.integers(1, 7))
        alike = random.random() < 0.3
        dice = Dice((face,) * 5 if alike else tuple(map(int, random.integers(1, 7, 5))))
        box = Box.KISMET if alike else sheet.vacant[int(random.integers(len(sheet.vacant)))]
        if sheet[box] is not None:
            box = sheet.vacant[-1]
        game = game.apply(Rolled(dice, 1)).apply(Entered(box))
        roll = NUMBER[counts_of(dice.values)] - FIRST_ROLL
        match.enter(np.array([0]), np.array([roll]), np.array([int(box)]))
        mover = game.state.mover
        assert match.movers[0] == (-1 if mover is None else mover)
        places = [table.place(start_of(sheet)) for sheet in game.state.sheets]
        assert [(c, n) for c, n in zip(match.columns[0], match.nodes[0], strict=True)] == places
        assert match.points[0].tolist() == [sum(p for _, p in s.filled()) for s in game.state.sheets]
        seconds += game.state.turns[-1].second_kismet or game.state.turns[-1].forced_by is not None
    assert seconds > 0, "or the test would prove nothing"
    totals = match.points[0] + table.space.bonus[match.nodes[0]]
    assert totals.tolist() == list(game.state.totals)


def test_scores_in_the_simulation_are_those_of_the_boxes(table: Table) -> None:
    for text in ("11111", "12345", "22555", "34434"):
        dice = Dice.parse(text)
        row = table.card.scores[NUMBER[counts_of(dice.values)] - FIRST_ROLL]
        assert row.tolist() == [score(box, dice, RULINGS) for box in Box]


def test_who_has_left_cannot_win(table: Table) -> None:
    game = Game.start(["Ann", "Bob", "Cleo"])
    game = game.apply(Rolled(Dice.parse("66666"), 1)).apply(Entered(Box.KISMET))
    game = game.apply(Left(0))
    found = odds_of(table, game.state, effort=20_000)
    assert (found.players[0].win, found.players[0].error) == (0, 0)
    assert found.players[1].win + found.players[2].win == pytest.approx(1)
    assert found.players[1].mean == pytest.approx(315, abs=15)


def test_odds_can_be_given_up(table: Table) -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    with pytest.raises(Stopped):
        odds(table, RULINGS, [Seat(Sheet())] * 2, 0, effort=3_000, stop=stop)
    assert len(asked) == 4
