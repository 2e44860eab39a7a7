"""What the program sees with: the reader that ships with it, the camera profiles, and the cameras.

A camera is not opened unless that was asked for: opening one lights its lamp, and takes it from whoever uses it.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from importlib import resources
from pathlib import Path

from tui import places
from tui.doctor.findings import Problem, Topic, broken, note

PATIENCE = 8.0
"""Seconds that a camera may take to give a picture."""
_REPORT = "Install the program anew; if that does not help, report it with this text."


def check_reader() -> Topic:
    """Loads the reader and lets it look at an empty picture."""
    facts = {"weights": _weights()}
    problems: list[Problem] = []
    began = time.perf_counter()
    try:
        import numpy as np

        from vision.read import load_reader

        reader = load_reader()
        loaded = time.perf_counter()
        status = reader.read(np.zeros((480, 640, 3), np.uint8)).status
        facts["loaded in"] = f"{loaded - began:.2f} s"
        facts["an empty picture"] = f"{status}, in {(time.perf_counter() - loaded) * 1000:.0f} ms"
    except Exception as error:  # whatever keeps it from reading is what is to be reported
        problems.append(broken(f"Dice cannot be read: {type(error).__name__}: {_first_line(error)}.", _REPORT))
    problems += _profiles(facts)
    return Topic("Reader", facts, tuple(problems))


def check_cameras(*, test: bool = False) -> Topic:
    """The cameras that the system names; with `test`, each is opened and has to give a picture."""
    facts: dict[str, str] = {}
    problems: list[Problem] = []
    try:
        from vision.sources import list_cameras

        found = list_cameras()
    except Exception as error:  # drivers and their lists fail in ways of their own
        return Topic("Cameras", facts, (broken(f"The cameras cannot be listed: {_first_line(error)}.", _REPORT),))
    for camera in found:
        words = camera.name or "no name"
        if not _may_open(camera.index):
            words += ", no permission"
            problems.append(
                broken(
                    f"You may not use camera {camera.index}.",
                    'Join the group "video": `sudo usermod -aG video "$USER"`, then log out and in again.',
                )
            )
        elif test:
            words += f", {_tried(camera.index, problems)}"
        facts[str(camera.index)] = words
    if not found:
        listed = sys.platform == "linux"
        facts["found"] = "none" if listed else "this system does not list them; `kismet camera` tries them"
        if listed:
            problems.append(
                note(
                    "No camera was found.",
                    "Plug one in, or use a phone: `kismet camera ADDRESS` tests its address; typed dice work without.",
                )
            )
    return Topic("Cameras", facts, tuple(problems))


def _tried(index: int, problems: list[Problem]) -> str:
    from vision.sources import SourceError, open_source

    began = time.perf_counter()
    try:
        with open_source(str(index)) as source:
            frame = source.wait_newer(-1, PATIENCE)
            detail = source.state.detail
    except SourceError as error:
        frame, detail = None, str(error)
    if frame is None:
        problems.append(
            broken(
                f"Camera {index} gives no picture. {detail}".rstrip(),
                "Close other programs that use it, plug it in again, then try `kismet camera`.",
            )
        )
        return "no picture"
    height, width = frame.image.shape[:2]
    return f"{width} × {height}, first picture after {time.perf_counter() - began:.1f} s"


def _may_open(index: int) -> bool:
    device = Path(f"/dev/video{index}")
    return not device.exists() or os.access(device, os.R_OK | os.W_OK)


def _weights() -> str:
    """The files of the reader, each with the beginning of its checksum."""
    try:
        files = sorted(
            (entry.name, entry.read_bytes())
            for entry in (resources.files("vision") / "model").iterdir()
            if entry.name.endswith((".onnx", ".json"))
        )
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return ", ".join(f"{name} {hashlib.sha256(data).hexdigest()[:8]}" for name, data in files) or "missing"


def _profiles(facts: dict[str, str]) -> list[Problem]:
    try:
        from calibration.store import shelf

        found = shelf(places.cameras())
    except (ImportError, OSError) as error:
        return [broken(f"Camera profiles cannot be read: {_first_line(error)}.", _REPORT)]
    facts["camera profiles"] = str(len(found.profiles))
    return [note(told, "Correct the file, or make the profile anew: `kismet calibrate`.") for told in found.problems]


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or ["no reason given"])[0].rstrip(".")
