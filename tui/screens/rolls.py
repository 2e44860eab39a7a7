"""A table with rolls on it: typed, read by the camera and accepted, given another number, put in afterwards, undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kismet.dice import DiceError
from kismet.game import Game, GameError, Origin, Rolled
from kismet.journal import JournalError
from tui import misread, places
from tui.camera import Lying, News, RollSeen, lies_unused, lying, nothing_read, nothing_to_do, taken
from tui.misread import Sight, Witness
from tui.passed import (
    FORGOTTEN,
    certainly_passed,
    meanwhile_words,
    next_turn_words,
    next_turns,
    passed_over,
    read_meanwhile,
    recorded_words,
    turn_goes_on,
    turn_is_done,
)
from tui.screens.advised import AdvisedScreen
from tui.session import Session
from tui.view import table as view
from tui.view.numbers import other_number, renumbered
from tui.view.table import Offer


class RollScreen(AdvisedScreen):
    """Holds the session; every roll goes through it, whoever saw it. Nothing is scored here."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._sight: Sight | None = None
        """The picture of the dice that are offered."""
        self._early: tuple[RollSeen, ...] = ()
        """The next player's rolls, read before the box of the last one was chosen."""
        self._meanwhile: tuple[RollSeen, ...] = ()
        """Rolls that were read while dice were typed."""
        self._missed_sight: Sight | None = None
        """The picture of the roll that was read before them and not recorded."""
        self._witness: Witness | None = None
        """The picture of a recorded roll that can be kept if it was misread."""
        self._accepted: tuple[Offer, Sight | None] | None = None
        """The reading that was recorded last, and its picture: offered again if that is taken back."""

    @property
    def lying(self) -> Lying | None:
        """The dice that lie on the table as far as the game knows."""
        if self._early:
            return Lying(self._early[-1].reading.values, self._early[-1].number, stands=False)
        return lying(self.now.state, self.now.offer)

    def watch_table(self) -> None:
        """Another table: if nothing is typed any more, what was read meanwhile has its turn."""
        if self._meanwhile and self.now.entry is None:
            self.call_later(self._offer_meanwhile)

    def _offer_meanwhile(self) -> None:
        """What was read while dice were typed is offered now, unless it is the roll that was typed."""
        if self.now.entry is not None:
            return
        rolls, self._meanwhile = self._meanwhile, ()
        for news in rolls:
            if news.number > self.now.state.roll_number:
                said = f"{self.now.message.rstrip('.')}." if self.now.message else ""
                self.take(news)
                self.table = self.now.told(f"{said} {self.now.message}".strip())
        if self.now.offer is None and not self._early:
            self.kismet.eye.go_on()

    def _do(self, deed: Callable[[], str], *, offered: bool = False, tell: bool = True) -> bool:
        """Do something that changes the game, show it, and tell whether it was done.

        A reading that waits goes on waiting while its turn is played.

        Args:
            deed: does it, and says in words what was done.
            offered: whether the reading that waits is what it records.
            tell: whether the camera is to know.
        """
        before = self.session.game
        try:
            words = deed()
        except (GameError, JournalError, DiceError) as error:
            self.table = self.now.told(str(error), refused=True)
            return False
        was, game = self.now, self.session.game
        was_over = was.state.over
        new = view.seen(was, game.state).told(words)
        waits = None if offered or not view.still_waits(was, game.state) else was.offer
        self.table = view.with_offer(new, waits) if waits is not None else new
        goes_on = turn_goes_on(was.state, game.state)
        later = goes_on and any(news.number > game.state.roll_number for news in self._meanwhile)
        if tell and waits is None and not later and not (self._early and goes_on):
            # Else the dice in view are those that are offered, or will be, and nothing was said of them.
            self.kismet.eye.changed(before, game, plays_on=not self._early)
        if self._meanwhile and was.state.serial != game.state.serial:
            self._meanwhile = ()
            self.table = self.now.told(f"{words}. {FORGOTTEN}")
        if self._early and not goes_on:
            self._offer_early(words, done=turn_is_done(was.state, game.state))
        self.changed(over=self.now.state.over and not was_over)
        return True

    def _offer_early(self, words: str, *, done: bool) -> None:
        """The turn has changed: its next one's dice are offered if it is `done`, and forgotten if it has gone back."""
        early, self._early = self._early, ()
        if self.now.state.over or not done:
            self.kismet.eye.go_on()
            if not self.now.state.over:
                self.table = self.now.told(f"{words}. {FORGOTTEN}")
            return
        self.kismet.eye.renumber(early[-1].number)
        for news in (replace(early[0], guess=""), *early[1:]):
            self.take(news)
        self.table = self.now.told(f"{words}. {self.now.message}".strip())

    def changed(self, *, over: bool) -> None:
        """The game has changed; `over` if it ended with that."""

    def _do_roll(self, deed: Callable[[], str], *, missed: bool = False, tell: bool = True) -> bool:
        """Record a roll; if the camera read it, its picture belongs to it.

        Args:
            deed: records it.
            missed: whether it is the one that was read before the one that is offered.
            tell: whether the camera is to know.
        """
        read = self.now.missed if missed else self.now.offer
        sight = self._missed_sight if missed else self._sight
        if not self._do(deed, offered=not missed, tell=tell):
            return False
        self._accepted = (read, sight) if read is not None and tell else None
        state = self.now.state
        if read is not None and sight is not None:
            self._witness = Witness.of(sight, state)
            self.kismet.snap(self.session.game_id, self._witness)
        if self._witness is not None and self._witness.differs(state):
            self.table = self.now.told(f"{self.now.message}. {misread.HINT}")
        return True

    def record(self) -> None:
        """Record the dice that are typed, once there are five."""
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
        self._do_roll(lambda: self.session.roll(dice, number=entry.number, kept=entry.kept_values), missed=entry.missed)

    def action_roll(self) -> None:
        """What is typed now is the next roll; a recording that waits plays on to it."""
        super().action_roll()
        if self.now.entry is not None and self.now.offer is None and not self._early:
            self.kismet.eye.go_on()

    def action_accept(self) -> None:
        """Record the dice that are shown: those typed, or typed over a reading, as Enter does; else those read."""
        if self.now.entry is not None:
            self.record()
            return
        offered = self.now.offer
        if offered is None or offered.dice is None:
            view_now = self.kismet.eye.view
            unsaid = view_now is not None and (view_now.unsaid or lies_unused(view_now, self.session.game))
            if offered is None and unsaid and self.now.state.dice is None:
                self.kismet.eye.take_lying()
                self.table = self.now.told("The dice that lie there are taken for a throw.")
                return
            why = nothing_read(view_now) if view_now is not None and offered is None else ""
            if not why and offered is None:
                back = isinstance(self.session.game.redoable, Rolled)
                why = " U puts back the roll that was taken back; or type the dice." if back else " Type the dice."
            self.table = self.now.told(f"There is no reading to accept.{why}", refused=True)
            return
        dice = offered.dice
        kept = self.now.offered_kept
        self._do_roll(lambda: self.session.roll(dice, number=offered.number, kept=kept, origin=Origin.CAMERA))

    def toggle(self, place: int) -> None:
        """As on any table; the camera is told which dice were kept in the roll that is offered."""
        before = self.now.offer
        super().toggle(place)
        offer = self.now.offer
        if offer is not None and before is not None and offer.kept != before.kept:
            self.kismet.eye.keep(tuple(sorted(offer.kept)))

    def action_number(self) -> None:
        """Say which roll of the turn it was: the next possible number with each press."""
        table = self.now
        number = other_number(table)
        if number is None:
            words = "There is no roll yet." if table.state.dice is None else "It can be no other roll."
            self.table = table.told(words, refused=True)
        elif table.entry is not None and table.entry.held:
            self.table = table.told("With dice held, it can only be the next roll.", refused=True)
        elif table.entry is None and table.offer is None:
            self._do(lambda: self.session.renumber(number))
        else:
            self.table = renumbered(table, number)
            if table.entry is None and not self._early:
                self.kismet.eye.renumber(number)

    def action_escape(self) -> None:
        """Give up what was begun; a reading that is given up was no roll, and a recording that waited plays on."""
        before = self.now
        if self._early and before.entry is None and before.asked is view.Asked.DICE:
            self._early = ()
            self.kismet.eye.dismiss(before.state.roll_number if before.offer is None else before.offer.number)
            if before.offer is None:
                self.kismet.eye.go_on()
            self.table = before.told("That was no roll.")
            return
        super().action_escape()
        if before.offer is None or self.now.offer is not None:
            return
        self.kismet.eye.dismiss(before.state.roll_number)
        self.kismet.eye.go_on()
        following = f" The next throw is roll {before.state.roll_number + 1}." if before.may_roll else ""
        self.table = self.now.told(f"That was no roll.{following}")

    def action_missed(self) -> None:
        """Put in the roll that was read before the offered one and not recorded."""
        self.table = view.typing_missed(self.now)

    def action_undo(self) -> None:
        """Take the last step back; the cursor is where it was done, and dice that still lie there are offered again."""
        before, game = self.now, self.session.game
        again = self._still_lying(game)
        if not self._do(self.session.undo, tell=again is None):
            return
        self.table = view.taken_back(self.now, before)
        if again is None or self.now.offer is not None:
            return
        if isinstance(self.session.game.log[-1], Rolled):  # it was only given another number
            self.kismet.eye.changed(game, self.session.game)
            return
        offer, self._sight = again
        eye, said = self.kismet.eye, f"{self.now.message}. {offer.remarks}".strip()
        eye.changed(game, self.session.game, plays_on=False)
        if offer.kept:
            eye.keep(tuple(sorted(offer.kept)))
        self.table = view.offered(self.now, offer).told(said)

    def _still_lying(self, game: Game) -> tuple[Offer, Sight | None] | None:
        """The reading that `game`, before an undo, recorded last, if its dice are in view and lie still."""
        last, seen = game.undoable, self.kismet.eye.view
        if self._accepted is None or not isinstance(last, Rolled) or seen is None or not seen.live:
            return None
        offer, sight = self._accepted
        if seen.reading is None or sorted(seen.reading.values) != sorted(offer.values):
            return None
        return replace(offer, number=last.number, guess=""), sight

    def action_redo(self) -> None:
        """Put back what was taken back."""
        self._do(self.session.redo)

    def take(self, news: News) -> None:
        """News from the camera: dice at rest are offered, and never scored by themselves."""
        waited, sight = self.now.offer, self._sight
        recorded = self._record_passed(news) if isinstance(news, RollSeen) else ""
        if isinstance(news, RollSeen):
            before_it, early = self._early, next_turns(self._early, news, self.now.state)
            self._early = early or ()
            if early is not None:
                words = next_turn_words(before_it, news, self.now.state)
                self.table = self.now.told(f"{recorded} {words}".strip())
                self.app.bell()
                return
            if self.now.entry is not None:
                self._hear_later(news, self.now.entry.number)
                return
        before = self.now
        self.table = now = taken(before, news)
        if now.offer is not None and now.offer is not before.offer:
            self.app.bell()
            self.kismet.caller.seen(now.offer.values, now.offer.doubts)
            self._sight = self.kismet.eye.sights.of(news.reading) if isinstance(news, RollSeen) else None
            self.table = passed_over(now.told(f"{recorded} {now.message}".strip()), waited)
            self._missed_sight = sight if self.now.missed is waited else self._missed_sight
        elif nothing_to_do(now, news):
            self.kismet.eye.go_on()

    def _hear_later(self, news: RollSeen, typed: int) -> None:
        """A roll was read while dice are typed as the roll of number `typed`, and is not to disturb that."""
        self._meanwhile = read_meanwhile(self._meanwhile, news)
        if news.number > typed:
            self.table = self.now.told(meanwhile_words(news))
            self.app.bell()

    def _record_passed(self, news: RollSeen) -> str:
        """The next roll was read: record the one that still waits to be accepted, if nothing about it is in doubt.

        Returns:
            What happened, in words; empty if nothing did.
        """
        table = self.now
        offer = table.offer
        if offer is None or table.entry is not None or not certainly_passed(offer, news, table.state):
            return ""
        dice, kept = offer.dice, table.offered_kept
        assert dice is not None
        # The camera is not told: the dice in view are those of the next roll.
        done = self._do_roll(
            lambda: self.session.roll(dice, number=offer.number, kept=kept, origin=Origin.CAMERA), tell=False
        )
        return recorded_words(offer.number, offer.values, "u") if done else self.now.message

    def action_misread(self) -> None:
        """Keep the picture of the last roll that the camera saw, with the numbers that are recorded."""
        witness = self._witness
        values = witness.values(self.session.state) if witness is not None else None
        if witness is None or values is None:
            self.table = self.now.told(misread.NONE, refused=True)
            return
        kept, words = misread.keep_words(places.misread(), witness.sight, values)
        self.table = self.now.told(words, refused=not kept)
