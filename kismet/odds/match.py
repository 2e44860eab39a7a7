"""Many games of the same players at once, from a position to the end, with the price of second Kismets.

The order of play and the penalties are those of `kismet.game`, written for arrays of games; a test plays both and
compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kismet.advice.card import BASIC
from kismet.advice.keeps import ROLLS, Index
from kismet.advice.solve import Stopped
from kismet.advice.space import Space
from kismet.advice.table import NotCovered, Table, start_of
from kismet.boxes import Box
from kismet.dice import COUNT
from kismet.odds.turns import Turns
from kismet.rules import Rules, SecondKismet, Trigger
from kismet.sheet import Sheet

FIVE_ALIKE: NDArray[np.bool_] = np.array([COUNT in roll for roll in ROLLS])
"""By roll: whether it is a Kismet."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table, between turns."""

    sheet: Sheet
    rolled_kismet: bool = False
    """Whether the player has ended a turn of this game with five alike."""
    passes: int = 0
    """Turns still to be passed over; below zero, turns owed."""


class Match:
    """So many games from the same position on; arrays are by game and player.

    Raises:
        NotCovered: if the table does not know one of the sheets.
    """

    def __init__(self, table: Table, rules: Rules, seats: Sequence[Seat], mover: int, games: int) -> None:
        self._table = table
        self._space = table.space
        self._rules = rules
        places = [table.place(start_of(seat.sheet)) for seat in seats]
        for seat, place in zip(seats, places, strict=True):
            if place is None:
                raise NotCovered(start_of(seat.sheet))
        shape = (games, len(seats))
        self.columns: Index = np.broadcast_to([place[0] for place in places if place], shape).copy()
        self.nodes: Index = np.broadcast_to([place[1] for place in places if place], shape).copy()
        so_far = [sum(points for _, points in seat.sheet.filled()) for seat in seats]
        self.points: NDArray[np.int64] = np.broadcast_to(so_far, shape).copy()
        """Points in the boxes; the bonus is added at the end."""
        self.ready: NDArray[np.bool_] = np.broadcast_to([_is_ready(seat, rules) for seat in seats], shape).copy()
        """Whether five alike would be a second Kismet."""
        self.passes: NDArray[np.int64] = np.broadcast_to([seat.passes for seat in seats], shape).copy()
        self.movers: Index = np.full(games, mover, dtype=np.intp)
        """Whose turn it is; -1 when the game is over."""
        self._full_nodes = len(self._space.bonus)
        self._topmost = _topmost_vacant(self._space)

    def play(self, turns: Turns, stop: Callable[[], bool] = lambda: False) -> NDArray[np.int64]:
        """Play all games to the end and give the final totals.

        Raises:
            Stopped: when `stop`, asked before each turn of all the games, says so.
        """
        while True:
            if stop():
                raise Stopped
            games = np.flatnonzero(self.movers >= 0)
            if not len(games):
                break
            movers = self.movers[games]
            rolls, boxes = turns.play(self.columns[games, movers], self.nodes[games, movers])
            self.enter(games, rolls, boxes)
        totals: NDArray[np.int64] = self.points + self._space.bonus[self.nodes]
        return totals

    def enter(self, games: Index, rolls: Index, boxes: Index) -> None:
        """The players in turn fill `boxes` with `rolls`; then penalties, and whose turn is next."""
        movers = self.movers[games]
        second = FIVE_ALIKE[rolls] & self.ready[games, movers]
        if self._rules.second_kismet is SecondKismet.OFF:
            second[:] = False
        points = self._table.card.scores[rolls, boxes]
        self._fill(games, movers, boxes, np.array(ROLLS)[rolls, np.minimum(boxes, BASIC - 1)])
        self.points[games, movers] += points
        self.ready[games, movers] |= self._makes_ready(rolls, boxes, points)
        if second.any():
            self._punish(games[second], movers[second])
        self._next(games, movers)

    def _fill(self, games: Index, players: Index, boxes: Index, counts: Index) -> None:
        """Fill boxes; `counts` are the dice of the face where the box is basic."""
        basic = boxes < BASIC
        g, p = games[basic], players[basic]
        self.nodes[g, p] = self._space.step[boxes[basic], counts[basic], self.nodes[g, p]]
        g, p = games[~basic], players[~basic]
        self.columns[g, p] = self._space.fill[boxes[~basic] - BASIC, self.columns[g, p]]

    def _makes_ready(self, rolls: Index, boxes: Index, points: NDArray[np.int64]) -> NDArray[np.bool_]:
        match self._rules.second_kismet_trigger:
            case Trigger.ROLLED:
                return np.asarray(FIVE_ALIKE[rolls])
            case Trigger.SCORED:
                return np.asarray((boxes == Box.KISMET) & (points > 0))
            case Trigger.BOX_FILLED:
                return np.asarray(boxes == Box.KISMET)

    def _full(self, games: Index) -> NDArray[np.bool_]:
        full: NDArray[np.bool_] = (self.nodes[games] < self._full_nodes) & (self.columns[games] == 0)
        return full

    def _punish(self, games: Index, rollers: Index) -> None:
        """Every other player whose sheet is not full loses a turn, and under the usual rule takes a zero for it."""
        victims = ~self._full(games)
        victims[np.arange(len(games)), rollers] = False
        which, players = np.nonzero(victims)
        self.passes[games[which], players] += 1
        if self._rules.second_kismet is SecondKismet.ZERO_AND_LOSE_TURN:
            g = games[which]
            boxes = self._topmost[0][self.nodes[g, players]]
            boxes = np.where(boxes < BASIC, boxes, self._topmost[1][self.columns[g, players]])
            self._fill(g, players, boxes, np.zeros(len(g), dtype=np.intp))
            # A zeroed Kismet box counts as filled.
            if self._rules.second_kismet_trigger is Trigger.BOX_FILLED:
                self.ready[g, players] |= boxes == Box.KISMET

    def _next(self, games: Index, last: Index) -> None:
        """Who plays next, clockwise past full sheets and players who are passed over; see `kismet.game.order`."""
        count = self.columns.shape[1]
        full = self._full(games)
        found = np.full(len(games), -1, dtype=np.intp)
        over = full.all(axis=1)

        def look(*, owed: bool) -> None:
            for step in range(1, count + 1):
                rows = np.flatnonzero((found < 0) & ~over)
                players = (last[rows] + step) % count
                vacant = ~full[rows, players]
                rows, players = rows[vacant], players[vacant]
                left = self.passes[games[rows], players]
                plays = left < 0 if owed else left <= 0
                found[rows[plays]] = players[plays]
                if owed:
                    self.passes[games[rows[plays]], players[plays]] += 1
                else:
                    self.passes[games[rows[~plays]], players[~plays]] -= 1

        look(owed=True)
        while ((found < 0) & ~over).any():
            look(owed=False)
        self.movers[games] = found


def _is_ready(seat: Seat, rules: Rules) -> bool:
    match rules.second_kismet_trigger:
        case Trigger.ROLLED:
            return seat.rolled_kismet
        case Trigger.SCORED:
            return bool(seat.sheet[Box.KISMET])
        case Trigger.BOX_FILLED:
            return seat.sheet[Box.KISMET] is not None


def _topmost_vacant(space: Space) -> tuple[Index, Index]:
    """By node the topmost vacant basic box, `BASIC` if there is none; by column the topmost of the others."""
    vacant = space.step[:, 0] < space.nodes
    basic = np.where(vacant.any(axis=0), vacant.argmax(axis=0), BASIC)
    others = BASIC + (space.fill < len(space.masks)).argmax(axis=0)
    return basic, others
