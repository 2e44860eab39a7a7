"""What the app needs from a camera: the newest view whenever it looks, and news of the few things that matter.

The camera lives in a thread of its own below; the screen polls `view` on a timer and never waits for it. News arrives
on the camera's thread and is posted, never handled there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kismet.dice import COUNT
from kismet.game import Game, Rolled
from kismet.game.state import LAST_ROLL, State
from tui.view.table import Offer, Table, left_lying, offered, with_offer

if TYPE_CHECKING:
    from vision.reading import Image, Reading

SURE = 0.9
"""Confidence below which a die of an unsure reading is shown as doubtful."""


class View(Protocol):
    """What the camera sees now."""

    @property
    def words(self) -> str:
        """The camera's state for people: opening, live, dice moving, hands in view, frozen, lost, retry in 4 s."""
        ...

    @property
    def live(self) -> bool:
        """Whether pictures come in."""
        ...

    @property
    def frame(self) -> Image | None:
        """The newest picture."""
        ...

    @property
    def reading(self) -> Reading | None:
        """What was read last, while it still holds."""
        ...

    @property
    def kept(self) -> Collection[int]:
        """Places in the reading of the dice that were not thrown again."""
        ...

    @property
    def area(self) -> tuple[int, int, int, int] | None:
        """Left, upper, right and lower end of the part of the picture that is searched, if a profile tells."""
        ...

    @property
    def number(self) -> int:
        """Counts the pictures, so that a view is drawn once."""
        ...

    @property
    def unsaid(self) -> bool:
        """Whether dice lie still that may have been thrown, but were not offered, since no throw was seen."""
        ...


@dataclass(frozen=True, slots=True)
class RollSeen:
    """Dice came to rest, and were read."""

    reading: Reading
    number: int
    """1 to 3: which roll of the turn the camera takes it for."""
    kept: tuple[int, ...] = ()
    """Indices into the reading's dice of those not thrown again."""
    revised: bool = False
    """The same roll was told before, less well."""
    guess: str = ""
    """Why the number is only likely, in a sentence."""


@dataclass(frozen=True, slots=True)
class Lying:
    """Dice that lie on the table as far as the game knows, for a camera that is switched on now."""

    values: tuple[int, ...]
    number: int
    """Which roll of the turn that is played; 0 for the dice of the turn before."""
    stands: bool
    """Whether that roll is recorded."""


def lying(state: State, waits: Offer | None) -> Lying | None:
    """The newest dice that are known: those that wait to be recorded, the last that were, or those of the turn before.

    Args:
        state: the game.
        waits: what was read and waits.
    """
    if waits is not None and waits.dice is not None:
        return Lying(waits.values, waits.number, stands=state.roll_number > 0)
    if state.dice is not None:
        return Lying(state.dice.values, state.roll_number, stands=True)
    last = next((turn.dice for turn in reversed(state.turns) if turn.dice is not None), None)
    return Lying(last.values, 0, stands=False) if last is not None else None


@dataclass(frozen=True, slots=True)
class DiceLeft:
    """Some dice were picked up; these places of the last roll still lie there."""

    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableCleared:
    """The dice were taken off the table: a turn is over."""


@dataclass(frozen=True, slots=True)
class CameraWords:
    """The camera was lost or is back, or something is in doubt: a sentence."""

    words: str
    absent: bool = False
    """Whether this is of a camera that gives no pictures, and holds only until it does."""


@dataclass(frozen=True, slots=True)
class RecordingOver:
    """A recording has come to its end."""

    remark: str = ""
    """What was wrong with it, in a sentence."""


News = RollSeen | DiceLeft | TableCleared | CameraWords | RecordingOver


class Feed(Protocol):
    """A camera, or a recording, that is being watched."""

    def start(self, tell: Callable[[News], None]) -> None:
        """Begin; `tell` is called on the camera's thread."""
        ...

    @property
    def view(self) -> View:
        """The newest view; never waits."""
        ...

    def correct(self, values: Sequence[int] | None, number: int) -> None:
        """A person says which dice lie there, as which roll; `None` for the dice as they were read."""
        ...

    def renumber(self, number: int) -> None:
        """A person says which roll of the turn was read last."""
        ...

    def keep(self, places: Sequence[int]) -> None:
        """A person says which dice of the last roll, by their places in its reading, were not thrown again."""
        ...

    def dismiss(self, number: int) -> None:
        """What was read last was no roll; so far there were `number` in this turn."""
        ...

    def new_turn(self) -> None:
        """The next throw is a turn's first."""
        ...

    def expect(self, values: Sequence[int], number: int, *, stands: bool) -> None:
        """Which dice lay there before it was switched on, as which roll, and whether that was recorded."""
        ...

    def take_lying(self) -> None:
        """The dice that lie there were thrown, though no throw was seen: they are offered as a roll."""
        ...

    def go_on(self) -> None:
        """Play a recording on that waits for people."""
        ...

    def begin(self) -> None:
        """Somebody is looking: a recording may begin."""
        ...

    def close(self) -> None:
        """Stop, without waiting for a camera that hangs."""
        ...


