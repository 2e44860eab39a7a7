"""The table as the game screen shows it: the game's state, where the cursor is, what is held, typed and offered.

One immutable value, replaced with every key. What only looks (moving the cursor, holding, typing digits) happens here;
what changes the game goes through `tui.session.Session`, and the new state is then taken over with `seen`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kismet.boxes import Box
from kismet.dice import COUNT, Dice
from kismet.game import Choice, Origin, Roll, State, choices
from kismet.game.state import LAST_ROLL
from tui.view.entry import Entry, first_free
from tui.view.hint import Hint
from tui.view.odds import OddsShown

STAR, MOST = "★", "◂"
"""The best move under exact play; and what scores most now, which is often another."""


class Asked(StrEnum):
    """What the next digit or letter means."""

    DICE = "dice"
    HOLD = "hold"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Offer:
    """Dice that the camera read at rest; nothing is recorded before a person accepts them."""

    values: tuple[int, ...]
    number: int
    kept: frozenset[int] = frozenset()
    """Places, in `values`, of dice that lie as they lay; whether they were kept depends on which roll it is."""
    doubts: frozenset[int] = frozenset()
    """Places of dice whose number is doubtful."""
    problems: tuple[str, ...] = ()
    """Whole sentences."""
    guess: str = ""
    """Why its number is only likely, in a sentence; empty if it is sure."""

    @property
    def sure(self) -> bool:
        """Whether all five dice were read, and none of them is in doubt."""
        return self.dice is not None and not self.doubts and not self.problems

    @property
    def remarks(self) -> str:
        """All that is to be said of it."""
        return " ".join(dict.fromkeys((*self.problems, *filter(None, [self.guess]))))

    def kept_after(self, rolls: Sequence[Roll]) -> frozenset[int]:
        """Places of the dice that were kept, if it is the roll after `rolls`: none that were not there before."""
        before = next((roll for roll in reversed(rolls) if roll.number < self.number), None)
        values = tuple(self.values[place] for place in self.kept)
        if self.number == 1 or len(self.kept) >= COUNT:
            return frozenset()
        if before is not None and before.number == self.number - 1 and not before.dice.contain(values):
            return frozenset()
        return self.kept

    @property
    def dice(self) -> Dice | None:
        """The dice, if there are five of them."""
        return Dice(self.values) if len(self.values) == COUNT else None


@dataclass(frozen=True, slots=True)
class Table:
    """Everything the game screen shows but the picture."""

    state: State
    player: int = 0
    """Whose column the cursor is in."""
    box: Box = Box.ACES
    """The row the cursor is in."""
    held: frozenset[int] = frozenset()
    """Places of the dice that stay on the table in the next roll."""
    asked: Asked = Asked.DICE
    entry: Entry | None = None
    offer: Offer | None = None
    missed: Offer | None = None
    """A roll that was read before the one that is offered, and not recorded."""
    message: str = ""
    """What happened last, in words."""
    refused: bool = False
    """Whether the message tells why something did not happen."""
    choices: Mapping[Box, Choice] = field(default_factory=dict)
    """What each vacant box of the player in turn would score with the dice shown: typed, offered, or recorded."""

    hint: Hint | None = None
    """Advice, if it was asked for and there is something to decide."""
    quiet: bool = False
    """Whether not even what boxes would score is shown."""
    odds: OddsShown | None = None
    """Each player's chance to win, if it was asked for."""

    @property
    def best(self) -> Box | None:
        """The box with the mark: the advised one; without advice, the one that scores most now, if any does."""
        if self.hint is not None and self.hint.advises:
            return self.hint.box
        if self.quiet:
            return None
        return best_box(self.choices)

    @property
    def best_mark(self) -> str:
        """The mark beside that box: a star is advice, the other points to the most points."""
        return STAR if self.hint is not None and self.hint.advises else MOST

    @property
    def as_shown(self) -> State:
        """The state as it would be with the dice recorded that are typed, else offered; else the state itself."""
        offer, entry = self.offer, self.entry
        if entry is not None:
            return self.state if entry.dice is None else self._with(entry.dice, entry.number, entry.kept_values)
        if offer is None or offer.dice is None:
            return self.state
        return self._with(offer.dice, offer.number, self.offered_kept)

    def _with(self, dice: Dice, number: int, kept: tuple[int, ...] | None) -> State:
        earlier = tuple(roll for roll in self.state.rolls if roll.number < number)
        return replace(self.state, rolls=(*earlier, Roll(dice, number, kept, Origin.CAMERA)))

    @property
    def offered_kept(self) -> tuple[int, ...] | None:
        """The numbers of the offered dice that were kept; `None` if it is not known or none were."""
        return _kept_values(self.offer, self.state) if self.offer is not None else None

    @property
    def advised(self) -> frozenset[int]:
        """Places of the dice that advice would keep."""
        return (self.hint.keep if self.hint is not None else None) or frozenset()

    @property
    def on_move(self) -> bool:
        """Whether the cursor is in the column of the player in turn."""
        return self.player == self.state.mover

    @property
    def may_roll(self) -> bool:
        """Whether the player in turn has a roll left."""
        return not self.state.over and self.state.roll_number < LAST_ROLL

    def told(self, message: str, *, refused: bool = False) -> Table:
        """The table with another message."""
        return replace(self, message=message, refused=refused)


