"""What the tracker is not sure of it says, and once it is sure, it says that too."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.scripted import ELSEWHERE, PLACES, Game, die, first_roll, lie, read, unsure
from vision.reading import Status
from vision.tracker import DiceKept, Doubt, RollAtRest


def test_a_missing_die_is_told_and_found_again() -> None:
    game = Game()
    game.still(())
    game.throw()
    event = game.roll(lie("1335"), 1.5)
    assert event.reading.status is Status.UNSURE
    assert event.reading.problems[-1].startswith("Only four of five dice can be seen: one die is missing")
    game.hand()
    again = game.roll((*lie("1335"), die(6, (600, 420))))
    assert again.revised
    assert (again.number, again.reading.status, again.kept) == (1, Status.READ, ())
    assert sorted(again.reading.values) == [1, 3, 3, 5, 6]


def test_a_doubtful_roll_is_told_when_the_hand_comes_before_patience_is_over() -> None:
    """Or the next one would be taken for it, and its number would be wrong."""
    game = first_roll()
    game.hand()
    game.still(lie("13"))
    game.throw()
    second = (*lie("13"), *lie("652", ELSEWHERE))
    assert game.still(unsure(second), 0.4) == []
    game.hand()
    told = next(event for event in reversed(game.told) if isinstance(event, RollAtRest))
    assert (told.number, told.reading.status, sorted(told.reading.values)) == (2, Status.UNSURE, [1, 2, 3, 5, 6])
    assert told.index < game.told_at[-1]
    game.still(lie("13"))
    game.throw()
    assert game.roll((*lie("13"), *lie("446", ELSEWHERE))).number == 3


def test_dice_seen_for_a_moment_before_the_hand_comes_are_no_roll() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("13"))
    game.throw()
    game.still(unsure((*lie("13"), *lie("652", ELSEWHERE))), 0.2)
    game.hand()
    assert len(game.rolls) == 1


def test_a_die_thrown_off_the_table_is_told() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("1335"))
    for _ in range(7):
        game.frame(None, moving=True)
    (doubt,) = game.still(lie("1335"), 2)
    assert isinstance(doubt, Doubt)
    assert "one die is missing; did it fall off the table" in doubt.sentence
    game.throw()
    assert game.roll((*lie("1335"), *lie("6", ELSEWHERE))).number == 2


def test_a_sleeve_that_brushes_past_kept_dice_is_nothing_to_tell() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("1335"))
    for _ in range(3):
        game.frame(None, moving=True)
    assert game.still(lie("1335"), 3) == []


def test_hands_that_sort_dice_under_a_poor_view_make_no_roll() -> None:
    game = first_roll()
    game.hand()
    game.throw(0.2)  # the hand was not recognised for a moment
    (doubt,) = game.still(lie("25", ELSEWHERE), 1.5)
    assert isinstance(doubt, Doubt)
    assert doubt.sentence.startswith("Only two of five dice can be seen")
    game.hand()
    (doubt,) = game.still((*lie("133"), die(2, ELSEWHERE[4])), 1.5)
    assert isinstance(doubt, Doubt)
    assert len(game.rolls) == 1


def test_a_die_that_is_overlooked_at_first_is_given_time() -> None:
    game = Game()
    game.still(())
    game.throw()
    assert game.still(lie("1335"), 0.4) == []
    assert game.roll(lie("13356"), 0.6).reading.status is Status.READ


def test_a_missing_die_is_given_more_time_while_the_others_are_in_doubt() -> None:
    game = Game()
    game.still(())
    game.throw()
    assert game.still(unsure(lie("1335")), 0.8) == []
    game.still(lie("13356"))
    assert game.rolls[-1] == (1, "13356", "")


def test_a_die_that_fell_is_told_before_people_look_for_it() -> None:
    game = Game()
    game.still(())
    game.throw()
    since = game.index
    event = game.roll(lie("1335"), 0.7)
    assert "did it fall off the table" in event.reading.problems[-1]
    assert (event.index - since) / game.fps <= 0.5


def test_a_die_is_pushed_when_the_lost_one_is_laid_beside_it() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.roll(lie("1335"), 0.7)
    game.hand()
    again = game.roll((*lie("133"), die(5, (430, 175)), die(6, (600, 420))))
    assert (again.revised, again.number, again.kept) == (True, 1, ())
    assert sorted(again.reading.values) == [1, 3, 3, 5, 6]


def test_dice_of_an_incomplete_roll_that_nobody_saw_taken_are_not_missed() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.roll(lie("1335"), 0.7)
    game.hand()
    game.still(unsure(lie("1335")[1:3]), 0.3)
    game.throw()
    event = game.roll((*lie("1335")[1:3], *lie("246", ELSEWHERE)))
    assert (event.reading.status, event.number) == (Status.READ, 2)
    assert [event.reading.dice[k].value for k in event.kept] == [3, 3]


def test_a_lens_that_hunts_for_focus_delays_no_roll() -> None:
    game = Game()
    game.still(())
    game.throw()
    since = game.index
    for step in range(8):
        game.frame(read(lie("13356")), focusing=step % 2 == 0)
    assert game.rolls == [(1, "13356", "")]
    assert (game.told_at[-1] - since) / game.fps <= 0.5


def test_what_is_in_doubt_while_the_lens_hunts_is_waited_for() -> None:
    game = Game()
    game.still(())
    game.throw()
    for step in range(15):
        game.frame(unsure(lie("1335")), focusing=step % 2 == 0)
    assert game.rolls == []
    assert game.roll(lie("13356")).reading.status is Status.READ


def test_several_missing_dice_in_words() -> None:
    game = Game()
    game.still(())
    game.throw()
    assert "Only two of five dice can be seen: three dice are missing" in game.roll(lie("13"), 1.5).reading.problems[-1]
    game.throw()
    three = game.roll(lie("134"), 1.5)
    assert three.revised
    assert "two dice are missing" in three.reading.problems[-1]


def test_too_many_dice() -> None:
    game = Game()
    game.still(())
    game.throw()
    event = game.roll((*lie("13356"), die(2, (600, 420), 0.7)))
    assert event.reading.status is Status.UNSURE
    assert event.reading.values == (1, 3, 3, 5, 6)
    assert event.reading.problems[-1] == "Six dice are seen, but five are in play: the least certain one is left out."
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    phantoms = (die(2, (600, 420), 0.98), die(5, (20, 420), 0.97))
    event = game.roll((*(replace(d, confidence=0.6) for d in lie("13356")[1:3]), *lie("622", ELSEWHERE), *phantoms))
    assert sorted(event.reading.values) == [2, 2, 3, 3, 6]
    assert [event.reading.dice[k].value for k in event.kept] == [3, 3]
    assert "Seven dice are seen, but five are in play: the two least certain are left out." in event.reading.problems


def test_that_there_are_too_many_dice_is_said_once() -> None:
    game = Game()
    game.still(())
    game.throw()
    six = unsure((*lie("13356"), die(2, (600, 420), 0.7)), "5 dice are in play, but 6 can be seen.")
    assert game.roll(six).reading.problems == (
        "Six dice are seen, but five are in play: the least certain one is left out.",
    )


def test_a_die_that_is_misread_in_turn_as_this_and_that_is_spoken_of_once() -> None:
    game = first_roll("13356")
    for values in ("12356", "14356", "12356", "14356"):
        game.hand()
        game.still(lie(values))
    doubts = [event.sentence for event in game.told if isinstance(event, Doubt)]
    assert doubts == ["A die that did not move was read as a 3 before, and as a 2 now."]


def test_a_cloth_that_looks_like_dice_is_no_roll() -> None:
    game = Game()
    assert game.still(unsure((*lie("13356"), *lie("222", ELSEWHERE))), 3) == []


def test_something_like_a_die_beside_the_five() -> None:
    game = first_roll()
    game.hand()
    (doubt,) = game.still((*lie("13356"), die(2, (600, 420))))
    assert doubt == Doubt("Something beside the dice looks like a die.")


def test_a_cocked_die_is_told_in_the_readers_words_and_firms_up() -> None:
    game = Game()
    game.still(())
    game.throw()
    event = game.roll(unsure(lie("13356")), 0.6)
    assert event.reading.status is Status.UNSURE
    assert event.reading.problems == ("A die leans.",)
    later = game.roll(lie("13356"), 5)
    assert later.revised
    assert later.reading.status is Status.READ
    assert later.number == 1
    assert game.still(lie("13356"), 5) == []


def test_a_die_that_changes_its_number_without_moving_is_a_misread() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    event = game.roll((die(5, PLACES[1], 0.98), die(3, PLACES[2]), *lie("622", ELSEWHERE)))
    assert event.number == 2
    assert event.reading.status is Status.UNSURE
    assert event.reading.problems == ("A die that did not move was read as a 3 before, and as a 5 now.",)
    assert [event.reading.dice[k].value for k in event.kept] == [3, 3]


def test_a_misread_of_a_still_table_is_no_roll() -> None:
    game = first_roll()
    game.hand()
    doubt = Doubt("A die that did not move was read as a 1 before, and as a 2 now.")
    assert game.still((die(2, PLACES[0]), *lie("13356")[1:])) == [doubt]
    assert len(game.rolls) == 1
    game.hand()
    doubt = Doubt("A die that did not move was read as a 3 before, and as a 5 now.")
    assert game.still((die(5, PLACES[1]), die(3, PLACES[2]))) == [DiceKept((1, 2)), doubt]


def test_switched_on_in_the_middle_of_a_turn() -> None:
    game = Game()
    assert game.still(lie("33")) == []
    game.throw()
    event = game.roll((*lie("33"), *lie("145", ELSEWHERE)))
    assert sorted(event.reading.values) == [1, 3, 3, 4, 5]


def test_five_dice_that_lie_there_from_the_start_are_a_roll() -> None:
    assert Game().roll(lie("13356")).number == 1


def test_nobody_knows_what_happened_while_the_camera_was_lost() -> None:
    game = first_roll()
    game.index += 1000
    assert game.still(lie("13356")) == []
    game.index += 1000
    game.roll(lie("22446", ELSEWHERE))
    assert game.rolls[-1] == (2, "22446", "")
