"""Keeps the terminal clean of what native libraries write to file descriptor 2.

libjpeg, FFmpeg and drivers print there without asking; what they mean reaches people as one sentence of ours. Python's
own error output goes on to the terminal.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO


@contextlib.contextmanager
def native_noise_moved(log: Path | None = None) -> Iterator[None]:
    """While this lasts, descriptor 2 leads to the file `log` (or nowhere), and `sys.stderr` still to the terminal.

    Does nothing where there is no descriptor 2, or where Python's error output does not use it.
    """
    try:
        if sys.stderr.fileno() != 2:
            raise OSError
        kept = os.dup(2)
    except (OSError, ValueError, AttributeError):
        yield
        return
    python, own = sys.stderr, sys.__stderr__
    python.flush()
    sink = _open(log)
    os.dup2(sink, 2)
    os.close(sink)
    with os.fdopen(kept, "w", encoding=python.encoding, errors="backslashreplace", buffering=1) as clean:
        _set_stderr(clean, clean)
        try:
            yield
        finally:
            _set_stderr(python, own)
            clean.flush()
            os.dup2(kept, 2)


def _open(log: Path | None) -> int:
    if log is not None:
        with contextlib.suppress(OSError):
            return os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    return os.open(os.devnull, os.O_WRONLY)


def _set_stderr(used: TextIO, original: TextIO | None) -> None:
    """Textual draws on `sys.__stderr__`, so that has to follow too."""
    sys.stderr = used
    setattr(sys, "__stderr__", original)  # noqa: B010 - typed as final, but meant to be replaced by programs like this
