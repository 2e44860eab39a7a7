"""Looks at a saved game from outside: reads it anew whenever another process has saved something, and never writes.

Nothing is held between two looks but an idle connection, which keeps nobody from playing.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kismet.faults import none_left_words, passed_words
from kismet.game import Game
from kismet.journal import DamagedError, Journal, JournalError
from tui.news import news_between

NOBODY_PLAYS = "No game has been played yet. As soon as one begins, it is shown here."


@dataclass(frozen=True, slots=True)
class Sight:
    """What an onlooker sees. Two sights are equal if nothing has changed."""

    game_id: int | None = None
    game: Game | None = None
    news: tuple[str, ...] = ()
    """What has happened since the look before, sentences without full stops; empty at first, and in another game."""
    words: str = ""
    """A whole sentence where there is no game to be seen, or something is to be said of it."""
    fault: bool = False
    """Whether the saved games cannot be read; `words` says why."""


class Onlooker:
    """Sees one game, or always the one played last. Use it from one thread, and `close` it."""

    def __init__(self, path: Path, wanted: int | None = None) -> None:
        """Look at the saved games in `path`, which need not be there yet.

        Args:
            path: the file of saved games.
            wanted: number of the game; by default always the one played last.
        """
        self._path = path
        self._wanted = wanted
        self._journal: Journal | None = None
        self._file: tuple[int, int] | None = None
        self._changes = -1
        self._sight = Sight()
        self._last: Sight | None = None
        """The game seen last, even if it is gone."""

    @property
    def follows(self) -> bool:
        """Whether it looks at whatever game was played last, and not at one alone."""
        return self._wanted is None

    def close(self) -> None:
        """Let the file go."""
        if self._journal is not None:
            self._journal.close()
        self._journal = None

    def look(self) -> Sight:
        """What there is to be seen now. Where nothing has changed, this is cheap, and the very same object."""
        try:
            if not self._changed():
                return self._sight
            self._sight = self._seen()
            if self._sight.game_id is not None:
                self._last = self._sight
            if self._journal is not None and not self._journal.live:
                self.close()
        except JournalError as error:
            # Damaged, or another disk fault: told, and looked at again the next time.
            self.close()
            if self._sight.words != str(error):
                self._sight = Sight(words=str(error), fault=True)
        return self._sight

    def _changed(self) -> bool:
        """Open the file if it is there, anew if it is another one; whether it has to be read again."""
        try:
            stat = self._path.stat()
        except OSError:
            self.close()
            return self._sight.game is not None or not self._sight.words
        file = (stat.st_dev, stat.st_ino)
        if self._journal is None or file != self._file:
            self.close()
            self._journal = Journal(self._path, read_only=True)
            self._file = file
            self._changes = self._journal.changes()
            return True
        changes = self._journal.changes()
        changed = changes != self._changes
        self._changes = changes
        return changed

    def _seen(self) -> Sight:
        before, journal = self._sight, self._journal
        chosen = self._chosen(journal) if journal is not None else None
        if journal is None or chosen is None:
            words = self._nothing()
            return before if before == Sight(words=words) else Sight(words=words)
        game_id, game, passed = chosen
        if game_id != before.game_id or before.game is None:
            words = _gone_words(before) if self._gone(journal, before) else ""
            return Sight(game_id, game, words=f"{words} {passed}".strip())
        if len(game.log) == len(before.game.log) and game.log == before.game.log:
            return before
        try:
            return Sight(game_id, game, news_between(before.game, game))
        except ValueError:
            # Its number belongs to another game now.
            return Sight(game_id, game, words=_gone_words(before))

    def _chosen(self, journal: Journal) -> tuple[int, Game, str] | None:
        """The game to look at, with its number, and which damaged ones were passed over for it, in a sentence."""
        if self._wanted is not None:
            return (self._wanted, journal.load(self._wanted), "") if journal.has(self._wanted) else None
        seen = self._sight
        # Two games saved in the same second: the one that is played on is the one to look at.
        if seen.game is not None and seen.game_id and journal.events(seen.game_id) > len(seen.game.log):
            with suppress(DamagedError):
                return seen.game_id, journal.load(seen.game_id), ""
        newest = journal.newest(empty=True)
        if newest.saved is not None and newest.game is not None:
            return newest.saved.id, newest.game, passed_words(newest.passed)
        if newest.passed:
            raise JournalError(none_left_words(newest.passed))
        return None

    def _gone(self, journal: Journal, before: Sight) -> bool:
        return before.game_id is not None and not journal.events(before.game_id)

    def _nothing(self) -> str:
        if self._last is not None:
            return f"{_gone_words(self._last)} As soon as another begins, it is shown here."
        if self._wanted is not None:
            return f"There is no saved game number {self._wanted}. As soon as there is, it is shown here."
        return NOBODY_PLAYS


def _gone_words(before: Sight) -> str:
    """What became of the game that was seen before."""
    if before.game is not None and len(before.game.log) == 1:
        return f"Game {before.game_id} was left before anybody rolled."
    return f"Game {before.game_id} was deleted."
