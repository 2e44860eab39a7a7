"""Makes the README's pictures: the app as it is, fed with the demo's recording through the real camera pipeline.

`make pictures` runs it. Nothing is drawn by hand, so the pictures cannot promise what the program does not do.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.journal import Journal
from tui.app import KismetApp
from tui.board.app import BoardApp
from tui.board.onlooker import Onlooker
from tui.commands.demo import RECORDING
from tui.opening import open_feed
from tui.screens.game import GameScreen
from tui.session import Session
from tui.settings import Settings

PLAYED = (
    ("66655", Box.FULL_HOUSE),
    ("44412", Box.FOURS),
    ("12345", Box.STRAIGHT),
    ("22255", Box.FLUSH_HOUSE),
    ("66621", Box.SIXES),
    ("11663", Box.TWO_PAIR_SAME_COLOR),
    ("55512", Box.FIVES),
    ("33333", Box.KISMET),
    ("66664", Box.FOUR_OF_A_KIND),
    ("11123", Box.ACES),
    ("44433", Box.FLUSH),
    ("65541", Box.YARBOROUGH),
)
PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
DEADLINE = 120.0
"""Seconds to wait for the recording to come to where a picture is to be taken."""


def main() -> None:
    """Write the pictures into a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(_game(Path(home) / "large", (120, 40), folder / "game.svg"))
        asyncio.run(_game(Path(home) / "small", (80, 24), folder / "game-small.svg"))
        asyncio.run(_board(Path(home) / "board", (48, 34), folder / "watch.svg"))


async def _game(home: Path, size: tuple[int, int], to: Path) -> None:
    """The game screen with the first recorded roll accepted, its dice outlined in the camera's picture."""
    journal = Journal(home / "games.sqlite3")
    session = _played(journal)
    app = KismetApp(
        journal,
        home / "settings.toml",
        session,
        feed=open_feed,
        camera=str(RECORDING),
    )
    async with app.run_test(size=size) as pilot:
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await _until(pilot, lambda: screen.table is not None and screen.table.offer is not None)
        await pilot.press("space")
        await _until(pilot, lambda: screen.table is not None and screen.table.offer is not None)
        await pilot.press("space")
        await pilot.pause(0.2)
        to.write_text(_without_fetches(app.export_screenshot(title="Kismet")), encoding="utf-8")
        app.exit()
    journal.close()


async def _board(home: Path, size: tuple[int, int], to: Path) -> None:
    """The same game as onlookers see it on a telephone."""
    journal = Journal(home / "games.sqlite3")
    onlooker = Onlooker(journal.path)
    session = _played(journal)
    app = BoardApp(onlooker, Settings())
    async with app.run_test(size=size) as pilot:
        session.roll(Dice.parse("55533"))
        app.look()
        await pilot.pause()
        to.write_text(_without_fetches(app.export_screenshot(title="Kismet")), encoding="utf-8")
        app.exit()
    onlooker.close()
    journal.close()


def _played(journal: Journal) -> Session:
    """A game of six in its third round."""
    session = Session.new(journal, PLAYERS)
    for dice, box in PLAYED:
        session.roll(Dice.parse(dice))
        session.enter(box)
    return session


async def _until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(DEADLINE):
        while not holds():
            await pilot.pause(0.1)


def _without_fetches(svg: str) -> str:
    """The picture without its web font: nothing of this project fetches anything."""
    return re.sub(r"@font-face\s*{[^}]*}", "", svg).replace("Fira Code", "ui-monospace, Menlo, Consolas, monospace")


if __name__ == "__main__":
    main()
