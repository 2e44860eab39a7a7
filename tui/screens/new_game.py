"""Who plays, who begins, and by which rules."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, get_type_hints

from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from kismet.game import Game, GameError, Started
from kismet.game.players import LONGEST_NAME, check_players
from kismet.game.state import MOST_PLAYERS
from kismet.rules import Rules
from tui.presets import PresetError, load, save
from tui.screens.dialog import AskScreen
from tui.screens.first import FirstScreen
from tui.view.explain import OPTION_WORDS, VALUE_WORDS, rule_of_option
from tui.widgets.beginner import BeginnerLine
from tui.widgets.choice import ChoiceLine

_NONE = "as set above"


class NewGameScreen(Screen[Started | None]):
    """Gives the first event of a game; `None` if it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "typed", "Next name", show=False, priority=True),
        Binding("escape", "leave", "Back"),
        Binding("ctrl+g", "begin", "Begin"),
        Binding("down", "app.focus_next", "Next", show=False),
        Binding("up", "app.focus_previous", "Before", show=False),
    ]

    def __init__(self, players: tuple[str, ...], rules: Rules, presets: Path) -> None:
        """Ask with these as first answers; `presets` is the folder of rules kept under a name."""
        super().__init__()
        self._players = players
        self._rules = rules
        self._folder = presets
        self._presets = load(presets)
        self._values = {name: _values(name) for name in rules.as_dict()}
        self._kept: Rules | None = None
        """Rules that were just kept, which is said until others are set."""

    def compose(self) -> ComposeResult:
        """Names beside rules, and a button."""
        with VerticalScroll(id="new"):
            yield Static("New game", classes="heading", markup=False)
            with Horizontal(id="columns"):
                with Vertical(id="names"):
                    yield Static("Players in order of play", classes="label", markup=False)
                    for seat in range(MOST_PLAYERS):
                        yield Input(
                            self._players[seat] if seat < len(self._players) else "",
                            placeholder=f"player {seat + 1}, or ⏎ begins" if seat else "your name",
                            compact=True,
                            id=f"name{seat}",
                        )
                    yield BeginnerLine(self._players, id="first")
                with Vertical(id="options"):
                    yield Static("Rules", classes="label", markup=False)
                    current = self._rules.as_dict()
                    for name, values in self._values.items():
                        words = [VALUE_WORDS.get(str(value), str(value)) for value in values]
                        yield ChoiceLine(OPTION_WORDS[name], words, values.index(current[name]), id=f"rule-{name}")
                    yield ChoiceLine("Kept rules", [*self._presets, _NONE], len(self._presets), id="preset")
                    yield Button("Keep these rules", id="keep", compact=True)
                    yield Input(placeholder="a name for these rules, ⏎", id="keep-name", max_length=24, compact=True)
            yield Static("", id="about", markup=False, classes="label")
            yield Static("", id="fault", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Begin (ctrl+g)", id="begin", compact=True)
                yield Button("Back (esc)", id="back", compact=True)

    def on_mount(self) -> None:
        """Begin with the first name."""
        self.query_one("#keep-name").display = False
        self.set_focus(self.query_one("#name0"))
        self._show_preset()

    def _typed(self) -> list[str]:
        """What stands in each line of a name."""
        return [field.value.strip() for field in self.query("#names Input").results(Input)]

    def _names(self) -> list[str]:
        return [name for name in self._typed() if name]

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """An option tells which rule it changes."""
        self._show_rule(event.widget.id or "")

    def _show_rule(self, line: str) -> None:
        """The rule that the option in this line changes, as it is played with the options that are set."""
        name = line.removeprefix("rule-")
        rule = rule_of_option(name) if name in self._values else None
        words = "" if rule is None else f"{rule.id} {rule.title}: {rule.played(self._chosen.as_dict())}"
        self.query_one("#about", Static).update(words)

    def on_input_changed(self) -> None:
        """Other names, other beginners; what was wrong before may be put right, and a name too long is said at once."""
        typed = self._typed()
        self.query_one(BeginnerLine).set_names(typed)
        long = next((name for name in typed if len(name) > LONGEST_NAME), None)
        words = "" if long is None else f"A name has at most {LONGEST_NAME} characters; this one has {len(long)}."
        self.query_one("#fault", Static).update(words)

    @property
    def _chosen(self) -> Rules:
        """The rules as they are set."""
        return Rules.parse(
            {name: values[self.query_one(f"#rule-{name}", ChoiceLine).value] for name, values in self._values.items()}
        )

    def on_choice_line_changed(self, event: ChoiceLine.Changed) -> None:
        """A preset sets every option; an option tells whether a preset is still what is set."""
        if not self.is_mounted:
            return
        if self._kept is not None and self._chosen != self._kept:
            self._kept = None
            self.query_one("#fault", Static).update("")
        self._show_rule((self.focused.id if self.focused is not None else "") or "")
        if event.line.id != "preset":
            self._show_preset()
        elif event.line.value < len(self._presets):
            rules = list(self._presets.values())[event.line.value]
            for name, value in rules.as_dict().items():
                self.query_one(f"#rule-{name}", ChoiceLine).value = self._values[name].index(value)

    def _show_preset(self) -> None:
        kept, chosen = list(self._presets.values()), self._chosen
        index = kept.index(chosen) if chosen in kept else len(kept)
        self.query_one("#preset", ChoiceLine).value = index

    def _keep(self, name: str) -> None:
        try:
            save(self._folder, name, self._chosen)
        except (PresetError, OSError) as error:
            self.query_one("#fault", Static).update(str(error))
            return
        self._presets = load(self._folder)
        line = self.query_one("#preset", ChoiceLine)
        line.set_answers([*self._presets, _NONE], len(self._presets))
        self._show_preset()
        self.query_one("#keep-name").display = False
        self._kept = self._chosen
        self.query_one("#fault", Static).update(f"These rules are kept as {name}.")
        self.set_focus(line)

    def action_typed(self) -> None:
        """Enter on a name goes on to the next one, and begins when the names are done.

        Here and now, before the next key is looked at: letters typed on in one burst belong to the next name.
        """
        line = self.focused
        if not isinstance(line, Input):
            raise SkipAction
        if line.id == "keep-name":
            self._keep(line.value.strip())
            return
        seat = int((line.id or "name0").removeprefix("name"))
        if not line.value.strip() or seat == MOST_PLAYERS - 1:
            self.action_begin()
        else:
            self.set_focus(self.query_one(f"#name{seat + 1}"))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Begin, go back, or keep these rules."""
        match event.button.id:
            case "begin":
                self.action_begin()
            case "keep":
                self.query_one("#keep-name").display = True
                self.set_focus(self.query_one("#keep-name"))
            case _:
                self.action_leave()

    def action_begin(self) -> None:
        """Start, or say what is wrong."""
        rules = self._chosen
        line = self.query_one(BeginnerLine)
        line.set_names(self._typed())  # the latest letters, even if nobody has told of them yet
        names, first = tuple(self._names()), line.beginner
        started = Started(names, rules, first or 0)
        try:
            Game.begin(started)
        except GameError as error:
            words = str(error) if names else "Type at least one name."
            self.query_one("#fault", Static).update(words)
            self.set_focus(self.query_one(f"#name{self._at_fault()}"))
            return
        if first is None:
            self.app.push_screen(FirstScreen(names), lambda seat: self._begin_with(started, seat))
        else:
            self.dismiss(started)

    def _at_fault(self) -> int:
        """The line of the first name with which those above it cannot play; the first line if there are no names."""
        lines = [seat for seat, name in enumerate(self._typed()) if name]
        names = self._names()
        for count, seat in enumerate(lines, 1):
            try:
                check_players(names[:count])
            except GameError:
                return seat
        return 0

    def _begin_with(self, started: Started, seat: int | None) -> None:
        if seat is not None:
            self.dismiss(replace(started, first=seat))

    def action_leave(self) -> None:
        """Back to the start; names that were typed are not thrown away unasked."""
        if self._names() == [name for name in self._players if name]:
            self.dismiss(None)
            return
        question = AskScreen("Leave the names that you typed?", yes="Leave", no="Stay")
        self.app.push_screen(question, self._answered)

    def _answered(self, leave: bool | None) -> None:
        if leave:
            self.dismiss(None)


def _values(option: str) -> list[object]:
    """Every value that a rule option can have, as plain values."""
    kind = get_type_hints(Rules)[option]
    if kind is bool:
        return [True, False]
    if issubclass(kind, StrEnum):
        return [str(value) for value in kind]
    return [30, 40]
