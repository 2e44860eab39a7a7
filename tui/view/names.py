"""Names cut to the width of a column, so that no two players look alike; widths are terminal cells, not characters.

What is cut is marked: a name without its end looks like another name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len, set_cell_size


def fit(text: str, width: int) -> str:
    """`text` cut or filled up to exactly `width` cells; a cut is marked with `…`."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, width - 1).rstrip() + "…", width)


def fit_right(text: str, width: int) -> str:
    """`text` at the right end of exactly `width` cells."""
    length = cell_len(text)
    return " " * (width - length) + text if length <= width else fit(text, width)


def short_names(names: Sequence[str], width: int) -> tuple[str, ...]:
    """The names in at most `width` cells each, all different; where one is cut stands `…`.

    Of names that begin alike the ends are kept as well, as `Al…der` and `Al…dra`.
    """
    return _short_names(tuple(names), width)


@lru_cache(maxsize=64)
def _short_names(names: tuple[str, ...], width: int) -> tuple[str, ...]:
    for end in range(max(1, width - 1)):
        shorts = [_cut(name, width, end) for name in names]
        if len(set(shorts)) == len(shorts):
            return tuple(shorts)
    # Not even the ends differ: their seat at the table tells them apart.
    shorts = [_cut(name, width) for name in names]
    numbered = tuple(
        short if shorts.count(short) == 1 else f"{_cut(name, width - 1)}{seat}"
        for seat, (name, short) in enumerate(zip(names, shorts, strict=True), 1)
    )
    if len(set(numbered)) == len(numbered):
        return numbered
    return tuple(f"P{seat}" for seat in range(1, len(names) + 1))


def _cut(name: str, width: int, end: int = 0) -> str:
    """`name` in `width` cells, with `end` letters of its end if it is too long."""
    if cell_len(name) <= width:
        return name
    last = name[len(name) - end :].lstrip()
    room = width - 1 - cell_len(last)
    if room < 1:
        return set_cell_size(name, width).rstrip()
    return f"{set_cell_size(name, room).rstrip()}…{last}"


def ordinal(number: int) -> str:
    """The place as 1st, 2nd, 3rd, 4th and so on."""
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number, "th")
