"""What the game screen tells beyond the rules: what scores, advice, and the chances to win."""

from __future__ import annotations

from dataclasses import replace

from kismet.game import Hinted
from kismet.journal import JournalError
from tui.screens.table import TableScreen
from tui.session import Session
from tui.view import table as view
from tui.view.hint import Level
from tui.view.odds import odds_name, odds_words


class AdvisedScreen(TableScreen):
    """A game being played, with as much advice as was asked for."""

    def __init__(self, session: Session) -> None:
        super().__init__(view.begin(session.state))
        self.session = session
        self.level = Level.SCORES
        self._odds: bool | None = None
        """Whether chances to win are wanted; `None` if nobody said, and then with full advice."""

    def action_hints(self) -> None:
        """More advice, or none again; the chances that come with all of it go with it."""
        self.level = self.level.next
        if self.level is Level.OFF and self._odds:
            self._odds = None
        chances = f", with {odds_name(self.now.state)}" if self.level is Level.FULL and self._odds_wanted else ""
        self.table = replace(self.now, quiet=self.level is Level.OFF).told(f"The screen shows {self.level}{chances}.")
        self._ask_advice()
        self._ask_odds()

    def action_odds(self) -> None:
        """Chances to win, or none. They are no advice, and mark no game."""
        if self.now.state.over:
            self.table = self.now.told("The game is over: who won is certain.", refused=True)
            return
        self._odds = not self._odds_wanted
        self.table = self.now.told(odds_words(self.now.as_shown, shown=self._odds))
        self._ask_odds()

    @property
    def _odds_wanted(self) -> bool:
        return self.level is Level.FULL if self._odds is None else self._odds

    def _ask_odds(self) -> None:
        """Show the chances, as far as they are known by now."""
        odds = self.kismet.advisor.odds(self.now.state) if self._odds_wanted else None
        if odds != self.now.odds:
            self.table = replace(self.now, odds=odds)

    def _ask_advice(self) -> None:
        """Show the advice that was asked for, as soon as it is there; the game is marked for it."""
        hint = self.kismet.advisor.hint(self.now.as_shown, self.level)
        if hint == self.now.hint:
            return
        if hint is not None and hint.advises and not self.session.game.hinted:
            try:
                self.session.do(Hinted())
            except JournalError as error:
                self.table = self.now.told(str(error), refused=True)
                return
        self.table = replace(self.now, hint=hint)
