"""Which dice of a reading were kept, where a person says otherwise than the camera saw."""

from __future__ import annotations

from dataclasses import replace

from kismet.dice import COUNT
from tui.view.entry import Entry
from tui.view.table import Table, with_offer


def no_keeping(table: Table) -> str:
    """Why nobody can say which of the dice that were read were kept; empty if that can be said."""
    shown = table.entry or table.offer
    assert shown is not None
    if shown.dice is None:
        return "First type the five dice; then h says which of them were kept."
    return "No die was kept before a first roll; n says that it was another one." if shown.number == 1 else ""


def kept_toggled(table: Table, place: int) -> Table:
    """The die at `place`, of those that were read, counts as kept, or as thrown again."""
    entry, offer = table.entry, table.offer
    shown = entry or offer
    assert shown is not None
    assert offer is not None
    if words := no_keeping(table):
        return table.told(words, refused=True)
    dice = shown.slots if isinstance(shown, Entry) else shown.values
    was = shown.lying if isinstance(shown, Entry) else shown.kept_after(table.state.rolls)
    kept = was ^ {place}
    values = tuple(value for at, value in enumerate(dice) if at in kept and value is not None)
    before = next((roll for roll in reversed(table.state.rolls) if roll.number < shown.number), None)
    words = " ".join(map(str, values))
    if len(kept) == COUNT:
        return table.told("All five dice kept would be no roll: esc says that it was none.", refused=True)
    if before is not None and before.number == shown.number - 1 and not before.dice.contain(values):
        rolled = " ".join(map(str, before.dice.values))
        return table.told(f"{words} cannot have been kept: roll {before.number} was {rolled}.", refused=True)
    if entry is None or not entry.missed:
        table = with_offer(table, replace(offer, kept=kept))
    if entry is not None:
        table = replace(table, entry=replace(entry, kept=kept))
    return table.told(f"Kept: {words}." if kept else "No die was kept.")
