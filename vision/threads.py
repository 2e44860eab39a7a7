"""Background threads that use OpenCV, and how the program parts from them.

They are daemons, because a driver can hang for ever and leaving must not wait for it. But when Python ends while such
a thread is inside OpenCV, the thread is torn out of C++ code, which aborts the whole process. So, before that, all of
them are asked to stop, and given a moment.
"""

from __future__ import annotations

import atexit
import contextlib
import threading
import time
from collections.abc import Callable

PARTING = 2.0
"""Seconds that threads are given to stop at the end of the program, all together."""

_running: dict[threading.Thread, Callable[[], None]] = {}
_lock = threading.Lock()


def start(name: str, work: Callable[[], None], stop: Callable[[], None]) -> threading.Thread:
    """Start a daemon thread.

    Args:
        name: what it is called in logs.
        work: what it does.
        stop: asks it to end soon; called at the end of the program, unless it has ended before.
    """

    def run() -> None:
        try:
            work()
        finally:
            with _lock:
                _running.pop(thread, None)

    thread = threading.Thread(target=run, name=name, daemon=True)
    with _lock:
        _running[thread] = stop
    thread.start()
    return thread


@atexit.register
def part() -> None:
    """Ask all threads to stop, and wait for them as long as `PARTING` allows."""
    with _lock:
        running = dict(_running)
    for stop in running.values():
        with contextlib.suppress(Exception):  # at the end of the program nobody could do anything about it
            stop()
    end = time.monotonic() + PARTING
    for thread in running:
        if thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))
