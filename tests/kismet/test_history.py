"""Old games: found again, replayed, and added up honestly."""

from __future__ import annotations

import copy
import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Corrected, Entered, Game, Hinted, Left, Redone, Rolled, Undone
from kismet.history import (
    DocumentError,
    Played,
    PlayerStats,
    Search,
    all_results,
    best_turns,
    document,
    find,
    game_from,
    open_games,
    optimum_for,
    race,
    replay,
    results_of,
    statistics,
)
from kismet.journal import Saved
from kismet.rules import Rules
from kismet.sheet import Sheet
from tests.kismet.evenings import after, save, sensible, to_the_end
from tests.kismet.tables import played as with_turns
from tests.kismet.tables import top, turn

DAY = datetime(2025, 11, 30, 23, 30, tzinfo=UTC)


def listed(number: int, players: str, *, day: datetime = DAY, over: bool = True, hinted: bool = False) -> Saved:
    names = tuple(players.split(","))
    return Saved(number, day, day + timedelta(hours=1), names, (0,) * len(names), 15, over, hinted)


def played(game: Game, number: int = 1) -> Played:
    saved = listed(number, ",".join(game.state.players), day=DAY + timedelta(days=number), hinted=game.hinted)
    return Played(saved, game)


def record(name: str, *games: Game) -> PlayerStats:
    results = all_results(played(game, number) for number, game in enumerate(games, 1))
    return next(stats for stats in statistics(results) if stats.name == name)


def test_games_are_found_by_player_day_and_state() -> None:
    games = [listed(1, "Ann,Bob"), listed(2, "Annabel", over=False), listed(3, "Çlé,Bob", hinted=True)]

    def numbers(search: Search) -> list[int]:
        return [game.id for game in find(games, search, UTC)]

    assert numbers(Search()) == [1, 2, 3]
    assert numbers(Search(player="ANN")) == [1, 2]
    assert numbers(Search(player=" çLÉ ")) == [3]
    assert numbers(Search(over=False)) == [2]
    assert numbers(Search(hinted=False, player="bob")) == [1]
    assert numbers(Search(player="Zoe")) == []


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(since=date(2025, 12, 1)), True),  # it went on past midnight
        (Search(since=date(2025, 12, 2)), False),
        (Search(until=date(2025, 11, 30)), True),
        (Search(until=date(2025, 11, 29)), False),
    ],
)
def test_a_game_belongs_to_every_day_it_was_played_on(search: Search, found: bool) -> None:
    assert search.finds(listed(1, "Ann"), UTC) is found


def test_days_are_those_of_the_players_clock() -> None:
    early = Search(until=date(2025, 11, 30))
    assert early.finds(listed(1, "Ann"), UTC)
    assert not early.finds(listed(1, "Ann"), timezone(timedelta(hours=5)))


def test_a_damaged_game_hides_no_other(tmp_path: Path) -> None:
    journal = save(tmp_path, *(top(Game.start([name]), "66612") for name in ("Ann", "Bob", "Cle")))
    with sqlite3.connect(journal.path) as db:
        db.execute("UPDATE events SET event = '{' WHERE game = 2")
    db.close()
    opened = open_games(journal, journal.games())
    assert sorted(game.saved.id for game in opened.games) == [1, 3]
    assert opened.damaged == (2,)
    assert open_games(journal, journal.games(), stop=lambda: True).games == ()
    journal.close()


def test_shared_wins_are_shared_and_add_up_to_the_games() -> None:
    level = to_the_end(Game.start(["Ann", "Bob"]))
    assert level.state.totals[0] == level.state.totals[1]
    ann_wins = to_the_end(Game.start(["Ann", "Bob", "Cle"]), ["66655", "12346"])
    ann, bob = record("Ann", level, ann_wins), record("Bob", level, ann_wins)
    cle = record("Cle", level, ann_wins)
    assert (ann.won, ann.shared, ann.wins, ann.contests) == (1, 1, 1.5, 2)
    assert (bob.won, bob.shared, bob.wins) == (0, 1, 0.5)
    assert ann.wins + bob.wins + cle.wins == 2


def test_a_game_alone_is_no_win_nor_is_one_that_all_others_left() -> None:
    alone = to_the_end(Game.start(["Ann"]))
    deserted = to_the_end(after(Game.start(["Ann", "Bob"]), Left(1)))
    ann, bob = record("Ann", alone, deserted), record("Bob", alone, deserted)
    assert (ann.games, ann.contests, ann.wins) == (2, 0, 0)
    assert (bob.games, bob.left, bob.average, bob.best, bob.boxes) == (0, 1, None, None, ())


def test_a_sheet_that_is_not_full_does_not_count() -> None:
    full, open_ = to_the_end(Game.start(["Ann"])), turn(Game.start(["Ann"]), "66666", Box.KISMET)
    ann = record("Ann", full, open_)
    assert (ann.games, ann.unfinished, ann.totals, ann.kismets) == (1, 1, full.state.totals, 0)


def test_best_worst_average_bonus_and_hints() -> None:
    low, high = to_the_end(Game.start(["Ann"])), to_the_end(Game.start(["ANN"]), ["66666"])
    hinted = after(low, Hinted())
    ann = record("ANN", hinted, low, high)
    assert ann.name == "ANN", "as spelled last, and one player all the same"
    assert ann.best is not None
    assert ann.worst is not None
    assert (ann.best.game, ann.best.total) == (3, high.state.totals[0])
    assert (ann.worst.game, ann.worst.hinted) == (1, True)
    assert ann.hinted == 1
    assert ann.average == pytest.approx((2 * low.state.totals[0] + high.state.totals[0]) / 3)
    assert sum(ann.bonuses.values()) == 3
    assert ann.bonuses[0] == 3, "five sixes alone make no bonus"


