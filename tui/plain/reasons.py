"""Why a box scores what it scores, in a line: the dice on the table, or what somebody has entered."""

from __future__ import annotations

from kismet.boxes import ENTRIES, Box, BoxError, why
from kismet.game import State, Turn, choices
from kismet.quoting import shortened
from seeds import rules
from tui.past.games import options_words
from tui.plain.people import LineError, player_in
from tui.view.explain import explain
from tui.view.table import Table

NAME = "Name the box, as why flush, or why Ann flush."


def reason(state: State, text: str) -> str:
    """`why flush`, or `why Ann flush` for a cell of the sheet, whoever is in turn.

    Without a name it is about the dice on the table; while none lie there, about the latest entry in that box.

    Raises:
        LineError: if the line is not understood, or there is nothing to explain.
        BoxError: if no box is meant, or no single one.
    """
    player, box = _meant(state, text)
    if player is not None:
        return _cell(state, player, box)
    if state.dice is not None:
        return f"{box.title}: {why(box, state.dice, state.rules).reason} {_rule_words(state, ENTRIES[box].rule)}"
    turn = _latest(state, box)
    if turn is None:
        raise LineError("There are no dice on the table; roll first.")
    return _cell(state, turn.player, box)


def _meant(state: State, text: str) -> tuple[int | None, Box]:
    """The player, if one is named, and the box; a box that is called like a player goes first."""
    if not text:
        raise LineError(NAME)
    words = text.split()
    try:
        return None, Box.parse(text)
    except BoxError as error:
        if len(words) == 1:
            raise
        try:
            player, rest = player_in(state, text)
        except LineError:
            if any(_is_box(" ".join(words[at:])) for at in range(1, len(words))):
                raise
            raise error from None  # a box of several words, misspelt
    if not rest:
        raise LineError(NAME)
    return player, Box.parse(rest)


def _is_box(text: str) -> bool:
    try:
        Box.parse(text)
    except BoxError:
        return False
    return True


def _latest(state: State, box: Box) -> Turn | None:
    """The turn that filled `box` last, whoever played it; one that forced zeros goes before them."""
    filled = [turn for turn in state.turns if turn.box is box]

    def when(turn: Turn) -> tuple[int, bool]:
        cause = turn.forced_by
        return (turn.serial, True) if cause is None else (cause, False)

    return max(filled, key=when, default=None)


def _cell(state: State, player: int, box: Box) -> str:
    """All that the app tells of a cell, in sentences."""
    told = explain(Table(state, choices=choices(state)), player, box)
    lines = (told.title, *told.lines, _rule_words(state, told.rule))
    return " ".join(line if line.endswith(".") else f"{line}." for line in lines)


def _rule_words(state: State, number: str) -> str:
    """The rule's number, and the options of the game where they differ from the usual."""
    changed = options_words(state.rules)
    return f"Rule {number}; {f'options of this game: {changed}' if changed else 'usual options'}."


def rule_lines(state: State, text: str) -> str:
    """`rules`: the numbers and titles, and this game's options; `rules R11`: that rule, with options that change it.

    Raises:
        LineError: if there is no such rule.
    """
    if not text:
        titles = ", ".join(f"{rule.id} {rule.title}" for rule in rules())
        changed = options_words(state.rules)
        return f"Rules: {titles}. rules R1 tells one. Options of this game: {changed or 'the usual ones'}."
    number = f"R{text.upper().removeprefix('R')}"
    rule = next((rule for rule in rules() if rule.id == number), None)
    if rule is None:
        raise LineError(f"There is no rule {shortened(text)}; rules tells which there are.")
    options = f" Options: {'; '.join(rule.options)}." if rule.options else ""
    return f"{rule.id} {rule.title}. {rule.played(state.rules.as_dict())}{options}"
