"""The game screen: keys and clicks become changes of the table; changes of the game go through the session."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import State
from kismet.game.events import Step
from tui import actions
from tui.actions import Where
from tui.camera import CameraWords, News
from tui.messages import CellChosen
from tui.screens.dialog import AskScreen, TextScreen
from tui.screens.rolls import RollScreen
from tui.session import Session, rematch
from tui.view.detail import why_content
from tui.view.explain import explain
from tui.view.table import Asked
from tui.widgets.board import Board, Shown

_FPS, _FPS_SSH = 7, 3
"""Pictures a second; fewer where every one travels through a network."""
_SETTLED = 2.0
"""Seconds after which the solver begins: the first keys and the camera come first."""


class GameScreen(RollScreen):
    """One game being played. Holds the session and one immutable table, which is replaced and painted."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings(Where.GAME)]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._absent = ""
        """What was said of a camera that gave no pictures."""
        self._clicked: tuple[int, Box, State] | None = None
        """The cell that was clicked last, and the game with the dice that lay there."""

    def opened(self, camera: str, absent: str) -> None:
        """Say at once what there is to be said of the camera: that it is off, or why it gives no pictures."""
        self.table = self.now.told(absent or camera)
        self._absent = absent

    def compose(self) -> ComposeResult:
        """All that is seen is the board's."""
        yield Board(self._shown())

    def on_mount(self) -> None:
        """Look at the camera now and then; never wait for it."""
        slow = "SSH_CONNECTION" in os.environ
        self.set_interval(1 / (_FPS_SSH if slow else _FPS), self._look)
        self.call_after_refresh(self.kismet.eye.attended, True)
        self.set_timer(_SETTLED, lambda: self.kismet.advisor.prepare(self.now.state))

    @property
    def unseen(self) -> bool:
        """Whether the window is too small for the game: then no key plays it."""
        return self.query_one(Board).too_small

    def _shown(self) -> Shown:
        eye = self.kismet.eye
        blue = self.kismet.settings.dice == "blue"
        return Shown(self.now, self.session.game, eye.words, eye.on, eye.looks_on, blue)

    def watch_table(self) -> None:
        """Another table: show it."""
        super().watch_table()
        if self.is_mounted:
            self.query_one(Board).show(self._shown())

    def _look(self) -> None:
        """Show what the camera sees now, and advice that has come meanwhile."""
        self._ask_advice()
        self._ask_odds()
        eye = self.kismet.eye
        board = self.query_one(Board)
        board.show(self._shown())
        view = eye.view
        if self._absent and view is not None and view.live:
            if self.now.message == self._absent:
                self.table = self.now.told("")
            self._absent = ""
        if eye.on and self.is_current:
            board.show_camera(view, view.words if view is not None else "")

    # What changes the game

    def changed(self, *, over: bool) -> None:
        """The game has changed: other advice, other chances, or its end."""
        self._ask_advice()
        self._ask_odds()
        if over:
            self.action_ending()

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
            self.record()
        elif table.asked is not Asked.DICE:
            self.table = replace(table, asked=Asked.DICE)
        elif table.state.turn_in(table.player, table.box) is not None:
            self.action_correct()
        elif not table.on_move:
            self.table = table.told(f"It is {table.state.player}'s turn.", refused=True)
        elif not self._offer_pending():
            self._score(table.box)

    def _offer_pending(self) -> bool:
        """Whether dice wait to be recorded; then nothing is scored, since other dice are shown than are recorded."""
        if self.now.entry is not None and self.now.entry.dice != self.now.state.dice:
            return self._typed_first("esc leaves them")
        if self.now.offer is None:
            return False
        how = "space accepts it" if self.now.offer.dice is not None else "type the five dice"
        self.table = self.now.told(f"First the reading: {how}, or esc leaves it.", refused=True)
        return True

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
        if self._typed_first("then s takes what is marked") or self._offer_pending():
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
        before = self.now
        done = self._do(lambda: self.session.do(step))
        words = self.now.message
        if not done:
            self.table = before  # where the name is typed it is said why not; left standing here, it would outlive that
        return self.session.state, words

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

    def take(self, news: News) -> None:
        """News from the camera; what is said of one that gives no pictures goes when they come."""
        super().take(news)
        if isinstance(news, CameraWords) and news.absent:
            self._absent = news.words

    def action_home(self) -> None:
        """Leave the game; it is saved."""
        self.dismiss()

    def on_cell_chosen(self, message: CellChosen) -> None:
        """A click moves the cursor; a second one on the same cell is Enter.

        A first one only points even where the cursor is already: it goes to the box with the mark by itself.
        """
        table = self.now
        player = message.player if message.player is not None else table.player
        clicked, self._clicked = self._clicked, (player, message.box, table.as_shown)
        if (player, message.box) != (table.player, table.box) or table.entry is not None:
            self.table = replace(table, player=player, box=message.box, message="")
        elif clicked == self._clicked:
            self._clicked = None
            self.action_enter()
        else:
            filled = table.state.sheets[player][message.box] is not None
            self.table = table.told(
                f"{message.box.title}: a second click {'puts it right' if filled else 'scores it'}."
            )
