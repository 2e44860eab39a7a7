"""What candidates say about each other: sides hang under tops, and a picture's own geometry tells which way is up."""

import math

import pytest

from vision.company import MISFIT, company, misfit
from vision.faces import Face, sides_under
from vision.find import Candidate
from vision.fuse import Belief
from vision.opinion import Opinion
from vision.pips import Match
from vision.upright import alike, from_side, nearer

CERTAIN = Belief(0.99, 0.99)
RISE = 0.6
"""Sine of the camera's height: the tops below are as flat as that."""


def top(x: float = 300, y: float = 200, half: float = 20, turn: float = 0.0) -> Face:
    """The top of a die turned on the table, for a camera held level."""
    c, s = math.cos(turn) * half, math.sin(turn) * half
    return Face(x, y, c, s * RISE, -s, c * RISE)


def opinion(face: Face, belief: float) -> Opinion:
    values = tuple(math.log(v) for v in (0.1, 0.4, 0.1, 0.1, 0.1, 0.1, 0.1))
    candidate = Candidate(face, belief, (0.0,) * 6, -5.0, -5.0, 28.0)
    return Opinion(
        candidate, face, values, values[:6], -5.0, -5.0, -5.0, Match((0.0,) * 6, 50.0, (0,) * 6), (-1.1,) * 3
    )


def test_a_die_seen_end_on_shows_the_side_under_its_front_edge() -> None:
    (side,) = sides_under(top())
    fall = 40 * math.sqrt(1 - RISE**2)
    assert (side.x, side.y) == pytest.approx((300, 200 + 20 * RISE + fall / 2))
    assert side.edge == pytest.approx(math.sqrt(40 * fall))


def test_a_die_turned_on_the_table_shows_two_sides() -> None:
    left, right = sorted(sides_under(top(turn=math.pi / 4)), key=lambda face: face.x)
    assert left.x < 300 < right.x
    assert left.y == pytest.approx(right.y)
    assert left.y > 200


def test_from_straight_above_no_side_is_seen() -> None:
    assert sides_under(Face(0, 0, 20, 0, 0, 20)) == []


def test_a_side_hangs_under_its_top_and_the_top_stands_on_it() -> None:
    face = top(turn=0.3)
    side = sides_under(face)[0]
    above, below = company([opinion(face, 3.0), opinion(side, 1.0)])
    assert below.hangs == pytest.approx(0, abs=1e-6)
    assert below.top == pytest.approx(2.0)
    assert above.stands == pytest.approx(0, abs=1e-6)
    assert above.hangs == MISFIT


def test_a_die_in_front_of_another_fits_less_than_a_side() -> None:
    """Its top is as flat as the other's, and a side is not."""
    _, front = company([opinion(top(), 3.0), opinion(top(y=200 + 2 * 20 * RISE + 4), 3.0)])
    assert front.hangs > 0.1


def test_a_face_fits_itself_and_not_another_size() -> None:
    assert misfit(top(), top()) == 0
    assert misfit(top(), top(half=40)) > 0.6
    assert misfit(top(), top(x=900)) == MISFIT


def test_nearer_dice_are_larger_and_lower_and_upside_down_they_are_not() -> None:
    seen = [opinion(top(x=100 * k, y=100 * k, half=15 + 3 * k), 3.0) for k in range(1, 5)]
    assert nearer(seen, [CERTAIN] * 4) > 0.9
    assert nearer([one.turned(640, 480) for one in seen], [CERTAIN] * 4) < -0.9


def test_dice_of_one_size_say_nothing_about_up_and_down() -> None:
    assert nearer([opinion(top(y=100 * k), 3.0) for k in range(1, 5)], [CERTAIN] * 4) == 0


def test_a_camera_that_looks_down_does_not_look_from_the_side() -> None:
    assert from_side([opinion(top(), 3.0)], [CERTAIN])
    assert not from_side([opinion(Face(0, 0, 20, 0, 0, 19.5), 3.0)], [CERTAIN])


def test_a_tray_that_looks_like_a_die_holds_dice() -> None:
    tray, die = company([opinion(top(half=200), 1.0), opinion(top(310, 220), 3.0)])
    assert tray.holds == pytest.approx(3.0 + math.log(4))
    assert die.holds == -8.0


def test_a_die_holds_no_pips() -> None:
    """What is as large as a pip is not much smaller than the die."""
    die, _ = company([opinion(top(half=20), 1.0), opinion(top(half=5), 3.0)])
    assert die.holds == -8.0


def test_two_ways_up_that_show_the_same_dice_are_alike() -> None:
    here, there = opinion(top(), 3.0), opinion(top(x=400), 3.0)
    both = [CERTAIN, CERTAIN]
    assert alike([here, there], both, [there, here], both)
    assert not alike([here, there], both, [here], [CERTAIN])
    moved = opinion(top(y=230), 3.0)
    assert not alike([here, there], both, [moved, there], both)


def test_places_that_are_no_dice_do_not_make_two_ways_up_differ() -> None:
    here, speck = opinion(top(), 3.0), opinion(top(x=100), -3.0)
    assert alike([here, speck], [CERTAIN, Belief(0.1, 0.5)], [here], [CERTAIN])
