"""Who is where: ranks by total, ties shared (A16)."""

from __future__ import annotations

from dataclasses import dataclass

from kismet.game.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place."""

    rank: int
    """1 for the leader; players level on points share a rank."""
    player: int
    name: str
    total: int


def standings(state: State) -> tuple[Standing, ...]:
    """All players, best first; those level on points stay in the order of play."""
    totals = state.totals
    order = sorted(range(len(totals)), key=lambda player: -totals[player])
    return tuple(
        Standing(1 + sum(other > totals[player] for other in totals), player, state.players[player], totals[player])
        for player in order
    )


def winners(state: State) -> tuple[str, ...]:
    """The names of those with the highest total."""
    return tuple(standing.name for standing in standings(state) if standing.rank == 1)
