"""Dice that lie elsewhere and were not thrown: told by their numbers, which a push does not change."""

from __future__ import annotations

from vision.reading import Reading
from vision.tracker.places import distance
from vision.tracker.table import Table


def by_value(table: Table, reading: Reading, gone: list[int], new: list[int]) -> dict[int, int] | None:
    """Pairs of new and gone dice with equal numbers, nearest first; None unless every new die has its like."""
    pairs: dict[int, int] = {}
    left = list(gone)
    for j in new:
        die = reading.dice[j]
        alike = [i for i in left if table.dice[i].die.value == die.value]
        if not alike:
            return None
        pairs[j] = min(alike, key=lambda i: distance(table.dice[i].die, die))
        left.remove(pairs[j])
    return pairs


def bumped(table: Table, reading: Reading, same: dict[int, int], new: list[int], problems: list[str]) -> dict[int, int]:
    """Kept dice that thrown ones pushed away: found by their number, or missed in a problem."""
    found: dict[int, int] = {}
    for i in table.here:
        if i in same.values():
            continue
        kept = table.dice[i].die
        alike = [j for j in new if j not in found and reading.dice[j].value == kept.value]
        if alike:
            found[min(alike, key=lambda j: distance(kept, reading.dice[j]))] = i
        else:
            problems.append(f"A kept die showed a {kept.value}, but no {kept.value} lies there any more.")
    return found
