"""How wide words are on paper, about, and where they are broken: nothing here can ask the fonts of whoever prints.

The widths are those that letters have in common fonts, rather too wide than too narrow.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from rich.cells import cell_len

_PIECES = re.compile(r"[^ -]*[ -]|[^ -]+$")


def broken(text: str, width: float, size: float, most: int | None = None) -> list[str]:
    """`text` in lines of at most `width` millimetres in letters of `size`, as common fonts have them.

    Lines break after spaces and hyphens where they can, and within words where they must: then into parts of about one
    length, so that no letter stands alone. With `most`, what does not fit into so many lines stays on the last one.
    """
    lines = [""]
    for piece in _PIECES.findall(text):
        if measured((lines[-1] + piece).rstrip(), size) <= width:
            lines[-1] += piece
            continue
        if lines[-1]:
            lines.append("")
        first, *rest = _parts(piece, width, size)
        lines[-1] = first
        lines += rest
    if most is not None:
        lines = [*lines[: most - 1], "".join(lines[most - 1 :])]
    return [line.rstrip() for line in lines if line.strip()]


def _parts(word: str, width: float, size: float) -> list[str]:
    """A word in as few parts as fit, each as long as the others."""
    for count in range(max(1, math.ceil(measured(word.rstrip(), size) / width)), len(word)):
        ends = [len(word) * part // count for part in range(count + 1)]
        parts = [word[start:end] for start, end in pairwise(ends)]
        if all(measured(part.rstrip(), size) <= width for part in parts):
            return parts
    return list(word)


def name_size(name: str, width: float, sizes: Sequence[float], most: int = 3) -> float:
    """The largest of `sizes` in which a name fits; rather small than broken within a word, rather broken than tiny.

    Args:
        name: the name.
        width: millimetres that there are for a line.
        sizes: heights of letters in millimetres, the largest first.
        most: lines that there are.
    """
    fitting = [size for size in sizes if len(broken(name, width, size)) <= most] or [sizes[-1]]
    whole = [size for size in fitting if all(measured(p.rstrip(), size) <= width for p in _PIECES.findall(name))]
    return (whole or fitting)[0]


def measured(text: str, size: float) -> float:
    """About how many millimetres `text` takes; rather too many than too few."""
    return size * sum(_share(letter) for letter in text)


def _share(letter: str) -> float:
    if cell_len(letter) > 1:
        return 1.05
    if letter in "WMmw@%ŒÆœæ—":
        return 0.95
    if letter in "iljtfrI.,:;'|!-()[] ":
        return 0.38
    return 0.76 if letter.isupper() else 0.62
