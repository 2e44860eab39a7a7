"""What is remembered from game to game: theme, colours of the pips, dice, last players, camera.

A plain TOML file that people may edit, and that only they may read: a camera's address may hold a password. One that
cannot be read is no reason not to play: defaults are used, and the reason is kept for the screen to tell.
"""

from __future__ import annotations

import contextlib
import json
import os
import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kismet.rules import RULINGS, Rules, RulesError

PALETTES = ("safe", "classic")
DICE = ("classic", "blue", "plain")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; replace, save, and use the new ones."""

    theme: str = "kismet"
    palette: str = "safe"
    """`safe` can be told apart by colour-blind eyes; `classic` is nearer the printed dice."""
    dice: str = "classic"
    """The dice set: `classic`, `blue` or `plain`."""
    players: tuple[str, ...] = ()
    """Who played last."""
    rules: Rules = RULINGS
    camera: str = ""
    """The camera used last: an index, a URL or a path."""
    watched: int = 0
    """The number of the game that the camera watched last, unless it was switched off there; 0 for none."""
    speak: bool = False
    """Whether calls are spoken."""
    snapshots: bool = True
    """Whether a small picture of each recorded roll is kept."""
    problem: str = field(default="", compare=False)
    """Why the file could not be read, in a sentence; never saved."""


def load(path: Path) -> Settings:
    """The settings in `path`, or the defaults."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        _keep_private(path)
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return Settings(problem=f"The settings in {path} cannot be read and are left out: {error}.")
    except (ValueError, RecursionError):  # a number of thousands of digits, or brackets in brackets in brackets
        return Settings(problem=f"The settings in {path} hold something too long to be read, and are left out.")
    return _parse(data)


def save(path: Path, settings: Settings) -> None:
    """Write the settings, all or nothing.

    Raises:
        OSError: if the disk refuses.
    """
    lines = []
    tables = []
    for name, value in asdict(replace(settings, problem="")).items():
        if name == "problem":
            continue
        if name == "rules":
            tables.append("\n[rules]")
            tables += [f"{option} = {as_toml(v)}" for option, v in settings.rules.as_dict().items()]
        else:
            lines.append(f"{name} = {as_toml(value)}")
    write_all_or_nothing(path, "\n".join([*lines, *tables]) + "\n", private=True)


def write_all_or_nothing(path: Path, text: str, *, private: bool = False) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of one.

    Args:
        path: the file.
        text: what is to be in it.
        private: nobody else may read it, not even while it is written.

    Raises:
        OSError: if the disk refuses.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    fresh.replace(path)


def _keep_private(path: Path) -> None:
    """A camera's address may hold a password, and older versions wrote the file for everybody."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _parse(data: dict[str, Any]) -> Settings:
    """Settings from a file, leaving out what does not fit: a newer version may have written it."""
    settings = Settings()
    known = {f.name for f in fields(Settings)} - {"rules", "players", "problem"}
    for name, value in data.items():
        if name in known and isinstance(value, str):
            plain: Any = {name: value}
            settings = replace(settings, **plain)
    switches: Any = {name: data[name] for name in ("speak", "snapshots") if isinstance(data.get(name), bool)}
    settings = replace(settings, **switches)
    if type(watched := data.get("watched")) is int:
        settings = replace(settings, watched=watched)
    players = data.get("players")
    if isinstance(players, list) and all(isinstance(player, str) for player in players):
        settings = replace(settings, players=tuple(players))
    try:
        settings = replace(settings, rules=Rules.parse(data.get("rules", {})))
    except (RulesError, TypeError, AttributeError) as error:
        settings = replace(settings, problem=f"The rules among the settings are left out: {error}")
    if settings.palette not in PALETTES:
        settings = replace(settings, palette="safe")
    return settings if settings.dice in DICE else replace(settings, dice="classic")


def as_toml(value: object) -> str:
    """A TOML value; JSON's strings, numbers, booleans and lists are TOML's too, but for a few rare characters."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
