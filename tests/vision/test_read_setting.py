"""What kind of picture a candidate is in, and how trees of questions are walked."""

import math

import numpy as np
import pytest

from vision.faces import Face
from vision.find import Candidate
from vision.opinion import Opinion
from vision.pips import Match
from vision.setting import FAR, settings
from vision.trees import Trees


def opinion(x: float, edge: float = 40, score: float = 3.0, none: float = 0.01) -> Opinion:
    face = Face(x, 200, edge / 2, 0, 0, edge / 2)
    values = (math.log(none), *(math.log((1 - none) / 6),) * 6)
    candidate = Candidate(face, score, (0.0,) * 6, -5.0, -5.0, 28.0)
    return Opinion(
        candidate, face, values, values[:6], -5.0, -5.0, -5.0, Match((0.0,) * 6, 50.0, (0,) * 6), (-3.0, -3.0, -0.1)
    )


def test_a_doubtful_place_knows_how_sure_the_pictures_dice_are() -> None:
    dice, doubtful = [opinion(100), opinion(200, edge=30), opinion(300)], opinion(380, edge=20, score=-1, none=0.1)
    *_, where = settings([*dice, doubtful], 640, 480)
    assert (where.likely, where.vague) == (3, 1)
    assert where.strength == pytest.approx(dice[0].strength)
    assert where.near == pytest.approx(4)
    assert where.near_size == pytest.approx(math.log(2))
    assert where.border == 3


def test_a_die_alone_has_no_neighbours() -> None:
    (where,) = settings([opinion(10)], 640, 480)
    assert (where.likely, where.strength, where.near, where.near_strength) == (0, 0, FAR, 0)
    assert where.border == pytest.approx(0.25)


def test_what_is_too_far_away_is_no_neighbour() -> None:
    where, _ = settings([opinion(20), opinion(600)], 640, 480)
    assert (where.likely, where.near, where.near_strength, where.near_size) == (1, FAR, 0, 0)


def test_the_answers_of_all_trees_are_added_up() -> None:
    """One tree asks for the first number and then for the second, the other for the second alone."""
    #         asks 0   leaf  asks 1  leaf  leaf | asks 1  leaf  leaf
    arrays = {
        "a_feature": [0, 0, 1, 0, 0, 1, 0, 0],
        "a_limit": [0.5, 0, 2, 0, 0, -1, 0, 0],
        "a_low": [1, 1, 3, 3, 4, 6, 6, 7],
        "a_high": [2, 1, 4, 3, 4, 7, 6, 7],
        "a_value": [0, 1, 0, 2, 4, 0, 10, 20],
        "a_roots": [0, 5],
    }
    trees = Trees({name: np.array(part) for name, part in arrays.items()}, "a")
    rows = np.array([[0.5, 9.0], [0.6, 2.0], [0.6, 2.1], [0.0, -1.0]])
    assert trees.odds(rows).tolist() == [21, 22, 24, 11]
