"""Putting earlier turns right, also where a second Kismet comes or goes with it."""

from __future__ import annotations

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Corrected, Game, GameError, Left, Returned, Rolled, Undone, describe
from kismet.game.codec import decode, encode
from kismet.game.describe import changes
from kismet.rules import RULINGS, Rules, SecondKismet
from tests.kismet.tables import NOTHING, order, played, top, turn


def correct(game: Game, player: int, box: Box, dice: str, to: Box | None = None) -> Game:
    found = game.state.turn_in(player, box)
    assert found is not None
    return game.apply(Corrected(found.serial, Dice.parse(dice), to or box))


@pytest.fixture
def game() -> Game:
    """Ann and Bob have played two rounds; Ann is to play."""
    return played(
        Game.start(["Ann", "Bob"]),
        ("66612", Box.SIXES),
        ("55512", Box.FIVES),
        ("44412", Box.FOURS),
        (NOTHING, Box.YARBOROUGH),
    )


def test_other_dice_change_the_points_and_nothing_else(game: Game) -> None:
    fixed = correct(game, 0, Box.SIXES, "66661")
    assert fixed.state.totals == (36, 31)
    assert fixed.state.player == "Ann"
    assert len(fixed.log) == len(game.log) + 1, "the log keeps both"


def test_another_box_moves_the_entry(game: Game) -> None:
    fixed = correct(game, 0, Box.SIXES, "66612", Box.THREE_OF_A_KIND)
    assert fixed.state.sheets[0][Box.SIXES] is None
    assert fixed.state.sheets[0][Box.THREE_OF_A_KIND] == 21


def test_the_turn_being_played_goes_on(game: Game) -> None:
    rolling = game.apply(Rolled(Dice.parse("11111"), 1))
    assert correct(rolling, 0, Box.SIXES, "66661").state.dice == Dice.parse("11111")


def test_undo_takes_a_correction_back(game: Game) -> None:
    assert correct(game, 0, Box.SIXES, "66661").apply(Undone()).state == game.state


def test_it_says_beforehand_what_it_would_change(game: Game) -> None:
    fixed = correct(game, 0, Box.SIXES, "66661")
    assert changes(game.state, fixed.state) == ["Ann: Sixes 18 becomes 24", "Ann: total 30 becomes 36"]
    assert describe(fixed.steps[-1].event, game.state, fixed.state).startswith("Ann: Sixes 18 becomes 24")


@pytest.mark.parametrize(
    ("box", "dice", "to", "words"),
    [
        (Box.SIXES, "66612", Box.SIXES, "stands there already"),
        (Box.SIXES, "66612", Box.FOURS, "Fours of Ann is filled by another turn"),
    ],
)
def test_what_cannot_be_is_refused(game: Game, box: Box, dice: str, to: Box, words: str) -> None:
    with pytest.raises(GameError, match=words):
        correct(game, 0, box, dice, to)


def test_a_second_kismet_unmade_takes_its_zeros_off_and_gives_the_turn_back() -> None:
    game = played(
        Game.start("ABC"),
        ("66666", Box.KISMET),
        (NOTHING, Box.YARBOROUGH),
        (NOTHING, Box.YARBOROUGH),
        ("55555", Box.FIVES),
    )
    assert order(game, 4) == "ABCA"
    game = game.apply(Rolled(Dice.parse(NOTHING), 1))
    fixed = correct(game, 0, Box.FIVES, "55551")
    assert fixed.state.sheets[1][Box.ACES] is None
    assert fixed.state.sheets[0][Box.FIVES] == 20
    told = changes(game.state, fixed.state)
    assert "B and C: Aces 0 becomes vacant" in told
    assert "A: Fives is no longer a second Kismet" in told
    assert told[1:4] == [
        "A: total 105 becomes 100",
        "A: Fives is no longer a second Kismet",
        "B and C play the turn that was lost",
    ]
    # Ann keeps the turn she is in; then Bob and Cle play the turns they had lost, and the lap goes on.
    assert order(fixed, 6) == "ABCBCA"


def test_the_latest_turn_put_right_is_as_if_it_had_been_played_so() -> None:
    table = played(Game.start("ABC"), ("66666", Box.KISMET), (NOTHING, Box.YARBOROUGH), (NOTHING, Box.YARBOROUGH))
    with_kismet, without = turn(table, "55555", Box.FIVES), turn(table, "55551", Box.FIVES)
    unmade = correct(with_kismet, 0, Box.FIVES, "55551")
    made = correct(without, 0, Box.FIVES, "55555")
    assert (unmade.state.sheets, unmade.state.player) == (without.state.sheets, "B")
    assert (made.state.sheets, made.state.player) == (with_kismet.state.sheets, "A")
    assert order(unmade, 6) == order(without, 6) == "BCABCA"
    assert order(made, 6) == order(with_kismet, 6) == "ABCABC"


def two_second_kismets_of_a() -> Game:
    """B and C have a zero in Aces for the first, in Deuces for the second."""
    return played(
        Game.start("ABC"),
        ("11111", Box.KISMET),
        (NOTHING, Box.YARBOROUGH),
        (NOTHING, Box.YARBOROUGH),
        ("22222", Box.FLUSH),
        ("66666", Box.FOUR_OF_A_KIND),
    )


