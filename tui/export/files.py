"""Writing a file all or nothing: beside its place first, then moved there."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` into the file at `path`. Until all of it is on the disk, a file that was there stays as it was.

    What is no plain file, such as a pipe or `/dev/stdout`, is written to and not replaced.

    Raises:
        OSError: if the disk or the folder refuses; then nothing is left behind.
    """
    # Whoever has a link there wants the file behind it written, not the link replaced.
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            file.write(data)
        return
    part = path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            part.chmod(path.stat().st_mode & 0o777)
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
