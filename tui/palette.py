"""The list of commands finds what people type: words of a title, other words for the same, words of what it does."""

from __future__ import annotations

import re
from collections.abc import Iterable

from textual.app import SystemCommand
from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui.actions import ACTIONS

OTHER_WORDS = {
    "accept": "take yes ok camera dice",
    "number": "first second third which change wrong count",
    "missed": "forgotten lost earlier before camera",
    "roll": "throw again dice second third",
    "hold": "keep leave lying",
    "enter": "record write fill box points confirm",
    "suggestion": "star do the best suggestion recommended",
    "hints": "help tip advise hints recommend optimal scores",
    "odds": "odds probability percent who wins winning",
    "why": "explain reason rule points",
    "undo": "back mistake revert wrong cancel",
    "redo": "again forward restore",
    "jump": "find jump box",
    "correct": "correct edit change fix mistake wrong score",
    "misread": "wrong camera photo report",
    "players": "names remove order reorder seats join return",
    "camera": "webcam video preview phone picture",
    "other_camera": "change choose name webcam phone video address",
    "snapshots": "photos pictures snapshots dispute proof",
    "calibrate": "setup set up adjust teach mat focus webcam",
    "rematch": "play again new game restart once more",
    "ending": "final score scores standings results winner who won end",
    "home": "exit close stop menu home start new game history statistics save resume pause quit",
    "new": "start play begin players names menu",
    "resume": "continue go on play start last",
    "history": "history old games statistics records replay search",
    "leave": "exit close quit stop back start home menu",
    "back": "exit close quit stop leave start home menu",
    "replay": "watch review history luck mistakes",
    "again": "watch review luck mistakes",
    "search": "find filter",
    "records": "stats averages wins players scores",
    "delete": "remove erase",
    "begin": "start play",
    "costliest": "mistake worst error",
    "dearer": "mistake worse",
    "luck": "statistics stats",
    "open": "resume play on correct",
    "picture": "photo snapshot camera",
    "help": "keys shortcuts manual how keyboard mouse click tutorial beginner export print browser terminal save",
    "rules": "house how to play scoring kismet",
    "pips": "color blind palette red green",
    "dice_set": "color set plain classic",
    "speak": "voice sound speech audio aloud talk mute",
    "pictures": "photos snapshots privacy camera",
    "change_theme": "dark light color colours mode contrast",
    "screenshot": "picture image save svg",
    "quit": "exit close stop end leave",
}
"""Action → what else people call it."""
_WORTH = (0.95, 0.9, 0.8)
"""Of a match within the title, with its other words, with its help."""
_LETTERS = 0.5
"""At most, where only the letters are there in that order, as Textual looks for them."""


def fit(typed: str, title: str, others: str, told: str) -> float:
    """How well `typed` means a command, from 0 to 1: every word typed must begin one of its own."""
    parts = _words(typed)
    if parts and _words(title)[: len(parts)] == parts:
        return 1.0
    known: list[str] = []
    for text, worth in zip((title, others, told), _WORTH, strict=True):
        known += _words(text)
        if parts and all(any(word.startswith(part) for word in known) for part in parts):
            return worth
    return 0.0


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


class Commands(Provider):
    """All that the app can do on this screen."""

    async def discover(self) -> Hits:
        """Everything, by name, before anything is typed."""
        for title, told, callback, *_ in sorted(self._commands(), key=lambda command: command.title):
            yield DiscoveryHit(title, callback, help=told)

    async def search(self, query: str) -> Hits:
        """What may be meant."""
        matcher = self.matcher(query)
        others: dict[str, str] = {}
        for action in ACTIONS:
            # Two screens may call different deeds the same.
            others[action.command] = f"{others.get(action.command, '')} {OTHER_WORDS.get(action.name, '')}"
        for title, told, callback, *_ in self._commands():
            score = fit(query, title, others.get(title, ""), told)
            score = score or min(matcher.match(title), 1.0) * _LETTERS
            if score > 0:
                yield Hit(score, matcher.highlight(title), callback, help=told)

    def _commands(self) -> Iterable[SystemCommand]:
        return self.app.get_system_commands(self.screen)
