"""The demo without a terminal: the recorded throws go through source, reader and tracker, and the game plays itself."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from kismet.boxes import Box
from kismet.game import Origin, choices
from kismet.journal import Journal
from tui.plain import report
from tui.plain.loop import tell
from tui.plain.seen import offer_of
from tui.plain.table import PlainTable
from tui.session import Session
from tui.view.table import best_box
from vision.follow import Follower, follow
from vision.reading import Reader, Status
from vision.sources import every_frame
from vision.tracker import Event, RollAtRest, TableCleared, Tracker

PLAYERS = ("Ann", "Bob")


def run_plain_demo(video: Path, reader: Reader, out: TextIO) -> int:
    """Play the recording at `video` to its end, one line for each thing that happens; returns the exit status 0.

    The game is not kept: it lives in a folder of its own that goes with it.
    """
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "demo.sqlite3")
        try:
            table = PlainTable(Session.new(journal, PLAYERS))
            tell(out, f"A recorded game of {' and '.join(PLAYERS)}, read from the video as from a camera.")
            for event in _events(video, table, reader):
                _play(table, event, out)
            _enter_best(table, out)
            tell(out, f"The recording is over. {_so_far(table)}")
        finally:
            journal.close()
    return 0


def _events(video: Path, table: PlainTable, reader: Reader) -> Iterator[Event]:
    follower = Follower(reader, Tracker(turn_gap=float("inf")))
    for look in follow(every_frame(video), follower):
        for event in look.events:
            yield event
            if isinstance(event, TableCleared) and table.session.state.roll_number == 0:
                follower.tracker.new_turn()


def _play(table: PlainTable, event: Event, out: TextIO) -> None:
    if isinstance(event, RollAtRest):
        offer = offer_of(table, event)
        if offer is None:
            tell(out, f"The camera sees {len(event.reading.dice)} dice.")
            return
        table.session.roll(offer.dice, number=offer.number, kept=offer.kept, origin=Origin.CAMERA)
        sure = "" if event.reading.status is Status.READ else f" (not sure: {' '.join(event.reading.problems)})"
        kept = f", kept {report.spoken(offer.kept)}" if offer.kept else ""
        tell(out, f"{table.session.state.player}, roll {offer.number}: {report.spoken(offer.dice.values)}{kept}{sure}")
    elif isinstance(event, TableCleared):
        _enter_best(table, out)


def _enter_best(table: PlainTable, out: TextIO) -> None:
    """The turn is over: the box that scores most is filled, or the topmost with a zero."""
    options = choices(table.session.state)
    if not options:
        return
    legal = {box: choice for box, choice in options.items() if not choice.refused}
    box: Box = best_box(legal) or next(iter(legal))
    tell(out, f"  {table.session.enter(box)}")


def _so_far(table: PlainTable) -> str:
    state = table.session.state
    return ", ".join(f"{name} {total}" for name, total in zip(state.players, state.totals, strict=True)) + "."
