"""Calls out what happens in a game, as long as it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kismet.game import Event, Game
from tui.speech.program import find_program, missing_words
from tui.speech.speaker import Speaker
from tui.speech.words import call, opening_call, seen_call


class Caller:
    """Silent until `wanted` is set. Use it from one thread; nothing here waits or raises."""

    def __init__(self, tell: Callable[[str], None], *, wanted: bool = False) -> None:
        """Make it.

        Args:
            tell: is told, once each time that calls are asked for, in a sentence and perhaps on another thread, why
                nothing can be heard.
            wanted: whether it calls.
        """
        self._tell = tell
        self.wanted = wanted
        self.missing = False
        """Whether calls were wanted and there was no program that could speak; then they are wanted no more."""
        self._speaker: Speaker | None = None
        self._told = False

    def opened(self, game: Game) -> None:
        """A game begins, or goes on."""
        self._say(opening_call(game))

    def changed(self, before: Game, event: Event, after: Game) -> None:
        """Something happened in the game."""
        self._say(call(before, event, after))

    def seen(self, values: Sequence[int], doubts: frozenset[int] = frozenset()) -> None:
        """The camera offers these dice."""
        self._say(seen_call(values, doubts))

    def switch_on(self) -> bool:
        """Call from now on, and say something, so that it is heard; whether there is a program that speaks."""
        self.wanted, self.missing = True, False
        self._say("Calls are spoken.")
        return self.wanted

    def close(self) -> None:
        """Fall silent; what is asked for later begins anew."""
        if self._speaker is not None:
            self._speaker.close()
        self._speaker = None

    def _say(self, words: str) -> None:
        if not self.wanted or not words:
            return
        if self._speaker is None:
            program = find_program()
            if program is None:
                self.wanted = False
                self.missing = True
                self._tell(missing_words())
                return
            self._speaker = Speaker(program, self._tell_once)
        self._speaker.say(words)

    def _tell_once(self, words: str) -> None:
        if not self._told:
            self._told = True
            self._tell(words)