def test_a_zero_that_stays_moves_up_into_the_box_that_is_freed() -> None:
    """R15: it belongs in the topmost box vacant then."""
    game = two_second_kismets_of_a()
    fixed = correct(game, 0, Box.FLUSH, "22223")
    for sheet in fixed.state.sheets[1:]:
        assert (sheet[Box.ACES], sheet[Box.DEUCES]) == (0, None)
    told = changes(game.state, fixed.state)
    assert "B and C: the zero in Deuces moves up to Aces" in told
    assert "B and C: Deuces 0 becomes vacant" in told
    assert fixed.apply(Undone()).state == game.state
    assert Game.replay(decode(encode(event)) for event in fixed.log).state == fixed.state


def test_zeros_move_up_one_after_another_round_what_was_entered_since() -> None:
    game = turn(two_second_kismets_of_a(), "33333", Box.THREE_OF_A_KIND)
    game = played(game, (NOTHING, Box.FOURS), ("55512", Box.FIVES), ("55512", Box.FIVES), (NOTHING, Box.SIXES))
    fixed = correct(game, 0, Box.FLUSH, "22223")
    zeros = [(t.player, t.box) for t in fixed.state.turns if t.forced_by is not None]
    assert zeros == [(1, Box.ACES), (2, Box.ACES), (1, Box.DEUCES), (2, Box.DEUCES)]
    assert all(
        was.box is now.box
        for was in game.state.turns
        if was.forced_by is None and (now := fixed.state.by_serial(was.serial))
    ), "what was played stays as it was played"


def test_a_correction_saved_before_zeros_moved_is_read_as_it_was() -> None:
    """Something may stand in the freed box since."""
    game = two_second_kismets_of_a()
    flush = game.state.turn_in(0, Box.FLUSH)
    assert flush is not None
    saved = {"event": "corrected", "turn": flush.serial, "dice": "22223", "box": "flush"}
    fixed = game.apply(decode(saved))
    assert (fixed.state.sheets[1][Box.ACES], fixed.state.sheets[1][Box.DEUCES]) == (None, 0)
    assert encode(fixed.log[-1]) == saved


def second_kismet_of_a_in_round_two(rules: Rules = RULINGS) -> Game:
    return played(
        Game.start("ABC", rules),
        ("66666", Box.KISMET),
        (NOTHING, Box.YARBOROUGH),
        (NOTHING, Box.YARBOROUGH),
        ("55555", Box.FIVES),
    )


def test_a_second_kismet_in_another_box_still_lets_its_roller_play_again() -> None:
    """A5, R15: only the box was wrong."""
    game = second_kismet_of_a_in_round_two()
    fixed = correct(game, 0, Box.FIVES, "55555", Box.FLUSH)
    assert fixed.state.sheets[0][Box.FLUSH] == 35
    assert changes(game.state, fixed.state)[-1] == "A: total 105 becomes 115"
    assert order(fixed, 6) == order(game, 6) == "ABCABC"


def test_a_first_kismet_corrected_away_after_the_second_hands_the_dice_on() -> None:
    """The turn put right is not the last one, but the one that was a second Kismet is, and nobody has thrown since."""
    game = second_kismet_of_a_in_round_two()
    fixed = correct(game, 0, Box.KISMET, "66661")
    assert not any(turn.second_kismet or turn.forced_by is not None for turn in fixed.state.turns)
    assert order(fixed, 6) == "BCABCA"


def test_an_owed_turn_is_not_lost_by_another_correction() -> None:
    game = second_kismet_of_a_in_round_two().apply(Rolled(Dice.parse(NOTHING), 1))
    fixed = top(correct(game, 0, Box.FIVES, "55551"), NOTHING)
    assert order(fixed, 5) == "BCBCA"
    fixed = turn(fixed, "11162", Box.ACES)
    assert order(correct(fixed, 1, Box.ACES, "11112"), 4) == "CBCA"


def test_who_was_away_lost_no_turn_and_gets_none_back() -> None:
    """A12 and A4's `lose_turn`: Cle was not at the table when the second Kismet was rolled."""
    game = played(
        Game.start("ABC", Rules(second_kismet=SecondKismet.LOSE_TURN)),
        ("66666", Box.KISMET),
        (NOTHING, Box.YARBOROUGH),
        (NOTHING, Box.YARBOROUGH),
    ).apply(Left(2))
    game = turn(game, "55555", Box.FIVES).apply(Rolled(Dice.parse(NOTHING), 1)).apply(Returned(2))
    fixed = correct(game, 0, Box.FIVES, "55551")
    assert order(fixed, 5) == "ABBCA"


def test_a_second_kismet_made_is_paid_now() -> None:
    game = played(
        Game.start("AB"), ("66666", Box.KISMET), (NOTHING, Box.ACES), ("55551", Box.FIVES), (NOTHING, Box.DEUCES)
    )
    fixed = correct(game, 0, Box.FIVES, "55555")
    assert fixed.state.sheets[1][Box.TREYS] == 0
    assert "B loses the next turn" in changes(game.state, fixed.state)
    assert order(fixed, 4) == "AABA"


def test_a_forced_zero_is_put_right_at_its_cause() -> None:
    game = played(Game.start("AB"), ("66666", Box.KISMET), (NOTHING, Box.YARBOROUGH), ("55555", Box.FIVES))
    with pytest.raises(GameError, match="second Kismet; put that turn right"):
        correct(game, 1, Box.ACES, "11111")


def test_a_finished_game_can_be_corrected_and_ends_again() -> None:
    game = Game.start("AB")
    for box in Box:
        game = turn(turn(game, NOTHING, box), NOTHING, box)
    assert game.state.over
    assert correct(game, 0, Box.KISMET, "11111").state.over
    moved = correct(correct(game, 0, Box.ACES, "11111"), 0, Box.KISMET, "11111")
    assert moved.state.over
    assert moved.state.sheets[1].full
