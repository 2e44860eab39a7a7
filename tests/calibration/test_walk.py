"""The walk-through and the check, as a person at a camera meets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from calibration.notebook import Notebook, corrected
from calibration.profile import Profile
from calibration.throwing import FileThrows, Throw
from calibration.verify import verify
from calibration.walk import walk
from tests.calibration.drawn import CLASSIC, KnowingReader, Table, draw_throw, misread, sure
from vision.reading import NO_HINTS, DieReading, Hints, Image, Reading, Status
from vision.sources import SourceError, parse_source

VALUES = [(1, 2, 3, 4, 5), (6, 5, 4, 3, 2), (1, 6, 2, 3, 4), (5, 5, 6, 1, 3)]
TABLE = Table()


class Deck:
    """Throws that were drawn beforehand."""

    camera = "camera 0 (Drawn)"

    def __init__(self, images: Sequence[Image], *, live: bool = True, truths: Sequence[tuple[int, ...]] = ()) -> None:
        self.live = live
        truth: list[tuple[int, ...] | None] = [*truths] if truths else [None] * len(images)
        self._throws = [Throw((image,), "", values) for image, values in zip(images, truth, strict=True)]

    def next(self) -> Throw | None:
        return self._throws.pop(0) if self._throws else None


class Person:
    """Answers from a list, and remembers what was said."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.heard: list[str] = []

    def say(self, line: str) -> None:
        self.heard.append(line)

    def ask(self, question: str) -> str:
        self.heard.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    @property
    def all(self) -> str:
        return "\n".join(self.heard)


def drawn(
    values: Sequence[tuple[int, ...]] = VALUES, table: Table = TABLE
) -> list[tuple[Image, tuple[DieReading, ...]]]:
    return [draw_throw(table, row, seed) for seed, row in enumerate(values)]


def led(person: Person, readings: Sequence[Reading] | None = None, dice_set: str = "auto") -> Notebook | None:
    throws = drawn()
    reader = KnowingReader(readings or [sure(dice) for _, dice in throws])
    outcome = walk(Deck([image for image, _ in throws]), reader, person.say, person.ask, dice_set)
    return outcome.notebook if outcome is not None else None


def test_three_throws_confirmed_with_enter_teach_set_size_and_colours() -> None:
    person = Person(*[""] * 7)
    book = led(person)
    assert book is not None
    assert book.throws == 3
    profile = book.profile("drawn", "Drawn")
    assert profile.dice_set == "classic"
    assert profile.die_px == pytest.approx(TABLE.edge, rel=0.02)
    assert profile.colours is not None
    assert "can be told apart well here" in person.all
    assert "A die is 40 pixels wide, which is enough." in person.all


def test_a_correction_is_learned_instead_of_what_was_read() -> None:
    throws = drawn()
    readings = [misread(throws[0][1], 2, 6), *(sure(dice) for _, dice in throws[1:])]
    person = Person("", "12345", "", "", "", "", "")
    book = led(person, readings)
    assert book is not None
    lesson = book.lesson
    assert lesson is not None
    assert lesson.left_out == 0
    assert lesson.mistaken < 0.003


def test_a_set_that_cannot_be_told_yet_is_not_named_and_nothing_is_learned_for_it() -> None:
    """Without ones and sixes, classic and blue dice look the same."""
    throws = drawn([(2, 3, 4, 5, 5), (3, 3, 2, 4, 5), (5, 4, 2, 2, 3)])
    person = Person(*[""] * 9)
    deck = Deck([image for image, _ in throws])
    reader = KnowingReader([sure(dice) for _, dice in throws])
    outcome = walk(deck, reader, person.say, person.ask)
    assert outcome is not None
    assert "too few ones and sixes were seen to tell black pips from blue ones" in person.all
    assert "Classic Kismet dice" not in person.all
    profile = outcome.notebook.profile("drawn", "Drawn")
    assert (profile.dice_set, profile.colours) == ("auto", None), "colours are read as without a profile"


def test_the_set_can_be_corrected() -> None:
    book = led(Person(*[""] * 6, "purple", "plain"))
    assert book is not None
    assert book.dice_set == "plain"
    assert book.profile("x", "y").colours is None


