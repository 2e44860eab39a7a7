"""The folders in which the program keeps files: can they be written, and is there room?"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from kismet.faults import is_protected, system_reason
from tui import places
from tui.doctor.findings import Problem, Topic, broken, note

_ROOM = "Make room on that disk, or set KISMET_HOME to a folder on another one."
_DISK = "Nothing can be changed on that disk: set KISMET_HOME to a folder on another one."
_FILE = "Give that file another name, or set KISMET_HOME to another folder."
_RIGHTS = "Give yourself the right to write there, or set KISMET_HOME to a folder of your own."
IN_PLACE = "a file is in its place"
SCARCE, GONE = 100, 2
"""Megabytes free under which to warn, and under which a game may fail to be saved."""


def our_folders() -> dict[str, Path]:
    """The folders by what they are for."""
    return {
        "saved games": places.data(),
        "settings": places.config(),
        "cache": places.cache(),
        "log": places.log(),
    }


def check_folders(folders: Mapping[str, Path] | None = None) -> Topic:
    """Facts and problems of the folders."""
    facts: dict[str, str] = {}
    problems: list[Problem] = []
    for what, folder in (our_folders() if folders is None else folders).items():
        reason = refused(folder)
        free = _free(folder)
        made = "" if folder.is_dir() else ", not made yet"
        facts[what] = f"{folder} ({reason or f'writable{made}'}, {'?' if free is None else free} MB free)"
        if reason:
            problems.append(
                broken(f"The folder for the {what}, {folder}, cannot be used: {reason}.", _then(folder, reason, free))
            )
        elif free is not None and free < SCARCE:
            grade = broken if free < GONE else note
            problems.append(
                grade(
                    f"Only {free} MB are free for the {what} in {folder}.",
                    _ROOM,
                )
            )
    settings = _settings_problem()
    return Topic("Folders", facts, (*problems, *settings))


def _then(folder: Path, reason: str, free: int | None) -> str:
    """What to do about a folder that cannot be used."""
    if is_protected(folder):
        return _DISK
    if reason == IN_PLACE:
        return _FILE
    return _ROOM if free is not None and free < GONE else _RIGHTS


def refused(folder: Path) -> str:
    """Why `folder` cannot be written, or made; empty if it can."""
    try:
        if folder.is_dir():
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"kismet")
            return ""
        above = next(parent for parent in folder.parents if parent.exists())
    except OSError as error:
        return system_reason(error)
    if folder.exists() or not above.is_dir():
        return IN_PLACE
    if is_protected(folder):
        return system_reason(OSError(errno.EROFS, ""))
    return "" if os.access(above, os.W_OK | os.X_OK) else "it cannot be made"


def _free(folder: Path) -> int | None:
    try:
        above = next(path for path in (folder, *folder.parents) if path.exists())
        return shutil.disk_usage(above).free // 1_000_000
    except OSError:
        return None


def _settings_problem() -> list[Problem]:
    from tui.settings import load

    told = load(places.settings()).problem
    return [note(told, "Correct the file, or delete it: the app then makes a new one.")] if told else []
