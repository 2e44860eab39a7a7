"""Who begins a new game: one of those named, or it is rolled for. What was chosen stays, whoever else is named."""

from __future__ import annotations

from collections.abc import Sequence

from tui.widgets.choice import ChoiceLine

_ROLL = "roll for it"


class BeginnerLine(ChoiceLine):
    """The choice is the line of a name, or the roll: not the how manieth answer it is while names come and go."""

    def __init__(self, names: Sequence[str], *, id: str) -> None:  # noqa: A002
        """Ask among `names`, one for each line, empty where none is typed."""
        self._lines: tuple[int, ...] = ()
        self._wanted: int | None = 0
        """The line of the player who begins; `None` if it is rolled for."""
        self._shown = 0
        super().__init__("Begins", self._answers_for(names), id=id)

    def set_names(self, names: Sequence[str]) -> None:
        """Other names, one for each line."""
        self._note()
        answers = self._answers_for(names)
        if self._wanted is None:
            at = len(answers) - 1
        else:
            at = self._lines.index(self._wanted) if self._wanted in self._lines else 0
        self._shown = at
        self.set_answers(answers, at)

    @property
    def beginner(self) -> int | None:
        """Which of those named begins; `None` if it is rolled for."""
        self._note()
        if self._wanted is None and len(self._lines) > 1:
            return None
        return self._lines.index(self._wanted) if self._wanted in self._lines else 0

    def _note(self) -> None:
        """Remember what somebody chose since."""
        if self.value != self._shown:
            self._shown = self.value
            self._wanted = self._lines[self.value] if self.value < len(self._lines) else None

    def _answers_for(self, names: Sequence[str]) -> list[str]:
        self._lines = tuple(line for line, name in enumerate(names) if name)
        named = [name for name in names if name]
        return [*named, _ROLL] if len(named) > 1 else named or ["the first player"]
