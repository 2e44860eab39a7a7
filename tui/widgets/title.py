"""The first line of the game screen."""

from __future__ import annotations

from typing import ClassVar

from tui.view.title import KINDS
from tui.widgets.lines import Lines


class TitleLine(Lines):
    """One line: round, player, roll, camera."""

    PREFIX = "title"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"title--{kind}" for kind in KINDS}
