"""The web server: textual-serve's, with a page that needs nothing from outside, and no way in for other pages.

Its own page loads a font from the internet and the address it was started with, so it looks wrong offline and breaks
behind any other name; its own logging writes a line for each file a browser fetches. One process runs for each tab, so
their number is limited. The processes run `kismet watch`, which has neither a camera nor a way to change a game.
"""

from __future__ import annotations

import asyncio
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp_jinja2
from aiohttp import web
from aiohttp.typedefs import Handler
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from tui.serve.address import is_loopback
from tui.serve.shapes import SHAPES, font

MOST_TABS = 24
"""Looking on at the same time; each takes about 45 MB of memory."""
_PATIENCE = 2.0
"""Seconds that a board may take to end."""
_RETRY = 3000
"""Milliseconds between two looks of a page whose board is gone."""
_FONT_SIZES = range(6, 73)


class BoardServer(Server):
    """Serves the board to browsers."""

    def __init__(self, host: str, port: int, game: str) -> None:
        """Make it; `serve_on` serves.

        Args:
            host: the address it is served at.
            port: the port.
            game: the game's number, or `last`.
        """
        super().__init__(board_command(game), host, port, title="Kismet", templates_path=Path(__file__).parent)
        self._tabs = 0

    def serve_on(self, listening: socket.socket) -> None:
        """Serve until Ctrl+C."""
        web.run_app(self._make_app(), sock=listening, print=None, access_log=None, shutdown_timeout=2)

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        app.router.add_get("/shapes.ttf", self._shapes)
        return app

    async def _shapes(self, _: web.Request) -> web.Response:
        """The shapes that the page's font lacks."""
        return web.Response(body=font(), content_type="font/ttf")

    async def on_startup(self, app: web.Application) -> None:
        """Nothing: what there is to say was said."""

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Keep other web pages out, which may ask for any address on this computer, or give it a name of theirs."""
        if is_loopback(self.host) and not is_loopback(urlsplit(f"//{request.host}").hostname or ""):
            raise web.HTTPForbidden(text="This board is served to this computer alone.")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="Another page may not look at this board.")
        return await handler(request)

    @aiohttp_jinja2.template("board.html")
    async def handle_index(self, request: web.Request) -> dict[str, Any]:
        """The page; addresses are those under which the browser found it."""
        self._room_for_one_more()
        size = to_int(request.query.get("fontsize", "16"), 16)
        scheme = "wss" if request.secure else "ws"
        return {
            "font_size": min(max(size, _FONT_SIZES[0]), _FONT_SIZES[-1]),
            "websocket": f"{scheme}://{request.host}/ws",
            "title": self.title,
            "retry": _RETRY,
            "shapes": ", ".join(f"U+{ord(shape):X}" for shape in SHAPES),
        }

    def _room_for_one_more(self) -> None:
        if self._tabs >= MOST_TABS:
            raise web.HTTPServiceUnavailable(text="Too many are looking on already; look again later.")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """One tab with a board of its own, unless there are too many."""
        self._room_for_one_more()
        self._tabs += 1
        websocket = web.WebSocketResponse(heartbeat=15)

        async def close() -> None:
            await websocket.close()

        board = _Board(
            self.command,
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        try:
            await websocket.prepare(request)
            await board.start(
                to_int(request.query.get("width", "80"), 80), to_int(request.query.get("height", "24"), 24)
            )
            await self._process_messages(websocket, board)
        except (AssertionError, LookupError, TypeError, ValueError, AttributeError):
            # Not what our page sends; whoever sends it loses the board.
            await websocket.close()
        finally:
            self._tabs -= 1
            await board.stop()
        return websocket


class _Board(AppService):
    """The process of one tab; gone when the tab is."""

    async def run(self) -> None:
        """Until it ends by itself; then the page must not look as if it were still live."""
        await super().run()
        await self.remote_close()

    async def stop(self) -> None:
        """Ask it to end, and see to it."""
        process = self._process
        if process is None:
            return
        try:
            await asyncio.wait_for(super().stop(), _PATIENCE)
        except TimeoutError:
            pass
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


def board_command(game: str) -> str:
    """The command line that runs one board, for a shell."""
    words = [sys.executable, "-m", "tui", "watch", "--game", game]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
