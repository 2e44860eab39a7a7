"""Spoken calls: the reading, the scores and whose turn it is, through the system's own speech program. Off by default.

`words` says what, `program` finds the voice, `speaker` speaks without anybody waiting, `caller` ties them to a game.
"""

from tui.speech.caller import Caller

__all__ = ["Caller"]
