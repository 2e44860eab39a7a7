"""Why a cell of the sheet holds what it holds, or would score what it would: dice, reason, rule, options."""

from __future__ import annotations

from dataclasses import dataclass

from kismet.boxes import ENTRIES, Box, why
from kismet.game import State, Turn
from kismet.game.describe import warning
from kismet.rules import Rules
from seeds import Rule, rules
from tui.view.marks import mark
from tui.view.table import Table


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer to one "why"."""

    title: str
    lines: tuple[str, ...]
    """A sentence each."""
    rule: str
    """Number of the rule, as `R11`."""


def explain(table: Table, player: int, box: Box, *, asked: bool = True) -> Explanation:
    """Why `box` of `player` is what it is; unless it was `asked` for, a quiet table tells nothing of vacant boxes."""
    state = table.state
    rule = ENTRIES[box].rule
    name = state.players[player]
    turn = state.turn_in(player, box)
    if turn is not None:
        price = "R15" if turn.forced_by is not None else rule
        return Explanation(f"{name}: {box.title} {turn.points}", tuple(_filled(state, turn)), price)
    choice = table.choices.get(box) if player == state.mover else None
    if choice is None or (table.quiet and not asked):
        return Explanation(f"{name}: {box.title} is vacant", (rule_text(rule, state.rules),), rule)
    lines = (choice.reason, choice.refused or warning(table.as_shown))
    return Explanation(f"{box.title} would score {choice.points}", tuple(filter(None, lines)), rule)


def _filled(state: State, turn: Turn) -> list[str]:
    if turn.dice is None:
        cause = state.by_serial(turn.forced_by) if turn.forced_by is not None else None
        who = state.players[cause.player] if cause else "another player"
        again = f"{who} rolled five alike once more, a second Kismet."
        return [f"{again} That costs everybody else a turn, and a zero in the topmost box still vacant: this one."]
    lines = [
        f"Roll {roll.number}: {' '.join(map(str, roll.dice.values))}"
        + (f", kept {' '.join(map(str, roll.kept))}" if roll.kept else "")
        + (" (camera)" if roll.origin == "camera" else "")
        for roll in turn.rolls
    ]
    lines.append(why(turn.box, turn.dice, state.rules).reason)
    forced = state.forced_with(turn)
    if turn.second_kismet:
        zeros = ", ".join(f"{state.players[zero.player]} {zero.box.title}" for zero in forced)
        lines.append(f"A second Kismet; zeros: {zeros}." if zeros else "A second Kismet.")
    return lines


def rule_text(number: str, played: Rules) -> str:
    """The text of a rule, on one line, as a game under the rules `played` has it."""
    return next((rule.played(played.as_dict()) for rule in rules() if rule.id == number), "")


def rule_of_option(option: str) -> Rule | None:
    """The rule that an option changes."""
    return next((rule for rule in rules() if any(text.startswith(f"{option} =") for text in rule.options)), None)


def dice_words(values: tuple[int, ...]) -> str:
    """Dice with the marks of their colours, as `5◆ 5◆ 3▲`."""
    return " ".join(f"{value}{mark(value).shape}" for value in values)


OPTION_WORDS: dict[str, str] = {
    "five_as_full_house": "Five alike as Full House (A1)",
    "two_pair_distinct": "2 Pair of two numbers (A2)",
    "second_kismet": "Second Kismet costs (A4)",
    "second_kismet_trigger": "It is second after (A6)",
    "voluntary_zero": "Zero by choice (A15)",
    "yarborough_first": "Yarborough before it (A15)",
    "straight": "Straight scores (A17)",
}
VALUE_WORDS: dict[str, str] = {
    "True": "yes",
    "False": "no",
    "zero_and_lose_turn": "zero and turn",
    "lose_turn": "a turn",
    "off": "nothing",
    "rolled": "any five alike",
    "scored": "Kismet scored",
    "box_filled": "Kismet box full",
    "allowed": "allowed",
    "only_if_stuck": "only if stuck",
}


def options_lines(rules: Rules) -> list[str]:
    """Every rule option with its value, a line each; those changed from the rulings are marked with `*`."""
    changed = rules.changed()
    return [
        f"{'*' if name in changed else ' '} {OPTION_WORDS[name]}: {VALUE_WORDS.get(str(value), value)}"
        for name, value in rules.as_dict().items()
    ]
