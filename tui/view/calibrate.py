"""The words of the calibration screen: what to do, what was read, how good the picture is, what was learned."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from calibration.checks import Level, Remark
from calibration.sitting import Sitting, lessons

_MARKS = {Level.GOOD: ("✓ ", "$success"), Level.POOR: ("! ", "$warning"), Level.BAD: ("✗ ", "bold $error")}
_LEAST = 16
"""Columns that a camera's name needs to be known again."""
_AREA = (
    "Arrow keys move the frame in which dice are looked for; with shift, or after tab, they move its right and lower"
    " sides. Nothing outside it is taken for dice."
)
HELP = (
    ("1–6", "type the five numbers of a throw that was read wrongly, from left to right"),
    ("⏎", "the throw is right; without one, take the dice that lie there"),
    ("s", "leave this throw out"),
    ("u", "take back a number, or the last throw"),
    ("a", "the part of the picture in which dice are looked for: arrow keys move it"),
    ("w", "look in the whole picture"),
    ("d", "which dice these are: found out, classic, blue or ordinary ones"),
    ("V", "another camera"),
    ("↑ ↓", "scroll what is told"),
    ("esc", "done; every confirmed throw is saved at once"),
)
"""All keys of the screen."""
_SIZING = "Arrow keys move the frame's right and lower sides; tab: the whole frame again."


def title_line(camera: str, words: str, saved: str, width: int) -> str:
    """The title in `width` columns: of a long path its end is kept, since there it says which file it is.

    Args:
        camera: how the camera is called.
        words: what it does.
        saved: the profile that was saved; empty before.
        width: of the window.
    """
    head, tail = " Calibration · ", f" · {words}"
    whole = f"{tail} · saved as {saved}" if saved else tail
    for before, after in ((head, whole), (head, tail), (" ", tail)):
        room = width - len(before) - len(after)
        if room >= min(_LEAST, len(camera)):
            break
    room = max(_LEAST, room)
    return f"{before}{camera if len(camera) <= room else f'…{camera[len(camera) - room + 1 :]}'}{after}"


def help_content() -> Content:
    """What each key does."""
    return Content("\n").join(
        Content.assemble((f"{key:>5}", "bold $accent"), "  ", words[0].upper(), words[1:], ".") for key, words in HELP
    )


def told_content(sitting: Sitting, remarks: Sequence[Remark], *, area: bool = False, sizing: bool = False) -> Content:
    """All words beside the picture, the most needed first.

    Args:
        sitting: what is known.
        remarks: what the checks say of the newest picture, the worst first.
        area: whether arrow keys move the area.
        sizing: whether they change its size.
    """
    parts: list[str | tuple[str, str]] = []
    asked = (_SIZING if sizing else _AREA) if area else sitting.asks
    parts += [(asked, "bold $accent"), "\n"]
    if sitting.dice:
        parts += [(sitting.dice, "bold"), "\n"]
        parts += (
            [(f"{problem}\n", "$warning") for problem in sitting.waiting.reading.problems] if sitting.waiting else []
        )
    if sitting.message:
        parts += [(sitting.message, "$warning"), "\n"]
    parts.append("\n")
    if not remarks:
        parts.append("As soon as dice lie there, this tells how well they can be seen.\n")
    for remark in remarks:
        parts += [_MARKS[remark.level], remark.sentence, "\n"]
    learned = lessons(sitting)
    if learned:
        parts += ["\n", "\n".join(learned), "\n"]
    return Content.assemble(*parts)


def keys_content(sitting: Sitting, *, area: bool = False) -> Content:
    """The line of keys that mean something now; each can be clicked."""
    if area:
        keys = [
            ("arrows", "move", ""),
            ("shift", "size", "size"),
            ("w", "whole picture", "whole"),
            ("⏎", "done", "area"),
        ]
    elif sitting.waiting is not None:
        keys = [("⏎", "right", "confirm"), ("1–6", "correct", ""), ("s", "leave out", "skip")]
    else:
        keys = [("⏎", "take these dice", "confirm"), ("u", "take back", "undo")]
    if not area:
        keys += [
            ("a", "area", "area"),
            ("d", "dice", "dice"),
            ("V", "camera", "other_camera"),
            ("?", "help", "help"),
            ("esc", "done", "leave"),
        ]
    return Content("  ").join(_key(*key) for key in keys)


def _key(shown: str, words: str, action: str) -> Content:
    key = Content.assemble((shown, "bold $accent"), " ", words)
    return key.stylize(f"@click=screen.{action}") if action else key
