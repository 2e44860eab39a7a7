"""From the command line's words to a game: names, rule options, or a saved game's number."""

from __future__ import annotations

from pathlib import Path

from kismet.faults import none_left_words, passed_words
from kismet.journal import DamagedError, Journal, JournalError, Saved
from kismet.quoting import shortened
from kismet.rules import RULINGS, Rules, RulesError
from tui.cli import UserError
from tui.session import Session

_LONGEST = 18
"""Digits of a number that the file of games can hold."""


def names_from(text: str | None) -> list[str]:
    """The players named in `text`, divided by commas; one nameless player if nobody is.

    Raises:
        UserError: if a comma has no name beside it.
    """
    if text is None:
        return ["Player"]
    names = [name.strip() for name in text.split(",")]
    if len(names) > 1 and not all(names):
        where = "between the commas" if not all(names[1:-1]) else "beside the comma"
        raise UserError(f"There is an empty name {where}.")
    return names


def rules_from(path: Path | None) -> Rules:
    """The options in the file at `path`; the rulings if there is none to read.

    Raises:
        RulesError: if the file cannot be read or says something it cannot.
    """
    if path is None:
        return RULINGS
    try:
        return Rules.from_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"Cannot read the rules in {path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise RulesError(f"Cannot read the rules in {path}: it is not a text file.") from None
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None


def open_session(
    journal: Journal, players: str | None, rules: Path | None, resume: str | None, *, copy: bool = False
) -> Session:
    """The game asked for on the command line, saved from its first moment.

    Args:
        journal: the saved games.
        players: names, divided by commas.
        rules: a file of options.
        resume: the number of a saved game, or `last`.
        copy: that one is damaged, and a copy is to go on from its last sound step.

    Raises:
        UserError: if a saved game is asked for, and players or rules as well; or none can be meant; or as `names_from`.
        GameError: if these players cannot play.
        RulesError: as `rules_from`.
        JournalError: if the game cannot be read or saved.
    """
    if copy:
        return _copied(journal, resume)
    if resume is None:
        return Session.new(journal, names_from(players), rules_from(rules))
    if players is not None or rules is not None:
        raise UserError("A saved game has its players and rules; leave --players and --rules out.")
    if resume != "last":
        return Session.resume(journal, _number(resume))
    session = last_session(journal)
    if session is None:
        raise UserError("There are no saved games yet; `kismet play` begins one.")
    return session


def _copied(journal: Journal, resume: str | None) -> Session:
    if resume is None or resume == "last":
        raise UserError("--copy goes with the number of a damaged game, as in --resume 7 --copy.")
    number = _number(resume)
    try:
        journal.load(number)
    except DamagedError:
        return Session.copy_of(journal, number)
    raise UserError(f"Game {number} is not damaged; leave --copy out.")


def last_session(journal: Journal, *, going: bool = False) -> Session | None:
    """The game played last; where that is damaged, the last one that can be gone on with, and its note says so.

    Args:
        journal: the saved games.
        going: whether one that is over does not count.

    Raises:
        JournalError: if all are damaged.
    """
    newest = journal.newest(_going if going else lambda _: True)
    passed = newest.passed
    if passed and not going:
        other = journal.newest(_going)
        newest = newest if other.saved is None else other
        passed = tuple(dict.fromkeys((*passed, *other.passed)))
    if newest.saved is not None and newest.game is not None:
        return Session(journal, newest.saved.id, newest.game, note=passed_words(passed))
    if passed:
        raise JournalError(none_left_words(passed))
    return None


def _going(saved: Saved) -> bool:
    return saved.damaged or not saved.over


def _number(text: str) -> int:
    """The number of the game meant, as it stands there."""
    if not text.isdecimal():
        raise UserError(
            f"A game is named by its number, or `last`, not {shortened(text)}; `kismet history` lists them."
        )
    if len(text) > _LONGEST:
        raise UserError(f"There is no saved game number {shortened(text)}.")
    return int(text)
