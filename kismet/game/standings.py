"""Who is where: ranks by total, ties shared (R18, A16). Players who left are named last and rank no more."""

from __future__ import annotations

from dataclasses import dataclass

from kismet.game.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place."""

    rank: int | None
    """1 for the leader; players level on points share a rank. `None` for those who have left."""
    player: int
    name: str
    total: int


def standings(state: State) -> tuple[Standing, ...]:
    """All players, best first; those level on points stay in the order of play, those who left come last."""
    totals, away = state.totals, state.away
    ranking = [total for total, gone in zip(totals, away, strict=True) if not gone]
    order = sorted(range(len(totals)), key=lambda player: (away[player], -totals[player]))
    return tuple(
        Standing(
            rank=None if away[player] else 1 + sum(other > totals[player] for other in ranking),
            player=player,
            name=state.players[player],
            total=totals[player],
        )
        for player in order
    )


def winners(state: State) -> tuple[str, ...]:
    """The names of those with the highest total."""
    return tuple(standing.name for standing in standings(state) if standing.rank == 1)
