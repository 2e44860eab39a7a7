"""The game line by line: for screen readers, pipes, and other programs.

`table` understands a line and changes the game, `report` tells what is so, `loop` reads lines until nobody wants to go
on.
"""

from tui.plain.loop import run_plain
from tui.plain.table import PlainTable

__all__ = ["PlainTable", "run_plain"]
