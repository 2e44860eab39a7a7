"""Opens a file of saved games for looking only: beside a game that is on, on a full disk, on a write-protected one.

A reader of an SQLite file with a write-ahead log wants to make a small file beside it, through which it sees what
others write. Where that cannot be made, nobody else can be writing either: then the file is read as it lies there, and
if the log beside it has something to add, a copy of both is read.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")  # where Linux keeps files without a disk, for when the disk is full


def open_to_read(path: Path, *, torn: bool = False) -> tuple[sqlite3.Connection, bool]:
    """A connection that cannot write into `path`, and whether it will see what others write from now on.

    If there is no such file, it is one to an empty database in memory; but where none can be, since a file is in the
    place of its folder, that is refused. So is a file of which the end is missing, unless it is known to be `torn`:
    then what is left can be read.

    Raises:
        sqlite3.DatabaseError, OSError: if it cannot be read in any way.
    """
    try:
        path.stat()
    except FileNotFoundError:
        return sqlite3.connect(":memory:", isolation_level=None), False
    try:
        return _open(path, "mode=ro", torn=torn), True
    except sqlite3.OperationalError:
        log = path.with_name(f"{path.name}-wal")
        if log.is_file() and log.stat().st_size:
            return _open_copy(path, log), False
        return _open(path, "mode=ro&immutable=1"), False


def _open(path: Path, how: str, *, torn: bool = False) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", timeout=5, isolation_level=None, uri=True)
    try:
        if torn:
            # What is meant for mending; nothing is written all the same.
            db.execute("PRAGMA writable_schema = ON")
        db.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
    except BaseException:
        db.close()
        raise
    return db


def _open_copy(path: Path, log: Path) -> sqlite3.Connection:
    """Both files as they are now, in memory."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    with tempfile.TemporaryDirectory(dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None) as folder:
        for file in (path, log):
            shutil.copyfile(file, Path(folder) / file.name)
        copy = _open(Path(folder) / path.name, "mode=rw")
        try:
            copy.backup(memory)
        finally:
            copy.close()
    return memory
