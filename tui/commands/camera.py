"""List the cameras and test them, or test one source: does it give pictures, how large, how often?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tui import piped
from tui.commands.flags import check_camera

if TYPE_CHECKING:
    from vision.sources import Camera, LiveSource

FIRST_PICTURE = 12.0
"""Seconds that a source may take to give its first picture."""
MEASURE, FRAMES = 2.0, 60
"""A rate is measured over so many seconds or frames, whichever comes first."""
GUESSES = 4
"""Where the system names no cameras, so many indices are tried."""
SLOW = 10.0
"""Fewer frames a second than this are remarked upon."""
SMALL = 480
"""So are pictures of fewer lines."""

NONE = (
    "No camera was found. Plug one in and try again, or let a phone be the camera: an app that streams MJPEG shows an"
    " address such as http://192.168.1.20:8080/video; test it with `kismet camera ADDRESS`."
    " Without any camera, `kismet` takes typed dice."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet camera`."""
    parser.add_argument("source", metavar="SRC", nargs="?", help="index, name or address of one camera to test, or -")
    parser.epilog = piped.HELP


def run(args: argparse.Namespace) -> int:
    """Test what was named, or every camera there is; 0 if at least one gives pictures."""
    from tui.cli import UserError
    from tui.noise import native_noise_moved
    from vision.sources import SourceError, open_source

    check_camera(args.source)
    with native_noise_moved():
        if args.source is not None:
            try:
                return 0 if _report(args.source, open_source(args.source)) else 1
            except SourceError as error:
                raise UserError(str(error)) from None
        cameras = _cameras()
        if not cameras:
            print(NONE, flush=True)
            return 1
        # One after another: two cameras at once can be too much for one USB socket.
        good = [_report(f"{camera.index}", open_source(str(camera.index)), camera.name) for camera in cameras]
        return 0 if any(good) else 1


def _cameras() -> list[Camera]:
    """The cameras the system names, or, where it names none, the indices that can be opened."""
    import sys

    from vision.sources import Camera, list_cameras

    found = list_cameras()
    if found or sys.platform == "linux":
        return found
    return [Camera(index, "") for index in range(GUESSES) if _opens(index)]


def _opens(index: int) -> bool:
    from vision.sources import SourceError
    from vision.sources.capture import CameraGrabber

    grabber = CameraGrabber(index)
    try:
        grabber.open()
    except SourceError:
        return False
    finally:
        grabber.close()
    return True


def _report(typed: str, source: LiveSource, name: str = "") -> bool:
    """Test a source and print what came of it, on one line; whether it gives pictures."""
    from calibration.profile import camera_name
    from calibration.store import shelf
    from calibration.telling import size_words
    from tui import places

    label = f"{typed}  {name}" if name else source.label
    with source:
        words = _measure(source)
        size = source.state.size
    camera, known = camera_name(source.label), shelf(places.cameras())
    profile = known.for_camera(camera)
    if profile is None:
        words = f"{words} {known.lacking(camera)}".rstrip()
    elif size is not None and (other := size_words(profile, size)):
        words += f" {other}"
    else:
        words += f" Its profile is {profile.name}."
    print(f"{label}: {words}", flush=True)
    return not words.startswith("no picture")


def _measure(source: LiveSource) -> str:
    from vision.sources import Phase

    last, waited = -1, 0.0
    while (frame := source.wait_newer(last, 0.1)) is None:
        state = source.state
        waited += 0.1
        if state.phase in (Phase.LOST, Phase.FAILED, Phase.ENDED) or waited >= FIRST_PICTURE:
            return f"no picture. {state.detail}".rstrip()
    first = frame
    while frame.seconds - first.seconds < MEASURE and frame.index - first.index < FRAMES:
        newer = source.wait_newer(frame.index, 1.0)
        if newer is None:
            break
        frame = newer
    height, width = frame.image.shape[:2]
    span = frame.seconds - first.seconds
    if span <= 0:
        return f"{width} × {height} pixels."
    rate = (frame.index - first.index) / span
    remarks = ""
    if rate < SLOW:
        remarks += " That is slow: more light on the table often helps."
    if height < SMALL:
        remarks += " That is small: let the dice fill the picture."
    return f"{width} × {height} pixels, {rate:.0f} frames a second.{remarks}"
