"""The camera's picture in half blocks: each number stands by its own die, and on no other."""

from __future__ import annotations

import pytest

from tests.tui.square_reader import EDGE, SquareReader, table
from tui.view.picture import Picture


def shown(spots: dict[tuple[int, int], int], width: int = 40, height: int = 15) -> list[str]:
    """The rows of the picture, of a table of 320 × 240 pixels, as text."""
    image = table(spots)
    picture = Picture(width, height)
    picture.show(image, SquareReader().read(image), zoom=False)
    return ["".join(segment.text for segment in row) for row in picture.rows]


@pytest.mark.parametrize(
    "spots",
    [
        {(100, 100): 4, (140, 100): 6, (60, 100): 2},
        {(100, 100): 4, (140, 92): 6, (140, 128): 3, (60, 100): 2},
        {(290, 100): 5, (250, 100): 3},
        {(100, 40): 4, (132, 40): 1, (164, 40): 6, (196, 40): 2, (228, 40): 3},
    ],
    ids=["a row", "two to the right", "the right edge", "five side by side"],
)
def test_no_number_stands_on_another_die(spots: dict[tuple[int, int], int]) -> None:
    rows = shown(spots)
    scale = 40 / 320
    for (x, y), value in spots.items():
        first, last = round(x * scale), round((x + EDGE) * scale) - 1
        top, low = round(y * scale) // 2, round((y + EDGE) * scale - 1) // 2
        faces = "".join(row[first : last + 1] for row in rows[top : low + 1])
        assert not [letter for letter in faces if letter.isdigit()], (value, rows)
    assert sorted(letter for row in rows for letter in row if letter.isdigit()) == sorted(map(str, spots.values()))


def test_a_number_stands_right_beside_its_die() -> None:
    rows = shown({(100, 100): 4})
    (row,) = [row for row in rows if "4" in row]
    assert abs(row.index("4") - round((100 + EDGE) * 40 / 320)) <= 2
    assert abs(rows.index(row) - round((100 + EDGE / 2) * 40 / 320) // 2) <= 1
