"""What the camera sees, told in lines beside those that are typed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from queue import SimpleQueue
from threading import Thread

from kismet.dice import COUNT, Dice
from kismet.game.state import LAST_ROLL
from tui.misread import Sights
from tui.passed import is_next_turn, next_turn_words, next_turns
from tui.plain.offers import Offer
from tui.plain.report import spoken
from tui.plain.table import PlainTable
from vision.reading import Status
from vision.sources import Phase, SourceState
from vision.tracker import DiceKept, Doubt, RollAtRest, TableCleared
from vision.watch import News, Watcher


def mixed(lines: Iterable[str], watcher: Watcher, sights: Sights) -> Iterator[str | News]:
    """Typed lines and the camera's news in the order in which they come, until the lines end."""
    queue: SimpleQueue[str | News | None] = SimpleQueue()

    def type_on() -> None:
        for line in lines:
            queue.put(line)
        queue.put(None)

    def hear(news: News) -> None:
        # On the camera's thread, while its view is still the one in which the roll was read.
        if isinstance(news, RollAtRest):
            sights.see(watcher.view.frame, news.reading)
        queue.put(news)

    watcher.start(hear)
    watcher.begin()
    # A daemon, since a terminal's next line may never come.
    Thread(target=type_on, name="typed lines", daemon=True).start()
    try:
        while (item := queue.get()) is not None:
            yield item
    finally:
        watcher.close()


def nothing_to_do(table: PlainTable, news: News) -> bool:
    """Whether `news` leaves people nothing to do, so that a recording that waits for them can play on."""
    match news:
        case RollAtRest():
            return table.session.state.over
        case TableCleared():
            return table.session.state.dice is None and table.offer is None and not table.early
        case _:
            return False


def told(table: PlainTable, news: News, *, as_json: bool, waits: bool = False) -> str | None:
    """The line that tells `news`, if it is worth one. A roll at rest becomes the table's offer.

    Args:
        table: the game.
        news: what the camera tells.
        as_json: say it as an object.
        waits: whether it is a recording, and held until people have acted.
    """
    match news:
        case RollAtRest(reading=reading):
            early = next_turns(table.early, news, table.session.state)
            if early is not None:
                return _early(table, early, as_json=as_json)
            table.early = ()
            later = offer_of(table, news)
            passed = "" if news.revised else table.pass_over(later, guessed=bool(news.guess))
            table.offer = later
            table.saw(reading)
            if as_json:
                number = later.number if later else news.number
                return _object(news, number, later.kept if later else None, passed, news.guess)
            return f"{passed} {_sentence(table.offer, news)}".strip()
        case Doubt(sentence):
            return _camera(sentence, as_json)
        case SourceState(phase=Phase.ENDED, detail=detail):
            return _camera(f"{detail} The recording is over; type the dice from here on.".strip(), as_json)
        case SourceState(phase=phase) if phase is not Phase.OFF:
            table.pictured |= phase is Phase.LIVE
            detail = f" {news.detail}" if news.detail else ""
            return _camera(f"{news.told(seen=table.pictured).capitalize()}.{detail}", as_json)
        case TableCleared() | DiceKept():
            # The dice of the last roll are gone: what is typed from now on is another.
            table.saw(None)
            if not waits or isinstance(news, DiceKept) or table.offer is not None or table.session.state.dice is None:
                return None
            again = ", or keep none if all are thrown again" if table.session.may_roll else ""
            return _camera(f"The dice were taken up, and the recording waits: score a box{again}.", as_json)
        case _:
            return None


def _early(table: PlainTable, early: tuple[RollAtRest, ...], *, as_json: bool) -> str:
    """The line that tells of dice that wait until a box is chosen, since they seem to be the next player's."""
    news = early[-1]
    passed = table.end_turn() if is_next_turn(news, table.session.state) else ""
    words = next_turn_words(table.early, news, table.session.state)
    table.early = early
    if as_json:
        return _object(news, news.number, None, passed, words, next_turn=True)
    doubts = f" Not sure: {' '.join(news.reading.problems)}" if news.reading.problems else ""
    return f"{passed} The camera sees {spoken(news.reading.values)}.{doubts} {words}".strip()


def _object(news: RollAtRest, number: int, kept: tuple[int, ...] | None, *remarks: str, next_turn: bool = False) -> str:
    reading = news.reading
    return json.dumps(
        {
            "event": "roll_seen",
            "status": str(reading.status),
            "dice": "".join(map(str, reading.values)),
            "roll": number,
            "kept": "".join(map(str, kept or ())),
            "problems": list(reading.problems),
            "remarks": [words for words in remarks if words],
            "next_turn": next_turn,
        },
        ensure_ascii=False,
    )


def offer_of(table: PlainTable, seen: RollAtRest) -> Offer | None:
    """The roll as it can be taken; `None` unless there are five dice."""
    values = seen.reading.values
    if len(values) != COUNT:
        return None
    state = table.session.state
    number = seen.number if seen.number > state.roll_number else min(state.roll_number + 1, LAST_ROLL)
    if seen.revised and seen.number == state.roll_number:
        number = seen.number
    kept: tuple[int, ...] | None = tuple(values[place] for place in seen.kept)
    if number == 1 or len(seen.kept) == COUNT:
        kept = None
    elif kept is not None and state.dice is not None and number == state.roll_number + 1:
        kept = kept if state.dice.contain(kept) else None
    return Offer(Dice(values), number, kept, sure=seen.reading.status is Status.READ)


def _sentence(offer: Offer | None, seen: RollAtRest) -> str:
    reading = seen.reading
    if offer is None:
        return (
            f"The camera sees {len(reading.dice)} dice: {spoken(reading.values)}. {' '.join(reading.problems)}".strip()
        )
    kept = f", kept {spoken(offer.kept)}" if offer.kept else ""
    doubts = f" Not sure: {' '.join(reading.problems)}" if reading.problems else ""
    guess = f" {seen.guess}" if seen.guess and seen.guess not in reading.problems else ""
    likelier = {1: "number 2: it was the second.", 2: "number 1: it was the first.", 3: "number 2: it was the second."}
    other = f" {likelier[offer.number]} no: it was no roll." if seen.guess else ""
    dice = spoken(offer.dice.values)
    return f"The camera sees roll {offer.number}: {dice}{kept}.{doubts}{guess} ok takes it.{other}"


def _camera(words: str, as_json: bool) -> str:
    return json.dumps({"event": "camera", "message": words}, ensure_ascii=False) if as_json else f"Camera: {words}"
