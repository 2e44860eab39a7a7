"""A seat at the table for tests: an app with a game in a scratch journal, keys, clicks, and the screen as text.

Golden screens lie in `golden/`; `KISMET_GOLDEN=write pytest tests/tui` writes them anew, and the diff is the review.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len
from textual.command import CommandList, CommandPalette
from textual.events import Key, Paste
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Button

from kismet.dice import Dice
from kismet.game import State, choices
from kismet.journal import Journal
from kismet.rules import RULINGS, Rules
from tui.advisor import Advisor
from tui.app import KismetApp
from tui.camera import Feed
from tui.fortune import Fortune
from tui.screens.game import GameScreen
from tui.screens.home import HomeScreen
from tui.session import Session
from tui.view.sheet import key_box
from tui.view.table import Table, best_box

GOLDEN = Path(__file__).parent / "golden"
WIDE, LARGE, NARROW = (80, 24), (120, 40), (44, 20)


def no_camera(source: str) -> Feed:
    """A machine without any camera."""
    raise ValueError(f"There is no camera {source}.")


class Silent(Advisor):
    """Works nothing out, so that no test depends on how fast a background is."""

    def prepare(self, state: State) -> None:
        """Solve nothing."""

    def fortune(self) -> Fortune:
        """Luck that never comes."""
        return Nothing(lambda _state, _stop: ())


class Nothing(Fortune):
    """Luck that is never worked out."""

    def start(self, state: State) -> None:
        """Do nothing."""


class AtOnce(Fortune):
    """Luck that needs no thread."""

    def start(self, state: State) -> None:
        """Work it out here and now."""
        self._run(state)


@dataclass
class Seat:
    """Somebody sitting before the app."""

    app: KismetApp
    pilot: Pilot[None]

    async def press(self, *keys: str) -> None:
        """Press keys; a word of several digits or letters is typed in one go, `+` before it presses it as one key.

        Only after a word it is waited for what comes of it: the app does keys in their order, however fast they come.
        """
        for key in keys:
            *first, last = [key[1:]] if key.startswith("+") else list(key)
            for letter in first:
                self.app.post_message(Key(letter if letter.isalnum() else _character_to_key(letter), letter))
            await self.pilot.press(last)
        await self.pilot.pause()

    async def paste(self, text: str) -> None:
        """Paste text as a terminal does."""
        self.app.post_message(Paste(text))
        await self.pilot.pause()
        await self.pilot.pause()

    async def command(self, words: str) -> str:
        """Look for a command in the list of all; gives the first that is found, and leaves the list open."""
        await self.press("+ctrl+p")
        palette = self.app.screen
        assert isinstance(palette, CommandPalette)
        await self.press(words)
        await self.app.workers.wait_for_complete(list(self.app.workers))
        await self.pilot.pause()
        found = palette.query_one(CommandList)
        return str(found.get_option_at_index(0).prompt) if found.option_count else ""

    async def roll(self, dice: str) -> None:
        """Type dice and record them."""
        await self.press(dice, "+enter")

    async def score(self, key: str) -> None:
        """Go to a box by its key, and score it."""
        await self.press("g", key, "+enter")

    @property
    def text(self) -> str:
        """The screen as text, without the blanks at the ends of its lines."""
        # Textual has no public way to the finished strips.
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips) + "\n"

    def part(self, selector: str) -> str:
        """What is seen of one part of the screen."""
        region = self.app.screen.query_one(selector).region.intersection(self.app.screen.region)
        lines = self.app.screen._compositor.render_strips()[region.y : region.bottom]
        return "\n".join(strip.crop(region.x, region.right).text.rstrip() for strip in lines)

    @property
    def cut_buttons(self) -> list[str]:
        """The labels of buttons of which not every letter is drawn."""
        buttons = [button for button in self.app.screen.query(Button) if button.display]
        return [
            str(button.label)
            for button in buttons
            if button.content_region.width < cell_len(str(button.label))
            or (isinstance(button.parent, Widget) and button.region.right > button.parent.region.right)
        ]

    @property
    def game(self) -> GameScreen:
        """The game screen, even under a dialog."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, GameScreen))

    @property
    def home(self) -> HomeScreen:
        """The start screen, even under a dialog."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, HomeScreen))

    @property
    def table(self) -> Table:
        """What the game screen shows."""
        return self.game.now

    @property
    def session(self) -> Session:
        """The game being played."""
        return self.game.session

    def golden(self, name: str) -> None:
        """Compare the screen with the one kept under `name`."""
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("KISMET_GOLDEN") == "write":
            GOLDEN.mkdir(exist_ok=True)
            path.write_text(self.text, encoding="utf-8")
        assert self.text == path.read_text(encoding="utf-8")


@asynccontextmanager
async def app_at(
    home: Path,
    *,
    size: tuple[int, int] = WIDE,
    feed: Callable[[str], Feed] = no_camera,
    camera: str = "",
    start: Callable[[Journal], Session | None] = lambda _: None,
    advisor: Advisor | None = None,
) -> AsyncIterator[Seat]:
    """The app over the saved games in `home`."""
    journal = Journal(home / "games.sqlite3")
    try:
        app = KismetApp(
            journal, home / "settings.toml", start(journal), feed=feed, camera=camera, advisor=advisor or Silent(None)
        )
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Seat(app, pilot)
    finally:
        journal.close()


@asynccontextmanager
async def game_of(
    home: Path,
    *players: str,
    size: tuple[int, int] = WIDE,
    rules: Rules = RULINGS,
    feed: Callable[[str], Feed] = no_camera,
    camera: str = "",
    turns: Iterable[tuple[str, str]] = (),
    advisor: Advisor | None = None,
) -> AsyncIterator[Seat]:
    """A new game; `turns` were played before the app was opened: dice, and the key of the box or nothing for the best.

    Playing them with keys would be the same, but slow.
    """

    def start(journal: Journal) -> Session:
        session = Session.new(journal, players, rules)
        for dice, key in turns:
            session.roll(Dice.parse(dice))
            options = choices(session.state)
            best = best_box(options)
            named = key_box(key) if key else best
            session.enter(min(options) if named is None else named)
        return session

    async with app_at(home, size=size, feed=feed, camera=camera, start=start, advisor=advisor) as seat:
        yield seat
