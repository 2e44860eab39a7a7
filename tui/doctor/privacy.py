"""Takes out of a text what nobody should have to show in a bug report: players' names, credentials, the home folder."""

from __future__ import annotations

import getpass
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_LOGIN = re.compile(r"(?<=://)[^\s/@]+@")
_SECRET = re.compile(r"(?i)\b(pass(?:word|wd)?|pwd|token|secret|auth|key|api_?key|user(?:name)?|login)=[^\s&'\"]+")
_LEAST = 2
"""Shorter names stay: one letter says nothing, and would be taken out of every other word."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What is taken out of texts."""

    names: tuple[str, ...] = ()
    home: str = ""
    user: str = ""

    def clean(self, text: str) -> str:
        """`text` without what is private."""
        text = _LOGIN.sub("***@", text)
        text = _SECRET.sub(lambda found: f"{found[1]}=***", text)
        if len(self.home) > 1:
            text = text.replace(self.home, "~")
        for name in self.names:
            text = re.sub(rf"(?i)(?<!\w){re.escape(name)}(?!\w)", "<player>", text)
        if self.user:
            text = re.sub(rf"(?i)(?<!\w){re.escape(self.user)}(?!\w)", "<user>", text)
        return text


def screen_for(names: Iterable[str]) -> Screen:
    """A screen for these players and for whoever runs the program."""
    plain = {name for name in names if len(name) >= _LEAST}
    # In a traceback or a saved event a name may stand with its accents written as codes.
    long = plain | {ascii(name)[1:-1] for name in plain} | {json.dumps(name)[1:-1] for name in plain}
    # Longer ones first: Anna-Lena is not to become <player>-Lena because there is an Anna.
    return Screen(tuple(sorted(long, key=lambda name: (-len(name), name))), _home(), _user())


def _home() -> str:
    try:
        return str(Path.home())
    except RuntimeError:
        return ""


def _user() -> str:
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
    # These are everybody's, and part of paths and messages that a report needs.
    return "" if user in {"root", "user", "admin", "runner"} or len(user) < _LEAST else user
