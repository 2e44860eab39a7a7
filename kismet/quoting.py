"""Quoting what somebody typed or a file says, without pages of it: a sentence about a fault stays one that is read."""

from __future__ import annotations

import re

MOST = 40
"""Characters of a quotation."""

_WORD = re.compile(r"(\S{200,}?)(?=[.:;,)']*(?:\s|$))")
"""Nothing that is meant is so long without a blank, the paths of files included."""


def shortened(text: str) -> str:
    """The beginning of `text`, with `…` for what is left out."""
    return text if len(text) <= MOST else f"{text[:MOST]}…"


def shown(value: object) -> str:
    """A value of a file, as it would be written there."""
    try:
        return shortened(repr(value))
    except ValueError:  # Python refuses to write out such a one
        return "a number of thousands of digits"


def readable(message: str) -> str:
    """A message in which endless words, quoted by whoever wrote it, are shortened."""
    return _WORD.sub(lambda word: shortened(word[0]), message)
