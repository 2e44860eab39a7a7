"""What can be done now, in a line or two: said beside the dice at all times."""

from __future__ import annotations

from kismet.dice import COUNT
from tui.view.numbers import other_number
from tui.view.table import Asked, Table


def prompt(table: Table, *, watching: bool = False) -> str:
    """The one thing to know next; `watching` says that a camera gives pictures."""
    if table.asked is Asked.HOLD and table.offer is not None:
        return "1–5: that die was kept, or thrown again. esc: done. space accepts."
    if table.entry is not None:
        return _typing(table)
    if table.asked is Asked.HOLD:
        return "1–5 hold a die or let it go; r rolls the others."
    if table.asked is Asked.BOX:
        return "Go to a box: type its letter or number."
    if table.offer is not None:
        return _offered(table)
    state = table.state
    if state.over:
        return "The game is over: r plays again, f shows how it ended."
    if state.dice is None:
        if watching:
            return f"{state.player}: throw the dice, or type five digits."
        return f"{state.player}: roll, then type five digits."
    if not table.may_roll:
        return "Last roll: choose a box. Digits put a die right."
    if table.held:
        rest = COUNT - len(table.held)
        return f"Roll {rest} {'die' if rest == 1 else 'dice'}, then type {'it' if rest == 1 else 'them'}."
    if watching:
        return "Throw again, or choose a box. Digits put a die right."
    return "h holds dice, r rolls again, digits put a die right."


def _typing(table: Table) -> str:
    entry = table.entry
    assert entry is not None
    what = f"Putting roll {entry.number} right" if entry.fixing else f"Roll {entry.number}"
    if entry.missing:
        return f"{what}: {entry.missing} more {'die' if entry.missing == 1 else 'dice'}."
    turn = " r: it is the next roll." if entry.fixing and entry.number < 3 and entry.kept is None else ""
    other = other_number(table) if table.offer is not None or entry.number > table.state.roll_number + 1 else None
    if other is not None and not turn and not entry.held:
        turn = f" n: not roll {entry.number}."
    where = " ← → another die." if table.offer is not None else ""
    return f"{what}: ⏎ records it.{where}{turn}"


def _offered(table: Table) -> str:
    offer = table.offer
    assert offer is not None
    if offer.dice is None:
        # How many are seen is said in the message, which follows the picture.
        return "Not all five dice are read: type them, or throw again. esc: no roll."
    doubt = ", ? is doubtful" if offer.doubts else ""
    other = other_number(table)
    number = "" if other is None else f" n: not roll {offer.number}."
    again = " again" if offer.number == table.state.roll_number else ""
    return f"Roll {offer.number} read{again}: space accepts, digits correct{doubt}.{number} esc: no roll."
