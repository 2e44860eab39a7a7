"""A network camera on loopback for tests: streams, stalls, dies and comes back, as it is told."""

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np


def jpeg(level: int, width: int = 64, height: int = 48) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), level, np.uint8))[1].tobytes()


class CameraServer:
    """Serves /video (MJPEG), /snapshot (one JPEG), /page (html), /moved (redirect), /locked (needs ann:secret)."""

    def __init__(self) -> None:
        self.level = 0
        """A stream's first frame is one brighter than this, and each further one brighter again."""
        self.backlog = 0
        """How many frames more than one a stream gives at once."""
        self.cut_off = False
        """Whether every picture of a stream ends in its middle."""
        self.asked: list[str] = []
        self._go = threading.Condition()
        self._frames = 0
        self._die = threading.Event()
        self._server: ThreadingHTTPServer | None = None
        self.port = 0
        self.files: dict[str, tuple[str, bytes]] = {}

    def start(self) -> None:
        self._die = threading.Event()
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                camera._answer(self)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class calls it so
                camera.asked.append(format % args)

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                """A client that goes away is part of the game."""

        self._server = Server(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Die: refuse new connections and break off those there are."""
        self._die.set()
        with self._go:
            self._go.notify_all()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def stream(self, frames: int) -> None:
        """Let every stream send `frames` more frames after its first; it is silent afterwards."""
        with self._go:
            self._frames += frames
            self._go.notify_all()

    def url(self, path: str, user: str = "") -> str:
        return f"http://{user}127.0.0.1:{self.port}{path}"

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        routes: dict[str, Callable[[BaseHTTPRequestHandler], None]] = {
            "/video": self._video,
            "/snapshot": lambda r: self._send(r, "image/jpeg", jpeg(self.level)),
            "/page": lambda r: self._send(r, "text/html; charset=utf-8", b"<html>Hello</html>"),
            "/moved": self._moved,
            "/locked": self._locked,
        }
        path = request.path.partition("?")[0]
        if path in self.files:
            self._send(request, *self.files[path])
        elif path in routes:
            routes[path](request)
        else:
            request.send_error(404)

    def _due(self, sent: int, die: threading.Event) -> bool:
        return self._frames > sent or die.is_set()

    def _send(self, request: BaseHTTPRequestHandler, kind: str, body: bytes) -> None:
        self.level += 1
        request.send_response(200)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def _moved(self, request: BaseHTTPRequestHandler) -> None:
        request.send_response(302)
        request.send_header("Location", "/video")
        request.end_headers()

    def _locked(self, request: BaseHTTPRequestHandler) -> None:
        if request.headers.get("Authorization") == "Basic " + base64.b64encode(b"ann:se@cret").decode():
            self._video(request)
        else:
            request.send_response(401)
            request.send_header("WWW-Authenticate", 'Basic realm="camera"')
            request.end_headers()

    def _video(self, request: BaseHTTPRequestHandler) -> None:
        die = self._die
        request.send_response(200)
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=--dice")
        request.end_headers()
        with self._go:
            sent, level = self._frames - 1 - self.backlog, self.level
        while True:
            with self._go:
                self._go.wait_for(partial(self._due, sent, die))
                if die.is_set():
                    request.connection.shutdown(socket.SHUT_RDWR)
                    return
            sent, level = sent + 1, (level + 1) % 250
            picture = jpeg(level)
            picture = picture[: len(picture) * 3 // 4] if self.cut_off else picture
            request.wfile.write(b"--dice\r\nContent-Type: image/jpeg\r\n\r\n" + picture + b"\r\n")
            request.wfile.flush()
