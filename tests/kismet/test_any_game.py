"""What holds in every game, however it is played: found by playing very many at random."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
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
from kismet.game.standings import winners
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


@given(games(), st.lists(st.integers(0, 5), max_size=12))
def test_somebody_stays_at_every_table(game: Game, leaving: list[int]) -> None:
    """Whoever leaves, comes back, is undone or redone."""
    events: list[Event] = [*map(Left, leaving), Undone(), Redone(), *map(Left, range(6))]
    for event in events:
        try:
            game = game.apply(event)
        except GameError:
            continue
        assert not all(game.state.away)
    assert winners(game.state)


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


# Whose turn it is, whatever was put right


@st.composite
def tables(draw: st.DrawFn) -> Game:
    """A game full of Kismets, in which people roll, enter, put right and undo, and nobody comes or goes."""
    game = Game.start("ABCD"[: draw(st.integers(2, 4))])
    for _ in range(draw(st.integers(4, 30))):
        event = draw(st.one_of(*[next_step(game)] * 4, putting_right(game), st.just(Undone()), st.just(Redone())))
        try:
            game = game.apply(event)
        except GameError:
            continue
    return game


few_dice = st.sampled_from([Dice.parse(text) for text in ("11111", "66666", "33333", "12346")])


def next_step(game: Game) -> st.SearchStrategy[Event]:
    if game.state.dice is None:
        return st.builds(Rolled, few_dice, st.just(1))
    return st.builds(Entered, st.sampled_from(list(choices(game.state)) or list(Box)))


def putting_right(game: Game) -> st.SearchStrategy[Event]:
    serials = [turn.serial for turn in game.state.turns] or [0]
    # The last ones most: there the next player hangs on it.
    return st.builds(Corrected, st.sampled_from([*serials, *serials[-4:] * 3]), few_dice, st.sampled_from(Box))


@settings(max_examples=300)
@given(tables())
def test_everybody_stays_in_the_same_lap(game: Game) -> None:
    """A4, A5, R16: a zero is the entry of the turn that is lost, and a turn given back is one still to be played."""
    state = game.state
    if any(state.done) or state.mover is None:
        return
    boxes = [len(Box) - len(sheet.vacant) for sheet in state.sheets]
    # A zero whose turn is still to be passed over is none of this lap; a turn owed counts as played.
    laps = [count - passed for count, passed in zip(boxes, state.passes, strict=True)]
    following = state.mover
    if state.owed:
        assert state.last is not None
        laps[state.mover] += 1
        following = state.last + 1
    assert len({*laps[:following], *(lap + 1 for lap in laps[following:])}) == 1, f"{laps}, {state.player} is to play"


@settings(max_examples=300)
@given(tables(), few_dice, st.sampled_from(Box))
def test_the_last_entry_put_right_is_as_if_it_had_been_made_so(game: Game, dice: Dice, box: Box) -> None:
    """R15: whether a second Kismet comes, goes or stays with it."""
    if not isinstance(game.steps[-1].event, Entered):
        return
    latest = max((turn for turn in game.state.turns if turn.forced_by is None), key=lambda turn: turn.serial)
    before = game.apply(Undone())
    try:
        fixed = game.apply(Corrected(latest.serial, dice, box)).state
        played = before.apply(Rolled(dice, before.state.roll_number)).apply(Entered(box)).state
    except GameError:
        return
    assert (fixed.mover, fixed.owed, fixed.passes, fixed.last) == (
        played.mover,
        played.owed,
        played.passes,
        played.last,
    )
    assert fixed.sheets == played.sheets
