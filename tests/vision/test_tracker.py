"""Readings over time become events: told with scripted readings, without any picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.reading import DieReading, PipColour, Point, Reading, Status
from vision.tracker import (
    DiceKept,
    Doubt,
    Event,
    Hindsight,
    Observation,
    RollAtRest,
    Stage,
    StageChanged,
    TableCleared,
    Tracker,
    combine,
)

Dice = tuple[DieReading, ...]
EDGE = 40.0
COLOURS = [PipColour.BLACK, PipColour.RED, PipColour.GREEN, PipColour.GREEN, PipColour.RED, PipColour.BLACK]
PLACES: tuple[Point, ...] = ((100, 100), (200, 150), (300, 100), (400, 160), (500, 110))
ELSEWHERE: tuple[Point, ...] = ((120, 300), (230, 330), (330, 290), (430, 340), (540, 300))


def die(value: int, at: Point, confidence: float = 0.99) -> DieReading:
    x, y = at
    h = EDGE / 2
    corners = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
    return DieReading(value, COLOURS[value - 1], confidence, at, (x - h, y - h, x + h, y + h), corners)


def lie(values: str, places: tuple[Point, ...] = PLACES) -> Dice:
    return tuple(die(int(v), at) for v, at in zip(values, places, strict=False))


def read(dice: Dice) -> Reading:
    ordered = tuple(sorted(dice, key=lambda d: d.centre[0]))
    return Reading(Status.READ if ordered else Status.NO_DICE, ordered)


def unsure(dice: Dice, problem: str = "A die leans.") -> Reading:
    return replace(read(dice), status=Status.UNSURE, problems=(problem,))


class Game:
    """A table in front of a camera of 15 frames a second."""

    def __init__(self, tracker: Tracker | None = None, fps: float = 15.0) -> None:
        self.tracker = tracker or Tracker()
        self.fps = fps
        self.index = 0
        self.reads = 0
        self.told: list[Event] = []
        self.told_at: list[int] = []

    def frame(
        self, reading: Reading | None, *, moving: bool = False, hands: bool = False, jolt: bool = False
    ) -> tuple[Event, ...]:
        seen = Observation(self.index, self.index / self.fps, moving, False, moving and hands, jolt)
        if self.tracker.wants(seen):
            self.reads += 1
            seen = replace(seen, reading=reading, hands=hands)
        events = self.tracker.step(seen)
        self.told += events
        self.told_at += [self.index] * len(events)
        self.index += 1
        return events

    def still(self, scene: Dice | Reading, seconds: float = 1.0, *, hands: bool = False) -> list[Event]:
        reading = scene if isinstance(scene, Reading) else read(scene)
        events = [event for _ in range(round(seconds * self.fps)) for event in self.frame(reading, hands=hands)]
        return [event for event in events if not isinstance(event, StageChanged)]

    def roll(self, scene: Dice | Reading, seconds: float = 1.0) -> RollAtRest:
        """What is told when `scene` lies still: one roll and nothing else."""
        (event,) = self.still(scene, seconds)
        assert isinstance(event, RollAtRest)
        return event

    def throw(self, seconds: float = 0.5) -> None:
        """Dice fly, no hand in view."""
        for _ in range(round(seconds * self.fps)):
            self.frame(None, moving=True)

    def hand(self, seconds: float = 0.5) -> None:
        """A hand moves about in view."""
        for _ in range(round(seconds * self.fps)):
            self.frame(None, moving=True, hands=True)

    @property
    def rolls(self) -> list[tuple[int, str, str]]:
        """Roll number, values and kept values of all rolls told."""
        return [
            (e.number, "".join(map(str, e.reading.values)), "".join(str(e.reading.dice[k].value) for k in e.kept))
            for e in self.told
            if isinstance(e, RollAtRest)
        ]


def first_roll(values: str = "13356") -> Game:
    game = Game()
    game.still(())
    game.throw()
    game.roll(lie(values))
    return game


# The turn as it should be


def test_a_whole_turn() -> None:
    game = Game()
    assert game.still(()) == []
    game.throw()
    first = game.roll(lie("13356"))
    assert (first.number, first.kept, first.reading.values) == (1, (), (1, 3, 3, 5, 6))
    game.hand()
    assert game.still(lie("13356")[1:3]) == [DiceKept((1, 2))]
    game.throw()
    second = game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE)))
    assert second.number == 2
    assert sorted(second.reading.values) == [2, 2, 3, 3, 6]
    assert [second.reading.dice[k].value for k in second.kept] == [3, 3]
    assert [second.reading.dice[k].centre for k in second.kept] == [PLACES[1], PLACES[2]]
    game.hand()
    game.still((*lie("13356")[1:3], *lie("6", ELSEWHERE)))
    game.throw()
    third = game.roll((*lie("13356")[1:3], *lie("6", ELSEWHERE), die(4, (50, 400)), die(5, (600, 400))))
    assert third.number == 3
    assert sorted(third.reading.dice[k].value for k in third.kept) == [3, 3, 6]
    game.hand()
    assert game.still(()) == [TableCleared()]
    game.throw()
    assert game.roll(lie("11111")).number == 1


def test_a_rest_is_told_within_half_a_second_and_not_before_a_third() -> None:
    for fps in (10.0, 15.0, 30.0):
        game = Game(fps=fps)
        game.still(())
        game.throw()
        game.still(lie("12345"))
        at = next(i for e, i in zip(game.told, game.told_at, strict=True) if isinstance(e, RollAtRest))
        landed = round(1.0 * fps) + round(0.5 * fps) - 1  # the last frame that moved shows the dice as they lie
        assert 0.29 <= (at - landed) / fps <= 0.5


def test_a_still_table_is_not_read_again_and_again() -> None:
    game = first_roll()
    before = game.reads
    game.still(lie("13356"), 60)
    assert game.reads == before


def test_dice_that_still_rock_are_no_rest() -> None:
    game = Game()
    game.still(())
    game.throw()
    for n in range(20):
        game.still(lie("13356"), 0.2)
        game.frame(None, moving=True)
        assert game.rolls == [], n
    game.roll(lie("13356"))


def test_stages_are_told_in_words() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.hand()
    game.still(lie("13356"))
    stages = [e.stage for e in game.told if isinstance(e, StageChanged)]
    assert stages == [Stage.EMPTY, Stage.MOVING, Stage.HANDS, Stage.LOOKING, Stage.REST]
    assert game.tracker.stage is Stage.REST
    assert [stage.value for stage in Stage] == [
        "looking",
        "dice moving",
        "hands in view",
        "dice at rest",
        "table empty",
    ]


# Hands


def test_nothing_is_told_while_a_hand_rests_in_view() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.hand()
    assert game.still(lie("13356"), 5, hands=True) == []
    assert game.tracker.stage is Stage.HANDS
    assert game.reads < 30  # a resting hand does not make the reader run at full speed
    game.roll(lie("13356"))


def test_a_hand_that_only_passes_changes_nothing() -> None:
    game = first_roll()
    game.hand()
    assert game.still(lie("13356")) == []
    game.hand()
    assert game.still(lie("13356")[:3]) == [DiceKept((0, 1, 2))]  # two are covered
    game.hand()
    assert game.still(lie("13356")) == []
    assert len(game.rolls) == 1


def test_dice_pushed_aside_to_be_kept_are_no_roll() -> None:
    game = first_roll()
    aside = (die(3, (30, 400)), die(3, (80, 400)))
    game.hand()
    assert game.still((*lie("1"), *aside, *lie("13356")[3:])) == []
    game.hand()
    assert game.still(aside) == [DiceKept((1, 2))]
    game.throw()
    game.roll((*aside, *lie("464", ELSEWHERE)))
    assert game.rolls[-1] == (2, "33464", "33")


def test_dice_pushed_aside_and_picked_up_in_one_go() -> None:
    game = first_roll()
    aside = (die(3, (30, 400)), die(3, (80, 400)))
    game.hand()
    assert game.still(aside) == [DiceKept((1, 2))]
    game.throw()
    game.roll((*aside, *lie("464", ELSEWHERE)))
    assert game.rolls[-1] == (2, "33464", "33")


def test_a_nudge_by_a_sleeve_is_no_roll() -> None:
    game = first_roll()
    game.hand()
    assert game.still((*lie("13356")[:4], die(6, (PLACES[4][0] + 45, PLACES[4][1] + 20)))) == []
    assert len(game.rolls) == 1


def test_a_nudge_is_no_roll_even_if_the_sleeve_leaves_as_fast_as_dice_fly() -> None:
    game = first_roll()
    game.hand()
    game.throw()
    assert game.still((*lie("13356")[:4], die(6, (PLACES[4][0] + 30, PLACES[4][1] + 10)))) == []
    game.throw()
    assert game.roll((*lie("13356")[:4], die(6, (PLACES[4][0] - 150, PLACES[4][1] + 170)))).number == 2


def test_a_die_knocked_over_is_told_but_not_taken_for_a_roll() -> None:
    game = first_roll()
    game.hand()
    (doubt,) = game.still((*lie("13356")[:4], die(2, (PLACES[4][0] + 45, PLACES[4][1]))))
    assert isinstance(doubt, Doubt)
    assert "showed a 6" in doubt.sentence
    assert "shows a 2" in doubt.sentence
    assert len(game.rolls) == 1


def test_a_camera_that_is_bumped_between_rolls() -> None:
    game = first_roll()
    shifted: tuple[Point, ...] = tuple((x + 90, y + 35) for x, y in PLACES)
    for _ in range(3):
        game.frame(None, moving=True, jolt=True)
    assert game.still(lie("13356", shifted)) == []
    game.hand()
    assert game.still(lie("13356", shifted)[1:3]) == [DiceKept((1, 2))]
    twice: tuple[Point, ...] = tuple((x - 60, y + 20) for x, y in PLACES)
    for _ in range(3):
        game.frame(None, moving=True, jolt=True)
    game.still(lie("13356", twice)[1:3])
    game.throw()
    game.roll((*lie("13356", twice)[1:3], *lie("622", ELSEWHERE)))
    assert game.rolls[-1][0] == 2
    assert game.rolls[-1][2] == "33"


# Throws in other ways than the book's


def test_dice_picked_up_and_thrown_without_the_hand_leaving_the_picture() -> None:
    game = first_roll()
    game.hand()
    game.throw()
    game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE)))
    assert game.rolls[-1][0] == 2
    assert game.rolls[-1][2] == "33"


def test_the_same_numbers_again_are_a_roll_if_dice_flew() -> None:
    game = first_roll()
    game.hand()
    game.throw()
    game.roll((*lie("13356")[:3], *lie("56", ELSEWHERE)))
    assert game.rolls[-1][0] == 2


def test_a_thrown_die_that_shows_its_old_number_is_no_kept_die() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    game.roll((*lie("13356")[1:3], *lie("136", ELSEWHERE)))
    assert game.rolls[-1][0] == 2
    assert game.rolls[-1][2] == "33"


def test_a_kept_die_pushed_away_by_thrown_ones_is_still_kept() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    pushed = die(3, (PLACES[2][0] + 70, PLACES[2][1] + 30))
    event = game.roll((*lie("13356")[1:2], pushed, *lie("622", ELSEWHERE)))
    assert event.reading.status is Status.READ
    assert [event.reading.dice[k].centre for k in event.kept] == [PLACES[1], pushed.centre]


def test_a_kept_die_knocked_over_by_thrown_ones_makes_the_roll_unsure() -> None:
    game = first_roll()
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    event = game.roll((*lie("13356")[1:2], die(4, (PLACES[2][0] + 70, PLACES[2][1])), *lie("622", ELSEWHERE)))
    assert event.number == 2
    assert event.reading.status is Status.UNSURE
    assert any("A kept die showed a 3" in problem for problem in event.reading.problems)


def test_all_five_thrown_again_at_once() -> None:
    game = first_roll()
    game.hand()
    assert game.still((), 1) == [TableCleared()]
    game.throw()
    assert game.roll(lie("22446", ELSEWHERE)).number == 2


def test_a_long_empty_table_is_another_turn() -> None:
    game = first_roll()
    game.hand()
    game.still((), 8)
    game.throw()
    assert game.roll(lie("22446", ELSEWHERE)).number == 1


def turn(game: Game, *rolls: tuple[str, str]) -> list[RollAtRest]:
    """A turn of a recording: before each roll, what a hand leaves lying, and what lies there after it."""
    told = []
    for kept, values in rolls:
        game.hand()
        game.still(lie(kept))
        game.throw()
        # Nothing comes to lie where something lay before: a throw is not the same twice.
        places = tuple((x, y + game.index) for x, y in ELSEWHERE)
        told.append(game.roll((*lie(kept), *lie(values, places))))
    return told


def test_who_kept_dice_does_not_throw_all_five_next() -> None:
    """The table lies empty for a second only: still another turn."""
    game = Game()
    turn(game, ("", "13356"), ("13", "335"))
    assert [roll.number for roll in turn(game, ("", "22446"), ("22", "446"))] == [1, 2]


def test_hindsight_knows_which_throw_of_five_began_a_turn() -> None:
    game = Game()
    rolls = turn(game, ("", "13356"))  # a turn of one roll
    rolls += turn(game, ("", "22446"), ("22", "456"), ("224", "66"))
    assert [roll.number for roll in rolls] == [1, 2, 3, 3], "as it seems at the time"
    assert not any(roll.reading.problems for roll in rolls)
    hindsight = Hindsight()
    told = [hindsight.add(roll) for roll in rolls]
    assert [[roll.number for roll in certain] for certain in told] == [[1], [], [], [1, 2, 3]]
    assert hindsight.finish() == []


def test_what_hindsight_cannot_tell_stays_as_it_seemed() -> None:
    game = Game()
    rolls = turn(game, ("", "13356"), ("", "22446"), ("22", "456"))
    rolls += turn(game, ("", "13356"), ("", "22446"))
    hindsight = Hindsight()
    told = [roll for each in rolls for roll in hindsight.add(each)] + hindsight.finish()
    assert [roll.number for roll in told] == [1, 2, 3, 1, 2]
    assert [roll.index for roll in told] == sorted(roll.index for roll in rolls)


def test_the_game_knows_better_than_the_clock() -> None:
    game = Game(Tracker(turn_gap=float("inf")))
    game.throw()
    game.roll(lie("13356"))
    game.hand()
    game.still((), 60)
    game.throw()
    assert game.roll(lie("22446", ELSEWHERE)).number == 2
    game.tracker.new_turn()
    assert game.still(lie("22446", ELSEWHERE), 2) == []
    game.hand()
    game.still(())
    game.throw()
    assert game.roll(lie("22446", ELSEWHERE)).number == 1


def test_a_fourth_roll_is_doubted() -> None:
    game = first_roll()
    for number, places in ((2, ELSEWHERE), (3, PLACES[1:]), (4, ELSEWHERE)):
        game.hand()
        game.still(lie("1"))
        game.throw()
        event = game.roll((*lie("1"), *lie("2345", places)))
        assert event.number == min(3, number)
    assert event.reading.status is Status.UNSURE
    assert "fourth roll" in event.reading.problems[-1]


# Doubts


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


def test_a_missing_die_is_given_more_time() -> None:
    game = Game()
    game.still(())
    game.throw()
    assert game.still(lie("1335"), 0.6) == []
    assert game.roll(lie("13356"), 0.6).reading.status is Status.READ


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


# What a person says


def test_a_corrected_die_stays_corrected_while_it_lies() -> None:
    game = first_roll("13356")
    game.tracker.correct(values=(1, 3, 4, 5, 6))
    assert game.tracker.table.reading().values == (1, 3, 4, 5, 6)
    game.hand()
    assert game.still(lie("13356")[1:3]) == [DiceKept((1, 2))]
    game.throw()
    event = game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE)))
    assert event.reading.status is Status.READ
    assert sorted(event.reading.dice[k].value for k in event.kept) == [3, 4]


def test_a_corrected_roll_number_is_counted_on_from() -> None:
    game = first_roll()
    game.tracker.correct(number=2, kept=(0,))
    assert game.tracker.table.kept == (0,)
    game.hand()
    game.still(lie("13356")[1:3])
    game.throw()
    assert game.roll((*lie("13356")[1:3], *lie("622", ELSEWHERE))).number == 3


def test_an_unsure_roll_that_a_person_settled_is_not_told_again() -> None:
    game = Game()
    game.still(())
    game.throw()
    game.roll(unsure(lie("13356")), 0.6)
    game.tracker.correct(values=(1, 3, 3, 5, 6))
    assert game.still(lie("13356"), 5) == []


def test_values_of_other_dice_are_no_correction_of_these() -> None:
    game = first_roll()
    game.tracker.correct(values=(1, 2))
    assert game.tracker.table.reading().values == (1, 3, 3, 5, 6)


@pytest.mark.parametrize("wrong", [{"values": (0, 1, 2, 3, 4)}, {"values": (7,)}, {"number": 4}, {"number": -1}])
def test_impossible_corrections(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        first_roll().tracker.correct(**wrong)  # type: ignore[arg-type]


# Votes


def test_votes_are_weighted_and_one_bad_frame_is_outvoted() -> None:
    good, bad = lie("13356"), (die(2, PLACES[0], 0.4), *lie("13356")[1:])
    result = combine([read(good), unsure(bad), read(good), read(good)])
    assert result.status is Status.READ
    assert result.values == (1, 3, 3, 5, 6)
    assert result.problems == ()


def test_a_die_overlooked_now_and_then_is_there_all_the_same() -> None:
    result = combine([read(lie("13356")), read(lie("1335")), read(lie("13356")), read(lie("13356")[1:])])
    assert result.status is Status.READ
    assert result.values == (1, 3, 3, 5, 6)


def test_dice_seen_for_an_instant_do_not_count() -> None:
    ghost = die(4, (600, 400), 0.6)
    result = combine([read(lie("13356")), unsure((*lie("13356"), ghost)), read(lie("13356"))])
    assert result.values == (1, 3, 3, 5, 6)
    assert result.status is Status.READ


def test_what_is_seen_once_with_certainty_counts_unless_all_dice_are_there() -> None:
    readings = [read(lie("1335")), read(lie("13356")), read(lie("1335"))]
    assert combine(readings, 5).status is Status.UNSURE
    assert combine(readings, 4).status is Status.READ


def test_something_like_a_die_does_not_matter_when_all_dice_are_certain() -> None:
    reading = unsure(lie("13356"), "Something on the left may be a die, but it cannot be read.")
    assert combine([reading] * 3, 5).status is Status.READ
    assert combine([reading] * 3).status is Status.UNSURE
    assert combine([unsure(lie("1335"), reading.problems[0])] * 3, 5).status is Status.UNSURE


def test_certain_frames_that_contradict_each_other_are_unsure() -> None:
    other = (die(2, PLACES[0]), *lie("13356")[1:])
    result = combine([read(lie("13356")), read(lie("13356")), read(other), read(lie("13356"))], 5)
    assert result.status is Status.UNSURE
    assert result.values == (1, 3, 3, 5, 6)
    assert result.problems == ("The dice do not look the same in every picture.",)


def test_a_doubt_that_lasts_is_kept() -> None:
    result = combine([unsure(lie("13356")), read(lie("13356")), unsure(lie("13356"))], 5)
    assert result.status is Status.UNSURE
    assert result.problems == ("A die leans.",)


def test_a_die_that_is_never_certain_stays_in_doubt() -> None:
    weak = unsure((*lie("1335"), die(6, PLACES[4], 0.9)), "The die looks like a 6, but that is not certain.")
    result = combine([weak, read(lie("13356")), weak, read(lie("13356")), weak], 5)
    assert result.status is Status.UNSURE
    assert result.dice[4].confidence == 0.9


def test_an_empty_table_is_certain_too() -> None:
    assert combine([read(())] * 3).status is Status.NO_DICE
    assert combine([read(()), read(()), unsure((), "Something may be a die.")]).status is Status.NO_DICE
