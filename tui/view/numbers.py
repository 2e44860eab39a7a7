"""Which roll of the turn the dice are, where a person says so."""

from __future__ import annotations

from dataclasses import replace

from kismet.game.state import LAST_ROLL
from tui.view.table import Table, with_offer


def other_number(table: Table) -> int | None:
    """What `n` would call the roll that is offered or typed, else the one recorded last: one more, from 3 on to 1.

    Numbers of rolls recorded before it are left out. `None` if it can have no other number, or there is no roll.
    """
    rolls = table.state.rolls
    shown = table.entry or table.offer
    if shown is not None:
        number, least = shown.number, max(1, table.state.roll_number)
    elif rolls:
        number, least = rolls[-1].number, rolls[-2].number + 1 if len(rolls) > 1 else 1
    else:
        return None
    return None if least == LAST_ROLL else number + 1 if number < LAST_ROLL else least


def renumbered(table: Table, number: int) -> Table:
    """The dice that are typed or offered are roll `number`, says a person."""
    entry, offer = table.entry, table.offer
    if entry is not None:
        fixing = number == table.state.roll_number
        return replace(table, entry=replace(entry, number=number, fixing=fixing), message="")
    if offer is None:
        return table
    return with_offer(table, replace(offer, number=number, guess="")).told("")
