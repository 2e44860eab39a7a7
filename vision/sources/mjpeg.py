"""Pictures over http: the MJPEG streams of phone apps and network cameras, and addresses of single snapshots.

Read here rather than by FFmpeg, because then a stalled server is noticed after a few seconds, a stream can be left at
once, no password reaches a log, and pictures nobody wants are never decoded. What is neither kind is left to FFmpeg.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import socket
import ssl
import threading
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from vision.pictures import PictureError, decode_picture
from vision.reading import Image
from vision.sources.capture import StreamGrabber
from vision.sources.clock import Clock
from vision.sources.errors import SourceError
from vision.sources.grabbers import Grabber
from vision.sources.jpegs import JpegSplitter
from vision.sources.spec import hide_credentials

TIMEOUT = 5.0
"""Seconds to connect, and the longest silence in the middle of a stream."""
SNAPSHOT_PAUSE = 0.1
"""Seconds between two requests for a single picture."""
DAMAGED = 30
"""Damaged pictures in a row, and none whole, after which a stream counts as lost."""
_CHUNK = 65_536
_LARGEST = 32_000_000


class HttpGrabber:
    """One http or https address."""

    live = True

    def __init__(self, address: str, clock: Clock) -> None:
        """Read from `address`, which may hold a user name and password."""
        self._address = address
        self._label = hide_credentials(address)
        self._clock = clock
        self._stop = threading.Event()
        self._connection: http.client.HTTPConnection | None = None
        self._response: http.client.HTTPResponse | None = None
        self._socket: socket.socket | None = None
        self._splitter = JpegSplitter()
        self._snapshot = False
        self._jpeg = b""
        self._other: Grabber | None = None

    def open(self) -> None:
        """Connect and see what is offered."""
        self._splitter = JpegSplitter()
        kind = self._request(self._address)
        if kind.startswith("multipart/"):
            self._snapshot = False
        elif kind.startswith("image/"):
            self._snapshot = True
        elif kind.startswith("text/html"):
            raise SourceError(f"{self._label} is a web page, not a camera's stream; try its /video address.")
        else:
            self.close()
            self._other = StreamGrabber(self._address)
            self._other.open()

    def grab(self) -> bool:
        """Wait for the next whole picture."""
        if self._other is not None:
            return self._other.grab()
        self._jpeg = self._next_snapshot() if self._snapshot else self._next_in_stream()
        return True

    @property
    def position(self) -> float | None:
        """None: the picture is of now."""
        return None

    def retrieve(self) -> Image | None:
        """Decode the picture in hand."""
        if self._other is not None:
            return self._other.retrieve()
        try:
            return decode_picture(self._jpeg).image
        except PictureError:
            return None

    def interrupt(self) -> None:
        """Shut the connection, so that a waiting read returns at once."""
        self._stop.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        if self._other is not None:
            self._other.interrupt()

    def close(self) -> None:
        """Close the connection."""
        if self._other is not None:
            self._other.close()
            self._other = None
        for thing in (self._response, self._connection, self._socket):
            if thing is not None:
                with contextlib.suppress(OSError):
                    thing.close()
        self._response = self._connection = self._socket = None

    def _request(self, address: str, hops: int = 4) -> str:
        """Ask for `address`, following redirects; returns the content type."""
        parts = urlsplit(address)
        try:
            response = self._connect(parts)
        except TimeoutError as error:
            raise SourceError(f"{self._label} does not answer.") from error
        except ssl.SSLCertVerificationError as error:
            raise SourceError(f"The certificate of {self._label} is not trusted; try http:// instead.") from error
        except ConnectionRefusedError as error:
            raise SourceError(f"{self._label} refuses the connection; is the stream switched on?") from error
        except socket.gaierror as error:
            raise SourceError(f"The host of {self._label} is not known.") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise SourceError(f"{self._label} cannot be reached.") from error
        target = response.getheader("Location")
        if response.status in {301, 302, 303, 307, 308} and target and hops > 0:
            self.close()
            return self._request(urljoin(address, target), hops - 1)
        if response.status == 401 and (response.getheader("WWW-Authenticate") or "").lower().startswith("digest"):
            return "digest"  # FFmpeg knows how to answer this
        if response.status in {401, 403} and parts.username:
            raise SourceError(f"{self._label} refuses this user name and password.")
        if response.status in {401, 403}:
            raise SourceError(f"{self._label} wants a user name and a password: http://NAME:PASSWORD@…")
        if response.status != 200:
            raise SourceError(f"{self._label} answers with error {response.status} ({response.reason}).")
        return (response.getheader("Content-Type") or "").lower()

    def _connect(self, parts: SplitResult) -> http.client.HTTPResponse:
        if parts.hostname is None:
            raise ValueError
        make = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = make(parts.hostname, parts.port, timeout=TIMEOUT)
        self._connection = connection
        connection.connect()
        self._socket = connection.sock
        if self._stop.is_set():
            raise OSError
        headers = {"Accept": "multipart/x-mixed-replace, image/jpeg, */*", "Connection": "close"}
        if parts.username:
            pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        connection.request("GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), headers=headers)
        self._response = connection.getresponse()
        return self._response

    def _next_in_stream(self) -> bytes:
        """The newest of the pictures that have arrived."""
        while True:
            data = self._read()
            if not data:
                raise SourceError(f"{self._label} ended the stream.")
            pictures = self._splitter.feed(data)
            if pictures:
                return pictures[-1]
            if self._splitter.damaged >= DAMAGED:
                raise SourceError(f"The pictures of {self._label} arrive damaged: each of them is cut off.")
            if self._splitter.pending > _LARGEST:
                raise SourceError(f"{self._label} sends no pictures that can be read.")

    def _next_snapshot(self) -> bytes:
        if self._jpeg and (self._clock.wait(self._stop, SNAPSHOT_PAUSE) or self._response is None):
            raise SourceError(f"{self._label} was closed.")
        if self._jpeg:
            self.close()
            self._request(self._address)
        parts = []
        while data := self._read():
            parts.append(data)
            if sum(map(len, parts)) > _LARGEST:
                raise SourceError(f"{self._label} sends no pictures that can be read.")
        return b"".join(parts)

    def _read(self) -> bytes:
        if self._response is None:
            return b""
        try:
            return self._response.read1(_CHUNK)
        except TimeoutError as error:
            raise SourceError(f"{self._label} has sent nothing for {TIMEOUT:.0f} s.") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise SourceError(f"{self._label} broke off.") from error
