"""Keys, signs, rules and the options of the game being played: all the help there is, inside the app."""

from __future__ import annotations

import textwrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from kismet.rules import RULINGS, Rules
from kismet.sheet import BONUS_TIERS
from seeds import rules as all_rules
from tui import actions
from tui.actions import ACTIONS, Action, Where
from tui.view.explain import options_lines
from tui.widgets.reading import MORE, Reading, scroll_keys

_BONUSES = ", ".join(f"{bonus} from {needed} on" for needed, bonus in reversed(BONUS_TIERS))
SIGNS = (
    ("‹15›", "what a vacant box would score now"),
    ("◂", "the box that gives most points now: often not the best one"),
    ("★", "with advice (t): the best box, or under the dice those to keep"),
    ("·", "a vacant box"),
    ("0", "a box scratched with a zero; !0 the price of another's second Kismet, R15"),
    ("▸", "the player in turn, and the row of the cursor; – before a name: has left"),
    ("↑18", f"beside bonus: points to go for the first, {_BONUSES}; 35+ says that 35 are safe"),
    ("34%", "under a total: the chance to win if all play their best; ± says how far it may be off"),
    ("5?", "a die the camera doubts"),
    ("cam ●", "the camera gives pictures, and how certain its least certain die is; cam ○ it gives none"),
    ("waits", "beside the camera: a recording waits until you have accepted, or chosen a box"),
    ("●◆▲■", "black K, red R, green G, blue B pips"),
)
COMMANDS = (
    ("kismet watch", "this game on a second screen, in another terminal"),
    ("kismet serve", "the same in a browser, also on a telephone"),
    ("kismet play --plain", "line by line, for screen readers"),
    ("kismet --no-mouse", "leaves the mouse to the terminal, to mark and copy text"),
    ("kismet --speak", "calls readings and scores out loud"),
    ("kismet export last --out game.html", "a score sheet to print"),
    ("kismet doctor", "what is wrong, and what to do"),
)
"""What is done outside this window."""
MOUSE = (
    "A click on a box points at it, a second one scores it.",
    "A click on a die holds it, or types over it; the numbers below type dice.",
    "Words with a key beside them do what the key does.",
)
IN_A_REPLAY, IN_THE_HISTORY, OPTIONS = "Keys in a replay", "Keys in the history", "Options"
"""Headings of parts, as far as they are always the same."""
RULING = "(A1) and the like number what the printed rules leave open; each option says how it is played."
_WIDEST = 84
_ENDS = "esc closes · n next part · r rules"


class HelpScreen(ModalScreen[None]):
    """Scrolls; escape closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "app.pop_screen", "Close"),
        *scroll_keys(),
        Binding("space", "scroll('page_down')", "Page down", show=False),
        Binding("n", "part", "Next part", show=False),
        Binding("r", "rules", "Rules", show=False),
    ]

    def __init__(self, rules: Rules | None, *, at: str = "") -> None:
        """Help for a game under `rules`, if one is played; the part whose heading begins with `at` is seen first."""
        super().__init__()
        self._rules = rules
        self._at = at
        self._parts: tuple[int, ...] = ()
        """The lines in which parts begin."""
        self._options = 0
        """The line in which the options begin, with the rules after them."""

    def compose(self) -> ComposeResult:
        """One long text."""
        with Reading(classes="dialog help", ends=_ENDS) as box:
            box.border_title = "Help"
            yield Static(id="help-text")

    def on_resize(self) -> None:
        """Break the lines for this window."""
        width = min(_WIDEST, self.app.size.width * 96 // 100 - 8)
        content = help_content(self._rules, width)
        lines = content.plain.split("\n")
        # A heading stands alone after a blank line, and what it heads is indented.
        self._parts = tuple(at for at, line in enumerate(lines) if line[:1].isalpha())
        self._options = next(at for at in self._parts if lines[at].startswith(OPTIONS))
        self.query_one("#help-text", Static).update(content)
        self.query_one(Reading).ends = _ENDS if width > len(_ENDS) + len(MORE) else "esc closes · n next"
        if self._at:
            first = next((at for at in self._parts if lines[at].startswith(self._at)), 0)
            self._at = ""
            self.call_after_refresh(self.query_one(Reading).scroll_to, y=first, animate=False)

    def action_part(self) -> None:
        """The next part; after the last, the first."""
        box = self.query_one(Reading)
        below = [at for at in self._parts if at > box.scroll_offset.y]
        box.scroll_to(y=below[0] if below and box.scroll_offset.y < box.max_scroll_y else 0, animate=False)

    def action_rules(self) -> None:
        """The options of the game and the rules."""
        self.query_one(Reading).scroll_to(y=self._options, animate=False)

    def action_scroll(self, way: str) -> None:
        """Up or down."""
        self.query_one(Reading).go(way)


def help_content(rules: Rules | None, width: int) -> Content:
    """The text in lines of `width`; `rules` are those of the game being played, if one is."""
    keys = [_key(action, width) for action in ACTIONS if action.where in (Where.GAME, Where.ANYWHERE)]
    again = [_key(action, width) for action in actions.of(Where.REPLAY)]
    past = [_key(action, width) for action in (*actions.of(Where.HISTORY), *actions.of(Where.RECORDS))]
    signs = [_item(sign, words, width) for sign, words in SIGNS]
    title = "Options of this game (* changed)" if rules else "Options, at their usual values"
    options = [_wrapped(line, width, "    ") for line in options_lines(rules or RULINGS)]
    parts: list[str | tuple[str, str]] = []
    sections = (
        ("Keys", keys),
        ("Signs", signs),
        ("Mouse", [_wrapped(line, width, "    ") for line in MOUSE]),
        (IN_A_REPLAY, again),
        (IN_THE_HISTORY, past),
        ("In another terminal", [_wrapped(f"{command}: {words}.", width, "  ") for command, words in COMMANDS]),
        (title, [_wrapped(f"  {RULING}", width, "  "), "", *options]),
        ("Rules", _rules(rules or RULINGS, width)),
    )
    for heading, lines in sections:
        parts += [(heading, "bold $accent"), "\n", "\n".join(lines), "\n\n"]
    return Content.assemble(*parts[:-1])


def _key(action: Action, width: int) -> str:
    return _item(action.shown or "ctrl+p", f"{action.title}. {action.help}", width)


def _rules(played: Rules, width: int) -> list[str]:
    lines = []
    for rule in all_rules():
        lines.append(_item(rule.id, f"{rule.title}. {rule.played(played.as_dict())}", width))
        lines += [_wrapped(f"        {option}", width, "          ") for option in rule.options]
    return lines


def _item(head: str, words: str, width: int) -> str:
    return _wrapped(f"{head:>6}  {words}", width, "        ")


def _wrapped(text: str, width: int, indent: str) -> str:
    return textwrap.fill(text, width, subsequent_indent=indent, drop_whitespace=True, break_long_words=False)
