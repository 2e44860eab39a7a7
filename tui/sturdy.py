"""An app that leaves the terminal as it found it, whatever ends it.

A fault of our own ends it with a sentence: the terminal is put back first, then the fault is told. A signal that asks a
program to end (`kill`, a closed window, a computer that shuts down) is Ctrl+Q.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

from textual.app import App
from textual.worker import WorkerFailed


class SturdyApp(App[None]):
    """An app that keeps what ended it, instead of drawing pages of traceback where nobody sees them."""

    ENDING = ("SIGTERM", "SIGHUP")
    """Signals that ask a program to end. Not every system has all of them."""

    fault: Exception | None = None
    """The first exception that nobody expected; `None` if there was none."""

    def on_load(self) -> None:
        """From before anything is drawn on, whoever ends the program ends it as Ctrl+Q does."""
        loop = asyncio.get_running_loop()
        for name in self.ENDING:
            # There are none on Windows, and none for an app that does not run in the main thread.
            with suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(getattr(signal, name), self.exit)

    def _handle_exception(self, error: Exception) -> None:
        # Textual has no public place for this: every exception of a handler, timer or worker comes by here.
        if self.fault is None:
            cause = error.error if isinstance(error, WorkerFailed) else error
            self.fault = cause if isinstance(cause, Exception) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def run_to_the_end(self, *, mouse: bool) -> int:
        """Run until the app is left; gives the exit status.

        Raises:
            Exception: whatever ended the app unexpectedly, once the terminal is as it was.
        """
        self.run(mouse=mouse)
        if self.fault is not None:
            raise self.fault
        return self.return_code or 0
