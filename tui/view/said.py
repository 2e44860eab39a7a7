"""What is said beside the dice, cut to a narrow and low window: what happened last is the last to give way."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual.content import Content

_LEAST = 2
"""Rows that the prompt takes at least, as the style sheet has it."""


@dataclass(frozen=True, slots=True)
class Said:
    """The words under the dice, from above, and whether the keypad stands over them."""

    prompt: str
    best: str
    message: str
    pad: bool = True
    tight: bool = False
    """Whether not even a blank line stands where nothing is best."""

    def rows(self, width: int) -> int:
        """Rows that all this takes in `width` columns."""
        prompt, best = max(_LEAST, _rows(self.prompt, width)), max(not self.tight, _rows(self.best, width))
        return self.pad + prompt + best + _rows(self.message, width)

    def fitted(self, width: int, room: int, *, stays: str) -> Said:
        """What has room in `width` columns and `room` rows.

        What scores most goes first, since the sheet marks it; then the keypad, since digits are typed as well; then the
        rest of the prompt, since `?` tells of keys. Of what is best, `stays` stays: advice that was asked for, for
        whose words nothing goes if they have no room even then, or a warning.
        """
        said = replace(self, tight=True, best=stays)
        steps = (self, said, without := replace(said, pad=False), replace(without, prompt=_first(self.prompt)))
        last = self if stays and stays == self.best else steps[-1]
        return next((step for step in steps if step.rows(width) <= room), last)


def _first(words: str) -> str:
    """The first sentence."""
    first, dot, _ = words.partition(". ")
    return f"{first}." if dot else words


def _rows(words: str, width: int) -> int:
    return len(Content(words).wrap(max(1, width))) if words else 0
