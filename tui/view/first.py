"""The roll for who begins: the highest die starts, and those level at the top roll again."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class FirstRoll:
    """Who rolled what, and who rolls now."""

    players: tuple[str, ...]
    rolling: tuple[int, ...]
    """Seats that roll in this round."""
    dice: tuple[int, ...] = ()
    """What they rolled so far, in the order of `rolling`."""
    lines: tuple[str, ...] = ()
    """Everything that was rolled, a sentence each."""
    winner: int | None = None

    @classmethod
    def of(cls, players: tuple[str, ...]) -> FirstRoll:
        """Nobody has rolled; a player alone begins without a roll."""
        alone = 0 if len(players) == 1 else None
        return cls(players, tuple(range(len(players))), winner=alone)

    def rolled(self, value: int) -> FirstRoll:
        """The next of them has rolled `value`."""
        seat = self.rolling[len(self.dice)]
        now = replace(self, dice=(*self.dice, value), lines=(*self.lines, f"{self.players[seat]}: {value}"))
        return now if len(now.dice) < len(now.rolling) else _decided(now)

    @property
    def prompt(self) -> str:
        """What to do now."""
        if self.winner is not None:
            return f"{self.players[self.winner]} begins. ⏎ starts the game."
        return f"{self.players[self.rolling[len(self.dice)]]} rolls one die: type it."


def _decided(now: FirstRoll) -> FirstRoll:
    """All have rolled: one is highest, or those level at the top roll again."""
    best = max(now.dice)
    level = tuple(seat for seat, value in zip(now.rolling, now.dice, strict=True) if value == best)
    if len(level) == 1:
        return replace(now, winner=level[0])
    names = " and ".join(now.players[seat] for seat in level)
    return replace(now, rolling=level, dice=(), lines=(*now.lines, f"{names} are level and roll again."))
