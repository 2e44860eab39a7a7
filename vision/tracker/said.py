"""Numbers that a person gives for the dice that were seen: which number belongs to which die.

A person types five digits, in the order of the reading or in none. A number given to the wrong die would be believed
for as long as that die lies there, so what cannot be told stays as it was read. What is said last counts: it is
compared with what was read, and numbers that were given before are forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vision.tracker.table import Lying

MISREAD = 2
"""So many dice of a roll are misread at most; where more numbers are new, these are other dice."""


def put_right(dice: Sequence[Lying], values: Sequence[int], *, same_roll: bool) -> tuple[Lying, ...] | None:
    """The dice with the numbers that a person gave.

    Args:
        dice: in the order of the reading.
        values: as many numbers.
        same_roll: whether they are surely those of the roll that was read, and not of one that nobody saw.

    Returns:
        The dice, their places as they were; as they were read where the numbers are those that were. `None` if the
        numbers can hardly be those of these dice.
    """
    dice = tuple(lying.as_read for lying in dice)
    read = [lying.die.value for lying in dice]
    new = Counter(values) - Counter(read)
    if not new:
        return dice
    if new.total() > MISREAD and not same_roll:
        return None
    if sum(a != b for a, b in zip(read, values, strict=True)) == new.total():
        return tuple(lying.said(value) for lying, value in zip(dice, values, strict=True))
    left = Counter(values)
    known = list(dice)
    open_places = []
    # Of dice read alike the least certain is the one that was misread.
    for place in sorted(range(len(known)), key=lambda place: -known[place].die.confidence):
        value = known[place].die.value
        if left[value]:
            left[value] -= 1
            known[place] = known[place].said(value)
        else:
            open_places.append(place)
    if len(open_places) == 1:
        known[open_places[0]] = known[open_places[0]].said(next(left.elements()))
    return tuple(known)
