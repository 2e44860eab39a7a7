"""How fast advice is: the whole table beside numpy's floor, parts of it, one decision, the odds, and the memory.

    python -m tests.bench.advice

One core. Figures marked `cpu` are processor time, medians of several runs; other programs on the machine still make
them longer, which is why the floor is measured between the runs of the table: compare the two. Figures marked `wall`
are by the clock on the wall, and other programs count fully: the last four lines are to be read on an idle machine.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kismet.advice.cache import load_table, save_table
from kismet.advice.card import card_for
from kismet.advice.finals import TurnEnds
from kismet.advice.options import advise
from kismet.advice.passes import Passes
from kismet.advice.prospects import prospects
from kismet.advice.solve import solve
from kismet.advice.space import EMPTY
from kismet.advice.table import start_of
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.odds.chances import odds
from kismet.odds.match import Seat
from kismet.odds.spread import solve_spread
from kismet.rules import RULINGS
from kismet.sheet import Sheet

CARD = card_for(RULINGS)

MEMORY = """
import sys, time
from pathlib import Path
import numpy, hashlib, tempfile
import kismet.advice.cache, kismet.advice.options, kismet.odds.spread
from kismet.advice.service import Solver
from kismet.rules import RULINGS

def resident(what):
    return int(Path("/proc/self/status").read_text().split(what + ":")[1].split()[0]) / 1024

def respond():
    begin = time.perf_counter()
    sum(range(3000))
    return (time.perf_counter() - begin) * 1000

idle = resident("VmRSS")
calm = sorted(respond() for _ in range(300))
solver = Solver()
solver.start(RULINGS)
busy = []
while not solver.ready:
    busy.append(respond())
    time.sleep(0.005)  # a sample every few milliseconds, as somebody at the keys would ask
