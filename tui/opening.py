"""Opens the app in a real terminal: the journal, the settings, and stderr out of harm's way."""

from __future__ import annotations

import sys
from collections.abc import Callable

from kismet.journal import Journal, JournalError
from tui import places
from tui.camera import Feed
from tui.cli import UserError
from tui.session import Session


def open_feed(source: str) -> Feed:
    """The feed of a camera.

    Raises:
        ValueError: if `source` is none.
    """
    raise ValueError(f"Cameras are not watched yet: {source}.")


def open_app(start: Callable[[Journal], Session | None] = lambda _: None, *, mouse: bool = True) -> int:
    """Run the app until it is left, and return the exit status.

    Args:
        start: gives the game to open at once, from the journal; by default none.
        mouse: whether the app listens to the mouse.

    Raises:
        UserError: if there is no terminal, or the saved games cannot be opened.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError("The app needs a terminal; `kismet play --plain` plays line by line through pipes.")
    try:
        journal = Journal(places.journal())
    except JournalError as error:
        raise UserError(str(error)) from None
    try:
        session = start(journal)
        from tui.app import KismetApp

        app = KismetApp(journal, places.config() / "settings.toml", session, feed=open_feed)
        app.run(mouse=mouse)
        return app.return_code or 0
    finally:
        journal.close()
