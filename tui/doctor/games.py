"""The file of saved games: is it sound, and can every game in it be opened? It is only read, never made or changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from kismet.faults import is_damage, reason, system_reason
from kismet.game import Game, Joined, Renamed, Started
from kismet.journal import VERSION, Journal, JournalError, UnreadableError
from kismet.read_only import open_to_read
from tui.doctor.findings import Problem, Topic, broken

_ELSEWHERE = (
    "The games themselves may be sound, so leave the file where it is. See that the disk is not full and that you may "
    "read and write in its folder."
)
_NEW = "Begin a game: {path} is kept as it is under another name, and a new file takes its place."
_FOLDER = "Give the folder {path} another name; the file is made when a game begins."
_KEEP = "Keep a copy of {path}; `kismet history` shows which games can still be opened."


Unreadable = sqlite3.Error | UnicodeDecodeError | OSError | JournalError


@dataclass
class Look:
    """What was seen in the file."""

    facts: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    """Everybody who ever played, to be kept out of the report."""
    complete: bool = True
    """Whether all names are known."""

    @property
    def topic(self) -> Topic:
        """The facts and problems; no names."""
        return Topic("Saved games", self.facts, tuple(self.problems))


def look_at_games(path: Path) -> Look:
    """Look the file of saved games over."""
    look = Look({"file": path.name})
    if aside := sorted(file.name for file in path.parent.glob(f"{path.stem}-damaged-*{path.suffix}")):
        look.facts["set aside"] = ", ".join(aside)
        look.complete = False
    if not path.exists():
        look.facts["file"] += ", not made yet"
        return look
    if path.is_dir():
        look.problems = [broken("A folder is in the place of the file of saved games.", _FOLDER.format(path=path))]
        return look
    try:
        look.facts["size"] = f"{path.stat().st_size / 1e6:.1f} MB"
        with closing(open_to_read(path)[0]) as db:
            newer = _look_at_file(db, path, look)
        if not newer:
            with closing(Journal(path, read_only=True)) as journal:
                _look_at_each(journal, look)
    except (sqlite3.Error, UnicodeDecodeError, OSError, JournalError) as error:
        look.complete = False
        look.problems = [_unreadable(error, path)]
    return look


def _unreadable(error: Unreadable, path: Path) -> Problem:
    if isinstance(error, UnreadableError) or (
        isinstance(error, sqlite3.Error | UnicodeDecodeError) and is_damage(error)
    ):
        return broken("The file of saved games is damaged and cannot be read.", _NEW.format(path=path))
    if isinstance(error, JournalError):
        return broken(str(error), _ELSEWHERE)
    why = system_reason(error) if isinstance(error, OSError) else reason(error, path)
    return broken(f"The saved games cannot be read: {why}.", _ELSEWHERE)


def _look_at_file(db: sqlite3.Connection, path: Path, look: Look) -> bool:
    """Its form and whether it is whole; whether a newer version wrote it."""
    form = db.execute("PRAGMA user_version").fetchone()[0]
    look.facts["form"] = f"{form} (this program knows {VERSION})"
    if form > VERSION:
        look.complete = False
        look.problems.append(
            broken("The saved games were written by a newer version of this program.", "Update the program.")
        )
        return True
    whole = [row[0] for row in db.execute("PRAGMA integrity_check(1)")] == ["ok"]
    look.facts["sound"] = "yes" if whole else "no"
    if not whole:
        look.problems.append(broken("A part of the file of saved games is damaged.", _KEEP.format(path=path)))
    return False


def _look_at_each(journal: Journal, look: Look) -> None:
    listed = {saved.id for saved in journal.games()}
    over, open_ = 0, 0
    damaged: list[int] = []
    for saved in journal.games(empty=True):
        game = _game(journal, saved.id, look)
        if game is None:
            damaged.append(saved.id)
        elif game.state.over:
            over += 1
        elif saved.id in listed:
            open_ += 1
    look.facts["games"] = f"{over} over, {open_} not over, {len(damaged)} damaged"
    if damaged:
        shown = ", ".join(map(str, sorted(damaged)[:10]))
        look.problems.append(
            broken(
                f"Saved games that cannot be opened: {shown}.",
                f"{_cure(journal, sorted(damaged))}The others are not concerned; updating the program helps if a newer "
                "version saved these.",
            )
        )


def _cure(journal: Journal, damaged: list[int]) -> str:
    """How a damaged game is played on, in a sentence; empty if nothing in any of them is sound."""
    for number in damaged:
        with suppress(JournalError):
            journal.salvage(number)
            return f"`kismet play --resume {number} --copy` plays on from its last sound step, in a copy. "
    return ""


def _game(journal: Journal, number: int, look: Look) -> Game | None:
    try:
        game = journal.load(number)
    except JournalError:
        # Names in a damaged game are not all known, and may stand in the log.
        look.complete = False
        return None
    for event in game.log:
        match event:
            case Started(players):
                look.names.update(players)
            case Joined(name) | Renamed(_, name):
                look.names.add(name)
    return game
