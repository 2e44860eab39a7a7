"""Text that is pasted: five digits are dice, as if they were typed; nothing else can be meant by it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tui.view.entry import Entry

ONLY_DICE = "Only dice can be pasted: up to five numbers from 1 to 6."
NOTHING_HERE = "Nothing can be pasted here."


@runtime_checkable
class TakesDice(Protocol):
    """A screen on which dice are typed."""

    def take_dice(self, values: Sequence[int]) -> str:
        """Take these dice as if they were typed; gives why not, or nothing."""


def pasted_dice(text: str) -> tuple[int, ...] | None:
    """The dice in a pasted text, blanks and commas between them or not; `None` if it holds anything else."""
    digits = re.sub(r"[\s,;+-]", "", text)
    return tuple(map(int, digits)) if re.fullmatch("[1-6]+", digits) else None


def typed_all(entry: Entry, values: Sequence[int]) -> Entry | None:
    """The entry with all of these typed: from the cursor on; if they are all the dice, anew; `None` for too many."""
    if len(values) == entry.most:
        entry = entry.anew()
    if len(values) > entry.room:
        return None
    for value in values:
        entry = entry.typed(value)
    return entry


def too_many(entry: Entry, values: Sequence[int]) -> str:
    """Why these cannot be typed."""
    room = entry.room
    return f"{len(values)} numbers were pasted, and there is room for {room} {'die' if room == 1 else 'dice'}."
