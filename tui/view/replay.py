"""A game once more, roll by roll: where one is in it, what the table looked like, and what the choice made there cost.

One immutable value, replaced with every step, as the table of the game screen is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kismet.boxes import Box
from kismet.game import Corrected, Entered, Game, Rolled, State, choices, standings
from kismet.history import Judged, JudgedTurn, Moment, costly_choices, judged_at, judged_turns, moment_of, replay
from tui.view.hint import Hint, places_of
from tui.view.pieces import Line, Piece
from tui.view.table import Table
from tui.view.title import won_words

if TYPE_CHECKING:
    from kismet.advice.options import Move
    from kismet.luck import PlayerLuck

TRACK_KINDS = ("track", "done", "here", "worst")
_PUT_RIGHT = "This was put right later, so the choice of the box is not judged."
_CHOSEN_BEFORE = "The box was chosen before this, so the choice is not judged; what it came to counts as luck."


@dataclass(frozen=True, slots=True)
class Replay:
    """Where one is in a game. Made with `of`."""

    moments: tuple[Moment, ...]
    at: int
    turns: tuple[JudgedTurn, ...] = ()
    """Luck and cost of each turn, once they are known."""
    judged: Mapping[int, Judged] = field(default_factory=dict)
    """By moment, the choice made there."""
    worst: tuple[int, ...] = ()
    """The moments of the choices that cost something, the costliest first."""

    @classmethod
    def of(cls, game: Game) -> Replay:
        """The game from its beginning; the last moment is shown first, for that is how it stands."""
        moments = replay(game, rolls=True)
        return cls(moments, len(moments) - 1)

    def with_luck(self, state: State, lucks: tuple[PlayerLuck, ...]) -> Replay:
        """The same, knowing what each choice cost; `state` is the one that was judged."""
        turns = judged_turns(state, lucks)
        worst = tuple(moment_of(self.moments, judged) for judged in costly_choices(turns))
        return replace(self, turns=turns, judged=judged_at(self.moments, turns), worst=worst)

    @property
    def moment(self) -> Moment:
        """What is shown."""
        return self.moments[self.at]

    def to(self, at: int) -> Replay:
        """Another moment; the ends hold."""
        return replace(self, at=min(max(at, 0), len(self.moments) - 1))

    def turn(self, step: int) -> Replay:
        """The next entry, or the one before."""
        ahead = range(self.at + 1, len(self.moments)) if step > 0 else range(self.at - 1, -1, -1)
        found = (index for index in ahead if isinstance(self.moments[index].event, Entered | Corrected))
        return self.to(next(found, len(self.moments) - 1 if step > 0 else 0))

    def costliest(self, step: int) -> Replay:
        """From one costly choice to the next cheaper one, or the dearer one before; first the costliest of all."""
        if not self.worst:
            return self
        place = self.worst.index(self.at) + step if self.at in self.worst else 0
        return self.to(self.worst[place % len(self.worst)])

    @property
    def table(self) -> Table:
        """The table as the sheet and the dice show it."""
        moment = self.moment
        match moment.event:
            case Rolled():
                return self._rolled(moment)
            case Entered() | Corrected():
                return _entered(moment)
            case _:
                return Table(moment.state, player=moment.state.mover or 0, quiet=True)

    def _rolled(self, moment: Moment) -> Table:
        state = moment.state
        assert state.dice is not None
        options = choices(state)
        judged = self.judged.get(self.at)
        hint = None if judged is None else _hint(state.dice.values, judged.decision.best)
        following = self.moments[self.at + 1].event if self.at + 1 < len(self.moments) else None
        held = frozenset[int]()
        if isinstance(following, Rolled) and following.number > state.roll_number and following.kept:
            held = places_of(state.dice.values, following.kept)
        ahead = (moment.event.box for moment in self.moments[self.at :] if isinstance(moment.event, Entered))
        box = next(ahead, min(options, default=Box.ACES))
        return Table(state, player=state.mover or 0, box=box, held=held, choices=options, hint=hint)

    @property
    def words(self) -> tuple[str, ...]:
        """What happened, a sentence to a line; then what it cost or what the dice gave; at the end, that it is."""
        ending = ["", *_ending(self.moment.state)] if self.at == len(self.moments) - 1 else []
        return (*self._happened(), *ending)

    def _happened(self) -> list[str]:
        from kismet.luck import in_words

        moment = self.moment
        lines = [f"{moment.words}."]
        if isinstance(moment.event, Rolled):
            lines += [words for words in (_unseen_words(moment.state), self._next_words()) if words]
            judged = self.judged.get(self.at)
            if judged is not None:
                lines += ["", in_words(judged.decision)]
            return lines
        if moment.player is not None:
            lines.append(f"Total {moment.state.totals[moment.player]}.")
        turn = next((turn for turn in self.turns if turn.serial == moment.serial), None)
        if turn is not None and isinstance(moment.event, Entered):
            lines += ["", *(turn_luck_words(turn) if turn.luck.judged else [_PUT_RIGHT])]
        elif turn is not None and not turn.luck.judged:
            lines += ["", _CHOSEN_BEFORE]
        return lines

    def _next_words(self) -> str:
        state = self.moment.state
        following = self.moments[self.at + 1].event if self.at + 1 < len(self.moments) else None
        if isinstance(following, Entered):
            return f"Then takes {following.box.title}."
        if isinstance(following, Rolled) and following.number == state.roll_number:
            return "That was typed wrongly and put right."
        if isinstance(following, Rolled) and following.kept is not None:
            kept = " ".join(map(str, following.kept))
            return f"Keeps {kept}." if kept else "Rolls all five again."
        if isinstance(following, Rolled):
            return "What was kept is not recorded."
        if following is None or not self.moments[self.at + 1].state.rolls:
            finished = "is not" if following is None else "was never"
            return f"Nothing was entered for this roll: the turn {finished} finished."
        return ""

    @property
    def place(self) -> str:
        """Where one is, as `14 of 92`."""
        return f"{self.at + 1} of {len(self.moments)}"

    def track(self, width: int) -> Line:
        """The whole game in one line of `width` cells: what is behind, where one is, the three costliest choices."""
        here = self._cell(self.at, width)
        worst = {self._cell(moment, width) for moment in self.worst[:3]}
        return tuple(
            Piece("●", "here")
            if cell == here
            else Piece("▾", "worst")
            if cell in worst
            else Piece("━" if cell < here else "─", "done" if cell < here else "track")
            for cell in range(width)
        )

    def moment_at(self, x: int, width: int) -> int:
        """The moment under cell `x` of the track."""
        return round(x / max(1, width - 1) * (len(self.moments) - 1))

    def entry(self, player: int | None, box: Box) -> int | None:
        """The moment at which `box` of `player` was filled as it stands at the end; of whoever was first if `None`."""
        return next(
            (
                index
                for index, moment in enumerate(self.moments)
                if isinstance(moment.event, Entered) and moment.event.box is box and player in (None, moment.player)
            ),
            None,
        )

    def _cell(self, moment: int, width: int) -> int:
        return round(moment / max(1, len(self.moments) - 1) * (width - 1))


def _unseen_words(state: State) -> str:
    """Which rolls before the one that lies there nobody typed and no camera saw."""
    recorded = {roll.number for roll in state.rolls}
    unseen = [str(number) for number in range(1, state.roll_number) if number not in recorded]
    # Once is enough: at the roll after the gap.
    if not unseen or (len(state.rolls) > 1 and state.rolls[-2].number == state.roll_number - 1):
        return ""
    return (
        f"Roll {unseen[0]} is not recorded." if len(unseen) == 1 else f"Rolls {' and '.join(unseen)} are not recorded."
    )


def _ending(state: State) -> list[str]:
    """The last words of a replay: one looks back, and nothing is decided now."""
    if not state.over:
        return ["The replay ends here; the game can be played on."]
    return [f"The replay ends here. {won_words(state)}.", *standing_lines(state)]


def standing_lines(state: State) -> list[str]:
    """Who is where with how much, a line each."""
    return [f"{'–' if place.rank is None else place.rank:>2} {place.name} {place.total}" for place in standings(state)]


def turn_luck_words(turn: JudgedTurn) -> list[str]:
    """What the dice gave in a turn and what its choices cost, a sentence each."""
    luck, cost = turn.luck.luck, turn.luck.cost
    lines = [f"In this turn the dice gave {abs(luck):.1f} points {'more' if luck >= 0 else 'less'} than expected."]
    if turn.luck.decisions:
        lines.append(f"Its choices cost {cost:.1f}." if cost >= 0.05 else "No choice in it cost anything.")
    return lines


def _hint(dice: tuple[int, ...], best: Move) -> Hint:
    """The best move, as advice would have marked it."""
    from kismet.advice.options import Keep

    return Hint((), keep=places_of(dice, best.values)) if isinstance(best, Keep) else Hint((), box=best.box)


def _entered(moment: Moment) -> Table:
    """The sheet with the new entry under the cursor, beside the dice that were entered."""
    state, player = moment.state, moment.player
    if player is None or moment.serial is None:
        return Table(state, quiet=True)
    turn = state.by_serial(moment.serial)
    assert turn is not None
    shown = replace(state, rolls=turn.rolls, mover=player)
    return Table(shown, player=player, box=turn.box, quiet=True)
