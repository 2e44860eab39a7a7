"""From what a person types to a source."""

from __future__ import annotations

from pathlib import Path

from vision.sources.capture import CameraGrabber, FileGrabber, StreamGrabber
from vision.sources.clock import Clock, SystemClock
from vision.sources.grabbers import Grabber
from vision.sources.live import Listener, LiveSource
from vision.sources.mjpeg import HttpGrabber
from vision.sources.pipe import Intake, PipeGrabber, standard_input
from vision.sources.spec import Kind, Spec, parse_source
from vision.sources.stills import StillsGrabber


def open_source(
    text: str,
    *,
    speed: float = 1.0,
    listener: Listener | None = None,
    clock: Clock | None = None,
    pictures: Intake | None = None,
) -> LiveSource:
    """Make the source that `text` means: `0`, a camera's name, an address, a path, or `-`. It is still off: `start` it.

    Returns at once but for a camera on macOS, where the first opening must happen here: call it from the main thread.

    Args:
        text: what a person typed.
        speed: pace of files; 0 is as fast as can be.
        listener: called with every change of state, in the source's own thread; must return at once.
        clock: time; the computer's own unless a test says otherwise.
        pictures: what `-` means where standard input was given to the keyboard meanwhile.

    Raises:
        SourceError: `text` means no source. A source that only cannot be opened says so later, in its state.
    """
    spec = parse_source(text)
    clock = clock or SystemClock()
    return LiveSource(make_grabber(spec, clock, pictures), spec.label, speed=speed, listener=listener, clock=clock)


def make_grabber(spec: Spec, clock: Clock, pictures: Intake | None = None) -> Grabber:
    """The grabber for a kind of source; see `open_source`."""
    match spec.kind:
        case Kind.CAMERA:
            camera = CameraGrabber(int(spec.target))
            camera.prepare()
            return camera
        case Kind.HTTP:
            return HttpGrabber(spec.target, clock)
        case Kind.STREAM:
            return StreamGrabber(spec.target)
        case Kind.VIDEO:
            return FileGrabber(Path(spec.target))
        case Kind.PICTURE | Kind.FOLDER:
            return StillsGrabber(Path(spec.target))
        case Kind.PIPE:
            return PipeGrabber(pictures or standard_input())
