"""What people try before they know the program, answered: Ctrl+C, and text that is pasted; and grave words."""

from __future__ import annotations

import asyncio

from textual.events import Event, Key, Paste
from textual.widgets import Input

from tui import pasting
from tui.sturdy import SturdyApp

LEAVING = "Ctrl+Q leaves; the game is saved."


class AnsweringApp(SturdyApp):
    """An app that drops nothing silently."""

    async def on_event(self, event: Event) -> None:
        """Keys to a line of text are done in the order in which they were pressed, however fast they come.

        Letters go straight to the line, while Tab, Enter, the arrows and ⌫ pass through every widget above it first,
        and would be done after letters pressed later: those would stand in the wrong line, or be taken away.
        """
        line = self.focused if isinstance(event, Key) and not event.is_printable else None
        if isinstance(event, Key) and isinstance(line, Input) and not event.is_forwarded:
            arrived = asyncio.Event()
            line.call_later(arrived.set)
            await arrived.wait()
            if await self._check_bindings(event.key, priority=True) or await self._check_bindings(event.key):
                return
        await super().on_event(event)

    def action_help_quit(self) -> None:
        """Ctrl+C leaves most programs; here it says what does."""
        self.remark(LEAVING)

    def on_key(self, event: Key) -> None:
        """A dialog keeps keys from the app; that one it need not."""
        if event.key == "ctrl+c" and self.screen.is_modal:
            self.action_help_quit()

    def on_paste(self, event: Paste) -> None:
        """Digits are dice wherever dice are typed; anything else is refused. A line to type in never sends it here."""
        screen, dice = self.screen, pasting.pasted_dice(event.text)
        if not isinstance(screen, pasting.TakesDice):
            self.remark(pasting.NOTHING_HERE)
        elif dice is None:
            self.remark(pasting.ONLY_DICE)
        elif refused := screen.take_dice(dice):
            self.remark(refused)

    def remark(self, words: str) -> None:
        """Say it over whatever screen there is."""
        self.notify(words, markup=False)

    def warn(self, words: str) -> None:
        """Say, if there is anything to be said, what matters and is said once."""
        if words:
            self.notify(words, severity="warning", timeout=15, markup=False)
