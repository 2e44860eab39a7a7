"""The second Kismet (R14, R15; A4–A14)."""

from __future__ import annotations

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Entered, Game, GameError, Rolled, Undone, describe
from kismet.rules import RULINGS, Rules, SecondKismet, Trigger
from tests.kismet.tables import NOTHING, order, played, top, turn

FIVES_ALIKE = "44444"


def forced(game: Game) -> list[tuple[str, str]]:
    return [(game.state.players[t.player], t.box.key) for t in game.state.turns if t.forced_by is not None]


def lap(game: Game, box: Box) -> Game:
    """Everybody enters nothing much in `box`."""
    for _ in game.state.players:
        game = turn(game, NOTHING, box)
    return game


def second_kismet_of_bob_in_round_four(rules: Rules = RULINGS) -> Game:
    game = Game.start("ABC", rules)
    game = played(game, (NOTHING, Box.YARBOROUGH), (FIVES_ALIKE, Box.KISMET), (NOTHING, Box.YARBOROUGH))
    game = lap(lap(game, Box.SIXES), Box.FIVES)
    return played(game, (NOTHING, Box.FOURS), ("33333", Box.FLUSH))


def test_the_others_zero_their_topmost_box_and_are_passed_over_once() -> None:
    """A4 and A5, the example of the rulings."""
    game = second_kismet_of_bob_in_round_four()
    assert forced(game) == [("A", "aces"), ("C", "aces")]
    assert order(game, 6) == "BCABCA"


def test_all_sheets_are_full_in_the_same_lap() -> None:
    game = second_kismet_of_bob_in_round_four()
    while not game.state.over:
        game = top(game)
    turns = [turn.player for turn in game.state.turns]
    assert [turns.count(player) for player in range(3)] == [15, 15, 15]
    assert set(turns[-3:]) == {0, 1, 2}


def test_losing_the_turn_alone_leaves_the_boxes_vacant() -> None:
    """A4: `second_kismet = "lose_turn"`."""
    game = second_kismet_of_bob_in_round_four(Rules(second_kismet=SecondKismet.LOSE_TURN))
    assert forced(game) == []
    assert order(game, 6) == "BCABCA"
    before, after = game.steps[-2:]
    assert describe(after.event, before.state, after.state).endswith("; second Kismet: all others lose a turn")


def last_words(game: Game) -> str:
    before, after = game.steps[-2:]
    return describe(after.event, before.state, after.state)


def second_kismet_among(*players: str, filled: str = "") -> Game:
    """The first of them has rolled a second Kismet; the dice in `filled` were first entered in the box they suit."""
    game = Game.start(players)
    for player in range(len(players)):
        game = game.apply(Rolled(Dice.parse("66666" if player == 0 else "12345"), 1))
        game = game.apply(Entered(Box.KISMET if player == 0 else Box.ACES if str(player) in filled else Box.STRAIGHT))
    return game.apply(Rolled(Dice.parse("44444"), 1)).apply(Entered(Box.FOURS))


def test_what_it_costs_is_said_in_a_line_however_many_pay() -> None:
    """R15: six at the table need no list of names; the sheets show the zeros."""
    assert last_words(second_kismet_among("Ann", "Bob")) == (
        "Ann: Fours 20; second Kismet: Bob loses a turn and gets 0 in Aces"
    )
    six = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan")
    assert last_words(second_kismet_among(*six)) == (
        "Ann: Fours 20; second Kismet: all others lose a turn and get 0 in Aces"
    )
    mixed = last_words(second_kismet_among(*six, filled="13"))
    assert mixed == "Ann: Fours 20; second Kismet: all others lose a turn and get 0 in the top vacant box"


def test_switched_off_it_is_a_turn_like_any_other() -> None:
    """A4: `second_kismet = "off"`."""
    game = second_kismet_of_bob_in_round_four(Rules(second_kismet=SecondKismet.OFF))
    assert forced(game) == []
    assert order(game, 4) == "CABC"


@pytest.mark.parametrize(
    ("first_box", "first_dice", "expected"),
    [
        (Box.FLUSH, FIVES_ALIKE, {Trigger.ROLLED}),
        (Box.KISMET, FIVES_ALIKE, {Trigger.ROLLED, Trigger.SCORED, Trigger.BOX_FILLED}),
        (Box.KISMET, NOTHING, {Trigger.BOX_FILLED}),
        (Box.YARBOROUGH, NOTHING, set()),
    ],
)
def test_what_the_first_one_must_have_been(first_box: Box, first_dice: str, expected: set[Trigger]) -> None:
    """A6, and A7: after a zero in Kismet the first five alike cost nobody anything under the rulings."""
    seen = set()
    for trigger in Trigger:
        game = Game.start("AB", Rules(second_kismet_trigger=trigger))
        game = played(game, (first_dice, first_box), (NOTHING, Box.YARBOROUGH), ("33333", Box.TREYS))
        if forced(game):
            seen.add(trigger)
    assert seen == expected


