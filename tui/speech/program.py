"""The system's own speech program: what it is called, and how it takes a text."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from dataclasses import dataclass

_WINDOWS = (
    "Add-Type -AssemblyName System.Speech; "
    "$in = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8); "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak($in.ReadToEnd())"
)


@dataclass(frozen=True, slots=True)
class Program:
    """One way to speak."""

    name: str
    arguments: tuple[str, ...] = ()
    as_argument: bool = False
    """Whether the text is the last argument; otherwise it comes on standard input."""
    hush: tuple[str, ...] = ()
    """Arguments that silence it where a service speaks on after the program has ended; empty if it does not."""

    def command(self, text: str) -> list[str]:
        """What to run."""
        return [self.name, *self.arguments, *((text,) if self.as_argument else ())]


_MAC = (Program("say", ("-f", "-")),)
_OTHERS = (
    # Speech Dispatcher first: it speaks with the voice that the desktop and its screen reader use.
    Program("spd-say", ("--wait", "--language", "en", "--"), as_argument=True, hush=("--stop",)),
    Program("espeak-ng", ("-v", "en", "--stdin")),
    Program("espeak", ("-v", "en", "--stdin")),
)
_POWERSHELL = tuple(
    Program(name, ("-NoProfile", "-NonInteractive", "-Command", _WINDOWS)) for name in ("powershell", "pwsh")
)
PROGRAMS = {"darwin": _MAC, "win32": _POWERSHELL}

MISSING = {
    "darwin": "There is no speech program: `say`, which belongs to macOS, is not found.",
    "win32": "There is no speech program: PowerShell is not found.",
}
_MISSING = "There is no speech program: install espeak-ng or speech-dispatcher, then switch calls on again."


def find_program() -> Program | None:
    """The first speech program that this machine has; the variable `KISMET_SPEECH` names another, fed by its input."""
    own = shlex.split(os.environ.get("KISMET_SPEECH", ""))
    programs = (Program(own[0], tuple(own[1:])),) if own else PROGRAMS.get(sys.platform, _OTHERS)
    return next((program for program in programs if shutil.which(program.name)), None)


def missing_words() -> str:
    """What to say where there is none."""
    own = os.environ.get("KISMET_SPEECH")
    return (
        f"There is no speech program {own}, which KISMET_SPEECH names." if own else MISSING.get(sys.platform, _MISSING)
    )
