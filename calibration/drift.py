"""Follows the light during a game: the dice's own bodies are the white reference.

Pips are measured against their body, so a lamp that is switched on or a cloud changes little in what is read: on made
scenes, colours learned under one lamp named the dice under another as well, from daylight to a bulb (`trials/LOG.md`).
What breaks this is a body that burns out or sinks into the dark, because then it is no reference any more. That, and
that the light has changed, is said before it goes wrong.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.learned import LearnedColours, Tint

Body = tuple[float, float, float]
"""Blue, green and red, 0 to 255."""

FAR = 0.25
"""Change of the light's colour (see `Drift.colour`) that is worth a word: from daylight to a warm lamp is about 0.5."""
BRIGHT, DIM = 252.0, 40.0
"""A body whose channels all lie above or below these shows no colours."""


@dataclass(frozen=True, slots=True)
class Drift:
    """How the light has changed since colours were learned."""

    warmer: float
    """Red against blue, as a logarithm of the light; below 0: cooler."""
    greener: float
    """Green against red and blue, as a logarithm of the light."""
    brightness: float
    """The bodies' brightest channel now, 0 to 255."""

    @property
    def colour(self) -> float:
        """Size of the change of colour."""
        return math.hypot(self.warmer / 2, self.greener)

    @property
    def blind(self) -> bool:
        """Whether the bodies show no colours any more, burnt out or in the dark."""
        return self.brightness >= BRIGHT or self.brightness < DIM

    @property
    def short(self) -> str:
        """The same as `words` in a status line."""
        if self.brightness >= BRIGHT:
            return "burnt out"
        if self.brightness < DIM:
            return "too dark"
        return f"{self._kind} light" if self.colour > FAR else ""

    @property
    def words(self) -> str:
        """What a person should know; nothing if all is well."""
        if self.brightness >= BRIGHT:
            return "The dice are burnt out, so colours may be mistaken: dim the lamp, or lay paper under them."
        if self.brightness < DIM:
            return "It has become too dark to see the dice's colours."
        if self.colour > FAR:
            return f"The light has become {self._kind}: colours are followed by the dice's own white."
        return ""

    @property
    def _kind(self) -> str:
        return "warmer" if self.warmer > abs(self.greener) else "cooler" if self.warmer < 0 else "different"


def drift(learned: LearnedColours, now: Sequence[Tint]) -> Drift | None:
    """Compare the bodies of dice seen now with those colours were learned from; None without dice."""
    if not now:
        return None
    rows = sorted(now, key=lambda tint: sum(tint.body))
    body = rows[len(rows) // 2].body
    before, after = _light(learned.body), _light(body)
    blue, green, red = (math.log(b / a) for a, b in zip(before, after, strict=True))
    return Drift(warmer=red - blue, greener=green - (red + blue) / 2, brightness=max(body))


def _light(body: Body) -> Body:
    blue, green, red = (((level + 1) / 256) ** 2.2 for level in body)
    return blue, green, red
