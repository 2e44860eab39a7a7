"""The texts beside the sheet: what is best, why the box at the cursor scores what it does, how far the bonus is."""

from __future__ import annotations

from textual.content import Content

from kismet.game.describe import warning
from kismet.sheet import BONUS_TIERS, Sheet
from seeds import rules
from tui.view.explain import Explanation, explain, options_lines
from tui.view.table import MOST, STAR, Table

_METER = 20


def best_words(table: Table, *, odds: bool = False, most: int | None = None) -> str:
    """The best move as far as it was asked for, for the line under the dice, and what a second Kismet will cost.

    With `odds` the chance of the player at the cursor stands below it: there is no row for it in the sheet. Of
    advice there are `most` lines at most, if it is given; w tells the rest.
    """
    words = _best(table, most)
    words = f"{words}\n{warned(table)}".strip()
    if odds and table.odds is not None:
        words = f"{words}\n{table.odds.line(table.state, table.player)}".lstrip()
    return words


def warned(table: Table) -> str:
    """What a second Kismet will cost, or nothing."""
    return warning(table.as_shown) if table.entry is None and not table.quiet else ""


def _best(table: Table, most: int | None) -> str:
    hint, best = table.hint, table.best
    if hint is not None:
        more = " w tells more." if most == 1 and len(hint.lines) > 1 else ""
        return f"{STAR} " * hint.advises + "\n".join(hint.lines[:most]) + more
    if best is not None:
        return f"{MOST} Most now: {best.title} {table.choices[best].points}"
    return "Nothing scores: a zero it is." if table.choices and not table.quiet else ""


def detail_content(table: Table) -> Content:
    """The box at the cursor, in short."""
    told = explain(table, table.player, table.box, asked=False)
    sheet = table.state.sheets[table.player]
    return Content.assemble(
        (told.title, "bold"), "\n", "\n".join(told.lines), "\n", f"Rule {told.rule}, w tells more.", "\n\n",
        bonus_meter(sheet),
    )  # fmt: skip


def why_content(table: Table, told: Explanation) -> Content:
    """The whole answer: dice, reason, rule, options."""
    rule = next((rule for rule in rules() if rule.id == told.rule), None)
    text = "" if rule is None else rule.played(table.state.rules.as_dict())
    lines = [line for line in told.lines if line != text]  # of a vacant box there is the rule alone, below
    parts: list[str | tuple[str, str]] = ["\n".join(lines), "\n\n"] if lines else []
    if table.hint is not None:
        parts += [("Advice", "bold"), "\n", "\n".join(table.hint.lines), "\n\n"]
    if rule is not None:
        parts += [(f"{rule.id} {rule.title}", "bold"), "\n", text, "\n\n"]
    parts += [("Options of this game (* changed)", "bold"), "\n", "\n".join(options_lines(table.state.rules))]
    return Content.assemble(*parts)


def bonus_meter(sheet: Sheet) -> str:
    """How far the basic section is on its way to 63, 71 and 78."""
    if sheet.basic_full:
        return f"Bonus {sheet.bonus} for {sheet.subtotal} in the basic section."
    top = BONUS_TIERS[0][0]
    done = min(sheet.subtotal, top) * _METER // top
    bar = "".join(
        "█" if cell < done else "┊" if any(cell == needed * _METER // top - 1 for needed, _ in BONUS_TIERS) else "░"
        for cell in range(_METER)
    )
    coming = next(((needed, bonus) for needed, bonus in reversed(BONUS_TIERS) if sheet.subtotal < needed), None)
    if coming is None:
        return f"Bonus {bar} {sheet.subtotal}: 75 is safe."
    needed, bonus = coming
    return f"Bonus {bar} {sheet.subtotal}\n{needed - sheet.subtotal} more for {bonus}."
