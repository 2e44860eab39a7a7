"""Where frames come from: a webcam, a stream, a video file, a picture, a folder, or another program's output.

Two ways to use a source. Live (`open_source`): it runs in its own daemon thread, the newest frame wins, and whoever is
slow misses frames instead of lagging behind. Offline (`every_frame`): every frame of a file, one after another.
"""

from vision.sources.errors import SourceError
from vision.sources.live import LiveSource
from vision.sources.names import Camera, list_cameras
from vision.sources.offline import every_frame
from vision.sources.opening import open_source
from vision.sources.pipe import Intake, standard_input
from vision.sources.spec import Kind, Spec, parse_source
from vision.sources.state import Phase, SourceState

__all__ = [
    "Camera",
    "Intake",
    "Kind",
    "LiveSource",
    "Phase",
    "SourceError",
    "SourceState",
    "Spec",
    "every_frame",
    "list_cameras",
    "open_source",
    "parse_source",
    "standard_input",
]