def best_box(options: Mapping[Box, Choice]) -> Box | None:
    """The box of most points; Yarborough, which takes anything, only if no other does as well."""
    scoring = [box for box, choice in options.items() if choice.points and not choice.refused]
    return max(scoring, key=lambda box: (options[box].points, box is not Box.YARBOROUGH, box), default=None)


def begin(state: State) -> Table:
    """The table of a game just opened: dice that lie there are news, as they were when they were rolled."""
    return seen(Table(replace(state, rolls=())), state)


def seen(table: Table, state: State) -> Table:
    """The table after the game has changed: the cursor where it is wanted next, nothing held or half typed."""
    new = replace(
        table,
        state=state,
        choices=choices(state),
        held=frozenset(),
        asked=Asked.DICE,
        entry=None,
        offer=None,
        missed=None,
        hint=None,
    )
    if state.mover is None:
        return new
    if new.choices and state.rolls != table.state.rolls:
        return replace(new, player=state.mover, box=min(new.choices) if new.best is None else new.best)
    vacant = state.sheets[state.mover].vacant
    return replace(new, player=state.mover, box=table.box if table.box in vacant else vacant[0])


def taken_back(table: Table, before: Table) -> Table:
    """The table after an undo: the cursor at the entry that was taken back, or where it was.

    Args:
        table: the table with the state after the undo.
        before: the table before it.
    """
    left = {turn.serial for turn in table.state.turns}
    # Zeros that a second Kismet forced went with the entry, and are not what was done.
    gone = next((t for t in before.state.turns if t.serial not in left and t.forced_by is None), None)
    box = before.box if gone is None else gone.box
    mover = table.state.mover
    if mover is None or (gone is not None and gone.player != mover) or table.state.sheets[mover][box] is not None:
        return table
    return replace(table, player=mover, box=box)


def still_waits(table: Table, state: State) -> bool:
    """Whether the offered dice are still a roll to come in the turn that `state` is in."""
    same_turn = (table.state.serial, table.state.mover) == (state.serial, state.mover)
    return same_turn and table.offer is not None and table.offer.number > state.roll_number


def moved(table: Table, *, rows: int = 0, columns: int = 0) -> Table:
    """The cursor elsewhere; it goes round at the edges."""
    return replace(
        table,
        box=Box((table.box + rows) % len(Box)),
        player=(table.player + columns) % len(table.state.players),
    )


def digit(table: Table, value: int) -> Table:
    """A digit from 1 to 6 was typed: a die, unless a hold or a jump was asked for."""
    match table.asked:
        case Asked.HOLD:
            if value > COUNT:
                return table.told("The dice are numbered 1 to 5.", refused=True)
            return toggled(table, value - 1)
        case Asked.BOX:
            return replace(table, asked=Asked.DICE, box=Box(value - 1), message="")
        case Asked.DICE:
            opened = table if table.entry else typing(table)
            if opened.entry is None:
                return opened
            return replace(opened, entry=opened.entry.typed(value), message="")


def typing(table: Table, at: int | None = None) -> Table:
    """Typing begins: the next roll if dice are held or none lie there, else what lies there is put right.

    Args:
        table: the table.
        at: the slot to begin with, if a die was pointed at.
    """
    state = table.state
    if state.over:
        return table.told("The game is over; undo takes the last box back.", refused=True)
    if table.offer is not None:
        entry = _from_offer(table.offer, state)
    elif state.dice is None:
        entry = Entry(1, fixing=False)
    elif table.held and table.may_roll:
        entry = _next_roll(table)
    else:
        entry = Entry(state.roll_number, fixing=True, slots=state.dice.values)
    if at is not None:
        entry = entry.to(at)
    return replace(table, entry=entry, asked=Asked.DICE, message="")


def _from_offer(offer: Offer, state: State) -> Entry:
    if offer.dice is None:  # not all dice are seen: they are typed, as the roll that was to be read
        return Entry(offer.number, fixing=offer.number == state.roll_number)
    return Entry(
        offer.number,
        fixing=offer.number == state.roll_number,
        slots=offer.values,
        kept=offer.kept_after(state.rolls) or None,
        at=min(offer.doubts, default=0),
        doubts=offer.doubts,
    )


