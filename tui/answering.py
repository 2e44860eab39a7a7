"""What people try before they know the program, answered: Ctrl+C, and text that is pasted; and grave words.

Keys are done in the order in which they were pressed, however fast they come. Textual would hand all that have arrived
to what has the focus now, and do what they are bound to later: a name typed right behind the key that asks for it would
be commands, and letters behind Enter would stand in the wrong line.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol, runtime_checkable

from textual.dom import DOMNode
from textual.events import Event, Key, Paste
from textual.widgets import Input

from kismet.dice import DiceError, parse_values
from tui import pasting
from tui.sturdy import SturdyApp

LEAVING = "Ctrl+Q leaves; the game is saved."
LEAVING_UNKEPT = "Ctrl+Q leaves; the demo's game is not kept."
_PATIENCE = 2.0
"""Seconds that a key waits at most for those before it; a screen that is stuck must not keep Ctrl+Q away."""
_NO_DICE = "7890"


def no_die(digit: str) -> str:
    """Why it is none, as plain lines say it."""
    try:
        parse_values(digit)
    except DiceError as error:
        return str(error)
    return ""


@runtime_checkable
class WantsKeys(Protocol):
    """A screen on which keys mean, at times, something else than what they are bound to."""

    def wants(self, key: Key) -> bool:
        """Whether this one does now; then the screen does it in `on_key`."""


class AnsweringApp(SturdyApp):
    """An app that drops nothing silently."""

    kept = True
    """Whether a game is there still when the app has been left."""

    async def on_event(self, event: Event) -> None:
        """A key waits until all is done that was pressed before it; then it is done at once, here and now."""
        if isinstance(event, Key) and not event.is_forwarded:
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await self._caught_up()
            if not self._taken_below(event) and (
                await self._check_bindings(event.key, priority=True) or await self._check_bindings(event.key)
            ):
                return
        await super().on_event(event)

    async def _caught_up(self) -> None:
        """Wait until everything on the way from the focus to the screen has come of what was done before."""
        at: DOMNode | None = None
        while (now := self.focused or self.screen) is not at:
            at = now
            for node in at.ancestors_with_self:
                arrived = asyncio.Event()
                if node is not self and node.call_later(arrived.set):
                    await arrived.wait()

    def _taken_below(self, key: Key) -> bool:
        """Whether this is a letter for a line of text, or means something else than usual on the screen."""
        if isinstance(self.focused, Input):
            return key.is_printable
        return isinstance(self.screen, WantsKeys) and self.screen.wants(key)

    def _types_dice(self) -> bool:
        """Whether digits are dice on the screen that is seen."""
        return hasattr(self.screen, "action_digit") and not getattr(self.screen, "unseen", False)

    def action_help_quit(self) -> None:
        """Ctrl+C leaves most programs; here it says what does."""
        self.remark(LEAVING if self.kept else LEAVING_UNKEPT)

    async def on_key(self, event: Key) -> None:
        """A digit that no die shows; and a dialog keeps keys from the app, but those that leave it need not."""
        if event.character and event.character in _NO_DICE and self._types_dice():
            self.remark(no_die(event.character))
        if not self.screen.is_modal:
            return
        if event.key == "ctrl+c":
            self.action_help_quit()
        elif event.key == "ctrl+q":
            await self.action_quit()

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
