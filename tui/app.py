"""The app: wires the journal, the settings and the screens together, and holds no game logic of its own."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.app import SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from kismet.game import GameError, Started
from kismet.journal import Journal, JournalError, Saved
from tui import actions, settings, themes
from tui.actions import Where
from tui.advisor import Advisor
from tui.camera import News
from tui.clicks import ClicksApp
from tui.eye import Eye, MakeFeed
from tui.fitting import FittingApp
from tui.messages import CameraNews, SpeechFailed
from tui.screens.home import HomeScreen
from tui.session import Session
from tui.snapshots import Album
from tui.speech import Caller
from tui.start import last_session
from tui.watchful import WatchfulApp

if TYPE_CHECKING:
    from textual.command import Provider

    from tui.misread import Witness

T = TypeVar("T")
_STARTED = 1.0
"""Seconds after which the first screen is there, and what is no longer needed is swept away again."""
NOTHING_TO_RESUME = "There is no game to go on with; n begins one."


def palette() -> type[Provider]:
    """What the list of commands searches; nobody needs it before it is opened."""
    from tui.palette import Commands

    return Commands


class KismetApp(FittingApp, ClicksApp, WatchfulApp):
    """Kismet in the terminal."""

    TITLE = "Kismet"
    CSS_PATH = "kismet.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {palette}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal")]  # noqa: RUF012 – as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings(Where.ANYWHERE)]

    def __init__(
        self,
        journal: Journal,
        settings_file: Path,
        session: Session | None = None,
        *,
        feed: MakeFeed,
        camera: str = "",
        auto: bool = False,
        speak: bool | None = None,
        advisor: Advisor | None = None,
        snapshots: bool | None = None,
        note: str = "",
        kept: bool = True,
    ) -> None:
        """Make the app.

        Args:
            journal: the saved games.
            settings_file: what is remembered.
            session: a game to open at once; without one, the start screen comes first.
            feed: makes the feed of a camera.
            camera: the camera to watch at once; empty for none.
            auto: games play themselves as the camera sees them.
            speak: whether calls are spoken; by default as it is remembered.
            advisor: gives advice when asked; by default one that keeps nothing it worked out.
            snapshots: whether pictures of rolls are kept; by default as it is remembered.
            note: what was wrong with the saved games and where new ones are kept; empty if nothing was.
            kept: whether the saved games are there still when the app has been left.
        """
        self.note = note
        self.settings = settings.load(settings_file)
        # NO_COLOR means none at all, not shades of grey: the terminal's own two colours, and reverse.
        super().__init__(settings_file, ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.journal = journal
        self._session = session
        self.kept = kept
        self._sound: dict[int, tuple[datetime, frozenset[int]]] = {}
        """Saved games that could be opened, by number: when they were played then, and the seats of those who left."""
        self._camera = camera
        self._auto = auto
        self.advisor = advisor or Advisor(None)
        self.album = Album(journal.path.parent / "snapshots")
        self._snapshots = snapshots
        self.caller = Caller(self._speech_failed, wanted=self.settings.speak if speak is None else speak)
        self.eye = Eye(feed, self._tell, self.settings.camera)
        for theme in themes.THEMES:
            self.register_theme(theme)
        wanted = "ansi-dark" if self.no_color else self.settings.theme
        self.theme = wanted if wanted in self.available_themes else "kismet"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of paper and pips, which no theme of others knows."""
        return themes.variables(self.current_theme, self.settings.palette)

    def on_mount(self) -> None:
        """Open the first screen."""
        if not self.no_color:
            self.theme_changed_signal.subscribe(self, lambda theme: self.remember(theme=theme.name))
        if self._camera:
            self.watch_camera(self._camera)
        if self._session is not None:
            self.open(self._session)
            self._say_in_the_game(self.note)
        else:
            self.push_screen(HomeScreen())
        self.set_timer(_STARTED, gc.enable)
        self._saved(lambda: self.album.prune(self.journal.numbers))

    def on_unmount(self) -> None:
        """Let the camera and the solver go; they are not waited for."""
        self.eye.close()
        self.advisor.close()
        self.caller.close()
        self.album.finish(1.0)
        if self._game is not None:
            self._game.session.leave()

    def _tell(self, news: News) -> None:
        """On the camera's thread: post, and let it go on."""
        self.post_message(CameraNews(news))

    def _speech_failed(self, words: str) -> None:
        """On the thread that speaks, perhaps: post, and let it go on."""
        self.post_message(SpeechFailed(words))

    def on_speech_failed(self, message: SpeechFailed) -> None:
        """Say in writing why nothing is heard. Where nothing can speak, the next start need not try again."""
        self._say_in_the_game(message.words)
        if self.caller.missing:
            self.remember(speak=False)

    def snap(self, game: int, witness: Witness) -> None:
        """Keep the picture of a recorded roll, if that is wanted; never waits, and never fails."""
        if self.settings.snapshots if self._snapshots is None else self._snapshots:
            self.album.take(game, witness)

    def remember(self, **changed: Any) -> None:
        """Change settings and save them; a disk that refuses is told, and the change holds until the end."""
        new = replace(self.settings, **changed)
        if new == self.settings:
            return
        self.settings = new
        try:
            settings.save(self._settings_file, new)
        except OSError as error:
            self.notify(f"The settings cannot be saved: {error.strerror}.", severity="warning", markup=False)

    # From screen to screen

    def open(self, session: Session) -> None:
        """Play this game."""
        # Here, not above: the start screen need not wait for the game's.
        from tui.screens.game import GameScreen

        if self._auto:
            from tui.screens.auto import AutoGameScreen

            self._game = AutoGameScreen(session)
        else:
            self._game = GameScreen(session)
        # Numbers of games that were deleted, or in which nothing happened, are given again.
        known = self.settings.watched == session.game_id
        again = known and len(session.game.log) > 1 and not self._camera
        self._game.opened(self.camera_for(session, again=again), self.absent)
        if known and not again:
            self.remember(watched=0)
        self._remember_watched()
        self.push_screen(self._game, self._left_game)
        self._say_in_the_game(session.note)
        session.on_change = self.caller.changed
        self.caller.opened(session.game)

    def _say_in_the_game(self, words: str) -> None:
        """Say it in the game's own line, beside what stands there; a note over it would hide what answers keys."""
        if self._game is None or (self.screen is not self._game and self.screen.is_modal):
            self.warn(words)
        elif words:
            self._game.tell(f"{self._game.now.message} {words}".strip())

    def _left_game(self, following: Started | None) -> None:
        if self._game is not None:
            self._game.session.leave()
        self._game = None
        self.eye.attended(False)
        if following is not None and self.begin(following):
            return
        if not any(isinstance(screen, HomeScreen) for screen in self.screen_stack):
            self.push_screen(HomeScreen())

    def resume_last(self) -> None:
        """Go on with the game played last that is not over."""
        session = self._saved(lambda: last_session(self.journal, going=True) or NOTHING_TO_RESUME)
        if isinstance(session, Session):
            self.open(session)
        elif session is not None:
            self.remark(session)

    def resume(self, game_id: int) -> None:
        """Open a saved game."""
        session = self._saved(lambda: Session.resume(self.journal, game_id))
        if session is not None:
            self.open(session)

    def copy_of(self, game_id: int) -> Session | None:
        """A copy of a damaged game up to its last sound step; what refuses it is told."""
        session = self._saved(lambda: Session.copy_of(self.journal, game_id))
        if session is not None:
            self.album.delete(session.game_id)  # numbers of deleted games are given again
        return session

    def new_game(self) -> None:
        """Ask who plays, then begin."""
        from tui.screens.new_game import NewGameScreen

        def begin(started: Started | None) -> None:
            if started is not None:
                self.begin(started)

        self.push_screen(
            NewGameScreen(self.settings.players, self.settings.rules, self._settings_file.parent / "rules"), begin
        )

    def begin(self, started: Started) -> bool:
        """Begin a game and remember who plays by which rules; whether that was done."""
        session = self._saved(lambda: Session.new(self.journal, started.players, started.rules, started.first))
        if session is not None:
            self.remember(players=started.players, rules=started.rules)
            self.album.delete(session.game_id)  # numbers of deleted games are given again
            self.open(session)
        return session is not None

    def show_history(self) -> None:
        """List all games, and open one."""
        from tui.screens.history import HistoryScreen

        games = self._saved(self.journal.games)
        if games is not None:
            screen = HistoryScreen(games, self.delete_game, self.journal.path, self._sound)
            self.push_screen(screen, lambda game: self.resume(game) if game is not None else None)

    def delete_game(self, game_id: int) -> bool:
        """Remove a game and its pictures for good; whether that was done."""

        def delete() -> bool:
            self.journal.delete(game_id)
            self.album.delete(game_id)
            return True

        return self._saved(delete) is True

    def replay(self, saved: Saved, after: Callable[[str | None], None]) -> None:
        """Show a saved game once more; `after` is told `open` if it is to be opened."""
        from tui.past.games import day_words
        from tui.screens.replay import ReplayScreen

        game = self._saved(lambda: self.journal.load(saved.id))
        if game is not None:
            heading = f"Game {saved.id}, {day_words(saved.updated)}"
            blue, shots = self.settings.dice == "blue", self.album.of(saved.id)
            self.push_screen(ReplayScreen(game, heading, self.advisor.fortune(), blue=blue, snapshots=shots), after)

    def show_records(self, games: Sequence[Saved], *, some: bool = False) -> None:
        """The players' records in these games."""
        from tui.screens.records import RecordsScreen

        self.push_screen(RecordsScreen(self.journal.path, games, self.advisor.folder, some=some))

    def _saved(self, deed: Callable[[], T]) -> T | None:
        """What `deed` gives; if the saved games refuse, the reason is told."""
        try:
            return deed()
        except (JournalError, GameError) as error:
            self.notify(str(error), severity="error", markup=False)
            return None

    def remark(self, words: str) -> None:
        """Say it in the game's own line, or over any other screen."""
        if self._game is not None and self.screen is self._game:
            self._game.tell(words)
        else:
            self.notify(words, markup=False)

    def action_help(self) -> None:
        """Keys, rules, options; first the keys of the screen that is seen."""
        self._help(getattr(self.screen, "HELP", ""))

    def action_rules(self) -> None:
        """The rules, and the options of the game being played."""
        self._help("Options")

    def _help(self, at: str) -> None:
        from tui.screens.help import HelpScreen

        rules = self._game.session.state.rules if self._game is not None else None
        self.push_screen(HelpScreen(rules, at=at))

    def action_pips(self) -> None:
        """The other colours of the pips."""
        self.remember(palette="classic" if self.settings.palette == "safe" else "safe")
        self.refresh_css()
        self.notify(f"Colours of the pips: {self.settings.palette}.")

    def action_dice_set(self) -> None:
        """The next kind of dice; a camera that watches is opened anew, since it reads them otherwise."""
        self.remember(dice=settings.DICE[(settings.DICE.index(self.settings.dice) + 1) % len(settings.DICE)])
        words = {"classic": "1 and 6 have black pips.", "blue": "1 and 6 have blue pips."}
        self.notify(words.get(self.settings.dice, "Ordinary dice: the number decides, whatever colour its pips have."))
        if self.eye.on:
            self.watch_camera(self.eye.source)

    def action_speak(self) -> None:
        """Calls are spoken from now on, or no more."""
        if self.caller.wanted:
            self.caller.wanted = False
            self.caller.close()
            self.notify("Spoken calls are off.")
        elif self.caller.switch_on():
            self.notify("Spoken calls are on.")
        self.remember(speak=self.caller.wanted)

    def action_pictures(self) -> None:
        """Keep pictures of rolls from now on, or keep none."""
        self.remember(snapshots=not self.settings.snapshots)
        self._snapshots = None
        kept = "Pictures of rolls are kept" if self.settings.snapshots else "No pictures of rolls are kept"
        self.notify(f"{kept} from now on.")

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """A picture of this screen, once the list of commands is gone from it."""
        self.set_timer(0.1, lambda: self.deliver_screenshot(filename, path))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The list of commands does something with the game; not while nobody sees it."""
        hidden = action in ("palette", "command_palette") and getattr(self.screen, "unseen", False)
        return not hidden and super().check_action(action, parameters)

    def action_palette(self) -> None:
        """Search all commands."""
        self.action_command_palette()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette: the same table as the keys, and nothing of Textual's own."""
        over = self._game is None or self._game.now.state.over
        for action in actions.in_palette():
            if action.name in actions.AT_THE_END and not over:
                continue
            # Textual's apps have deeds of the same names as those of some of our screens.
            owner = self if action.where is Where.ANYWHERE else screen
            method = getattr(owner, f"action_{action.name}", None)
            if method is not None:
                yield SystemCommand(action.command, action.help, method)
