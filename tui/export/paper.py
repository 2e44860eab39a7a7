"""The score sheet as it is printed, in rows of text, before it is drawn as HTML or SVG."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kismet.boxes import BASIC_BOXES, Box
from kismet.game import State, standings
from kismet.history import Played
from kismet.sheet import BONUS_TIERS
from tui.past.games import day_words, options_words, winner_words
from tui.view.names import ordinal


class Kind(StrEnum):
    """What a row of the sheet is."""

    BOX = "box"
    SUM = "sum"
    TOTAL = "total"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's box, or sum."""

    text: str
    """The points; `†0` for a forced zero; empty for a vacant box."""
    dice: str = ""
    """The final dice, as `6 6 6 5 5`."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet."""

    kind: Kind
    title: str
    hint: str
    """What the box scores, in a few words."""
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything that stands on the sheet."""

    title: str
    subtitle: str
    players: tuple[str, ...]
    first: tuple[Row, ...]
    """Basic section."""
    second: tuple[Row, ...]
    """Kismet section, total and places."""
    notes: tuple[str, ...]


FORCED, SECOND, GONE = "†", "‡", "left"
_HINTS = {
    Box.TWO_PAIR_SAME_COLOR: "total of all dice",
    Box.THREE_OF_A_KIND: "total",
    Box.FLUSH: "all one color: 35",
    Box.FULL_HOUSE: "total + 15",
    Box.FLUSH_HOUSE: "one color: total + 20",
    Box.FOUR_OF_A_KIND: "total + 25",
    Box.YARBOROUGH: "total",
    Box.KISMET: "five alike: total + 50",
}


def paper_of(played: Played) -> Paper:
    """The sheet of a game, over or not."""
    state = played.game.state
    ranks = {place.player: place.rank for place in standings(state)}
    places = [_place(ranks, player) for player in range(len(state.players))]
    tiers = ", ".join(f"{needed}: {bonus}" for needed, bonus in reversed(BONUS_TIERS))
    return Paper(
        title=f"Kismet, game {played.saved.id}",
        subtitle=f"{day_words(played.saved.started)} · {_state_words(state)}",
        players=state.players,
        first=(
            *(_box_row(state, box) for box in BASIC_BOXES),
            _sums(Kind.SUM, "Basic section", "", [str(sheet.subtotal) for sheet in state.sheets]),
            _sums(Kind.SUM, "Bonus", tiers, [str(s.bonus) if s.basic_full else "" for s in state.sheets]),
        ),
        second=(
            *(_box_row(state, box) for box in Box if box not in BASIC_BOXES),
            _sums(Kind.TOTAL, "Total", "", [str(total) for total in state.totals]),
            _sums(Kind.PLACE, "Place", "", places),
        ),
        notes=_notes(played),
    )


def _state_words(state: State) -> str:
    if state.over:
        return winner_words(state)
    return f"not over: round {state.round}, {state.player} is to play"


def _place(ranks: dict[int, int | None], player: int) -> str:
    rank = ranks[player]
    if rank is None:
        return GONE
    return ordinal(rank) + (", shared" if list(ranks.values()).count(rank) > 1 else "")


def _sums(kind: Kind, title: str, hint: str, texts: list[str]) -> Row:
    return Row(kind, title, hint, tuple(map(Cell, texts)))


def _box_row(state: State, box: Box) -> Row:
    hint = f"{box + 1} each" if box in BASIC_BOXES else _HINTS.get(box, f"five in a row: {state.rules.straight}")
    return Row(Kind.BOX, box.title, hint, tuple(_cell(state, player, box) for player in range(len(state.players))))


def _cell(state: State, player: int, box: Box) -> Cell:
    turn = state.turn_in(player, box)
    if turn is None:
        return Cell("")
    if turn.dice is None:
        return Cell(f"{turn.points}{FORCED}")
    dice = " ".join(map(str, turn.dice.ordered.values))
    return Cell(f"{turn.points}{SECOND if turn.second_kismet else ''}", dice)


def _notes(played: Played) -> tuple[str, ...]:
    state = played.game.state
    notes = []
    if any(turn.second_kismet for turn in state.turns):
        notes.append(f"{SECOND} A second Kismet of the game.")
    if any(turn.forced_by is not None for turn in state.turns):
        notes.append(f"{FORCED} A zero that was the price of another player's second Kismet.")
    if any(state.away):
        gone = [name for name, away in zip(state.players, state.away, strict=True) if away]
        notes.append(f"Left before the end: {', '.join(gone)}.")
    if played.game.hinted:
        notes.append("Advice was shown in this game.")
    if options := options_words(state.rules):
        notes.append(f"Options of the rules: {options}.")
    return tuple(notes)
