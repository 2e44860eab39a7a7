"""The words of the calibration screen: what to do, what was read, how good the picture is, what was learned."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from calibration.checks import Level, Remark
from calibration.sitting import Sitting, lessons

_MARKS = {Level.GOOD: ("✓ ", "$success"), Level.POOR: ("! ", "$warning"), Level.BAD: ("✗ ", "bold $error")}
_AREA = (
    "Arrow keys move the frame in which dice are looked for; with shift, or after tab, they move its right and lower"
    " sides. Nothing outside it is taken for dice."
)
_SIZING = "Arrow keys move the frame's right and lower sides; tab: the whole frame again."


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
        keys = [("⏎", "take what lies there", "confirm"), ("u", "take back", "undo")]
    if not area:
        keys += [
            ("a", "area", "area"),
            ("d", "dice", "dice"),
            ("V", "camera", "other_camera"),
            ("esc", "done", "leave"),
        ]
    return Content("  ").join(_key(*key) for key in keys)


def _key(shown: str, words: str, action: str) -> Content:
    key = Content.assemble((shown, "bold $accent"), " ", words)
    return key.stylize(f"@click=screen.{action}") if action else key