busy.sort()
peak = resident("VmHWM") - idle
solver.wait_for_spread()
print(peak, resident("VmHWM") - idle, resident("VmRSS") - idle)
print(calm[150], calm[297], busy[len(busy) // 2], busy[len(busy) * 99 // 100])
"""


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds of `work`."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def median_us(work: Callable[[], object], runs: int = 300) -> float:
    """Median microseconds of `work`."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - begin)
    return statistics.median(times) / 1000


def floor(states: int) -> float:
    """What numpy needs for the additions, maxima and scalings of the keep lattice alone, on rows at hand in the cache.

    Per state two passes of 1,050 additions, 1,260 maxima and 210 products, and 252 products for the first roll; no
    gathering, no look-up of the states reached, no ends of turns.
    """
    here, there = np.ones((210, 512), np.float32), np.ones((210, 512), np.float32)
    begin = time.process_time()
    for _ in range(states // 512):
        for _ in range(10):
            np.add(here, there, out=here)
        for _ in range(12):
            np.maximum(here, there, out=here)
        for _ in range(3):
            np.multiply(here, there, out=here)
    return time.process_time() - begin


def split() -> list[tuple[str, str]]:
    """Where the time of the whole table goes, measured by wrapping the parts."""
    spent: dict[str, float] = {}
    parts = [
        (TurnEnds, "fill", "ends of turns"),
        (Passes, "expect", "expecting"),
        (Passes, "choose", "choosing"),
        (Passes, "first_roll", "first rolls"),
    ]
    originals = [(owner, name, getattr(owner, name)) for owner, name, _ in parts]

    def timed(work: Callable[..., object], words: str) -> Callable[..., object]:
        def wrapped(*args: object, **kwargs: object) -> object:
            begin = time.process_time()
            result = work(*args, **kwargs)
            spent[words] = spent.get(words, 0) + time.process_time() - begin
            return result

        return wrapped

    for owner, name, words in parts:
        setattr(owner, name, timed(getattr(owner, name), words))
    try:
        total = seconds(lambda: solve(CARD))
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)
    spent["the rest"] = total - sum(spent.values())
    return [(f"  {words}", f"{100 * time_ / total:6.0f} %") for words, time_ in spent.items()]


def whole_table() -> list[tuple[str, str]]:
    """The whole table, and the floor measured around it."""
    tables, floors = [], []
    for _ in range(5):
        floors.append(floor(972_800))
        tables.append(seconds(lambda: solve(CARD)))
    table, bottom = statistics.median(tables), statistics.median(floors)
    return [
        ("whole table, 972,800 states (bar 1.5 s)", f"{table:9.2f} s cpu"),
        ("  fastest of five", f"{min(tables):9.2f} s cpu"),
        ("  numpy's floor: the sums and maxima alone", f"{bottom:9.2f} s cpu"),
        ("  whole table against the floor", f"{table / bottom:9.1f} ×"),
    ]


def growth() -> list[tuple[str, str]]:
    """How the time grows with the vacant boxes; filled from the bottom and the top in turn."""
    order = [Box.KISMET, Box.ACES, Box.YARBOROUGH, Box.DEUCES, Box.FOUR_OF_A_KIND, Box.TREYS, Box.FLUSH_HOUSE]
    order += [Box.FOURS, Box.FULL_HOUSE, Box.FIVES, Box.FLUSH, Box.SIXES]
    rows = []
    for filled in (1, 3, 5, 7, 9, 11):
        start = start_of(Sheet.of(dict.fromkeys(order[:filled], 0)))
        states = solve(CARD, start).space.size
        spent = statistics.median(seconds(partial(solve, CARD, start)) for _ in range(3))
        rows.append((f"  {15 - filled} vacant boxes, {states:,} states", f"{1000 * spent:9.0f} ms cpu"))
    return [("solved from a sheet:", ""), *rows]


def decisions() -> list[tuple[str, str]]:
    """One decision, from the solved table."""
    table, sheet, dice = solve(CARD), Sheet.of({Box.SIXES: 18, Box.YARBOROUGH: 22}), Dice.parse("11663")
    rows = []
    for roll in (1, 2, 3):
        spent = median_us(partial(advise, table, sheet, dice, roll))
        rows.append((f"one full advice, roll {roll} (bar 1 ms)", f"{spent:9.0f} µs wall"))
    move = advise(table, sheet, dice, 1).best.move
    rows.append(
        ("where the turn may end", f"{median_us(lambda: prospects(table, sheet, dice, 1, move), 100):9.0f} µs wall")
    )
    for players in (2, 6):
        game = partial(odds, table, RULINGS, [Seat(Sheet())] * players, 0)
        spent = statistics.median(seconds(game) for _ in range(3))
        error = game().players[0].error
        rows.append((f"odds of {players} players at the start, ± {100 * error:.1f} % (bar 1 s)", f"{spent:9.2f} s cpu"))
    rows.append(("the spread of all states", f"{seconds(lambda: solve_spread(table)):9.2f} s cpu"))
    with TemporaryDirectory() as folder:
        save_table(Path(folder), table)
        spent = median_us(lambda: load_table(Path(folder), CARD), 9)
        rows.append(("the table from the cache", f"{spent / 1000:9.0f} ms wall"))
    assert abs(table.value(EMPTY) - 315.179996) < 0.001
    return rows


def background() -> list[tuple[str, str]]:
    """Memory, and how a busy main thread fares, while the service solves in a process of its own."""
    if not Path("/proc/self/status").exists():
        return []
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    peak, peak_both, both, *response = map(float, done.stdout.split())
    return [
        ("memory above idle while solving (bar 60 MB)", f"{peak:9.1f} MB"),
        ("  while solving the spread after it", f"{peak_both:9.1f} MB"),
        ("  after both (bar 15 MB)", f"{both:9.1f} MB"),
        ("a small task in the main thread, before solving, median", f"{response[0]:9.2f} ms wall"),
        ("  the slowest of a hundred (other programs show here)", f"{response[1]:9.2f} ms wall"),
        ("  the same while solving, median", f"{response[2]:9.2f} ms wall"),
        ("  the slowest of a hundred", f"{response[3]:9.2f} ms wall"),
    ]


def main() -> None:
    """Measure and print."""
    for part in (whole_table, split, growth, decisions, background):
        for name, figure in part():
            print(f"{name:58} {figure}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
