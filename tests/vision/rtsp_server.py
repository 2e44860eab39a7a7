"""An rtsp camera on loopback for tests: MJPEG over TCP, as RFC 2326 and RFC 2435 say, one client at a time."""

from __future__ import annotations

import contextlib
import re
import socket
import struct
import threading

from tests.vision.camera_server import jpeg

_PACKET = 1200


class RtspServer:
    """Streams frames that grow brighter until it is stopped."""

    def __init__(self) -> None:
        self.port = 0
        self.level = 100
        self.asked: list[str] = []
        self._listener: socket.socket | None = None
        self._client: socket.socket | None = None
        self._die = threading.Event()

    def start(self) -> None:
        self._die = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", self.port), reuse_port=False)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, args=(self._listener, self._die), daemon=True).start()

    def stop(self) -> None:
        self._die.set()
        for one in (self._listener, self._client):
            if one is not None:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()

    def _serve(self, listener: socket.socket, die: threading.Event) -> None:
        while not die.is_set():
            try:
                client, _ = listener.accept()
            except OSError:
                return
            self._client = client
            with contextlib.suppress(OSError, EOFError):
                self._talk(client, die)
            client.close()

    def _talk(self, client: socket.socket, die: threading.Event) -> None:
        buffer = b""
        while not die.is_set():
            while b"\r\n\r\n" not in buffer:
                data = client.recv(4096)
                if not data:
                    raise EOFError
                buffer += data
            request, _, buffer = buffer.partition(b"\r\n\r\n")
            text = request.decode()
            method = text.split()[0]
            self.asked.append(text)
            number = re.search(r"CSeq: *(\d+)", text)
            assert number is not None
            client.sendall(self._answer(method, number[1]))
            if method == "PLAY":
                self._stream(client, die)
                return

    def _answer(self, method: str, number: str) -> bytes:
        head, body = f"RTSP/1.0 200 OK\r\nCSeq: {number}\r\n", ""
        match method:
            case "OPTIONS":
                head += "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
            case "DESCRIBE":
                body = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nt=0 0\r\n"
                body += "m=video 0 RTP/AVP 26\r\na=control:track1\r\n"
                head += f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
            case "SETUP":
                head += "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 7\r\n"
            case "PLAY":
                head += "Session: 7\r\n"
        return (head + "\r\n" + body).encode()

    def _stream(self, client: socket.socket, die: threading.Event) -> None:
        sequence = 0
        for frame in range(10_000):
            if die.wait(0.02):
                return
            self.level = min(240, self.level + 1)
            for payload, last in _payloads(jpeg(self.level)):
                rtp = struct.pack(">BBHII", 0x80, 26 | (0x80 if last else 0), sequence & 0xFFFF, frame * 1800, 7)
                client.sendall(struct.pack(">cBH", b"$", 0, len(rtp) + len(payload)) + rtp + payload)
                sequence += 1


def _payloads(data: bytes) -> list[tuple[bytes, bool]]:
    """The RTP payloads of a baseline JPEG of 64 × 48 pixels; whether each is the last."""
    tables, at, kind = b"", 2, 1
    while data[at + 1] != 0xDA:
        length = struct.unpack(">H", data[at + 2 : at + 4])[0]
        body = data[at + 4 : at + 2 + length]
        if data[at + 1] == 0xDB:
            tables += b"".join(body[i + 1 : i + 65] for i in range(0, len(body), 65))
        if data[at + 1] == 0xC0:
            kind = 1 if body[7] == 0x22 else 0  # 4:2:0 or 4:2:2
        at += 2 + length
    scan = data[at + 2 + struct.unpack(">H", data[at + 2 : at + 4])[0] : -2]
    out = []
    for offset in range(0, len(scan), _PACKET):
        header = struct.pack(">I", offset) + bytes([kind, 255, 64 // 8, 48 // 8])
        if offset == 0:
            header += struct.pack(">BBH", 0, 0, len(tables)) + tables
        out.append((header + scan[offset : offset + _PACKET], offset + _PACKET >= len(scan)))
    return out
