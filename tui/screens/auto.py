"""A game that plays itself as a camera sees it: readings are accepted, and the best-scoring box is filled."""

from __future__ import annotations

from tui.camera import News, RecordingOver, RollSeen, TableCleared
from tui.screens.game import GameScreen

PACE = 1.5
"""Seconds between what is seen and what is done, so that people can follow."""


class AutoGameScreen(GameScreen):
    """A game screen with a hand of its own; a person's keys work as well."""

    def take(self, news: News) -> None:
        """After the news, do what a player would."""
        super().take(news)
        match news:
            case RollSeen() if self.now.offer is not None:
                self.set_timer(PACE, self.accept)
            case TableCleared() | RecordingOver():
                self.set_timer(PACE, self.score)

    def accept(self) -> None:
        """Record the reading, if nobody did meanwhile, or is typing over it."""
        if self.now.entry is None and self.now.offer is not None and self.now.offer.dice is not None:
            self.action_accept()

    def score(self) -> None:
        """Fill the box that scores most, or the topmost that may take a zero."""
        table = self.now
        legal = [box for box, choice in table.choices.items() if not choice.refused]
        box = table.best if table.best is not None else next(iter(legal), None)
        if box is not None:
            self.enter(box)
