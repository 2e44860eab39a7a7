"""What each line means. A line either changes the game and says how, or changes nothing and says what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kismet.boxes import Box, BoxError
from kismet.dice import COUNT, Dice, DiceError, parse_values
from kismet.game import GameError, Hinted, Origin, State, choices
from kismet.journal import JournalError
from kismet.quoting import MOST, readable, shortened
from tui import misread
from tui.passed import box_first
from tui.plain import people, report
from tui.plain.helping import TOPICS, help_words
from tui.plain.hints import HintError, Told, advice, luck, odds
from tui.plain.offers import SeenTable, unlike
from tui.plain.reasons import reason, rule_lines
from tui.session import Session, rematch

if TYPE_CHECKING:
    from tui.snapshots import Album

_ABOUT = ("scores", "turn", "totals", "table", "advice", "odds", "luck")
GOODBYE = "Saved. Goodbye."
"""The last line of whoever leaves."""
_ALONE = frozenset(("ok", "no", *_ABOUT, "wrong", "rematch", "undo", "redo", "hello", "quit"))
"""Commands that take no further words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a line led to."""

    ok: bool
    message: str
    forced: list[tuple[str, Box]] = field(default_factory=list)
    """Zeros that the line's entry forced: player and box."""
    leave: bool = False
    """Whether the player wants to stop."""
    more: dict[str, Any] = field(default_factory=dict)
    """What a JSON answer has besides: advice, chances or luck as values."""


