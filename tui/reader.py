"""The reader as commands want it: if it cannot be had, a sentence says so."""

from __future__ import annotations

import cv2

from tui.cli import UserError
from vision.read import load_reader
from vision.reading import Reader


def open_reader() -> Reader:
    """The reader that comes with the program.

    Raises:
        UserError: its networks are missing or damaged.
    """
    try:
        return load_reader()
    except (OSError, ValueError, cv2.error) as error:
        raise UserError("The reader's networks are missing or damaged; install the program again.") from error