def test_it_may_still_go_into_the_kismet_box() -> None:
    """A8."""
    game = played(Game.start("AB"), (FIVES_ALIKE, Box.FOURS), (NOTHING, Box.SIXES), ("55555", Box.KISMET))
    assert game.state.sheets[0][Box.KISMET] == 75
    assert forced(game) == [("B", "aces")]


def test_five_alike_broken_up_again_are_none() -> None:
    """A9: only the final dice of a turn count."""
    game = played(Game.start("AB"), (FIVES_ALIKE, Box.KISMET), (NOTHING, Box.SIXES))
    game = game.apply(Rolled(Dice.parse("33333"), 1)).apply(Rolled(Dice.parse("33336"), 2, (3, 3, 3, 3)))
    game = game.apply(Entered(Box.FOUR_OF_A_KIND))
    assert forced(game) == []
    game = turn(game, NOTHING, Box.YARBOROUGH)
    assert forced(turn(game, "55555", Box.FIVES)) == [("B", "aces")]


def test_where_it_fits_nowhere_it_is_a_zero_and_still_costs_the_others() -> None:
    """A10."""
    game = Game.start("AB")
    for box in Box:
        if box not in (Box.STRAIGHT, Box.ACES):
            game = turn(game, FIVES_ALIKE if box is Box.KISMET else NOTHING, box)
            game = turn(game, NOTHING, box)
    game = turn(game, "33333", Box.STRAIGHT)
    assert game.state.sheets[0][Box.STRAIGHT] == 0
    assert forced(game) == [("B", "aces")]
    assert order(game, 2) == "AB"


def test_on_the_rollers_last_box_the_others_pay_and_go_on() -> None:
    """A11: two others with two boxes left each lose one and play the other."""
    game = Game.start("ABC")
    for box in Box:
        if box is not Box.YARBOROUGH:
            game = turn(game, FIVES_ALIKE if box is Box.KISMET else NOTHING, box)
            if box is Box.KISMET:
                break
            game = turn(turn(game, NOTHING, box), NOTHING, box)
    game = turn(turn(game, NOTHING, Box.YARBOROUGH), NOTHING, Box.YARBOROUGH)
    game = turn(game, "55555", Box.YARBOROUGH)
    assert game.state.over
    assert forced(game) == [("B", "kismet"), ("C", "kismet")], "A13: Kismet too is zeroed when it is topmost"


def test_a_full_sheet_pays_nothing() -> None:
    """A12: Bob has filled his last box; Ann's second Kismet on hers ends the game."""
    game = Game.start("AB", first=1)
    boxes = list(Box)
    for box in boxes[:-1]:
        game = turn(game, NOTHING, box)
        game = turn(game, FIVES_ALIKE if box is Box.ACES else NOTHING, box)
    game = turn(game, NOTHING, Box.KISMET)
    game = turn(game, "55555", Box.KISMET)
    assert game.state.over
    assert forced(game) == []


def test_alone_it_costs_nobody_anything() -> None:
    """R19, A14."""
    game = played(Game.start("A"), (FIVES_ALIKE, Box.KISMET), (FIVES_ALIKE, Box.FOURS))
    assert forced(game) == []
    assert game.state.player == "A"
    assert game.state.totals == (90,)


def test_undo_takes_the_forced_zeros_back_in_one_step() -> None:
    game = second_kismet_of_bob_in_round_four()
    back = game.apply(Undone())
    assert forced(back) == []
    assert back.state.player == "B"
    assert back.state.dice == Dice.parse("33333")


def test_a_zero_is_refused_only_where_an_option_says_so() -> None:
    """R17, A15."""
    stuck = Rules.parse({"voluntary_zero": "only_if_stuck"})
    first = Rules(yarborough_first=True)
    with pytest.raises(GameError, match=r"only when no vacant box scores, and Aces does \(A15\)"):
        turn(Game.start("A", stuck), NOTHING, Box.FLUSH)
    with pytest.raises(GameError, match="Yarborough must be filled"):
        turn(Game.start("A", first), NOTHING, Box.FLUSH)
    assert played(Game.start("A", first), (NOTHING, Box.YARBOROUGH), (NOTHING, Box.FLUSH)).state.totals == (16,)
    assert turn(Game.start("A"), NOTHING, Box.FLUSH).state.totals == (0,)
