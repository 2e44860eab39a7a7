"""Asks the libraries under OpenCV to keep their messages to themselves.

Faults reach people as one sentence of ours; what OpenCV and FFmpeg would write to file descriptor 2 besides would only
be drawn across the screen. libjpeg does not listen to this: whoever owns the terminal also moves descriptor 2 away.
"""

from __future__ import annotations

import os

import cv2


def hush() -> None:
    """Silence OpenCV's and FFmpeg's logs, unless the environment asks for them (`OPENCV_LOG_LEVEL`, …)."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if "OPENCV_LOG_LEVEL" not in os.environ:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
