"""Coming, going, seats and names."""

from __future__ import annotations

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import (
    Entered,
    Event,
    Game,
    GameError,
    Hinted,
    Joined,
    Left,
    Redone,
    Renamed,
    Reordered,
    Returned,
    Rolled,
    Started,
    Undone,
    standings,
)
from kismet.game.standings import winners
from tests.kismet.tables import NOTHING, order, played, top, turn


def test_a_player_can_be_renamed_at_any_time_and_keeps_the_sheet() -> None:
    game = turn(Game.start(["Ann", "Bob"]), "66612", Box.SIXES).apply(Renamed(0, "Anna"))
    assert game.state.players == ("Anna", "Bob")
    assert game.state.totals == (18, 0)
    assert game.apply(Undone()).state.players == ("Ann", "Bob")


def test_seats_change_before_the_first_roll_only() -> None:
    game = Game.start("ABC").apply(Reordered((2, 0, 1)))
    assert order(game, 3) == "CAB"
    with pytest.raises(GameError, match="before the first roll only"):
        game.apply(Rolled(Dice.parse(NOTHING), 1)).apply(Reordered((0, 1, 2)))


def test_somebody_joins_during_the_first_round_and_plays_in_it() -> None:
    game = top(Game.start("AB")).apply(Joined("C"))
    assert order(game, 5) == "BCABC"
    late = top(top(Game.start("AB")))
    with pytest.raises(GameError, match="first round only"):
        late.apply(Joined("C"))


def test_whoever_joins_after_the_round_has_passed_their_seat_plays_next() -> None:
    game = top(Game.start("ABC", first=1))
    game = top(game).apply(Joined("D"))
    assert order(game, 7) == "ADBCDAB"


def test_a_player_leaves_and_the_others_play_on() -> None:
    game = played(Game.start("ABC"), ("66612", Box.SIXES), (NOTHING, Box.ACES))
    game = game.apply(Rolled(Dice.parse(NOTHING), 1)).apply(Left(2))
    assert game.state.dice is None, "the turn they were in is given up"
    assert order(game, 4) == "ABAB"
    assert game.state.sheets[2].vacant == tuple(Box)


def test_whoever_left_is_back_where_the_sheet_stands() -> None:
    game = top(Game.start("AB")).apply(Left(1))
    assert order(game, 3) == "AAA"
    back = top(game).apply(Returned(1))
    assert order(back, 4) == "ABAB"


def test_who_left_pays_for_no_second_kismet_and_wins_nothing() -> None:
    game = played(Game.start("ABC"), ("44444", Box.KISMET), ("66666", Box.SIXES), (NOTHING, Box.ACES)).apply(Left(1))
    game = turn(game, "55555", Box.FIVES)
    assert [(t.player, t.box) for t in game.state.turns if t.forced_by is not None] == [(2, Box.DEUCES)]
    places = standings(game.state)
    assert [(place.name, place.rank) for place in places] == [("A", 1), ("C", 2), ("B", None)]
    assert winners(game.state) == ("A",)


def test_the_game_ends_when_everybody_still_there_is_done() -> None:
    game = Game.start("AB").apply(Left(1))
    while not game.state.over:
        game = top(game)
    assert game.state.sheets[0].full
    assert not game.apply(Returned(1)).state.over


@pytest.mark.parametrize("players", ["A", "AB", "ABC"])
def test_the_last_player_stays(players: str) -> None:
    game = Game.start(players)
    for seat in range(1, len(players)):
        game = game.apply(Left(seat))
    with pytest.raises(GameError, match=r"A is the last one here and stays; leave the game instead\."):
        game.apply(Left(0))


def test_a_saved_game_that_everybody_left_is_told_as_it_was() -> None:
    """Earlier versions let the last player go."""
    game = Game.replay((Started(("A", "B")), Left(0), Left(1)))
    assert (game.state.over, winners(game.state)) == (True, ())
    assert game.apply(Returned(0)).state.player == "A"
    back = game.apply(Undone())
    assert back.state.player == "B"
    with pytest.raises(GameError, match="B is the last one here"):
        back.apply(Redone())


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Left(5), "no player number 6"),
        (Returned(0), "A is at the table"),
        (Renamed(0, "b"), "Two players are called"),
        (Renamed(0, ""), "not a name"),
        (Joined("A"), "Two players are called A"),
        (Reordered((0, 0)), "one seat"),
    ],
)
def test_what_cannot_be_is_refused(event: Event, words: str) -> None:
    with pytest.raises(GameError, match=words):
        Game.start("AB").apply(event)


def test_a_game_in_which_advice_was_shown_is_marked_and_undo_passes_over_the_mark() -> None:
    game = Game.start("A").apply(Rolled(Dice.parse("66612"), 1)).apply(Hinted()).apply(Entered(Box.SIXES))
    back = game.apply(Undone()).apply(Undone())
    assert (back.hinted, back.state.dice) == (True, None)
    assert Game.replay(back.log) == back
