"""What a game came to for each of its players: the pieces that statistics are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from kismet.boxes import Box
from kismet.game import State, standings
from kismet.history.search import Played
from kismet.rules import Rules
from kismet.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Result:
    """One player's part in one game."""

    game: int
    """The game's number."""
    played: datetime
    """When it was played last."""
    name: str
    sheet: Sheet
    rank: int | None
    """As in `Standing`: players level on points share a rank, those who left have none."""
    level: int
    """How many share that rank, this player included; 0 for those who left."""
    rivals: int
    """Players who have a rank, without this one."""
    over: bool
    left: bool
    """Whether the player left the table before the end."""
    hinted: bool
    """Whether advice was shown in the game, to whomever."""
    rules: Rules
    forced: frozenset[Box]
    """The boxes that others' second Kismets filled with zeros."""
    kismets: int
    """Turns that ended with five alike, wherever they were scored."""
    second_kismets: int

    @property
    def total(self) -> int:
        """The points, bonus included."""
        return self.sheet.total

    @property
    def complete(self) -> bool:
        """Whether the player played the game to its end."""
        return self.over and not self.left

    @property
    def contest(self) -> bool:
        """Whether there was somebody to win against: both stayed to the end."""
        return self.complete and self.rivals > 0

    @property
    def win(self) -> float:
        """1 for a win, 1/n if n players share it, and 0 otherwise; a game alone is no win."""
        return 1 / self.level if self.contest and self.rank == 1 else 0.0


def results_of(played: Played) -> tuple[Result, ...]:
    """The results of a game's players, in the order of play."""
    state = played.game.state
    ranks = {standing.player: standing.rank for standing in standings(state)}
    ranked = [rank for rank in ranks.values() if rank is not None]
    return tuple(
        Result(
            game=played.saved.id,
            played=played.saved.updated,
            name=name,
            sheet=state.sheets[player],
            rank=ranks[player],
            level=sum(rank == ranks[player] for rank in ranked),
            rivals=len(ranked) - (ranks[player] is not None),
            over=state.over,
            left=state.away[player],
            hinted=played.game.hinted,
            rules=state.rules,
            forced=_forced(state, player),
            kismets=sum(t.player == player and t.dice is not None and t.dice.five_alike for t in state.turns),
            second_kismets=sum(turn.player == player and turn.second_kismet for turn in state.turns),
        )
        for player, name in enumerate(state.players)
    )


def all_results(games: Iterable[Played]) -> tuple[Result, ...]:
    """The results of all players of all games."""
    return tuple(result for played in games for result in results_of(played))


def _forced(state: State, player: int) -> frozenset[Box]:
    return frozenset(turn.box for turn in state.turns if turn.player == player and turn.forced_by is not None)
