"""What can be wrong with saved games, each kind with its own sentence in people's words.

A damaged game is not a damaged file: in one file a single game may be spoiled while all the others are sound, and only
where the file as a whole cannot be read is there anything to be said of it.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

_FULL = "the disk is full"
_PROTECTED = "the disk can only be read"
_FOLDER = "a folder is in its place"
_NO_FOLDER = "a file is in the place of its folder"
_LEAST = 64 * 1024
"""Bytes without which nothing can be saved."""
_WORDS = {
    "SQLITE_BUSY": "another program keeps it locked",
    "SQLITE_LOCKED": "another program keeps it locked",
    "SQLITE_READONLY": "it is write-protected",
    "SQLITE_CANTOPEN": "the file or its folder may not be used or is not there",
    "SQLITE_PERM": "it may not be used",
    "SQLITE_AUTH": "it may not be used",
    "SQLITE_IOERR": "the disk reports a fault",
    "SQLITE_FULL": _FULL,
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_NOTADB": "the file is damaged",
    "SQLITE_NOMEM": "there is too little memory",
    "SQLITE_TOOBIG": "something in it is too long",
}
"""By the beginning of SQLite's name for the fault."""


class JournalError(Exception):
    """The saved games cannot be read or written; the message says why in one sentence, and nothing was lost."""


class UnsavedError(JournalError):
    """Something could not be written; all that was saved before is as it was."""

    def __init__(self, message: str, *, full: bool) -> None:
        super().__init__(message)
        self.full = full
        """Whether the disk has no room."""


class ForbiddenError(JournalError):
    """The file may not be written; no room that is made and no program that ends will change that."""


class DamagedError(JournalError):
    """One game cannot be read; the others are not concerned."""

    def __init__(self, game: int, *, newer: bool = False, sound: int = 0) -> None:
        """Say so.

        Args:
            game: its number.
            newer: whether it holds what this version does not know, and so may be sound.
            sound: how many of its events can be understood, up to the first that cannot.
        """
        what = "is damaged or was saved by a newer version" if newer else "is damaged"
        super().__init__(
            f"Game {game} {what} and cannot be opened; it is kept as it is, and the other games are not concerned."
        )
        self.game = game
        self.can_be_copied = sound > 1
        """Whether more can be understood than that its players sat down: then a copy can go on from there."""


class UnreadableError(JournalError):
    """The file as a whole is damaged, or none of ours."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is not a file of saved games or is damaged; it is left as it is, and whoever begins a game gets a "
            "new file beside it."
        )


Fault = sqlite3.Error | UnicodeDecodeError
"""What SQLite raises; the latter where it quotes spoiled bytes in a message."""


def is_damage(error: Fault) -> bool:
    """Whether what lies in the file is at fault, and not the disk or the rights to it."""
    if isinstance(error, UnicodeDecodeError):
        return True
    name = _name(error)
    # A table or column that is not there is SQLite's plain "error"; our own statements are right.
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or name == "SQLITE_ERROR"


def is_forbidden(error: Fault) -> bool:
    """Whether the rights to the file are at fault."""
    return _name(error).startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"))


def reason(error: Fault, path: Path) -> str:
    """Why, as the end of a sentence. SQLite has few names for many faults; the commonest can be told by looking."""
    if isinstance(error, UnicodeDecodeError):
        return _WORDS["SQLITE_CORRUPT"]
    name = _name(error)
    if path.is_dir():
        return _FOLDER
    # A disk that can only be read often has no room as well, but making some would not help.
    if name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY")) and is_protected(path.parent):
        return _PROTECTED
    if name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN")) and _full(path.parent):
        return _FULL
    if name.startswith("SQLITE_CANTOPEN") and os.path.isfile(path) and not os.access(path, os.R_OK):  # noqa: PTH113
        return "you have no right to read it"
    return next((words for kind, words in _WORDS.items() if name.startswith(kind)), f"{error}")


def system_reason(error: OSError) -> str:
    """Why the system refuses a file or folder, as the end of a sentence."""
    known = {errno.EROFS: _PROTECTED, errno.ENOSPC: _FULL, errno.ENOTDIR: "a file is in its place"}
    return known.get(error.errno or 0) or (error.strerror or "the system refuses").lower()


def opening_reason(error: OSError) -> str:
    """Why the system refuses a file that should be made or read in a folder of ours. As `system_reason`."""
    return _NO_FOLDER if error.errno in (errno.ENOTDIR, errno.EEXIST) else system_reason(error)


def is_protected(folder: Path) -> bool:
    """Whether the disk that holds `folder`, or will hold it, can only be read."""
    try:
        above = next(path for path in (folder, *folder.parents) if path.exists())
        return bool(os.statvfs(above).f_flag & os.ST_RDONLY)
    except (OSError, AttributeError, StopIteration):  # Windows has neither, and says so when something is written
        return False


def is_full(words: str) -> bool:
    """Whether `words` are the reason that the disk has no room."""
    return words == _FULL


def _name(error: Fault) -> str:
    return str(getattr(error, "sqlite_errorname", None) or "")


def _full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _LEAST
    except OSError:
        return False


def passed_words(games: Sequence[int]) -> str:
    """That these games are damaged and another was taken; empty if there are none."""
    if not games:
        return ""
    if len(games) == 1:
        return f"Game {games[0]} is damaged and was passed over; it is kept as it is."
    return f"Games {_listed(games)} are damaged and were passed over; they are kept as they are."


def none_left_words(games: Sequence[int]) -> str:
    """That these games are damaged, and there is no other."""
    if len(games) == 1:
        return f"Game {games[0]} is damaged and kept as it is, and there is no other one."
    return f"Games {_listed(games)} are damaged and kept as they are, and there is no other one."


def _listed(games: Sequence[int]) -> str:
    *most, last = map(str, games)
    return f"{', '.join(most)} and {last}"
