"""What holds in every game, however it is played: found by playing very many at random."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kismet.boxes import Box, score
from kismet.dice import Dice
from kismet.game import (
    Corrected,
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
    Undone,
    choices,
)
from kismet.game.codec import decode, encode
from kismet.rules import Rules, SecondKismet, Trigger, VoluntaryZero

any_dice = st.one_of(
    st.integers(1, 6).map(lambda value: Dice((value,) * 5)),
    st.lists(st.integers(1, 6), min_size=5, max_size=5).map(lambda values: Dice(tuple(values))),
)
any_rules = st.builds(
    Rules,
    five_as_full_house=st.booleans(),
    two_pair_distinct=st.booleans(),
    second_kismet=st.sampled_from(SecondKismet),
    second_kismet_trigger=st.sampled_from(Trigger),
    voluntary_zero=st.sampled_from(VoluntaryZero),
    yarborough_first=st.booleans(),
    straight=st.sampled_from((30, 40)),
)
seats = st.integers(1, 6).map(lambda count: "ABCDEF"[:count])


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game in which anything was tried: rolls, entries, corrections, undo, redo."""
    game = Game.start(draw(seats), draw(any_rules))
    for _ in range(draw(st.integers(0, 45))):
        event = draw(next_event(game))
        try:
            game = game.apply(event)
        except GameError:
            continue
    return game


def next_event(game: Game) -> st.SearchStrategy[Event]:
    number = min(3, game.state.roll_number + 1)
    serials = [turn.serial for turn in game.state.turns] or [0]
    events: list[st.SearchStrategy[Event]] = [
        st.builds(Rolled, any_dice, st.integers(game.state.roll_number or 1, number)),
        st.builds(Entered, st.sampled_from(list(choices(game.state)) or list(Box))),
        st.builds(Corrected, st.sampled_from(serials), any_dice, st.sampled_from(Box)),
        st.just(Undone()),
        st.just(Redone()),
        st.just(Hinted()),
        st.one_of(
            st.builds(Left, st.integers(0, 5)),
            st.builds(Returned, st.integers(0, 5)),
            st.builds(Joined, st.sampled_from(["Zoe", "A"])),
            st.builds(Renamed, st.integers(0, 5), st.sampled_from(["Yan", "B"])),
            st.builds(Reordered, st.permutations(range(len(game.state.players))).map(tuple)),
        ),
    ]
    # Mostly the game goes on; otherwise no game would get far.
    return st.one_of(*events[:2], *events[:2], *events)


def finish(game: Game) -> Game:
    while not game.state.over:
        assert game.state.mover is not None
        if game.state.dice is None:
            game = game.apply(Rolled(Dice.parse("12346"), 1))
        legal = [box for box, choice in choices(game.state).items() if not choice.refused]
        assert legal, "there is always a box to fill"
        game = game.apply(Entered(legal[0]))
    return game


@given(games())
def test_a_saved_log_tells_the_same_game(game: Game) -> None:
    assert Game.replay(decode(encode(event)) for event in game.log).state == game.state


@given(games())
def test_every_game_ends_with_every_box_filled_once(game: Game) -> None:
    end = finish(game).state
    assert all(sheet.full or away for sheet, away in zip(end.sheets, end.away, strict=True))
    filled = [(turn.player, turn.box) for turn in end.turns]
    assert len(set(filled)) == len(filled) == sum(len(Box) - len(sheet.vacant) for sheet in end.sheets)


@given(games())
def test_every_entry_is_worth_what_its_dice_score(game: Game) -> None:
    state = game.state
    for turn in state.turns:
        assert state.sheets[turn.player][turn.box] == turn.points
        if turn.dice is None:
            cause = state.by_serial(turn.forced_by if turn.forced_by is not None else -1)
            assert cause is not None
            assert cause.second_kismet
            assert (cause.player != turn.player, turn.points) == (True, 0)
        else:
            assert turn.points == score(turn.box, turn.dice, state.rules)


@given(games(), any_dice)
def test_undo_is_exact(game: Game, dice: Dice) -> None:
    number = game.state.roll_number + 1
    if game.state.over or number > 3:
        return
    assert game.apply(Rolled(dice, number)).apply(Undone()).state == game.state


@given(games())
def test_states_are_values(game: Game) -> None:
    assert hash(game.state) == hash(replace(game.state))
