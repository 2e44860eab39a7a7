"""What is left of a fault of our own: its traceback in a file that outlives the next start, and a sentence on it."""

from __future__ import annotations

import logging
import platform
import traceback
from contextlib import suppress
from datetime import datetime

from tui import places

NAME = "crash.log"
"""In the log folder. Written by a crash and by nothing else: the last one stays there until the next."""


def crash_words(error: BaseException) -> str:
    """Keep the traceback of `error`, and say what happened, what is safe, and where the traceback lies.

    Where no file can be written, the traceback itself comes first.
    """
    from importlib.metadata import version  # slow to import, and needed by no start that ends well

    told = "".join(traceback.format_exception(error))
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    known = f"{when}, kismet {version('kismet-companion')}, Python {platform.python_version()}, {platform.system()}"
    logging.getLogger(__name__).critical("stopped by a fault: %s; see %s", type(error).__name__, NAME)
    words = "kismet stopped by a fault of its own. Every game is saved up to its last step"
    path = places.log() / NAME
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{known}\n{told}", encoding="utf-8", errors="backslashreplace")
        return f"{words}; what went wrong is written in {path}."
    return f"{told}{words}; what went wrong stands above, since no log can be written."
