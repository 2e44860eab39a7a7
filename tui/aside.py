"""Opens the saved games for an evening of play, come what may: a bad file of old games is no reason not to play.

A file that is damaged as a whole is set aside under another name, and a new one takes its place, in which are all the
games that can still be read; nothing in the old one is changed. A file that is sound but cannot be written now (its
rights, a full disk, another program, a newer version of this one) is left where it is, and games are kept in another
folder until it can. Either is told in one sentence.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kismet.faults import system_reason
from kismet.journal import DamagedError, ForbiddenError, Journal, JournalError, UnreadableError

MEANWHILE = "kismet-games"
"""Name of the folder in which games are kept while the usual one cannot be used."""
_LOG, _SHARED = "-wal", "-shm"
"""What SQLite keeps beside a file, by endings of its name."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The saved games, open."""

    journal: Journal
    note: str = ""
    """What was wrong, and where games are kept now; empty if nothing was."""


def open_to_play(path: Path, *, resumes: bool = False, elsewhere: bool = True) -> Shelf:
    """Open the file of saved games such that a game can be saved in it, or in another one.

    Args:
        path: the file.
        resumes: whether one of its games is to be gone on with, so that another file will do only if that is in it.
        elsewhere: whether another folder will do; in a script, nobody would look for a game there.

    Raises:
        JournalError: if there is no place where a game could be saved, or where the saved one could go on.
    """
    elsewhere = elsewhere and not resumes
    try:
        return Shelf(_open(path, anyhow=resumes))
    except UnreadableError:
        if resumes and not _readable(path):
            raise
        try:
            return _set_aside(path)
        except OSError as error:
            why = f"{path} is damaged and cannot be set aside: {system_reason(error)}."
            return _elsewhere(path, JournalError(why), allowed=elsewhere)
        except JournalError as error:
            return _elsewhere(path, error, allowed=elsewhere)
    except JournalError as error:
        return _elsewhere(path, error, allowed=elsewhere)


def _readable(path: Path) -> bool:
    """Whether any game in it can be opened."""
    with suppress(JournalError), closing(Journal(path, read_only=True, torn=True)) as journal:
        return journal.newest().saved is not None
    return False


def _open(path: Path, *, anyhow: bool = False) -> Journal:
    """The file, if a game can be saved in it; `anyhow` even if it cannot be now, for want of room or the like."""
    journal = Journal(path)
    try:
        journal.try_to_save()
    except JournalError as error:
        if anyhow and not isinstance(error, UnreadableError | ForbiddenError):
            return journal
        journal.close()
        raise
    return journal


def _set_aside(path: Path) -> Shelf:
    fresh = path.with_name(f"{path.stem}-new{path.suffix}")
    _unlink(fresh)
    with closing(_open(fresh)) as new:
        saved, cut = _rescue(path, new)
    kept = _free_name(path)
    # The log before the file it belongs to: left alone, it would be taken for the new one's.
    for ending in (_LOG, _SHARED, ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(kept.with_name(kept.name + ending))
    if not saved:
        # Numbers begin anew, and these are other games' pictures.
        with suppress(FileNotFoundError):
            (path.parent / "snapshots").rename(path.parent / f"snapshots of {kept.stem}")
    fresh.rename(path)
    of_old = f", with {saved} old {'game' if saved == 1 else 'games'} that can still be read" if saved else ""
    if cut:
        numbers = ", ".join(map(str, sorted(cut)))
        of_old += f" ({'game' if len(cut) == 1 else 'games'} {numbers} only up to where it is damaged)"
    return Shelf(
        _open(path),
        f"The file of saved games is damaged: it is kept unchanged as {kept}, and a new one was begun{of_old}.",
    )


def _rescue(path: Path, new: Journal) -> tuple[int, list[int]]:
    """Copy all games that can be read; how many they are, and the numbers of those that are sound only in part."""
    saved, cut = 0, []
    with suppress(JournalError), closing(Journal(path, read_only=True, torn=True)) as old:
        for game in old.games():
            with suppress(DamagedError):
                try:
                    log = old.load(game.id)
                except DamagedError:
                    log = old.salvage(game.id)
                    cut.append(game.id)
                new.restore(game, log, old.times(game.id))
                saved += 1
    return saved, cut


def _free_name(path: Path) -> Path:
    """A name beside `path` that nothing has yet."""
    name = f"{path.stem}-damaged-{datetime.now().astimezone():%Y-%m-%d}"
    number, kept = 1, path.with_name(f"{name}{path.suffix}")
    while kept.exists():
        number += 1
        kept = path.with_name(f"{name}-{number}{path.suffix}")
    return kept


def _unlink(file: Path) -> None:
    """Remove what an earlier try left."""
    for ending in ("", _LOG, _SHARED):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _elsewhere(path: Path, fault: JournalError, *, allowed: bool) -> Shelf:
    """The first folder in which a game can be saved; if there is none, or it is not `allowed`, the fault is raised."""
    for folder in _folders(path) if allowed else ():
        with suppress(JournalError, OSError):
            journal = _open(folder / path.name)
            why = str(fault).removesuffix(".")
            return Shelf(
                journal,
                f"{why}; meanwhile, games are kept in {folder} (KISMET_HOME={folder} shows them later), and the old "
                "ones are left as they are.",
            )
    raise fault


def _folders(path: Path) -> Iterator[Path]:
    yield path.parent / MEANWHILE
    with suppress(RuntimeError):
        yield Path.home() / MEANWHILE
    with suppress(OSError):
        yield Path(tempfile.mkdtemp(prefix=f"{MEANWHILE}-"))
