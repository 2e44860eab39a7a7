"""Everything a key can do, in one table: it makes the key bindings, the command palette and the help.

Digits are always dice; arrows and letters are boxes and deeds. Keys that terminals take for themselves or cannot tell
apart (ctrl+s, ctrl+z, ctrl+h, ctrl+i, ctrl+m, ctrl+j, alt+anything, F10, F11) are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from textual.binding import Binding

from tui.view.table import Table


class Where(StrEnum):
    """The screens on which an action works."""

    HOME = "home"
    GAME = "game"
    REPLAY = "replay"
    HISTORY = "history"
    RECORDS = "records"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True)
class Action:
    """One deed with its keys."""

    name: str
    """The method `action_<name>` of the screen or app."""
    keys: tuple[str, ...]
    """As Textual calls them."""
    shown: str
    """As people read them; empty if only the palette has it."""
    title: str
    """For the palette."""
    help: str
    """For the help screen and the palette."""
    hint: str = ""
    """For the line of keys; empty if it is never shown there."""
    where: Where = Where.GAME

    @property
    def command(self) -> str:
        """What the palette calls it."""
        return f"{self.title} ({self.shown})" if self.shown else self.title


ACTIONS: tuple[Action, ...] = (
    Action("new", ("n",), "n", "New game", "Ask who plays, and by which rules.", where=Where.HOME),
    Action("resume", ("r",), "r", "Resume", "Go on with the game that was played last.", where=Where.HOME),
    Action("history", ("h",), "h", "All games", "Old games: play on, see them again, statistics.", where=Where.HOME),
    Action(
        "digit",
        tuple("123456"),
        "1–6",
        "Type a die",
        "What lies there or was read is put right, from die 1 or a doubtful one on; ← → or a click go to another die. "
        "After h or r it is the next roll.",
    ),
    Action(
        "accept",
        ("space",),
        "space",
        "Accept the reading",
        "Record the dice shown: as read, or as typed over it.",
        "Accept",
    ),
    Action("roll", ("r",), "r", "Next roll", "The digits that follow are the next roll.", "Roll"),
    Action(
        "hold",
        ("h",),
        "h",
        "Hold dice",
        "Then 1–5 or a click keep a die or let it go; of a reading they say which were kept.",
        "Hold",
    ),
    Action(
        "enter",
        ("enter",),
        "⏎",
        "Score",
        "Record the dice typed, or score the box; a filled one is put right.",
        "Score",
    ),
    Action(
        "suggestion",
        ("s",),
        "s",
        "Take what is marked",
        "With advice: score the box with the ★, or hold the dice to keep. Without: score what gives most now, ◂.",
    ),
    Action(
        "hints",
        ("t",),
        "t",
        "Advice",
        "Show the best move, then the best moves and why, then nothing, then what scores; advice marks the game.",
        "Advice",
    ),
    Action(
        "odds",
        ("o",),
        "o",
        "Chances to win",
        "Show each player's chance before this roll; again: hide it.",
        "Odds",
    ),
    Action("why", ("w",), "w", "Why this score", "Dice, reason, rule and options for the box at the cursor.", "Why"),
    Action("undo", ("u",), "u", "Undo", "Take the last step back, as often as you like.", "Undo"),
    Action("redo", ("U",), "U", "Redo", "Put back what was taken back."),
    Action(
        "number",
        ("n",),
        "n",
        "Another roll number",
        "It was roll 1, 2 or 3: of a reading, of dice being typed, or of the roll recorded last.",
    ),
    Action(
        "missed",
        ("m",),
        "m",
        "Put a missed roll in",
        "The roll that was read before this one and not recorded.",
    ),
    Action("up", ("up", "k"), "↑ k", "Box above", "Move up in the column."),
    Action("down", ("down", "j"), "↓ j", "Box below", "Move down in the column."),
    Action("left", ("left",), "←", "Player to the left", "See another player's column; or the typed die before."),
    Action("right", ("right",), "→", "Player to the right", "See another player's column; or the next typed die."),
    Action("jump", ("g",), "g", "Go to a box", "Then the letter or number before the box's name."),
    Action("backspace", ("backspace", "delete"), "⌫", "Take a digit away", "Take the last typed die away.", "Back"),
    Action(
        "escape",
        ("escape",),
        "esc",
        "Leave off",
        "Give up what was begun: typing, holding; a reading: it was no roll.",
        "Leave off",
    ),
    Action(
        "correct",
        ("e",),
        "e",
        "Put an earlier entry right",
        "Change dice or box of the turn at the cursor.",
        "Put right",
    ),
    Action(
        "misread",
        ("x",),
        "x",
        "Keep a misread picture",
        "With the dice put right, on this machine alone.",
    ),
    Action("players", ("p",), "p", "Players", "Rename, change seats, add somebody, let somebody leave or come back."),
    Action("camera", ("v",), "v", "Camera on or off", "Switch the camera on or off.", "Camera"),
    Action("other_camera", ("V",), "V", "Another camera", "Say which camera is to be watched from now on."),
    Action(
        "snapshots",
        ("d",),
        "d",
        "See the dice of a roll",
        "The camera's pictures of recorded rolls, those of the turn at the cursor first.",
    ),
    Action(
        "calibrate",
        ("c",),
        "c",
        "Calibrate the camera",
        "See how well it sees the dice, say where they are thrown, teach it their colours.",
    ),
    Action(
        "rematch", (), "r", "Rematch", "When a game is over: the same players again, the next one begins.", "Rematch"
    ),
    Action(
        "ending",
        ("f",),
        "f",
        "How the game ended",
        "When it is over: places, best turns, race, luck and skill.",
        "Result",
    ),
    Action("home", ("q",), "q", "Leave the game", "Back to the start; the game is saved.", "Start"),
    Action("replay", ("b",), "b", "Replay", "The game once more, roll by roll, with what each choice cost.", "Replay"),
    Action("next", ("right", "space"), "→", "Next roll or entry", "One step on.", "Next", Where.REPLAY),
    Action("previous", ("left", "backspace"), "←", "Roll or entry before", "One step back.", "Back", Where.REPLAY),
    Action("next_turn", ("down", "j"), "↓ j", "Next entry", "On to the end of a turn.", "", Where.REPLAY),
    Action("previous_turn", ("up", "k"), "↑ k", "Entry before", "Back to the end of a turn.", "", Where.REPLAY),
    Action("first", ("home",), "home", "To the beginning", "The empty sheets.", "", Where.REPLAY),
    Action("last", ("end",), "end", "To the end", "How the game stands.", "", Where.REPLAY),
    Action(
        "costliest",
        ("m",),
        "m",
        "Costliest choice",
        "Where most points were given away; again: the next costly one.",
        "Costliest",
        Where.REPLAY,
    ),
    Action("dearer", ("M",), "M", "Costlier choice", "Back to the one that cost more.", "", Where.REPLAY),
    Action("luck", ("l",), "l", "Luck and skill", "What dice and choices came to.", "Luck and skill", Where.REPLAY),
    Action(
        "picture", ("d",), "d", "See the dice", "The camera's picture of the roll, if it was kept.", "", Where.REPLAY
    ),
    Action("more", ("pagedown",), "pgdn", "More", "Further down in what is told.", where=Where.REPLAY),
    Action("less", ("pageup",), "pgup", "Less", "Back up.", where=Where.REPLAY),
    Action("open", ("p",), "p", "Open the game", "Play on, or put something right.", "Open", Where.REPLAY),
    Action("leave", ("escape", "q"), "esc", "Leave", "Back to where you came from.", "Leave", Where.REPLAY),
    Action("look", (), "⏎", "Open", "Play on; a game that is over is seen again.", "Open", Where.HISTORY),
    Action("again", ("r",), "r", "Replay", "The game once more, roll by roll.", "Replay", Where.HISTORY),
    Action("search", ("slash",), "/", "Search", "By name, day, or how far it came.", "Search", Where.HISTORY),
    Action(
        "records",
        ("s",),
        "s",
        "Statistics",
        "Averages, best and worst, wins, boxes, luck and skill.",
        "Statistics",
        Where.HISTORY,
    ),
    Action("delete", ("x",), "x", "Delete", "Remove a game for good; asks first.", "Delete", Where.HISTORY),
    Action("begin", ("n",), "n", "New game", "Ask who plays.", "New", Where.HISTORY),
    Action("back", ("escape", "q"), "esc", "Back", "Where you came from.", "Back", Where.HISTORY),
    Action("more", ("space",), "pgdn", "More", "Further down in the record.", "More", Where.RECORDS),
    Action("less", (), "pgup", "Less", "Back up.", "Less", Where.RECORDS),
    Action("back", ("escape", "q"), "esc", "Back", "Where you came from.", "Back", Where.RECORDS),
    Action(
        "help", ("question_mark", "f1"), "?", "Help and rules", "Keys, signs, rules, options.", "Help", Where.ANYWHERE
    ),
    Action(
        "rules",
        ("f2",),
        "F2",
        "Rules and options",
        "The rules, and what is changed in this game.",
        "Rules",
        Where.ANYWHERE,
    ),
    Action("pips", (), "", "Colours of the pips", "Colour-safe, or nearer the printed dice.", where=Where.ANYWHERE),
    Action(
        "dice_set",
        (),
        "",
        "Dice: black pips, blue pips, or ordinary dice",
        "Which colour 1 and 6 have on your dice; with ordinary dice the number alone decides.",
        where=Where.ANYWHERE,
    ),
    Action(
        "speak",
        (),
        "",
        "Spoken calls on or off",
        "Readings, scores and whose turn it is, in the system's own voice.",
        where=Where.ANYWHERE,
    ),
    Action(
        "pictures",
        (),
        "",
        "Pictures of rolls: keep them or not",
        "Small pictures of recorded rolls stay on this machine, and go with their game.",
        where=Where.ANYWHERE,
    ),
    Action("change_theme", (), "", "Theme", "The colours of the whole screen.", where=Where.ANYWHERE),
    Action("screenshot", (), "", "Screenshot", "Save a picture of this screen (SVG).", where=Where.ANYWHERE),
    Action(
        "palette", ("ctrl+p",), "ctrl+p", "All commands", "Search everything that can be done.", where=Where.ANYWHERE
    ),
    Action(
        "quit", ("ctrl+q",), "ctrl+q", "Quit", "Leave the program at any time; nothing is lost.", where=Where.ANYWHERE
    ),
)
"""In the order of the help screen."""


AT_THE_END = ("rematch", "ending")
"""What can be done with a finished game only."""

_KEYS_ONLY = {
    "next",
    "previous",
    "next_turn",
    "previous_turn",
    "first",
    "last",
    "look",
    "more",
    "less",
    "digit",
    "up",
    "down",
    "left",
    "right",
    "backspace",
    "escape",
    "palette",
}


def in_palette() -> tuple[Action, ...]:
    """What the palette offers: deeds, not the movements of a cursor; one that two screens share, once."""
    named = {action.name: action for action in ACTIONS}
    return tuple(action for action in named.values() if action.name not in _KEYS_ONLY)


def of(where: Where) -> tuple[Action, ...]:
    """The actions of one place."""
    return tuple(action for action in ACTIONS if action.where is where)


def bindings(where: Where) -> list[Binding]:
    """The key bindings of one place, with ids so that a keymap can change them."""
    return [
        Binding(
            key,
            f"digit({key})" if action.name == "digit" else action.name,
            action.title,
            show=bool(action.hint),
            key_display=action.shown,
            id=f"{where}.{action.name}",
        )
        for action in of(where)
        for key in action.keys
    ]


_HINTS = ("accept", "roll", "hold", "enter", "undo", "help", "hints", "why", "odds", "camera")


def hints(table: Table, *, camera: bool, watching: bool = True) -> tuple[Action, ...]:
    """What the line of keys shows now, the most useful first.

    Args:
        table: the table.
        camera: whether there is a camera.
        watching: whether it is on.
    """
    if table.entry is not None:
        # What ⏎ does then is called as the prompt calls it.
        return (replace(*_named("enter"), hint="Record"), *_named("backspace", "roll", "escape", "help"))
    wanted: tuple[str, ...]
    if table.state.over:
        wanted = ("rematch", "ending", "replay", "correct", "undo", "home", "help", "why")
    elif camera and not watching:
        wanted = ("camera", *_HINTS[1:-1])
    else:
        wanted = _HINTS if camera else _HINTS[1:]
    return _named(*wanted)


def few_hints() -> tuple[Action, ...]:
    """What a window tells that has no room for a line of keys."""
    return _named("help")


def replay_hints() -> tuple[Action, ...]:
    """What the line of keys of a replay shows."""
    return _named("previous", "next", "costliest", "leave", "luck", "open", "help")


def history_hints() -> tuple[Action, ...]:
    """What the line of keys of the list of games shows: how to leave is among them in every window."""
    order = ("look", "again", "back", "search", "records", "delete", "begin")
    return tuple(sorted(of(Where.HISTORY), key=lambda action: order.index(action.name)))


def _named(*names: str) -> tuple[Action, ...]:
    named = {action.name: action for action in ACTIONS}
    return tuple(named[name] for name in names)
