"""Lists and records as plain JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kismet.game import standings
from kismet.history import Played, PlayerStats, Result
from kismet.journal import Saved
from tui.advising import move_value

if TYPE_CHECKING:
    from kismet.history.luck import LuckRecord
    from kismet.luck import Decision, PlayerLuck


def game_value(saved: Saved, played: Played | None) -> dict[str, Any]:
    """A game in the list; `players` are ranked, and have no totals if the game is damaged."""
    head = {
        "game": saved.id,
        "started": saved.started.isoformat(),
        "updated": saved.updated.isoformat(),
        "over": saved.over,
        "round": saved.round,
        "hinted": saved.hinted,
        "damaged": played is None,
    }
    if played is None:
        return {**head, "players": [{"name": name} for name in saved.players]}
    places = standings(played.game.state)
    return {
        **head,
        "players": [
            {"name": place.name, "total": place.total, "rank": place.rank, "left": place.rank is None}
            for place in places
        ],
    }


def record_value(record: PlayerStats, luck: LuckRecord | None = None) -> dict[str, Any]:
    """One player's record."""
    value: dict[str, Any] = {
        "name": record.name,
        "games": record.games,
        "unfinished": record.unfinished,
        "left": record.left,
        "hinted": record.hinted,
        "contests": record.contests,
        "won": record.won,
        "shared": record.shared,
        "wins": round(record.wins, 4),
        "totals": list(record.totals),
        "average": _rounded(record.average),
        "spread": _rounded(record.spread),
        "best": _result(record.best),
        "worst": _result(record.worst),
        "bonuses": {str(bonus): count for bonus, count in record.bonuses.items()},
        "kismets": record.kismets,
        "second_kismets": record.second_kismets,
        "zeros": record.zeros,
        "forced": record.forced,
        "compared": record.compared,
        "boxes": {
            stats.box.key: {
                "times": stats.times,
                "average": _rounded(stats.average),
                "optimum": stats.optimum,
                "best": stats.best,
                "zeros": stats.zeros,
                "forced": stats.forced,
            }
            for stats in record.boxes
        },
    }
    if luck is not None:
        value["luck"] = {
            "games": luck.games,
            "luck": round(luck.luck, 2),
            "cost": round(luck.cost, 2),
            "forced": round(luck.forced, 2),
            "decisions": luck.decisions,
        }
    return value


def luck_value(player: PlayerLuck) -> dict[str, Any]:
    """Luck and cost of one player in one game."""
    return {
        "name": player.name,
        "luck": round(player.luck, 2),
        "cost": round(player.cost, 2),
        "forced": round(player.forced, 2),
        "expected": round(player.expected, 2),
        "decisions": sum(len(turn.decisions) for turn in player.turns),
        "put_right": [turn.round for turn in player.turns if not turn.judged],
        "costliest": None if player.costliest is None else decision_value(player.costliest),
    }


def decision_value(decision: Decision) -> dict[str, Any]:
    """A choice, what would have been better, and by how many points."""
    return {
        "round": decision.round,
        "roll": decision.number,
        "dice": str(decision.dice),
        "chosen": move_value(decision.chosen),
        "best": move_value(decision.best),
        "cost": round(decision.cost, 2),
    }


def _result(result: Result | None) -> dict[str, Any] | None:
    return None if result is None else {"game": result.game, "total": result.total, "hinted": result.hinted}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
