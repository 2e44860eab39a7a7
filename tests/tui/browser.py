"""A real browser for tests, driven through its own protocol: tabs, what they fetch, what reaches them, and pictures.

The protocol is JSON over a websocket; aiohttp speaks it, and nothing else need be installed but the browser.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import re
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?<>=]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78])")


def browser_path() -> str | None:
    """The browser on this machine; `KISMET_BROWSER` names another."""
    return os.environ.get("KISMET_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


class Tab:
    """One page."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session
        self.fetched: list[str] = []
        """Addresses of all that the page has asked for."""
        self.received = ""
        """The text that reached the terminal in the page, without colours and positions."""
        self._news = asyncio.Event()

    async def do(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call the protocol."""
        return await self._browser.call(method, parameters, self._session)

    async def ask(self, expression: str) -> Any:
        """What the page answers to a line of JavaScript."""
        answer = await self.do("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value")

    async def until(self, true: Callable[[Tab], bool]) -> None:
        """Wait until what has been received or fetched makes this true; the test's own limit ends it otherwise."""
        while not true(self):
            self._news.clear()
            await self._news.wait()

    async def picture(self) -> bytes:
        """What the tab shows, as PNG."""
        return base64.b64decode((await self.do("Page.captureScreenshot"))["data"])

    def hear(self, method: str, parameters: dict[str, Any]) -> None:
        """Something happened in the page."""
        if method == "Network.requestWillBeSent":
            self.fetched.append(parameters["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.fetched.append(parameters["url"])
        elif method == "Network.webSocketFrameReceived" and parameters["response"]["opcode"] == 2:
            data = base64.b64decode(parameters["response"]["payloadData"]).decode("utf-8", "replace")
            self.received += _ESCAPES.sub("", data)
        self._news.set()


class Browser:
    """A running browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._tabs: dict[str, Tab] = {}

    async def listen(self) -> None:
        """Hand on what the browser says."""
        async for message in self._socket:
            told = message.json()
            if "id" in told:
                self._waiting.pop(told["id"]).set_result(told)
            elif (tab := self._tabs.get(told.get("sessionId", ""))) is not None:
                tab.hear(told["method"], told["params"])

    async def call(self, method: str, parameters: dict[str, Any], session: str | None = None) -> dict[str, Any]:
        """Call the protocol, and wait for the answer."""
        number = next(self._ids)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        call = {"id": number, "method": method, "params": parameters}
        await self._socket.send_json(call if session is None else {**call, "sessionId": session})
        told = await answer
        assert "error" not in told, told
        result: dict[str, Any] = told["result"]
        return result

    async def open(self, url: str, width: int = 900, height: int = 600) -> Tab:
        """A new tab with this page."""
        target = (await self.call("Target.createTarget", {"url": "about:blank"}))["targetId"]
        session = (await self.call("Target.attachToTarget", {"targetId": target, "flatten": True}))["sessionId"]
        tab = self._tabs[session] = Tab(self, session)
        for part in ("Network", "Page", "Runtime"):
            await tab.do(f"{part}.enable")
        await tab.do(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        await tab.do("Page.navigate", url=url)
        return tab

    async def close(self, tab: Tab) -> None:
        """Close a tab."""
        await tab.do("Page.close")


@asynccontextmanager
async def browser(path: str, folder: Path) -> AsyncIterator[Browser]:
    """The browser at `path`, without a window, and cut off from every network but this machine's own."""
    process = await asyncio.create_subprocess_exec(
        path,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--remote-debugging-port=0",
        f"--user-data-dir={folder}",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "about:blank",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        address = ""
        while not address:
            line = (await process.stderr.readline()).decode()
            assert line, "the browser did not start"
            if found := re.search(r"listening on (ws://\S+)", line):
                address = found[1]
        drain = asyncio.create_task(process.stderr.read())
        async with aiohttp.ClientSession() as client, client.ws_connect(address, max_msg_size=0) as socket:
            running = Browser(socket)
            listening = asyncio.create_task(running.listen())
            yield running
            await running.call("Browser.close", {})
            listening.cancel()
        await drain
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
