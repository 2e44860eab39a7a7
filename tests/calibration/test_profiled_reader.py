"""A profile helps the reader, and an outdated one does no harm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import Profile
from calibration.reader import ProfiledReader, reader_for
from calibration.store import save
from tests.calibration.drawn import BLUE, KnowingReader, Table, draw_throw, sure
from vision.reading import Hints, PipColour, Reading, Status

PROFILE = Profile("desk", "Cam", (480, 270), dice_set="classic", die_px=40.0, area=(100, 50, 400, 250))
IMAGE, DICE = draw_throw(Table(), (1, 2, 3, 4, 5))
UNSURE = Reading(Status.UNSURE, DICE[:3], ("5 dice are in play, but 3 can be seen.",), 5.0)


def test_the_reader_is_told_what_the_profile_knows() -> None:
    reader = KnowingReader([sure(DICE)])
    assert ProfiledReader(reader, PROFILE).read(IMAGE).values == (1, 2, 3, 4, 5)
    assert reader.hints == [Hints("classic", 5, 40.0, (100, 50, 400, 250))]


def test_what_the_caller_knows_outweighs_the_profile() -> None:
    reader = KnowingReader([sure(DICE)])
    ProfiledReader(reader, PROFILE).read(IMAGE, Hints(dice_set="plain", die_px=38.0))
    assert reader.hints == [Hints("plain", 5, 38.0, (100, 50, 400, 250))]


@pytest.mark.parametrize("first", [UNSURE, Reading(Status.NO_DICE), sure(DICE[:4])])
def test_after_the_camera_was_moved_the_picture_is_read_as_if_nothing_were_known(first: Reading) -> None:
    reader = KnowingReader([first, sure(DICE)])
    reading = ProfiledReader(reader, PROFILE).read(IMAGE, Hints(count=5))
    assert reading.values == (1, 2, 3, 4, 5)
    assert reader.hints[1] == Hints(count=5)


def test_a_profile_of_other_dice_makes_no_colour_worse_than_none() -> None:
    """Blue dice, and a profile that knows classic ones: told so, the reader calls their ones and sixes black."""
    image, blue = draw_throw(Table(colours=BLUE), (1, 6, 3, 4, 6))
    black = tuple(replace(die, colour=PipColour.BLACK) if die.value in (1, 6) else die for die in blue)
    reader = KnowingReader([sure(black), sure(blue), sure(blue), sure(blue)])
    profiled = ProfiledReader(reader, PROFILE)
    for _ in range(2):
        seen = profiled.read(image, Hints(count=5))
        assert [die.colour for die in seen.dice] == [die.colour for die in blue]
    assert [hints.dice_set for hints in reader.hints] == ["classic", "auto", "auto", "auto"]


def test_of_two_doubtful_readings_the_one_with_more_dice_counts() -> None:
    other = Reading(Status.UNSURE, DICE[:1], ("Blurred.",), 7.0)
    reading = ProfiledReader(KnowingReader([UNSURE, other]), PROFILE).read(IMAGE)
    assert len(reading.dice) == 3
    assert reading.milliseconds == 12.0


def test_the_profile_is_scaled_to_the_frame() -> None:
    reader = KnowingReader([sure(DICE)])
    ProfiledReader(reader, replace(PROFILE, dice_set="plain")).read(np.zeros((540, 960, 3), np.uint8))
    assert reader.hints[0].die_px == 80.0


def test_a_camera_gets_its_profile_by_name_and_one_without_reads_as_ever(tmp_path: Path) -> None:
    save(tmp_path, PROFILE)
    reader = KnowingReader([])
    known = reader_for(reader, tmp_path, "camera 2 (Cam)")
    assert isinstance(known, ProfiledReader)
    assert known.profile == PROFILE
    assert reader_for(reader, tmp_path, "camera 0 (Other)") is reader
    assert reader_for(reader, tmp_path / "none", "camera 2 (Cam)") is reader
