"""Calibration as a screen: throw, say whether it was read right, and see what is good and bad about the picture.

It watches through the app's own camera, so that what is confirmed here is what a game would be offered. Every confirmed
throw is saved at once: the screen can be left at any moment, and nothing is lost.

This module imports OpenCV along with `calibration`, and is itself imported only when somebody calibrates.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from calibration import sitting as at
from calibration.checks import Remark
from calibration.mat import MatView, find_mat
from calibration.notebook import FIRM
from calibration.profile import Profile, ProfileError, camera_name
from calibration.sitting import Seen, Sitting
from calibration.store import free_name, save, shelf
from calibration.table import Way
from tui.camera import CameraWords, DiceLeft, News, RecordingOver, RollSeen, TableCleared
from tui.screens.dialog import TextScreen
from tui.view.calibrate import help_content, keys_content, title_line, told_content
from tui.widgets.camera import CameraPane
from vision.reading import Image
from vision.sources import SourceError, parse_source

if TYPE_CHECKING:
    from tui.app import KismetApp

PICTURES, CHECKS = 1 / 7, 1 / 2
"""Seconds from picture to picture, and from check to check."""
MAT_EVERY = 4
"""Checks from one search for the play mat to the next, until it is found."""


class CalibrateScreen(Screen[Profile | None]):
    """Gives the profile that was saved; None if nothing was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(value), f"digit({value})", "A number", show=False) for value in range(1, 7)),
        Binding("enter", "confirm", "Right"),
        Binding("backspace,u", "undo", "Take back"),
        Binding("s", "skip", "Leave this throw out"),
        Binding("a", "area", "Area"),
        Binding("w", "whole", "Whole picture"),
        Binding("d", "dice", "Dice set"),
        Binding("question_mark", "help", "Help"),
        Binding("V", "other_camera", "Another camera"),
        *(Binding(way, f"arrow('{way}')", "Area", show=False) for way in Way),
        *(Binding(f"shift+{way}", f"arrow('{way}', True)", "Area's size", show=False) for way in Way),
        Binding("tab", "size", "Move or size", show=False, priority=True),
        Binding("escape,q", "leave", "Leave"),
    ]

    def __init__(self, folder: Path, source: str) -> None:
        """Calibrate the camera `source`; profiles lie in `folder`."""
        super().__init__()
        self._folder = folder
        self._shelf = shelf(folder)
        try:
            self._camera = camera_name(parse_source(source).label)
        except SourceError:
            self._camera = source  # unplugged meanwhile: what is typed is its name as well
        self._sitting = Sitting(self._shelf.for_camera(self._camera), message=self._shelf.lacking(self._camera))
        self._area = self._sizing = False
        """Whether arrow keys move the area, and whether they change its size."""
        self._remarks: tuple[Remark, ...] = ()
        self._profile: Profile | None = None
        self._at = -1
        self._absent = ""
        """What was said of a camera that gave no pictures."""
        self._checks = 0
        self._searching = False
        self.following = ""
        """Another camera that was named, to be calibrated next."""

    @property
    def knows_dice(self) -> bool:
        """Whether a person has said which dice these are, or enough of them were seen."""
        book = self._sitting.book
        return book is not None and (book.dice_set != "auto" or book.throws >= FIRM)

    @property
    def kismet(self) -> KismetApp:
        """The app, as what it is."""
        return cast("KismetApp", self.app)

    def compose(self) -> ComposeResult:
        """Picture, words, keys."""
        yield Static("", id="calibrate-title", markup=False)
        with Container(id="calibrate-body"):
            yield CameraPane(id="calibrate-picture")
            with VerticalScroll(id="calibrate-words", can_focus=False):
                yield Static("", id="calibrate-told")
        yield Static("", id="calibrate-keys")

    def on_mount(self) -> None:
        """Look, again and again; never wait for the camera."""
        self.set_interval(PICTURES, self.look)
        self.set_interval(CHECKS, self.check)
        self.call_after_refresh(self.kismet.eye.attended, True)
        self._paint()

    def on_resize(self) -> None:
        """Another size of the window."""
        self.look()

    # What comes from the camera

    def look(self) -> None:
        """Show the newest picture."""
        view = self.kismet.eye.view
        if view is not None and view.frame is not None:
            height, width = view.frame.shape[:2]
            fresh = at.looked(self._sitting, (width, height))
            if fresh is not self._sitting:
                self._change(fresh)
        if self._absent and view is not None and view.live:
            if self._sitting.message == self._absent:
                self._change(self._sitting.told(""))
            self._absent = ""
        words = view.words if view is not None else "The camera is off."
        self.query_one(CameraPane).show_view(view, words, area=self._sitting.area, zoom=False)
        saved = self._profile.name if self._profile is not None else ""
        self._say("title", title_line(self._camera, words, saved, self.app.size.width))

    def check(self) -> None:
        """Judge the newest picture, if it shows dice that lie still."""
        view = self.kismet.eye.view
        if view is not None and view.number == self._at:
            return
        live = None
        if view is not None and view.live and view.frame is not None and view.reading is not None:
            live = Seen(view.frame, view.reading)
        self._at = view.number if view is not None else -1
        if view is not None and view.live and view.frame is not None:
            self._search_mat(view.frame)
        self._remarks = at.checks(self._sitting, live)
        self._paint()

    def _search_mat(self, image: Image) -> None:
        """Now and then look for the play mat, which takes longer than a key should wait: on another thread."""
        book, turn = self._sitting.book, self._checks % MAT_EVERY
        self._checks += 1
        if book is not None and book.mat is None and not turn and not self._searching:
            self._searching = True
            self.run_worker(lambda: self._find_mat(image), thread=True)

    def _find_mat(self, image: Image) -> None:
        worker, found = get_current_worker(), find_mat(image)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._mat_found, image, found)

    def _mat_found(self, image: Image, found: MatView | None) -> None:
        self._searching = False
        book, (height, width) = self._sitting.book, image.shape[:2]
        if found is not None and book is not None and book.size == (width, height):
            self._change(replace(self._sitting, book=book.with_mat(image, found)))

    def take(self, news: News) -> None:
        """News from the camera."""
        view = self.kismet.eye.view
        match news:
            case RollSeen(reading=reading) if at.again(self._sitting, reading):
                pass  # seen better, or counted anew: nobody has thrown
            case RollSeen(reading=reading) if view is not None and view.frame is not None:
                self._change(at.seen(self._sitting, view.frame, reading))
                self.app.bell()
            case DiceLeft() | TableCleared():
                self._change(at.gone(self._sitting))
            case CameraWords(words, absent):
                self._absent = words if absent else self._absent
                self._change(self._sitting.told(words))
            case RecordingOver():
                self._change(self._sitting.told("The recording is over."))
        if self._sitting.waiting is None:
            self.kismet.eye.go_on()

    # What people say

    def action_digit(self, value: int) -> None:
        """A number, to put the reading right."""
        self._change(at.digit(self._sitting, value))

    def action_confirm(self) -> None:
        """Right as read, or as typed; without a throw, the dice that lie there now; in between, the area is done."""
        if self._area:
            self.action_area()
            return
        view = self.kismet.eye.view
        if self._sitting.waiting is None and view is not None and view.frame is not None and view.reading is not None:
            self._change(at.asked_for(self._sitting, view.frame, view.reading))
            return
        before = self._sitting
        self._change(at.confirmed(before))
        if self._sitting.throws > before.throws:
            # The next throw is one of all dice again, whatever a game would make of it.
            self.kismet.eye.new_turn()
            self.kismet.eye.go_on()
            self._save()

    def action_skip(self) -> None:
        """Leave the throw out."""
        self._change(at.skipped(self._sitting))
        self.kismet.eye.new_turn()
        self.kismet.eye.go_on()

    def action_undo(self) -> None:
        """Take the last number or throw back."""
        before = self._sitting
        self._change(at.undone(before))
        if self._sitting.throws < before.throws:
            self._save()

    def action_dice(self) -> None:
        """The next dice set."""
        self._change(at.other_set(self._sitting))
        self._save()

    def action_area(self) -> None:
        """Arrow keys begin to move the area, or are done with it."""
        self._area, self._sizing = not self._area, False
        if not self._area:
            self._save()
        self._paint()

    def action_size(self) -> None:
        """Arrow keys change the area's size, or move it: for terminals that keep shift and arrows to themselves."""
        self._sizing = self._area and not self._sizing
        self._paint()

    def action_arrow(self, way: str, larger: bool = False) -> None:
        """Move the area, or one of its sides; while that was not asked for, scroll what is told."""
        if self._area or larger:
            self._area = True
            self._change(at.area_moved(self._sitting, Way(way), larger=larger or self._sizing))
            self.look()
        elif way in (Way.UP, Way.DOWN):
            getattr(self.query_one(VerticalScroll), f"scroll_{way}")(animate=False)

    def action_whole(self) -> None:
        """Search the whole picture."""
        self._change(at.area_whole(self._sitting))
        self.look()
        self._save()

    def action_help(self) -> None:
        """What each key does."""
        self.app.push_screen(TextScreen("Calibration", help_content()))

    def action_other_camera(self) -> None:
        """Another camera: what was learned of this one is saved, and that one is calibrated."""

        def chosen(source: str) -> None:
            self.following = source
            self._save()
            self.dismiss(self._profile)

        self.kismet.ask_camera(chosen)

    def action_leave(self) -> None:
        """Done with the area, or with it all; what was learned is saved already."""
        if self._area:
            self.action_area()
        else:
            self._save()
            self.dismiss(self._profile)

    def _save(self) -> None:
        """Save what is known by now; a disk that refuses is told, and the sitting goes on."""
        names = [profile.name for profile in self._shelf.profiles]
        old = self._sitting.old
        name = old.name if old is not None else free_name(names, self._camera)
        profile = self._sitting.profile(name, self._camera)
        if profile is None:
            return
        try:
            save(self._folder, profile)
        except ProfileError as error:
            self._change(self._sitting.told(str(error)))
        else:
            self._profile = profile

    def _change(self, sitting: Sitting) -> None:
        self._sitting = sitting
        if self.is_mounted:
            self._paint()

    def _paint(self) -> None:
        self._say("told", told_content(self._sitting, self._remarks, area=self._area, sizing=self._sizing))
        self._say("keys", keys_content(self._sitting, area=self._area))

    def _say(self, part: str, words: str | Content) -> None:
        static = self.query_one(f"#calibrate-{part}", Static)
        if static.content != words:
            static.update(words)
