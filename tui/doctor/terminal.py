"""What the terminal is and can do, from the environment alone: asking it would draw on it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TextIO

from tui.doctor.findings import Problem, Topic, note
from tui.past.charts import UNICODE, glyphs_for

LEAST, GOOD = (44, 20), (80, 24)
"""Columns and lines that the app needs, and those in which all of it is seen."""
_MULTIPLEXERS = {"TMUX": "tmux", "STY": "screen", "ZELLIJ": "zellij"}


def check_terminal(environ: Mapping[str, str] | None = None) -> Topic:
    """Facts and problems of the terminal; `environ` is the process's own by default."""
    env = os.environ if environ is None else environ
    size = _size()
    encoding = sys.stdout.encoding or "unknown"
    facts = {
        "size": f"{size[0]} × {size[1]}" if size else "no terminal",
        "TERM": env.get("TERM", "not set"),
        "program": env.get("TERM_PROGRAM") or ("Windows Terminal" if "WT_SESSION" in env else "unknown"),
        "colours": colours(env),
        "encoding": encoding,
        "multiplexer": next((name for variable, name in _MULTIPLEXERS.items() if env.get(variable)), "none"),
        "over ssh": "yes" if env.get("SSH_CONNECTION") or env.get("SSH_TTY") else "no",
    }
    problems: list[Problem] = []
    if size and (size[0] < LEAST[0] or size[1] < LEAST[1]):
        problems.append(
            note(
                f"The window is too small for the app: {size[0]} × {size[1]}.",
                f"Make it {LEAST[0]} × {LEAST[1]} or larger, {GOOD[0]} × {GOOD[1]} at best.",
            )
        )
    if glyphs_for(encoding) is not UNICODE:
        problems.append(
            note(
                f"The terminal's encoding is {encoding}, which lacks signs that the app draws.",
                "Use a UTF-8 locale, as with `LANG=C.UTF-8 kismet`, or `PYTHONUTF8=1` on Windows.",
            )
        )
    if size and env.get("TERM", "") in {"dumb", "unknown", "" if os.name != "nt" else "dumb"}:
        problems.append(
            note(
                "The terminal says that it can draw nothing (TERM).",
                "Use another terminal, or play line by line: `kismet play --plain`.",
            )
        )
    return Topic("Terminal", facts, tuple(problems))


def colours(env: Mapping[str, str]) -> str:
    """How many colours the environment promises, in words."""
    if env.get("NO_COLOR"):
        return "none wanted (NO_COLOR)"
    term = env.get("TERM", "")
    if env.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or "WT_SESSION" in env or "direct" in term:
        return "16 million"
    if "256color" in term:
        return "256"
    return "none" if term in {"", "dumb", "unknown"} else "16"


def _size() -> tuple[int, int] | None:
    streams: tuple[TextIO | None, ...] = (sys.__stdout__, sys.__stderr__, sys.__stdin__)
    for stream in streams:
        try:
            if stream is not None and stream.isatty():
                columns, lines = os.get_terminal_size(stream.fileno())
                return columns, lines
        except (OSError, ValueError):
            continue
    return None
