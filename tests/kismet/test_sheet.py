"""One player's sheet: totals and the bonus (R6)."""

from __future__ import annotations

import pytest

from kismet.boxes import BASIC_BOXES, Box
from kismet.sheet import Sheet, SheetError, bonus_for


@pytest.mark.parametrize(
    ("subtotal", "bonus"), [(0, 0), (62, 0), (63, 35), (70, 35), (71, 55), (77, 55), (78, 75), (105, 75)]
)
def test_one_tier_of_the_bonus_counts(subtotal: int, bonus: int) -> None:
    assert bonus_for(subtotal) == bonus


def test_the_bonus_comes_with_the_last_basic_box() -> None:
    sheet = Sheet.of({Box.ACES: 3, Box.DEUCES: 6, Box.TREYS: 9, Box.FOURS: 16, Box.SIXES: 24})
    assert (sheet.subtotal, sheet.bonus, sheet.total) == (58, 0, 58)
    done = sheet.enter(Box.FIVES, 15)
    assert (done.subtotal, done.bonus, done.total) == (73, 55, 128)


def test_the_highest_total_there_can_be() -> None:
    """Five sixes, fives and so on in every box, all bonus: 565 points under the rulings."""
    best = {box: 5 * (box + 1) for box in BASIC_BOXES} | {
        Box.TWO_PAIR_SAME_COLOR: 30,
        Box.THREE_OF_A_KIND: 30,
        Box.STRAIGHT: 30,
        Box.FLUSH: 35,
        Box.FULL_HOUSE: 45,
        Box.FLUSH_HOUSE: 50,
        Box.FOUR_OF_A_KIND: 55,
        Box.YARBOROUGH: 30,
        Box.KISMET: 80,
    }
    assert Sheet.of(best).total == 565


def test_a_filled_box_is_not_filled_again_and_topmost_means_the_order_of_the_sheet() -> None:
    sheet = Sheet().enter(Box.ACES, 0).enter(Box.TREYS, 3)
    with pytest.raises(SheetError, match="Aces is filled already, with 0"):
        sheet.enter(Box.ACES, 4)
    assert sheet.topmost_vacant is Box.DEUCES
    assert Sheet((0,) * 15).topmost_vacant is None
