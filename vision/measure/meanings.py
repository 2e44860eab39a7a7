"""What the figures stand for, in words: for the help, which loads nothing else, and for the page."""

from __future__ import annotations

MEANINGS: dict[str, str] = {
    "exact": "all numbers of the picture are right",
    "answer": "the reader stands by its reading, and does not say unsure",
    "silent": "the reader stands by its reading, and it is wrong: nobody is warned, so this is the worst",
    "die": "dice found where they lie, with the right number",
    "found": "dice found where they lie, whatever the number",
    "false": "dice read where none lie, per picture",
    "colour": "pip colours right, of rightly read dice where a colour is labelled",
    "careful": "doubtful pictures called unsure, or read rightly",
    "ms": "milliseconds for a picture, the median, without decoding",
}
"""What the heads stand for."""
SHARED = "exact, answer and silent are shares of the clear pictures, those without a cocked or hidden die"
