"""From what a person types to what kind of source it is; passwords in addresses are kept out of everything shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from vision.headers import looks_like_picture
from vision.sources.errors import SourceError
from vision.sources.names import Camera, list_cameras

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
_STREAMS = {"rtsp", "rtsps", "rtmp", "rtmps", "udp", "rtp", "srt"}
_ADDRESS = re.compile(r"(\d{1,3}(\.\d{1,3}){3}|localhost|[\w-]+\.local)(:\d+)?(/\S*)?$", re.IGNORECASE)
_LONGEST = 6
"""Digits of a camera's number."""


class Kind(StrEnum):
    """The kinds of source."""

    CAMERA = "camera"
    HTTP = "http"
    STREAM = "stream"
    """rtsp and its relatives, which FFmpeg reads."""
    VIDEO = "video"
    PICTURE = "picture"
    FOLDER = "folder"
    PIPE = "pipe"


@dataclass(frozen=True, slots=True)
class Spec:
    """A source that somebody asked for."""

    kind: Kind
    target: str = field(repr=False)
    """Camera index, address or path; may hold a password, so it is never printed."""
    label: str
    """How to call it in front of people."""

    @property
    def live(self) -> bool:
        """Whether it shows the table as it is now, so that it can be lost and come back."""
        return self.kind in {Kind.CAMERA, Kind.HTTP, Kind.STREAM}


def hide_credentials(address: str) -> str:
    """The address without user name, password, and the query, which often holds a key."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}" + ("?…" if parts.query else "")


def parse_source(text: str) -> Spec:
    """Tell what `text` means: `0` or a camera's name, an address, a path, or `-` for standard input.

    Raises:
        SourceError: it is none of these.
    """
    text = text.strip()
    if text == "-":
        return Spec(Kind.PIPE, "-", "standard input")
    if scheme := _SCHEME.match(text):
        return _address(scheme[1].lower(), text)
    if text.isdecimal():
        if len(text) > _LONGEST:
            raise SourceError(f"There is no camera of the number {text[:_LONGEST]}….", final=True)
        name = next((camera.name for camera in list_cameras() if camera.index == int(text)), None)
        return Spec(Kind.CAMERA, text, f"camera {text}" + (f" ({name})" if name else ""))
    if device := re.fullmatch(rf"/dev/video(\d{{1,{_LONGEST}}})", text):
        return Spec(Kind.CAMERA, device[1], f"camera {device[1]}")
    return _path(text)


def _address(scheme: str, text: str) -> Spec:
    label = hide_credentials(text)
    if not urlsplit(text).netloc:
        raise SourceError(f"The address {label} names no host.", final=True)
    if scheme in {"http", "https"}:
        return Spec(Kind.HTTP, text, label)
    if scheme in _STREAMS:
        return Spec(Kind.STREAM, text, label)
    raise SourceError(f"Addresses that begin with {scheme}:// cannot be read; http, https and rtsp can.", final=True)


def _path(text: str) -> Spec:
    try:
        path = Path(text).expanduser()
        if path.is_dir():
            return Spec(Kind.FOLDER, str(path), text)
        if path.exists():
            with path.open("rb") as file:
                head = file.read(64)
            return Spec(Kind.PICTURE if looks_like_picture(head) else Kind.VIDEO, str(path), text)
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SourceError(f"{text} cannot be opened: {reason}.", final=True) from error
    if camera := _by_name(text):
        return Spec(Kind.CAMERA, str(camera.index), f"camera {camera.index} ({camera.name})")
    shown = text.rpartition("@")[2]  # what stands before it may be a password
    if shown != text or _ADDRESS.match(text):
        raise SourceError(f"There is no file {shown}; before an address, write http:// or rtsp://.", final=True)
    raise SourceError(f"There is no file, folder or camera called {text}.", final=True)


def _by_name(text: str) -> Camera | None:
    """The only camera whose name contains `text`; indexes change when cameras are plugged in anew, names do not."""
    found = [camera for camera in list_cameras() if text.lower() in camera.name.lower()]
    return found[0] if len(found) == 1 else None