def test_a_throw_can_be_left_out_and_help_is_given_for_what_is_not_understood() -> None:
    person = Person("", "what?", "s", "", "", "", "", "", "", "")
    book = led(person)
    assert book is not None
    assert book.throws == 3
    assert "Five digits from left to right" in person.all
    assert "This throw is left out." in person.all


@pytest.mark.parametrize(("answer", "area"), [("", (40, 20, 460, 260)), ("n", (0, 0, 480, 270))])
def test_the_area_that_was_found_is_kept_or_not_as_the_person_says(
    answer: str, area: tuple[int, int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calibration.notebook.find_tray", lambda *_: (40, 20, 460, 260))
    person = Person(*[""] * 7, answer)
    book = led(person)
    assert book is not None
    assert "Dice are looked for in the tray alone: 78 % of the picture." in person.all
    assert book.area == area


def test_leaving_early_keeps_what_was_learned_and_leaving_at_once_keeps_nothing() -> None:
    book = led(Person("", "", "q"))
    assert book is not None
    assert book.throws == 1
    assert book.profile("x", "y").colours is None  # one throw does not show every colour
    assert led(Person("q")) is None
    assert led(Person()) is None


def test_no_dice_is_said_and_asked_again() -> None:
    throws = drawn()
    person = Person(*[""] * 8)
    book = led(person, [Reading(Status.NO_DICE), *(sure(dice) for _, dice in throws[1:])])
    assert book is not None
    assert "No dice were found" in person.all
    assert book.throws == 3


def test_a_throw_of_which_only_four_dice_were_found_can_be_confirmed_but_not_corrected_to_five() -> None:
    throws = drawn()
    readings = [Reading(Status.UNSURE, throws[0][1][:4], ("5 dice are in play, but 4 can be seen.",))]
    readings += [sure(dice) for _, dice in throws[1:]]
    person = Person("", "12345", "", "", "", "", "", "", "")
    assert led(person, readings) is not None
    assert "4 dice were found, not 5" in person.all
    assert "5 dice are in play, but 4 can be seen." in person.all


def test_what_is_wrong_with_the_picture_is_said_during_the_throws() -> None:
    throws = drawn(table=Table(edge=12))
    person = Person(*[""] * 7)
    reader = KnowingReader([sure(dice) for _, dice in throws])
    walk(Deck([image for image, _ in throws]), reader, person.say, person.ask)
    at = person.heard.index("Throw all five dice again and press Enter when they lie still (q: end here). ")
    assert any("Move the camera closer: a die is 12 pixels wide" in line for line in person.heard[:at])


def test_later_throws_are_read_with_what_the_first_taught() -> None:
    throws = drawn()
    reader = KnowingReader([sure(dice) for _, dice in throws])
    person = Person(*[""] * 7)
    walk(Deck([image for image, _ in throws]), reader, person.say, person.ask)
    assert reader.hints[0] == Hints(count=5)
    assert reader.hints[1].die_px == pytest.approx(40, rel=0.02)


def column(*values: int) -> tuple[DieReading, ...]:
    """Dice above each other, a pixel further to the right each time."""
    _, (die, *_) = draw_throw(TABLE, (1, 2))
    return tuple(replace(die, value=value, centre=(100.0 + n, 60.0 * n)) for n, value in enumerate(values))


def test_of_dice_above_each_other_either_may_be_said_first() -> None:
    assert [die.value for die in corrected(column(3, 5, 2), (5, 3, 2))] == [3, 5, 2]
    assert [die.value for die in corrected(column(3, 5, 2), (5, 3, 6))] == [3, 5, 6]


def test_dice_side_by_side_are_corrected_in_the_order_they_lie() -> None:
    _, dice = drawn()[0]
    assert [die.value for die in corrected(dice, (2, 1, 3, 4, 6))] == [2, 1, 3, 4, 6]


# The check.


def checked(readings: Sequence[Reading], person: Person, profile: Profile | None = None, **deck: object) -> list[str]:
    images = [image for image, _ in drawn()][: len(readings)]
    throws = Deck(images, **deck)  # type: ignore[arg-type]
    return verify(throws, KnowingReader(readings), profile, 10, person.say, person.ask).words


def calibrated() -> Profile:
    book = led(Person(*[""] * 7))
    assert book is not None
    return book.profile("drawn", "Drawn")


def test_right_unsure_and_wrong_throws_are_counted_apart() -> None:
    throws = drawn()
    readings = [
        sure(throws[0][1]),
        replace(sure(throws[1][1]), status=Status.UNSURE),
        misread(throws[2][1], 0, 2),
        sure(throws[3][1]),
    ]
    words = checked(readings, Person(), live=False, truths=VALUES)
    assert words[0] == "2 of 4 throws read right, 1 unsure, 1 wrong; 19 of 20 dice right."


def test_a_person_says_what_lies_there_where_nobody_wrote_it_down() -> None:
    throws = drawn()
    readings = [sure(throws[0][1]), misread(throws[1][1], 0, 1)]
    words = checked(readings, Person("", "", "", "65432"))
    assert words[0] == "1 of 2 throws read right, 0 unsure, 1 wrong; 9 of 10 dice right."


def test_with_a_profile_colours_are_measured_too_as_named_and_by_ink_alone() -> None:
    readings = [sure(dice) for _, dice in drawn()]
    words = checked(readings, Person(), calibrated(), live=False, truths=VALUES)
    assert words[1:] == ["20 of 20 colours named right.", "By ink alone, the learned colours name 20 of 20 right."]


def test_a_light_that_has_changed_since_is_warned_of_once() -> None:
    throws = drawn(table=Table(light=(0.2, 0.5, 0.9)))
    person = Person()
    deck = Deck([image for image, _ in throws], live=False, truths=VALUES)
    verify(deck, KnowingReader([sure(dice) for _, dice in throws]), calibrated(), 10, person.say, person.ask)
    assert person.all.count("The light has become warmer") == 1


def test_a_check_that_is_left_at_once_says_so() -> None:
    assert checked([sure(drawn()[0][1])], Person("q")) == ["Nothing was checked."]


# Cameras that are lost, and pictures that are damaged.


class Unplugged(Deck):
    """A camera that is lost once all its throws were seen."""

    def next(self) -> Throw | None:
        if not self._throws:
            raise SourceError("The camera was unplugged.")
        return super().next()


def test_a_camera_that_is_lost_in_the_middle_loses_nothing_that_was_learned() -> None:
    throws, person = drawn()[:2], Person("", "", "", "", "", "")
    deck = Unplugged([image for image, _ in throws])
    outcome = walk(deck, KnowingReader([sure(d) for _, d in throws]), person.say, person.ask)
    assert outcome is not None
    assert outcome.throws == 2
    assert "The camera was unplugged." in person.heard
    with pytest.raises(SourceError, match="unplugged"):
        walk(Unplugged([]), KnowingReader([]), person.say, lambda _: "")


def test_a_check_that_loses_its_camera_tells_what_was_measured() -> None:
    throws, person = drawn()[:2], Person("", "", "", "", "")
    deck = Unplugged([image for image, _ in throws])
    tally = verify(deck, KnowingReader([sure(d) for _, d in throws]), None, 10, person.say, person.ask)
    assert (tally.throws, tally.right) == (2, 2)
    assert "The camera was unplugged." in person.heard


def test_a_damaged_picture_among_others_is_named_and_passed_over(tmp_path: Path) -> None:
    throws = drawn()[:3]
    for number, (image, _) in enumerate(throws):
        cv2.imwrite(str(tmp_path / f"{number}.png"), image)
    (tmp_path / "1-half.png").write_bytes((tmp_path / "1.png").read_bytes()[:300])
    person = Person("", "", "")
    files = FileThrows(parse_source(str(tmp_path)), KnowingReader([]))
    outcome = walk(files, KnowingReader([sure(dice) for _, dice in throws]), person.say, person.ask)
    assert outcome is not None
    assert outcome.throws == 3
    assert [line for line in person.heard if line.startswith("1-half.png: ")] != []


def test_a_throw_read_in_several_frames_is_voted_on() -> None:
    image, dice = drawn()[0]
    reader = KnowingReader([sure(dice), misread(dice, 0, 6), sure(dice)])
    throw = Throw((image, image, image))
    assert throw.read(reader, NO_HINTS).values == (1, 2, 3, 4, 5)
    assert CLASSIC[dice[0].value] == dice[0].colour
