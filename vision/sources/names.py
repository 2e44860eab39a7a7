"""Which cameras there are, and what they are called."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LINUX = Path("/sys/class/video4linux")


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that the system knows; whether it gives pictures is another matter."""

    index: int
    name: str


def list_cameras(root: Path = _LINUX) -> list[Camera]:
    """The cameras by index. Empty where the system offers no list: then only trying helps.

    Linux lists them as files under `root`; elsewhere the package `cv2-enumerate-cameras` is asked if it is installed.
    """
    if sys.platform == "linux":
        return sorted(_from_sysfs(root), key=lambda camera: camera.index)
    return _from_package()


def _from_sysfs(root: Path) -> list[Camera]:
    found = []
    for node in root.glob("video*"):
        number = node.name.removeprefix("video")
        try:
            # One camera makes several nodes; all but the first hold metadata, not pictures.
            if number.isdecimal() and (node / "index").read_text().strip() == "0":
                found.append(Camera(int(number), (node / "name").read_text().strip()))
        except OSError:
            continue
    return found


def _from_package() -> list[Camera]:
    try:
        package: Any = importlib.import_module("cv2_enumerate_cameras")
    except ImportError:
        return []
    names: dict[int, str] = {}
    for info in package.enumerate_cameras():
        names.setdefault(int(info.index) % 100, str(info.name))
    return [Camera(index, name) for index, name in sorted(names.items())]
