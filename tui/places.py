"""Where this program keeps its files. The variable `KISMET_HOME` puts them all into one folder (tests, USB sticks)."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("kismet-companion", appauthor=False)


def _home() -> Path | None:
    return Path(home) if (home := os.environ.get("KISMET_HOME")) else None


def data() -> Path:
    """Saved games: what a player would miss."""
    return _home() or Path(_DIRS.user_data_dir)


def config() -> Path:
    """Settings, rule presets and camera profiles."""
    return data() / "config" if _home() else Path(_DIRS.user_config_dir)


def cache() -> Path:
    """Files that can be made again."""
    return data() / "cache" if _home() else Path(_DIRS.user_cache_dir)


def log() -> Path:
    """What native libraries and the program itself have to say when something fails."""
    return data() / "log" if _home() else Path(_DIRS.user_log_dir)


def journal() -> Path:
    """The file of saved games."""
    return data() / "games.sqlite3"


def snapshots() -> Path:
    """Pictures of recorded rolls, in a folder for each game."""
    return data() / "snapshots"


def settings() -> Path:
    """What a player likes: theme, dice, names."""
    return config() / "settings.toml"


def cameras() -> Path:
    """Camera profiles, one file each."""
    return config() / "cameras"


def misread() -> Path:
    """Labelled pictures that were kept during play because they had been read wrongly."""
    return data() / "misread"
