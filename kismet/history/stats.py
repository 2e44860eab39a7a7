"""A player's record over many games.

Only games played to their end count for totals, boxes and wins: an unfinished sheet is filled with what came easily, so
its averages would flatter. What is left out is counted and told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean, stdev

from kismet.boxes import Box
from kismet.history.optimum import optimum_for
from kismet.history.results import Result
from kismet.sheet import BONUS_TIERS


@dataclass(frozen=True, slots=True)
class BoxStats:
    """One box over many sheets."""

    box: Box
    times: int
    """How often the player filled it; zeros that others forced are left out, here and in the average."""
    average: float | None
    """Points; `None` if the player never filled it."""
    best: int
    zeros: int
    """Zeros that the player entered."""
    forced: int
    """Zeros that others' second Kismets forced."""
    optimum: float
    """What best play averages here."""

    @property
    def gap(self) -> float | None:
        """The average less that of best play: below zero, points were left lying here."""
        return None if self.average is None else self.average - self.optimum


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One player's record."""

    name: str
    """As spelled in the game played last."""
    complete: tuple[Result, ...]
    """The games played to the end, the oldest first."""
    unfinished: int
    """Games that are not over."""
    left: int
    """Games that the player left."""
    boxes: tuple[BoxStats, ...]
    """By box, over the games whose rules score as the rulings do."""
    compared: int
    """How many games those are."""

    @property
    def games(self) -> int:
        """Games played to the end."""
        return len(self.complete)

    @property
    def hinted(self) -> int:
        """How many of those showed advice."""
        return sum(result.hinted for result in self.complete)

    @property
    def contests(self) -> int:
        """How many of those had a rival who stayed to the end too."""
        return sum(result.contest for result in self.complete)

    @property
    def won(self) -> int:
        """Wins shared with nobody."""
        return sum(result.win == 1 for result in self.complete)

    @property
    def shared(self) -> int:
        """Wins shared with others."""
        return sum(0 < result.win < 1 for result in self.complete)

    @property
    def wins(self) -> float:
        """Wins, of which a shared one counts for its share, so that all players' wins add up to the contests."""
        return sum(result.win for result in self.complete)

    @property
    def totals(self) -> tuple[int, ...]:
        """The final totals, the oldest first."""
        return tuple(result.total for result in self.complete)

    @property
    def average(self) -> float | None:
        """The average total; `None` without games."""
        return fmean(self.totals) if self.complete else None

    @property
    def spread(self) -> float | None:
        """Standard deviation of the totals; `None` for fewer than two games."""
        return stdev(self.totals) if self.games > 1 else None

    @property
    def best(self) -> Result | None:
        """The game with the highest total; the earliest of several."""
        return max(self.complete, key=lambda result: result.total, default=None)

    @property
    def worst(self) -> Result | None:
        """The game with the lowest total; the earliest of several."""
        return min(self.complete, key=lambda result: result.total, default=None)

    @property
    def bonuses(self) -> Mapping[int, int]:
        """How often each bonus was earned, none first."""
        counts = Counter(result.sheet.bonus for result in self.complete)
        return {bonus: counts[bonus] for bonus in (0, *sorted(bonus for _, bonus in BONUS_TIERS))}

    @property
    def kismets(self) -> int:
        """Turns that ended with five alike."""
        return sum(result.kismets for result in self.complete)

    @property
    def second_kismets(self) -> int:
        """Those of them that cost the others something, or would have."""
        return sum(result.second_kismets for result in self.complete)

    @property
    def zeros(self) -> int:
        """Zeros that the player entered."""
        return sum(_own_zeros(result) for result in self.complete)

    @property
    def forced(self) -> int:
        """Zeros that others' second Kismets forced."""
        return sum(len(result.forced) for result in self.complete)


def statistics(results: Iterable[Result]) -> tuple[PlayerStats, ...]:
    """The records of all players, most games first. Names that differ in capitals alone are one player."""
    by_name: dict[str, list[Result]] = {}
    for result in sorted(results, key=lambda result: (result.played, result.game)):
        by_name.setdefault(result.name.casefold(), []).append(result)
    records = [_record(own) for own in by_name.values()]
    return tuple(sorted(records, key=lambda record: (-record.games, record.name.casefold())))


def _record(results: list[Result]) -> PlayerStats:
    complete = tuple(result for result in results if result.complete)
    compared = [result for result in complete if optimum_for(result.rules) is not None]
    return PlayerStats(
        name=results[-1].name,
        complete=complete,
        unfinished=sum(not result.over and not result.left for result in results),
        left=sum(result.left for result in results),
        boxes=_boxes(compared),
        compared=len(compared),
    )


def _boxes(results: list[Result]) -> tuple[BoxStats, ...]:
    optimum = optimum_for(results[0].rules) if results else None
    return tuple(_box(box, results, optimum.boxes[box].mean) for box in Box) if optimum else ()


def _box(box: Box, results: list[Result], optimum: float) -> BoxStats:
    own = [result.sheet[box] or 0 for result in results if box not in result.forced]
    return BoxStats(
        box=box,
        times=len(own),
        average=fmean(own) if own else None,
        best=max(own, default=0),
        zeros=own.count(0),
        forced=len(results) - len(own),
        optimum=optimum,
    )


def _own_zeros(result: Result) -> int:
    return sum(points == 0 and box not in result.forced for box, points in result.sheet.filled())
