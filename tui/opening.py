"""Opens the app in a real terminal: the journal, the settings, and stderr out of harm's way."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kismet.journal import Journal
from tui import places
from tui.aside import open_to_play
from tui.camera import Feed
from tui.cli import UserError
from tui.eye import MakeFeed
from tui.session import Session

if TYPE_CHECKING:
    from vision.sources import Intake


def open_feed(source: str, *, profile: str | None = None, pictures: Intake | None = None, speed: float = 1.0) -> Feed:
    """The feed of a camera; a recording waits wherever there is something for people to do.

    Args:
        source: an index, a name, an address or a path.
        profile: the camera profile to use; by default the camera's own.
        pictures: what `-` means, if standard input was given to the keyboard.
        speed: pace of a recording; 0 is as fast as it can be read.

    Raises:
        ValueError: if `source` can be none, or there is no such profile.
    """
    from tui.watched import Watched
    from tui.watching import watch

    try:
        return Watched(watch(source, patient=True, profile=profile, pictures=pictures, speed=speed))
    except UserError as error:
        raise ValueError(str(error)) from None


def open_app(
    start: Callable[[Journal], Session | None] = lambda _: None,
    *,
    mouse: bool = True,
    camera: str = "",
    feed: MakeFeed = open_feed,
    auto: bool = False,
    speak: bool | None = None,
    snapshots: bool | None = None,
    home: Path | None = None,
    kept: bool = True,
    resumes: bool = False,
) -> int:
    """Run the app until it is left, and return the exit status.

    Args:
        start: gives the game to open at once, from the journal; by default none.
        mouse: whether the app listens to the mouse.
        camera: the camera to watch at once.
        feed: makes the feed of a camera.
        auto: the game plays itself as the camera sees it.
        speak: whether calls are spoken; by default as it is remembered.
        snapshots: whether pictures of rolls are kept; by default as it is remembered.
        home: a folder for saved games and settings, instead of the usual places.
        kept: whether that folder is there still when the app has been left.
        resumes: whether `start` gives a saved game; only then it matters that the file of saved games can be read.

    Raises:
        UserError: if there is no terminal, or the saved games cannot be opened.
    """
    need_terminal("`kismet play --plain` plays line by line")
    path = places.journal() if home is None else home / "games.sqlite3"
    gc.disable()  # what is made now stays till the end; to sweep it over and over takes a tenth of the start
    shelf = open_to_play(path, resumes=resumes)
    journal = shelf.journal
    settings = places.settings() if home is None else home / "settings.toml"
    try:
        session = start(journal)
        from tui.advisor import Advisor
        from tui.app import KismetApp

        advisor = Advisor(places.cache())
        app = KismetApp(
            journal,
            settings,
            session,
            feed=feed,
            camera=camera,
            auto=auto,
            speak=speak,
            advisor=advisor,
            snapshots=snapshots,
            note=shelf.note,
            kept=kept,
        )
        with quiet_stderr():
            return app.run_to_the_end(mouse=mouse)
    finally:
        gc.enable()
        journal.close()


def need_terminal(instead: str) -> None:
    """Say so if there is no terminal that can show an app, and what works without.

    Args:
        instead: what to do instead, as the end of a sentence.

    Raises:
        UserError: if there is none.
    """
    if (kind := os.environ.get("TERM")) in ("dumb", "unknown"):
        raise UserError(f"This terminal (TERM={kind}) cannot show the app; {instead}.")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError(f"The app needs a terminal; {instead} through pipes.")


def _drawn_upon() -> int:
    """The descriptor of the terminal to draw on.

    Textual draws on stderr, so that stdout can be sent elsewhere. Where stderr was, as in `kismet 2>/dev/null`, all of
    the app would be drawn there and nothing seen: then stdout is the terminal.
    """
    return 1 if os.isatty(1) and not os.isatty(2) else 2


@contextmanager
def seen() -> Iterator[None]:
    """While this lasts, Textual draws where people look, wherever stderr was sent."""
    if _drawn_upon() == 2:
        yield
        return
    before = sys.__stderr__
    with os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1) as screen:
        sys.__stderr__ = screen  # type: ignore[misc]
        try:
            yield
        finally:
            sys.__stderr__ = before  # type: ignore[misc]


@contextmanager
def quiet_stderr() -> Iterator[None]:
    """Send what native libraries write to file descriptor 2 into the log: the terminal behind it is drawn upon.

    Python's own `sys.__stderr__`, on which the app draws, moves to a copy of the terminal.
    """
    try:
        places.log().mkdir(parents=True, exist_ok=True)
        path = places.log() / "stderr.log"
        if path.is_file() and path.stat().st_size:
            path.replace(places.log() / "stderr.log.1")  # what a library said before it ended everything
        log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    except OSError:
        # A log that cannot be written is no reason not to play.
        log = os.open(os.devnull, os.O_WRONLY)
    terminal, own, before = os.dup(_drawn_upon()), os.dup(2), sys.__stderr__
    screen = os.fdopen(terminal, "w", encoding="utf-8", buffering=1)
    sys.__stderr__ = screen  # type: ignore[misc]
    os.dup2(log, 2)
    os.close(log)
    try:
        yield
    finally:
        screen.flush()
        os.dup2(own, 2)
        os.close(own)
        sys.__stderr__ = before  # type: ignore[misc]
        screen.close()
