"""A screen with words that can be clicked: each does what the key of that name does, here or in the whole app."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import Screen

from tui.messages import DeedChosen

Result = TypeVar("Result")


class DeedScreen(Screen[Result]):
    """Runs the action that a clicked word names."""

    async def on_deed_chosen(self, message: DeedChosen) -> None:
        """A word of a line of keys."""
        await self.run_action(message.name if hasattr(self, f"action_{message.name}") else f"app.{message.name}")