def _kept_values(offer: Offer, state: State) -> tuple[int, ...] | None:
    return tuple(offer.values[place] for place in sorted(offer.kept_after(state.rolls))) or None


def typing_missed(table: Table) -> Table:
    """Typing begins with the roll that was read before the offered one and not recorded."""
    missed = table.missed
    if missed is None or missed.number <= table.state.roll_number:
        return table.told("No roll was missed.", refused=True)
    entry = replace(_from_offer(missed, table.state), missed=True)
    return replace(table, entry=entry, asked=Asked.DICE, message="")


def _next_roll(table: Table) -> Entry:
    assert table.state.dice is not None
    values = table.state.dice.values
    slots = tuple(value if place in table.held else None for place, value in enumerate(values))
    return Entry(table.state.roll_number + 1, fixing=False, slots=slots, held=table.held, at=first_free(table.held))


def next_roll(table: Table) -> Table:
    """`r`: what is typed is the next roll; while dice are typed, it changes between next roll and putting right."""
    state, entry = table.state, table.entry
    if state.over:
        return typing(table)
    if entry is not None and state.dice is not None and not entry.held and entry.kept is None:
        if not entry.fixing:
            slots = entry.slots if entry.missing == 0 else state.dice.values
            return replace(table, entry=replace(entry, number=state.roll_number, fixing=True, slots=slots), message="")
        if table.may_roll:
            return replace(table, entry=replace(entry, number=state.roll_number + 1, fixing=False), message="")
    if entry is not None:
        return table
    if not table.may_roll:
        return table.told(f"{state.player} has rolled three times; enter a box.", refused=True)
    if len(table.held) == COUNT:
        return table.told("All five dice are held: let one go to roll, or enter a box.", refused=True)
    if state.dice is None:
        return replace(typing(table), asked=Asked.DICE)
    return replace(table, entry=_next_roll(table), asked=Asked.DICE, message="")


def toggled(table: Table, place: int) -> Table:
    """The die at `place` is held, or let go again."""
    if table.state.dice is None:
        return table.told("There are no dice to hold yet.", refused=True)
    if not table.may_roll:
        return table.told(f"{table.state.player} has rolled three times; enter a box.", refused=True)
    return replace(table, held=table.held ^ {place}, message="")


def offered(table: Table, offer: Offer) -> Table:
    """Dice came to rest: they are offered, unless a person is typing or nothing more can be rolled."""
    state = table.state
    if state.over or table.entry is not None:
        return table
    if offer.dice is not None and state.dice is not None and sorted(offer.values) == sorted(state.dice.values):
        # The dice that are recorded already, seen again after a hand was in the way.
        return table
    new = replace(with_offer(table, offer).told(offer.remarks), asked=Asked.DICE)
    return replace(new, player=state.mover or 0, box=table.box if new.best is None else new.best)


def with_offer(table: Table, offer: Offer | None) -> Table:
    """The table with these dice offered, or none, and what the dice that are then shown would score."""
    new = replace(table, offer=offer, hint=None)
    return replace(new, choices=choices(new.as_shown))


def typed_over(table: Table, before: Table) -> Table:
    """The table with what its dice would score, if they were typed or typed over since `before`."""
    entry = table.entry
    if entry == before.entry:
        return table
    changed = table.as_shown != before.as_shown
    new = replace(table, hint=None) if changed and table.hint is before.hint else table
    if entry is not None and entry.dice is None and (entry.fixing or table.offer is not None):
        return replace(new, choices={})  # of the dice that are put right one is missing
    return replace(new, choices=choices(new.as_shown))


def left_lying(table: Table, places: frozenset[int]) -> Table:
    """Dice were picked up; those at `places` still lie there and are held, if they are the ones recorded."""
    if table.entry is not None or table.offer is not None or not table.may_roll or table.state.dice is None:
        return table
    if table.state.roll is None or table.state.roll.origin is not Origin.CAMERA or len(places) >= COUNT:
        return table
    return replace(table, held=places, asked=Asked.DICE)


def left(table: Table) -> Table:
    """Escape: the innermost thing begun is given up."""
    if table.asked is not Asked.DICE:
        return replace(table, asked=Asked.DICE, message="")
    if table.entry is not None:
        return replace(table, entry=None, message="")
    if table.offer is not None:
        return with_offer(table, None).told("")
    if table.held:
        return replace(table, held=frozenset(), message="")
    return replace(table, message="", player=table.state.mover or 0)