def second_kismet() -> Game:
    """Ann throws two Kismets, then all goes on to the end."""
    game = with_turns(
        Game.start(["Ann", "Bob"]), ("66666", Box.KISMET), ("12346", Box.SIXES), ("55555", Box.FOUR_OF_A_KIND)
    )
    return to_the_end(game)


def test_kismets_and_the_zeros_they_force_are_told_apart() -> None:
    game = second_kismet()
    ann, bob = record("Ann", game), record("Bob", game)
    assert (ann.kismets, ann.second_kismets, ann.forced) == (2, 1, 0)
    assert (bob.kismets, bob.second_kismets, bob.forced) == (0, 0, 1)
    aces = bob.boxes[Box.ACES]
    assert (aces.times, aces.average, aces.gap, aces.forced, aces.zeros) == (0, None, None, 1, 0)
    straight = bob.boxes[Box.STRAIGHT]
    assert (straight.average, straight.zeros) == (0, 1)
    assert straight.gap == pytest.approx(-straight.optimum)
    assert bob.zeros == sum(stats.zeros for stats in bob.boxes)


def test_boxes_are_compared_under_rules_that_score_alike_only() -> None:
    usual, other = sensible(["Ann"], 1), sensible(["Ann"], 2, Rules(straight=40))
    ann = record("Ann", usual, other)
    assert (ann.games, ann.compared) == (2, 1)
    assert all(stats.average == usual.state.sheets[0][stats.box] for stats in ann.boxes)
    assert record("Ann", other).boxes == ()
    assert optimum_for(Rules(second_kismet=Rules.parse({"second_kismet": "off"}).second_kismet)) is not None


def test_a_replay_tells_every_entry_with_its_rolls() -> None:
    game = Game.start(["Ann", "Bob"])
    game = after(
        game,
        Rolled(Dice.parse("66521"), 1),
        Rolled(Dice.parse("66632"), 2, (6, 6)),
        Rolled(Dice.parse("66655"), 3, (6, 6, 6)),
        Entered(Box.FULL_HOUSE),
        Rolled(Dice.parse("12346"), 3),
        Entered(Box.ACES),
        Undone(),
        Redone(),
        Corrected(0, Dice.parse("66654"), Box.SIXES),
    )
    start, full_house, aces, put_right = replay(game)
    assert start.words == "New game: Ann, Bob"
    assert full_house.words == "Ann: Full House 43"
    assert full_house.rolls == ("6 6 5 2 1", "keeps 6 6, rolls 6 6 6 3 2", "keeps 6 6 6, rolls 6 6 6 5 5")
    assert full_house.state.totals == (43, 0)
    assert aces.rolls == ("roll 3: 1 2 3 4 6",)
    assert (aces.round, aces.state.round) == (1, 2)
    assert put_right.words.startswith("Ann: Sixes vacant becomes 18; Ann: Full House 43 becomes vacant")
    assert put_right.rolls == ("keeps 6 6 6, rolls 6 6 6 5 4",)
    every = replay(game, rolls=True)
    assert len(every) == len(game.steps)
    assert every[-1].state == game.state


def test_the_race_ends_at_the_totals() -> None:
    game = second_kismet()
    lines = race(game.state)
    assert tuple(line[-1] for line in lines) == game.state.totals
    assert [len(line) for line in lines] == [15, 15]
    best = best_turns(game.state, 0)
    assert [(found.box, found.points) for found in best[:2]] == [(Box.KISMET, 80), (Box.FOUR_OF_A_KIND, 50)]


def test_a_document_tells_the_whole_game_and_comes_back(tmp_path: Path) -> None:
    game = after(sensible(["Ann", 'Bo"b'], 3, Rules(straight=40)), Hinted(), Undone(), Redone())
    data = json.loads(json.dumps(document(played(game))))
    assert game_from(data) == game
    assert data["rules"]["straight"] == 40
    assert [player["total"] for player in data["players"]] == list(game.state.totals)
    assert data["players"][1]["name"] == 'Bo"b'
    assert set(data["players"][0]["sheet"]) == {box.key for box in Box}
    assert len(data["turns"]) == 30
    journal = save(tmp_path, game_from(data))
    assert journal.load(1) == game
    journal.close()


def test_who_left_and_who_is_to_play_is_in_the_document() -> None:
    data = document(played(after(Game.start(["Ann", "Bob", "Cle"]), Left(0))))
    assert [(player["left"], player["rank"]) for player in data["players"]] == [(True, None), (False, 1), (False, 1)]
    assert (data["over"], data["to_play"]) == (False, "Bob")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda data: data.pop("format"), "not an exported game"),
        (lambda data: data.update(events=7), "not an exported game"),
        (lambda data: data.update(version=2), "in form 2; this program knows 1"),
        (lambda data: data["events"].pop(0), "is damaged: A game begins"),
        (lambda data: data["events"].pop(), "sheets do not follow"),
        (lambda data: data["players"][0]["sheet"].update(aces=99), "sheets do not follow"),
    ],
)
def test_a_document_that_contradicts_itself_is_refused(
    spoil: Callable[[dict[str, object]], object], sentence: str
) -> None:
    data = copy.deepcopy(document(played(to_the_end(Game.start(["Ann"])))))
    spoil(data)
    with pytest.raises(DocumentError, match=sentence):
        game_from(data)
    with pytest.raises(DocumentError, match="not an exported game"):
        game_from([data])


def test_results_of_an_unfinished_game_win_nothing() -> None:
    game = turn(Game.start(["Ann", "Bob"]), "66666", Box.KISMET)
    ann, _ = results_of(played(game))
    assert (ann.rank, ann.win, ann.complete, ann.sheet) == (1, 0, False, Sheet.of({Box.KISMET: 80}))