def gone(view: View) -> bool:
    """Whether the camera gives no pictures though it should: its last picture says nothing of the table as it is."""
    return not view.live and not view.words.startswith(("opening", "ended"))


def looks_on(view: View) -> bool:
    """Whether dice that are thrown now are seen, or will be in a moment."""
    return view.live or view.words.startswith("opening")


def doubtful(reading: Reading) -> frozenset[int]:
    """Places of the dice of `reading` whose number is in doubt; at least one if the reading is unsure."""
    if reading.status == "read" or not reading.dice:
        return frozenset()
    doubts = frozenset(place for place, die in enumerate(reading.dice) if die.confidence < SURE)
    return doubts or frozenset({min(range(len(reading.dice)), key=lambda place: reading.dice[place].confidence)})


def offer(news: RollSeen, state: State) -> Offer:
    """The dice of `news` as the screen offers them.

    The camera's own count of rolls holds as long as it can be right: people do not accept every roll. If it counts
    fewer rolls than the game knows of, these dice are the next roll; after the third, they put the third right.
    """
    reading, number = news.reading, news.number
    if number <= state.roll_number and not (news.revised and number == state.roll_number):
        number = min(state.roll_number + 1, LAST_ROLL)
    return Offer(reading.values, number, frozenset(news.kept), doubtful(reading), reading.problems, news.guess)


def taken(table: Table, news: News) -> Table:
    """The table after news: dice at rest are offered, dice left lying are held; nothing is recorded."""
    match news:
        case RollSeen():
            return offered(table, offer(news, table.state))
        case DiceLeft(kept):
            return left_lying(table, frozenset(kept))
        case TableCleared():
            if table.offer is not None and table.offer.dice is not None:
                if table.entry is not None:
                    return table  # given up, the typing leaves the reading
                words = f"The dice were taken up: space still records them as roll {table.offer.number}."
                return table.told(f"{words} {table.offer.remarks}".strip())
            cleared = with_offer(table, None)
            if table.state.dice is None or table.entry is not None:
                return cleared
            again = ", or throw again" if table.may_roll else ""
            return cleared.told(f"The dice were taken up: choose a box{again}.")
        case CameraWords(words):
            return table.told(words)
        case RecordingOver(remark):
            return table.told(f"{remark} The recording is over; type the dice from here on.".strip())


def lies_unused(view: View, game: Game) -> bool:
    """Whether five certain dice lie there when a game begins: none of its own, but a person may take them."""
    begins = not (game.state.turns or game.state.rolls or game.state.over or isinstance(game.redoable, Rolled))
    reading = view.reading
    return begins and view.live and reading is not None and len(reading.dice) == COUNT and reading.status == "read"


def nothing_read(view: View) -> str:
    """Why there is no reading, as a sentence with a blank before it; empty if there is nothing to explain."""
    if not view.live:
        return f" {_absent(view.words)}"
    seen = len(view.reading.dice) if view.reading is not None else 0
    if view.reading is None:
        return f" Now: {view.words}."
    if not seen:
        return " The camera sees no dice."
    if seen != COUNT:
        return f" The camera sees {seen} {'die' if seen == 1 else 'dice'}, not five: move them apart, or type them."
    return ""


def _absent(words: str) -> str:
    """Whole sentences for the state of a camera that gives no pictures."""
    if words.startswith("opening"):
        return "The camera is being opened: wait a moment, or type the dice."
    if words.startswith("ended"):
        return "The recording is over; type the dice."
    if words.startswith("no picture"):
        return f"There was {words}; type the dice."
    has = {"failed": "has failed", "frozen": "has been frozen", "not found": "was not found"}
    for state, verb in has.items():
        if words.startswith(state):
            return f"The camera {verb}{words.removeprefix(state)}; type the dice."
    return f"The camera is {words}; type the dice."


def nothing_to_do(table: Table, news: News) -> bool:
    """Whether `news` leaves people nothing to do, so that a recording that waits for them can play on."""
    match news:
        case RollSeen():
            return table.offer is None
        case TableCleared():
            return table.state.dice is None and table.offer is None
        case _:
            return False