class PlainTable(SeenTable):
    """A game played by lines."""

    def __init__(self, session: Session, album: Album | None = None) -> None:
        super().__init__(session, album)
        self.wait: Callable[[str], None] = lambda _: None
        """Says that an answer will take a while."""

    def answer(self, line: str) -> Answer:
        """Do what `line` says."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if not word:
            return Answer(False, "Type the dice as digits, or help.")
        answer = self._answer(line, word, rest)
        return answer if answer.ok else replace(answer, message=readable(answer.message))

    def _answer(self, line: str, word: str, rest: str) -> Answer:
        try:
            if word[0] in "0123456789":
                return self._roll(line)
            do = self._commands.get(word.lower())
            if do is None:
                return Answer(False, f"{shortened(word)!r} is no command. Type the dice as digits, or help.")
            if rest and word.lower() in _ALONE:
                return Answer(False, f"{word.lower()} stands alone. {TOPICS[word.lower()]}")
            return do(rest)
        except JournalError as error:
            self.unsaved = True
            return Answer(False, str(error))
        except (GameError, DiceError, BoxError, people.LineError, HintError) as error:
            return Answer(False, str(error))

    @property
    def _commands(self) -> dict[str, Callable[[str], Answer]]:
        return {
            "roll": self._roll,
            "keep": self._keep,
            "ok": self._accept,
            "no": self._dismiss,
            "number": self._number,
            "missed": self._put_in,
            "fix": self._fix,
            "score": self._score,
            "why": lambda rest: Answer(True, reason(self.session.state, rest)),
            "rules": lambda rest: Answer(True, rule_lines(self.session.state, rest)),
            "scores": self._scores,
            "turn": lambda _: Answer(True, report.whose_turn(self.session.state)),
            "totals": lambda _: Answer(True, report.totals(self.session.state)),
            "sheet": self._sheet,
            "table": self._columns,
            "correct": lambda rest: self._changed(people.correct(self.session, rest)),
            "rename": lambda rest: self._changed(people.rename(self.session, rest)),
            "join": lambda rest: self._changed(people.join(self.session, rest)),
            "seats": lambda rest: self._changed(people.seats(self.session, rest)),
            "first": lambda rest: self._changed(people.first(self.session, rest)),
            "leave": lambda rest: self._changed(people.leave(self.session, rest)),
            "return": lambda rest: self._changed(people.come_back(self.session, rest)),
            "advice": self._advice,
            "odds": self._odds,
            "luck": self._luck,
            "wrong": self._wrong,
            "rematch": self._rematch,
            "undo": self._undo,
            "redo": self._redo,
            "help": self._help,
            "hello": self._hello,
            "quit": lambda _: Answer(True, GOODBYE, leave=True),
        }

    def _roll(self, text: str) -> Answer:
        values = parse_values(text)
        if self.kept and len(values) == COUNT - len(self.kept):
            values = (*self.kept, *values)
        dice, number = Dice(values), None
        if self.missed is not None and self.offer is not None:
            # The next roll was seen while this line was typed, or just before: it is one of the two, misread.
            if unlike(dice, self.missed.dice) <= unlike(dice, self.offer.dice):
                return self._put_in(str(dice))
            number = self.offer.number
        self.session.roll(dice, number=number, kept=self.kept)
        self._recorded()
        self.kept = self.offer = self.missed = None
        return Answer(True, report.whose_turn(self.session.state))

    def _keep(self, text: str) -> Answer:
        state = self.session.state
        if state.dice is None:
            return Answer(False, "There are no dice to keep yet.")
        if not self.session.may_roll:
            return Answer(False, f"{state.player} has rolled three times; enter a box.")
        kept = () if text.lower() == "none" else parse_values(text)
        if not state.dice.contain(kept):
            spoken = report.spoken
            return Answer(False, f"{spoken(kept)} cannot be kept: the dice are {spoken(state.dice.values)}.")
        if len(kept) == COUNT:
            return Answer(False, "Keeping all five dice is no roll; enter a box instead.")
        self.kept = kept
        self.play_on()
        again = COUNT - len(kept)
        what = report.spoken(kept) or "nothing"
        return Answer(True, f"Keep {what}. Roll {again} {'die' if again == 1 else 'dice'} and type them.")

    def _accept(self, _: str) -> Answer:
        if self.offer is None:
            waits = f"The dice that were read wait: {box_first(self.session.state)}" if self.early else ""
            return Answer(False, waits or "The camera offers no roll.")
        offer = self.offer
        self.session.roll(offer.dice, number=offer.number, kept=offer.kept, origin=Origin.CAMERA)
        self._recorded()
        self.kept = self.offer = self.missed = None
        return Answer(True, report.whose_turn(self.session.state))

    def _dismiss(self, _: str) -> Answer:
        state = self.session.state
        if self.eyes is None:
            return Answer(False, "No camera looks on.")
        if self.early:
            self.early = ()
            self.eyes.dismiss(state.roll_number if self.offer is None else self.offer.number)
            self.play_on()
            return Answer(True, "What the camera saw was no roll.")
        self.offer = self._sight = None
        self.eyes.dismiss(state.roll_number)
        self.play_on()
        following = f" The next throw is roll {state.roll_number + 1}." if self.session.may_roll else ""
        return Answer(True, f"What the camera saw was no roll.{following}")

    def _number(self, text: str) -> Answer:
        least = max(1, self.session.state.roll_number)
        if text not in ("1", "2", "3"):
            return Answer(False, "Say which roll it was, as number 1.")
        number = int(text)
        if self.offer is None:
            self.session.renumber(number)
            return Answer(True, report.whose_turn(self.session.state))
        if number < least:
            return Answer(False, f"Roll {least} is recorded already; undo takes it back.")
        kept = self.offer.kept if number > 1 else None
        self.offer = replace(self.offer, number=number, kept=kept)
        if self.eyes is not None and not self.early:
            self.eyes.renumber(number)
        return Answer(True, f"The camera has seen roll {number}: {report.spoken(self.offer.dice.values)}. ok takes it.")

    def _put_in(self, text: str) -> Answer:
        missed, offer = self.missed, self.offer
        if missed is None or missed.number <= self.session.state.roll_number:
            return Answer(False, "No roll was missed.")
        if not text and not missed.sure:
            read = f"Roll {missed.number} was read as {report.spoken(missed.dice.values)}, but not for certain"
            return Answer(False, f"{read}: say missed and its five dice, as missed 11634.")
        dice = Dice.parse(text) if text else missed.dice
        kept = missed.kept if missed.kept and dice.contain(missed.kept) else None
        self.session.roll(dice, number=missed.number, kept=kept, origin=Origin.TYPED if text else Origin.CAMERA)
        self.missed = None
        again = f" Roll {offer.number} still waits: ok takes it." if offer is not None else ""
        return Answer(True, f"{report.whose_turn(self.session.state)}{again}")

    def _fix(self, text: str) -> Answer:
        first = self.session.state.dice is None
        self.session.fix(Dice.parse(text))
        if first:
            self._recorded()
        if self.offer is not None and self.offer.number <= self.session.state.roll_number:
            self.offer = None
        self.kept = None
        return Answer(True, report.whose_turn(self.session.state))

    def _score(self, text: str) -> Answer:
        if not text:
            return Answer(False, "Name the box, as score flush. scores tells what each would give.")
        name, _, last = text.rpartition(" ")
        said = last if name and last.isdecimal() else None
        box = Box.parse(name if said is not None else text)
        choice = choices(self.session.state).get(box)
        if choice is not None and not choice.refused:
            # Python makes no number of thousands of digits.
            if said is not None and (len(said) > MOST or int(said) != choice.points):
                return Answer(False, f"{box.title} scores {choice.points} with these dice, not {shortened(said)}.")
            if said is None and choice.points == 0:
                return Answer(False, f"That would be a zero: {choice.reason} To enter it, say: score {box.key} 0")
        before = self.session.state
        done = self.session.enter(box)
        state = self.session.state
        turn = next(turn for turn in reversed(state.turns) if turn.forced_by is None)
        forced = [(state.players[zero.player], zero.box) for zero in state.forced_with(turn)]
        self.kept = self.offer = self.missed = self._sight = None
        luck = "luck: what dice and choices came to."
        again = f" {luck} rematch: the same players again." if state.over else ""
        total = f"{state.players[turn.player]} has {state.totals[turn.player]}."
        return Answer(True, f"{done}. {total} {report.whose_turn(state, before)}{again}", forced)

    def _wrong(self, _: str) -> Answer:
        from tui import places

        witness = self._witness
        values = witness.values(self.session.state) if witness is not None else None
        if witness is None or values is None:
            return Answer(False, misread.NONE)
        return Answer(*misread.keep_words(places.misread(), witness.sight, values))

    def _scores(self, _: str) -> Answer:
        state = self.session.state
        if state.dice is None:
            return Answer(False, "There are no dice on the table; roll first.")
        return Answer(True, report.scores(state))

    def _sheet(self, text: str) -> Answer:
        state = self.session.state
        wanted = [player for player, name in enumerate(state.players) if name.casefold().startswith(text.casefold())]
        if not wanted:
            return Answer(False, f"Nobody here is called {text}.")
        return Answer(True, "\n".join(report.sheet(state, player) for player in wanted))

    def _columns(self, _: str) -> Answer:
        from tui.past.charts import glyphs_for
        from tui.past.games import sheet_lines

        return Answer(True, "\n".join(sheet_lines(self.session.state, glyphs_for(sys.stdout.encoding))))

    def _help(self, topic: str) -> Answer:
        words = help_words(topic.lower(), camera=self.eyes is not None)
        return Answer(
            words is not None, words or f"There is no help on {shortened(topic)!r}. help all tells every command."
        )

    def _hello(self, _: str) -> Answer:
        """What a program wants to know before it plays."""
        known = version("kismet-companion")
        more = {"version": known, "game": self.session.game_id, "accepts": TOPICS}
        return Answer(True, f"Kismet {known}, game {self.session.game_id}. help all tells every command.", more=more)

    def _changed(self, done: str) -> Answer:
        """Something else than dice and boxes was changed, which says so itself."""
        self.kept = None
        return Answer(True, f"{done}. {report.whose_turn(self.session.state)}")

    def _advice(self, _: str) -> Answer:
        state = self.session.state
        if state.over:
            return Answer(False, report.whose_turn(state))
        if state.dice is None:
            return Answer(False, f"Advice needs dice on the table first. {report.whose_turn(state)}")
        answer = self._told(advice)
        if not self.session.game.hinted:
            # Told in the history: this game was not played by the family alone.
            self.session.do(Hinted())
        return answer

    def _odds(self, _: str) -> Answer:
        state = self.session.state
        return Answer(False, report.the_end(state)) if state.over else self._told(odds)

    def _luck(self, _: str) -> Answer:
        if not self.session.state.turns:
            return Answer(False, "Nothing has been entered yet.")
        return self._told(luck)

    def _told(self, hint: Callable[[State, Path, Callable[[str], None]], Told]) -> Answer:
        from tui import places

        words, more = hint(self.session.state, places.cache(), self.wait)
        return Answer(True, words, more=more)

    def _rematch(self, _: str) -> Answer:
        state = self.session.state
        if not state.over:
            return Answer(False, "A rematch follows when this game is over.")
        game = rematch(state)
        following = Session.new(self.session.journal, game.players, game.rules, game.first)
        following.on_change = self.session.on_change
        if self._album is not None:
            self._album.delete(following.game_id)  # numbers of deleted games are given again
        self.session = following
        self.kept = self.offer = self.missed = self._sight = self._witness = None
        return Answer(True, f"Game {following.game_id}. {report.whose_turn(following.state)}")

    def _undo(self, _: str) -> Answer:
        return self._gone(self.session.undo)

    def _redo(self, _: str) -> Answer:
        return self._gone(self.session.redo)

    def _gone(self, deed: Callable[[], str]) -> Answer:
        """Back or forth in the game; what the camera offers goes on waiting while its turn is played."""
        serial = self.session.state.serial
        done = deed()
        state = self.session.state
        if self.offer is not None and (serial != state.serial or self.offer.number <= state.roll_number):
            self.offer = None
        return self._changed(done)
