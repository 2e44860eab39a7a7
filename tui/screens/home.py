"""The first screen: go on with the last game, begin a new one, look at old ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from kismet.faults import passed_words
from kismet.journal import JournalError, Saved
from tui import actions, piped
from tui.actions import Where
from tui.addresses import public
from tui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.app import KismetApp

LOGO = "┌───┐ ┌───┐ ┌───┐ ┌───┐ ┌───┐\n│5◆R│ │5◆R│ │5◆R│ │3▲G│ │3▲G│\n└───┘ └───┘ └───┘ └───┘ └───┘"

NEWCOMER = (
    "New here? n begins a game: type the dice as digits, or let a camera read them. ? tells the keys and the rules; "
    "kismet demo shows a recorded game."
)


_LOOK = 0.5
"""Seconds between two looks at the camera's state."""


class HomeScreen(Screen[None]):
    """A list of what can be done, the likeliest first."""

    tells_of_camera = True
    """What is wrong with the camera is said here, as long as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *actions.bindings(Where.HOME),
        Binding("c", "calibrate", "Calibrate the camera"),
        Binding("V", "other_camera", "Another camera"),
        Binding("q", "choose('quit')", "Quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._note = self._told = self._camera = ""

    def compose(self) -> ComposeResult:
        """Name, list, a word of advice."""
        with Vertical(id="home"):
            yield Static("K I S M E T", id="name", markup=False)
            yield Static(LOGO, id="logo", markup=False)
            yield Rows(id="list", compact=True)
            yield Static("", id="note", markup=False)

    @property
    def kismet(self) -> KismetApp:
        """The app, as what it is."""
        return cast("KismetApp", self.app)

    def on_mount(self) -> None:
        """Fill the list."""
        self.set_focus(self.query_one(OptionList))
        self.refill()
        self.set_interval(_LOOK, self._look)

    def on_screen_resume(self) -> None:
        """Back from a game: it is the one to resume now."""
        self.refill()

    def refill(self) -> None:
        """Read the saved games and make the list."""
        options, notes = self.query_one(OptionList), [self.kismet.note, self.kismet.settings.problem]
        games: list[Saved] = []
        going = None
        try:
            games = self.kismet.journal.games()
            newest = self.kismet.journal.newest(lambda game: game.damaged or not game.over)
            going = newest.saved
            notes.append(passed_words(newest.passed))
            if newest.passed:
                notes.append("h lists it; ⏎ there offers a copy of what is sound.")
        except JournalError as error:
            notes.append(str(error))
        self._note = "\n".join(filter(None, notes)) or ("" if games else NEWCOMER)
        options.clear_options()
        if going is not None:
            options.add_option(Option(_row("r", f"Resume {resume_words(going)}"), id="resume"))
        options.add_option(Option(_row("n", "New game"), id="new"))
        if games:
            options.add_option(Option(_row("h", f"All games ({len(games)})"), id="history"))
        options.add_option(Option(_row("c", "Calibrate the camera"), id="calibrate"))
        self._camera = self._camera_words()
        options.add_option(Option(_row("V", self._camera), id="camera"))
        options.add_option(Option(_row("?", "Help and rules"), id="help"))
        options.add_option(Option(_row("q", "Quit"), id="quit"))
        options.highlighted = 0
        self._tell()

    def _look(self) -> None:
        """Show what has become of the camera meanwhile."""
        words = self._camera_words()
        if words != self._camera:
            self._camera = words
            self.query_one(OptionList).replace_option_prompt("camera", _row("V", words))
        self._tell()

    def _camera_words(self) -> str:
        """Which camera there is, and what it does."""
        eye = self.kismet.eye
        if not eye.source:
            return "Camera: none yet"
        named = "another program's pictures" if eye.source == piped.SOURCE else public(eye.source)
        return f"Camera: {named} · {eye.view.words if eye.view is not None else 'off'}"

    def _tell(self) -> None:
        """The note, and before it what is wrong with the camera."""
        words = "\n".join(filter(None, [self.kismet.absent, self._note]))
        if self._told != words:
            self._told = words
            self.query_one("#note", Static).update(words)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        if event.option_id:
            self.action_choose(event.option_id)

    def action_choose(self, what: str) -> None:
        """Do one of the list."""
        match what:
            case "resume":
                self.action_resume()
            case "new":
                self.action_new()
            case "history":
                self.action_history()
            case "calibrate":
                self.action_calibrate()
            case "camera":
                self.action_other_camera()
            case "help":
                self.kismet.action_help()
            case _:
                self.app.exit()

    def action_resume(self) -> None:
        """Go on with the game played last."""
        self.kismet.resume_last()

    def action_new(self) -> None:
        """Ask who plays."""
        self.kismet.new_game()

    def action_history(self) -> None:
        """Look at old games."""
        self.kismet.show_history()

    def action_calibrate(self) -> None:
        """Get to know the camera."""
        self.kismet.calibrate()

    def action_other_camera(self) -> None:
        """Say which camera is to be used. It is switched on, so that one that cannot be had is told here."""

        def chosen(source: str) -> None:
            self.kismet.watch_camera(source)
            self._look()

        self.kismet.ask_camera(chosen)


def resume_words(game: Saved) -> str:
    """Who plays, and how far they are."""
    return f"{', '.join(game.players)}: round {game.round}"


def _row(key: str, words: str) -> Content:
    return Content.assemble((f" {key} ", "bold $accent"), words)
