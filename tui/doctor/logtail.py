"""The last lines of the program's own log."""

from __future__ import annotations

from pathlib import Path

_BYTES = 20_000


def last_lines(path: Path, count: int) -> list[str]:
    """The last `count` lines of the file; none if there is no such file or it cannot be read."""
    try:
        with path.open("rb") as file:
            file.seek(0, 2)
            start = max(0, file.tell() - _BYTES)
            file.seek(start)
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    # The first line may be the second half of one.
    return lines[1 if start else 0 :][-count:]


def without_messages(lines: list[str]) -> list[str]:
    """Only when, where and how bad, of lines that tell it; for when it is not known whose names the rest may hold."""
    heads = []
    for line in lines:
        parts = line.split(" ", 4)
        if len(parts) == 5 and parts[3] in {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}:
            heads.append(" ".join(parts[:4]))
    return heads
