"""The game screen: keys and clicks become changes of the table; changes of the game go through the session."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from kismet.boxes import Box
from kismet.dice import Dice, DiceError
from kismet.game import GameError, Origin, State
from kismet.game.events import Step
from kismet.journal import JournalError
from tui import actions, misread, places
from tui.actions import Where
from tui.camera import News, RollSeen, nothing_to_do, taken
from tui.messages import CellChosen
from tui.misread import Sight, Witness
from tui.screens.advised import AdvisedScreen
from tui.screens.dialog import AskScreen, TextScreen
from tui.session import Session, rematch
from tui.view import table as view
from tui.view.detail import why_content
from tui.view.explain import explain
from tui.view.table import Asked
from tui.widgets.board import Board, Shown

if TYPE_CHECKING:
    pass

_FPS, _FPS_SSH = 7, 3
"""Pictures a second; fewer where every one travels through a network."""
_SETTLED = 2.0
"""Seconds after which the solver begins: the first keys and the camera come first."""


class GameScreen(AdvisedScreen):
    """One game being played. Holds the session and one immutable table, which is replaced and painted."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings(Where.GAME)]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._sight: Sight | None = None
        """The picture of the dice that are offered."""
        self._witness: Witness | None = None
        """The picture of a recorded roll that can be kept if it was misread."""

    def compose(self) -> ComposeResult:
        """All that is seen is the board's."""
        yield Board(self._shown())

    def on_mount(self) -> None:
        """Look at the camera now and then; never wait for it."""
        slow = "SSH_CONNECTION" in os.environ
        self.set_interval(1 / (_FPS_SSH if slow else _FPS), self._look)
        self.set_timer(_SETTLED, lambda: self.kismet.advisor.prepare(self.now.state))

    @property
    def unseen(self) -> bool:
        """Whether the window is too small for the game: then no key plays it."""
        return self.query_one(Board).too_small

    def _shown(self) -> Shown:
        eye = self.kismet.eye
        return Shown(self.now, self.session.game, eye.words, eye.on, self.kismet.settings.dice == "blue")

    def watch_table(self) -> None:
        """Another table: show it."""
        if self.is_mounted:
            self.query_one(Board).show(self._shown())

    def _look(self) -> None:
        self._ask_advice()
        self._ask_odds()
        eye = self.kismet.eye
        board = self.query_one(Board)
        board.show(self._shown())
        if eye.on and self.is_current:
            view = eye.view
            board.show_camera(view, view.words if view is not None else "")

    # What changes the game

    def _do(self, deed: Callable[[], str]) -> bool:
        """Do something that changes the game, show it, and tell whether it was done."""
        try:
            words = deed()
        except (GameError, JournalError, DiceError) as error:
            self.table = self.now.told(str(error), refused=True)
            return False
        was_over = self.now.state.over
        self.table = view.seen(self.now, self.session.state).told(words)
        self._ask_advice()
        self._ask_odds()
        self.kismet.eye.changed(self.session.state)
        if self.now.state.over and not was_over:
            self.action_ending()
        return True

    def _do_roll(self, deed: Callable[[], str]) -> None:
        """Record a roll; if the camera offered it, its picture belongs to it."""
        offered, sight = self.now.offer, self._sight
        if not self._do(deed):
            return
        state = self.now.state
        if offered is not None and sight is not None and offered.number == state.roll_number:
            self._witness = Witness.of(sight, state)
            self.kismet.snap(self.session.game_id, self._witness)
        if self._witness is not None and self._witness.differs(state):
            self.table = self.now.told(f"{self.now.message} {misread.HINT}")

    def _after_the_end(self, choice: str | None) -> None:
        match choice:
            case "rematch":
                self.action_rematch()
            case "undo":
                self.action_undo()
            case "replay":
                self.action_replay()
            case "costliest":
                self._replay(costliest=True)
            case "home":
                self.dismiss()

    def action_ending(self) -> None:
        """Standings, best turns, race and luck of a game that is over."""
        if not self.now.state.over:
            self.table = self.now.told("The game is not over yet.", refused=True)
            return
        from tui.screens.over import OverScreen

        self.app.push_screen(OverScreen(self.now.state, self.kismet.advisor.fortune()), self._after_the_end)

    def action_rematch(self) -> None:
        """The same players once more, those who left excepted; whoever sits after the one who began begins."""
        state = self.now.state
        if not state.over:
            self.table = self.now.told("A rematch follows when this game is over; q leaves it, saved.", refused=True)
            return
        self.dismiss(rematch(state))

    def action_roll(self) -> None:
        """What is typed now is the next roll; after the end it is a rematch's."""
        if self.now.state.over:
            self.action_rematch()
        else:
            super().action_roll()

    def action_enter(self) -> None:
        """Record what is typed; or score the box at the cursor; or put a filled box right."""
        table = self.now
        if table.entry is not None:
            self._record()
        elif table.asked is not Asked.DICE:
            self.table = replace(table, asked=Asked.DICE)
        elif table.state.turn_in(table.player, table.box) is not None:
            self.action_correct()
        elif not table.on_move:
            self.table = table.told(f"It is {table.state.player}'s turn.", refused=True)
        elif not self._offer_pending():
            self._score(table.box)

    def _offer_pending(self) -> bool:
        """Whether a reading waits; then nothing is scored, since other dice are shown than are recorded."""
        if self.now.offer is None:
            return False
        how = "space accepts it" if self.now.offer.dice is not None else "type the five dice"
        self.table = self.now.told(f"First the reading: {how}, or esc leaves it.", refused=True)
        return True

    def _record(self) -> None:
        table = self.now
        entry = table.entry
        assert entry is not None
        dice = entry.dice
        if dice is None:
            self.table = table.told(
                f"{entry.missing} more dice are needed." if entry.missing > 1 else "One more die is needed.",
                refused=True,
            )
            return
        if entry.fixing and dice == table.state.dice:
            self.table = view.with_offer(replace(table, entry=None), None).told("The dice stay as they were.")
            return
        self._do_roll(lambda: self.session.roll(dice, number=entry.number, kept=entry.kept_values))

    def _score(self, box: Box) -> None:
        table = self.now
        choice = table.choices.get(box)
        if choice is None:
            self.table = table.told(f"{table.state.player} has no dice yet: type five digits.", refused=True)
        elif choice.refused:
            self.table = table.told(choice.refused, refused=True)
        elif choice.points:
            self.enter(box)
        else:
            self.app.push_screen(
                AskScreen(f"Enter a zero in {box.title}?", choice.reason, "Zero", "Not yet"),
                lambda yes: self.enter(box) if yes else None,
            )

    def enter(self, box: Box) -> None:
        """Fill this box."""
        self._do(lambda: self.session.enter(box))

    def action_suggestion(self) -> None:
        """Do what is best: hold the advised dice, or score the box with the star."""
        if self._offer_pending():
            return
        keep = self.now.hint.keep if self.now.hint is not None else None
        if keep is not None:
            self.table = replace(self.now, held=keep, entry=None, asked=Asked.DICE, message="")
            return
        best = self.now.best
        if self.now.quiet:
            self.table = self.now.told("The screen tells nothing now: t shows what scores.", refused=True)
        elif best is None:
            words = "Choose the box for the zero." if self.now.choices else "There are no dice yet."
            self.table = self.now.told(words, refused=True)
        else:
            self._score(best)

    def action_accept(self) -> None:
        """Record the dice that the camera has read."""
        offered = self.now.offer
        if offered is None or offered.dice is None:
            self.table = self.now.told("There is no reading to accept.", refused=True)
            return
        dice = offered.dice
        kept = tuple(offered.values[place] for place in sorted(offered.kept)) or None
        self._do_roll(lambda: self.session.roll(dice, number=offered.number, kept=kept, origin=Origin.CAMERA))

    def action_undo(self) -> None:
        """Take the last step back; the cursor is where it was done."""
        before = self.now
        if self._do(self.session.undo):
            self.table = view.taken_back(self.now, before)

    def action_redo(self) -> None:
        """Put back what was taken back."""
        self._do(self.session.redo)

    def action_correct(self) -> None:
        """Put the turn at the cursor right."""
        table = self.now
        turn = table.state.turn_in(table.player, table.box)
        if turn is None:
            self.table = table.told("Nothing stands there yet: go to a filled box with the arrows.", refused=True)
            return
        if turn.dice is None:
            words = "This zero is the price of another's second Kismet; put that turn right instead."
            self.table = table.told(words, refused=True)
            return

        from tui.screens.correct import CorrectScreen

        def correct(chosen: tuple[Dice, Box] | None) -> None:
            if chosen is not None:
                self._do(lambda: self.session.correct(turn.serial, *chosen))

        self.app.push_screen(CorrectScreen(self.session, turn, blue=self.kismet.settings.dice == "blue"), correct)

    def action_why(self) -> None:
        """Why the box at the cursor scores what it scores."""
        table = self.now
        told = explain(table, table.player, table.box)
        self.app.push_screen(TextScreen(told.title, why_content(table, told)))

    def action_misread(self) -> None:
        """Keep the picture of the last roll that the camera saw, with the numbers that are recorded."""
        witness = self._witness
        values = witness.values(self.session.state) if witness is not None else None
        if witness is None or values is None:
            self.table = self.now.told(misread.NONE, refused=True)
            return
        kept, words = misread.keep_words(places.misread(), witness.sight, values)
        self.table = self.now.told(words, refused=not kept)

    def action_replay(self) -> None:
        """The game once more, as far as it was played."""
        self._replay()

    def _replay(self, *, costliest: bool = False) -> None:
        from tui.screens.replay import ReplayScreen

        blue = self.kismet.settings.dice == "blue"
        shots = self.kismet.album.of(self.session.game_id)
        fortune = self.kismet.advisor.fortune()
        self.app.push_screen(
            ReplayScreen(self.session.game, "This game", fortune, blue=blue, snapshots=shots, costliest=costliest)
        )

    def action_players(self) -> None:
        """Rename, seats, joining and leaving."""
        from tui.screens.players import PlayersScreen

        self.app.push_screen(PlayersScreen(self.session.state, self._change_players))

    def _change_players(self, step: Step) -> tuple[State, str]:
        self._do(lambda: self.session.do(step))
        return self.session.state, self.now.message

    def action_camera(self) -> None:
        """Switch the camera on or off; ask which one if none was ever named."""
        self.kismet.switch_camera()
        self._look()

    def action_other_camera(self) -> None:
        """Another one than the camera that was named once."""
        self.kismet.ask_camera()

    def action_snapshots(self) -> None:
        """The pictures of the rolls: those of the turn at the cursor first, else the newest."""
        found = self.kismet.album.of(self.session.game_id)
        if not found:
            off = "" if self.kismet.settings.snapshots else " They are switched off."
            words = f"There are no pictures of rolls in this game.{off} {self.kismet.album.problem}".strip()
            self.table = self.now.told(words, refused=True)
            return
        from tui.screens.snapshots import SnapshotsScreen

        table = self.now
        turn = table.state.turn_in(table.player, table.box)
        wanted = [n for n, shot in enumerate(found) if turn is not None and shot.turn == turn.serial]
        self.app.push_screen(SnapshotsScreen(found, table.state, wanted[-1] if wanted else len(found) - 1))

    def action_calibrate(self) -> None:
        """See how well the camera sees, and teach it."""
        self.kismet.calibrate()

    def take(self, news: News) -> None:
        """News from the camera: dice at rest are offered, and never scored by themselves."""
        before = self.now
        self.table = now = taken(before, news)
        if now.offer is not None and now.offer is not before.offer:
            self.app.bell()
            self.kismet.caller.seen(now.offer.values, now.offer.doubts)
            self._sight = self.kismet.eye.sights.of(news.reading) if isinstance(news, RollSeen) else None
        elif nothing_to_do(now, news):
            self.kismet.eye.go_on()

    def action_home(self) -> None:
        """Leave the game; it is saved."""
        self.dismiss()

    def on_cell_chosen(self, message: CellChosen) -> None:
        """A click moves the cursor; a second one on the same cell is Enter."""
        table = self.now
        player = message.player if message.player is not None else table.player
        if (player, message.box) == (table.player, table.box) and table.entry is None:
            self.action_enter()
        else:
            self.table = replace(table, player=player, box=message.box, message="")
