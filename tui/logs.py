"""Where the program's own log goes: a small file, never the player's screen."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler

from tui import places


def log_to_file() -> None:
    """Send everything that is logged to `kismet.log` in the log folder; to nowhere if that cannot be written."""
    handler: logging.Handler
    try:
        places.log().mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            places.log() / "kismet.log", maxBytes=500_000, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    logging.basicConfig(handlers=[handler], format="%(asctime)s %(name)s %(levelname)s %(message)s", force=True)
    logging.raiseExceptions = False  # a full disk must not write tracebacks over the game
