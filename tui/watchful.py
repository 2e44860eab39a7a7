"""What the app does with its one camera: watch it, switch it, name another, calibrate it, and pass its news on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui import piped, settings
from tui.answering import AnsweringApp
from tui.camera import CameraWords, lies_unused
from tui.eye import Eye
from tui.messages import CameraNews

if TYPE_CHECKING:
    from calibration.profile import Profile
    from tui.screens.calibrate import CalibrateScreen
    from tui.screens.game import GameScreen
    from tui.session import Session

_PROFILE = "The camera profile"
"""How it begins what `calibration.store` says of a profile that cannot be used. Importing that would slow the start."""


class WatchfulApp(AnsweringApp):
    """An app that watches a camera; what it remembers, it remembers beside its settings."""

    eye: Eye

    def __init__(self, settings_file: Path, **more: Any) -> None:
        super().__init__(**more)
        self._settings_file = settings_file
        self._game: GameScreen | None = None
        self._calibrating: CalibrateScreen | None = None
        self.absent = ""
        """What is wrong with a camera that gives no pictures, in a sentence."""
        self._wanted = False
        """Whether the camera was looked to before anybody plays, so that it is to be on when somebody does."""

    def remember(self, **changed: Any) -> None:
        """Change settings and save them."""
        raise NotImplementedError

    def on_camera_news(self, message: CameraNews) -> None:
        """News goes to the game, even while a dialog lies over it."""
        news = message.news
        if isinstance(news, CameraWords):
            self.absent = news.words if news.absent else ""
        if self._calibrating is not None:
            self._calibrating.take(news)
        elif self._game is not None:
            self._game.take(news)
        elif isinstance(news, CameraWords):
            self._nobody_plays(news)

    def _nobody_plays(self, news: CameraWords) -> None:
        """Say it over whatever screen there is; while dice lie in view with which nobody plays, nothing is."""
        if news.absent and getattr(self.screen, "tells_of_camera", False):
            return
        view = self.eye.view
        dark = view is None or view.reading is None
        if news.absent or dark or news.words.startswith(_PROFILE):
            self.notify(news.words, markup=False)

    def watch_camera(self, source: str) -> None:
        """Switch this camera on and remember it; what is no camera is told in a sentence."""
        try:
            self.eye.open(source, self._game.lying if self._game is not None else None)
        except ValueError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.absent = ""
        if self.eye.source != piped.SOURCE:  # which no other evening has
            self.remember(camera=self.eye.source)
        self._remember_watched()

    def switch_camera(self) -> None:
        """Off, on again, or ask which one."""
        if self.eye.on:
            self.eye.close()
            self.absent, self._wanted = "", False
            self.remember(watched=0)
        elif self.eye.source:
            self.watch_camera(self.eye.source)
        else:
            self.ask_camera()

    def ask_camera(self, then: Callable[[str], None] | None = None) -> None:
        """Ask which camera is meant, and `then` do something with it: by default, watch it."""
        from tui.screens.camera import CameraScreen

        chosen = then or self.watch_camera
        self.push_screen(CameraScreen(self.eye.source), lambda source: chosen(source) if source else None)

    def _remember_watched(self) -> None:
        """The game that is played is watched: it is again when the program is left and the game resumed."""
        if self._game is not None and self.eye.on and self.eye.source != piped.SOURCE:
            self.remember(watched=self._game.session.game_id)

    def camera_for(self, session: Session, *, again: bool) -> str:
        """Somebody begins to play: see to it that the camera is on if people expect that.

        They do if they named or calibrated it just now, or if it watched this very game when the program was left. A
        webcam that was named on another evening is not switched on unasked, and a recording would begin anew.

        Args:
            session: the game.
            again: whether `session` may be switched to the camera that watched it before.

        Returns:
            What is to be said of a camera that is off, or empty.
        """
        named = self._wanted or (again and not self.eye.recorded)
        if named and self.eye.source and not self.eye.on:
            self.watch_camera(self.eye.source)
        self.eye.begins(session.state)
        view = self.eye.view
        if view is not None and lies_unused(view, session.game):
            from tui.watched import LYING

            return LYING
        off = self.eye.source and not self.eye.on and not session.state.over
        return "The camera is off: v switches it on." if off else ""

    def calibrate(self) -> None:
        """Get to know the camera: switch it on, asking which one if none was ever named, and show what it sees."""
        if self.eye.on or self.eye.source:
            self._calibrate("")
        else:
            self.ask_camera(self._calibrate)

    def _calibrate(self, source: str, was_on: bool | None = None) -> None:
        """Calibrate `source`, or the camera there is.

        Args:
            source: another camera; empty for the one that was named.
            was_on: whether the camera was watched before all this, and is to be watched afterwards.
        """
        from tui.screens.calibrate import CalibrateScreen

        was_on = self.eye.on if was_on is None else was_on
        self._wanted |= self._game is None
        if source or not self.eye.on:
            self.watch_camera(source or self.eye.source)
        if not self.eye.on:
            return  # it is no camera; that was told

        def done(profile: Profile | None) -> None:
            self._calibrating = None
            if profile is not None and screen.knows_dice and profile.dice_set in settings.DICE:
                self.remember(dice=profile.dice_set)
            if screen.following:
                self._calibrate(screen.following, was_on)
                return
            if not was_on:
                self.eye.close()
            elif profile is not None:
                self.watch_camera(self.eye.source)  # anew, with the profile
            elif self._game is not None:
                self.eye.stands(self._game.session.state)
            self.eye.attended(self._game is not None)

        self._calibrating = screen = CalibrateScreen(self._settings_file.parent / "cameras", self.eye.source)
        self.push_screen(screen, done)
