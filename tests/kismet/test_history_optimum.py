"""What best play averages, as shipped, against the exact table; and luck over many games."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from kismet.advice.card import card_for
from kismet.advice.solve import Stopped
from kismet.advice.space import EMPTY
from kismet.advice.table import Table
from kismet.boxes import Box
from kismet.game import Game, Left
from kismet.history import Optimum, Played, optimum_for
from kismet.history.luck import luck_of, luck_records, luck_words, table_for
from kismet.history.measure import watch
from kismet.journal import Saved
from kismet.rules import RULINGS
from tests.kismet.evenings import after, sensible, to_the_end


@pytest.fixture
def optimum() -> Optimum:
    found = optimum_for(RULINGS)
    assert found is not None
    return found


def test_the_averages_belong_to_the_rulings_of_today(optimum: Optimum) -> None:
    """If this fails, what a box scores has changed: run `python -m kismet.history.measure`."""
    assert optimum.card == card_for(RULINGS).fingerprint


def test_they_add_up_to_the_exact_expected_total(optimum: Optimum, table: Table) -> None:
    assert optimum.expected_total == pytest.approx(table.value(EMPTY), abs=0.001)
    total = sum(mean.mean for mean in optimum.boxes.values()) + optimum.bonus.mean
    assert total == pytest.approx(optimum.expected_total, abs=0.5), "four standard errors of 0.125"
    assert sum(optimum.tiers.values()) == pytest.approx(1, abs=0.001)


def test_best_play_watched_again_averages_the_same(optimum: Optimum, table: Table) -> None:
    games = 1500
    points, kismets = watch(table, games, np.random.default_rng(7))
    for box in Box:
        error = float(points[:, box].std()) / games**0.5
        assert points[:, box].mean() == pytest.approx(optimum.boxes[box].mean, abs=4.5 * error), box
    assert kismets.mean() == pytest.approx(optimum.kismets.mean, abs=0.1)


def saved(game: Game, number: int) -> Played:
    now = datetime(2025, 11, 30, tzinfo=UTC)
    return Played(Saved(number, now, now, game.state.players, game.state.totals, 15, game.state.over, False), game)


def test_luck_and_cost_over_many_games(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kismet.history.luck.table_for", lambda *_: table)
    games = [sensible(["Ann", "Bob"], 1), sensible(["ann"], 2), Game.start(["Ann"])]
    gone = to_the_end(after(Game.start(["Ann", "Bob"]), Left(1)))
    records = luck_records([saved(game, number) for number, game in enumerate([*games, gone], 1)], tmp_path)
    assert (records["ann"].games, records["bob"].games) == (3, 1)
    ann = records["ann"]
    average = np.mean([game.state.totals[0] for game in (*games[:2], gone)])
    assert table.value(EMPTY) + ann.luck - ann.cost - ann.forced == pytest.approx(average, abs=0.05)
    assert ann.cost > 1
    assert luck_records([saved(games[0], 1)], stop=lambda: True) == {}


def test_luck_in_words(table: Table) -> None:
    game = sensible(["Ann", "Bob"], 1)
    ann, _ = luck_of(game.state, table=table)
    words = luck_words(ann, over=True)
    assert words.startswith("Ann: the dice ")
    assert "choices cost" in words
    assert "The costliest of " in words
    nobody = luck_of(Game.start(["Zoe"]).state, table=table)[0]
    assert luck_words(nobody, over=False) == "Zoe: the dice gave 0.0 points, choices cost 0.0; 315 to be expected."


def test_solving_for_luck_can_be_stopped(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        table_for(RULINGS, tmp_path, stop=lambda: True)
    assert not list(tmp_path.iterdir())
