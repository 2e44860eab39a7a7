"""`kismet serve`: the board in a real browser that has no network, beside a game in another process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.journal import Journal
from tui.cli import UserError
from tui.serve.address import announcement, is_loopback, listen
from tui.serve.shapes import SHAPES, WIDTH, font
from tui.session import Session
from tui.view.marks import mark

pytest.importorskip("textual_serve", reason="the extra `web` is not installed")

import aiohttp

from tests.tui.browser import browser, browser_path

BROWSER = browser_path()
PATIENCE = 120
"""Seconds after which a browser that shows nothing has failed; a slow machine is no fault of the board."""


INK = """(() => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = "bold 100px 'Roboto Mono'";
  const cell = pen.measureText("0").width, sign = pen.measureText("SIGN");
  return {cell, width: sign.width, left: -sign.actualBoundingBoxLeft, right: sign.actualBoundingBoxRight};
})()"""
"""Where the ink of a sign begins and ends, in the letters of the board."""


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "KISMET_HOME": str(home), "PYTHONUTF8": "1"}


@contextlib.asynccontextmanager
async def serving(home: Path, *args: str) -> AsyncIterator[str]:
    """The server in a process of its own, at a free port; gives its address."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tui", "serve", "--port", "0", *args),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        env=environment(home),
    )
    assert process.stdout is not None
    try:
        said = (await process.stdout.readline()).decode()
        assert " at http://" in said
        yield said.split(" at ")[1].split()[0]
    finally:
        process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGINT)
        await process.wait()
        # Nothing of a board is left when its server is gone.
        await process.stdout.read()


@pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome on this machine; KISMET_BROWSER names one")
async def test_the_score_is_live_in_a_browser_without_network(tmp_path: Path) -> None:
    assert BROWSER is not None
    journal = Journal(tmp_path / "games.sqlite3")
    session = Session.new(journal, ("Ann", "Bob"))
    session.roll(Dice.parse("66661"))
    async with (
        asyncio.timeout(PATIENCE),
        serving(tmp_path) as url,
        browser(BROWSER, tmp_path / "profile") as chromium,
    ):
        tab = await chromium.open(url)
        await tab.until(lambda tab: "Most now: 4 of a Kind 50" in tab.received)
        before = await tab.picture()

        # The game goes on elsewhere: this process is not the one that looks on.
        session.enter(Box.FOUR_OF_A_KIND)
        await tab.until(lambda tab: "Ann: 4 of a Kind 50" in tab.received)
        assert await tab.picture() != before

        # A second tab, narrow as a telephone, disturbs neither the first nor the game.
        other = await chromium.open(url, 390, 700)
        await other.until(lambda tab: "Ann: 4 of a Kind 50" in tab.received)
        session.roll(Dice.parse("12345"))
        await tab.until(lambda tab: "Most now: Straight 30" in tab.received)
        await other.until(lambda tab: "Most now: Straight 30" in tab.received)
        await chromium.close(other)
        session.undo()
        await tab.until(lambda tab: "taken back" in tab.received)
        assert await tab.ask("document.body.classList.contains('-closed')") is False

        # Keys and clicks in the browser change nothing.
        log = session.game.log
        for letter in "12345 su":
            await tab.do("Input.dispatchKeyEvent", type="char", text=letter)
        for kind in ("mousePressed", "mouseReleased"):
            await tab.do("Input.dispatchMouseEvent", type=kind, x=250, y=120, button="left", clickCount=2)

        # All there is comes from this server, and the letters are the ones the board was drawn for.
        origin = url.split("//")[1]
        assert [address for address in tab.fetched if origin not in address] == []
        assert await tab.ask("[...document.fonts].map(font => font.family + ' ' + font.status).join()") == (
            "Roboto Mono loaded,Roboto Mono loaded"
        )
        assert await tab.ask("document.fonts.check('16px \"Roboto Mono\"')") is True
        # Every sign of the dice has room in its cell: a terminal cuts what is wider.
        for sign in (mark(value, blue=blue).shape for value in range(1, 7) for blue in (False, True)):
            ink = await tab.ask(INK.replace("SIGN", sign))
            assert 0 <= ink["left"] < ink["right"] <= ink["cell"], sign
            assert ink["width"] == pytest.approx(ink["cell"], abs=0.01), sign
        session.roll(Dice.parse("22222"))
        await tab.until(lambda tab: "Most now: Kismet 60" in tab.received)
        assert journal.load(session.game_id).log == (*log, session.game.log[-1])
    journal.close()


@pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome on this machine; KISMET_BROWSER names one")
async def test_a_page_on_the_wall_comes_back_with_the_server(tmp_path: Path) -> None:
    assert BROWSER is not None
    journal = Journal(tmp_path / "games.sqlite3")
    session = Session.new(journal, ("Ann", "Bob"))
    async with asyncio.timeout(PATIENCE), browser(BROWSER, tmp_path / "profile") as chromium:
        async with serving(tmp_path) as url:
            tab = await chromium.open(url)
            await tab.until(lambda tab: "Ann is to roll." in tab.received)
        session.roll(Dice.parse("66661"))
        async with serving(tmp_path, "--port", url.rsplit(":", 1)[1]):
            await tab.until(lambda tab: "Most now: 4 of a Kind 50" in tab.received)
    journal.close()


def test_the_boards_own_shapes_are_no_wider_than_a_letter() -> None:
    assert {mark(value, blue=blue).shape for value in range(1, 7) for blue in (False, True)} <= set(SHAPES)
    assert all(0 < x < WIDTH for shape in SHAPES.values() for x, _ in shape)
    assert list(SHAPES) == sorted(SHAPES), "a browser looks a letter's number up"
    assert font().startswith(bytes([0, 1, 0, 0]))


async def test_other_pages_and_other_names_are_kept_out(tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE), serving(tmp_path) as url, aiohttp.ClientSession() as client:
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            async with client.get(url, headers=headers) as answer:
                assert answer.status == 403
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await client.ws_connect(f"{url}/ws", headers=headers)
        async with client.get(url, headers={"Origin": url}) as answer:
            assert answer.status == 200


async def test_nonsense_on_the_wire_ends_that_board_alone(tmp_path: Path) -> None:
    nonsense = ("hello", "[]", '["resize", {"width": "x", "height": []}]')
    async with asyncio.timeout(PATIENCE), serving(tmp_path) as url, aiohttp.ClientSession() as client:
        sockets = [await client.ws_connect(f"{url}/ws?width=wide&height=-3") for _ in nonsense]
        for socket, words in zip(sockets, nonsense, strict=True):
            await socket.send_str(words)
        for socket in sockets:
            while not socket.closed:
                await socket.receive()
        async with client.get(url) as answer:
            assert answer.status == 200


def test_the_board_loads_no_camera() -> None:
    """What a tab runs has no way to open a camera: what reads cameras is not even loaded."""
    program = "import sys, tui.board.app, tui.commands.watch; print([m for m in sys.modules if m in ('cv2', 'vision')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "tui", "serve", "--port", str(port)],
            capture_output=True,
            env=environment(tmp_path),
            encoding="utf-8",
            check=False,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"kismet: Port {port} is taken by another program; `kismet serve --port {port + 1}` may be free.\n"
    )


def test_hosts_and_ports_that_cannot_be_are_said() -> None:
    with pytest.raises(UserError, match="has no address no\\.such\\.host\\.invalid"):
        listen("no.such.host.invalid", 0)
    with pytest.raises(UserError, match="has no address 192\\.0\\.2\\.77"):
        listen("192.0.2.77", 0)
    with pytest.raises(UserError, match="from 1 to 65535, not 70000"):
        listen("127.0.0.1", 70000)


def test_what_serving_exposes_is_said() -> None:
    own = announcement("127.0.0.1", 8000)
    assert "http://127.0.0.1:8000" in own
    assert "nobody else" in own
    for host in ("0.0.0.0", "::", "192.168.1.5"):
        told = announcement(host, 8000)
        assert "no password and no encryption" in told
        assert "names, scores and dice" in told
    assert "http://192.168.1.5:8000" in told
    assert [is_loopback(host) for host in ("localhost", "::1", "[::1]", "127.0.0.1", "10.0.0.1", "me.local")] == (
        [True] * 4 + [False] * 2
    )


def test_without_textual_serve_one_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['textual_serve'] = None; sys.argv = ['kismet', 'serve'];"
        "from tui.cli import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=environment(tmp_path), encoding="utf-8", check=False
    )
    assert done.returncode == 1
    assert "-m pip install textual-serve" in done.stderr
    assert done.stderr.count("\n") == 1
