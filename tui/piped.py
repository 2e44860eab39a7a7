"""Another program as the camera: pictures come from standard input, so the keyboard has to be had from the terminal.

Whatever reads keys or lines, Textual's driver too, reads descriptor 0. So the pictures are moved to another descriptor,
and the terminal itself is opened in their place.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.sources import Intake

SOURCE = "-"
"""What people type for it."""
HELP = (
    "SRC may be - for pictures on standard input, so that any other program can be the camera: JPEG pictures one after"
    " another, YUV4MPEG2 (ffmpeg -nostdin … -f yuv4mpegpipe -) or binary PPM, several a second. "
)
KEYS = "The keyboard stays the terminal's. "

_TERMINAL = "CONIN$" if sys.platform == "win32" else "/dev/tty"


def pictures(camera: str | None, usage: str) -> Intake | None:
    """What standard input holds, if it is the camera; from then on it is the terminal. None for any other camera.

    Args:
        camera: the camera as a person typed it.
        usage: the command that reads pictures so, to be shown where none come.

    Raises:
        UserError: standard input is the keyboard already, or there is no terminal to type at.
    """
    if camera is None or camera.strip() != SOURCE:
        return None
    from tui.cli import UserError
    from vision.sources import Intake, SourceError, standard_input

    try:
        standard_input(usage)
    except SourceError as error:
        raise UserError(str(error)) from None
    try:
        terminal = os.open(_TERMINAL, os.O_RDWR)
    except OSError:
        raise UserError(
            "Pictures come from standard input, so keys would have to come from a terminal, and there is none."
        ) from None
    keyboard = sys.stdin.fileno()
    moved = os.dup(keyboard)
    os.dup2(terminal, keyboard)
    os.close(terminal)
    return Intake(moved)
