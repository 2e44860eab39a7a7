"""House rules kept under a name: one TOML file each, in the form that `kismet play --rules` reads as well."""

from __future__ import annotations

from pathlib import Path

from kismet.rules import RULINGS, Rules, RulesError
from tui.settings import as_toml, write_all_or_nothing

USUAL = "usual"
_LONGEST = 24


class PresetError(ValueError):
    """A name that cannot be used; the message says why in one sentence."""


def load(folder: Path) -> dict[str, Rules]:
    """All presets by name, the usual rules first. Files that are no rules are passed over: they are somebody's."""
    presets = {USUAL: RULINGS}
    try:
        paths = sorted(folder.glob("*.toml"))
    except OSError:
        return presets
    for path in paths:
        try:
            presets[path.stem] = Rules.from_toml(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, RulesError):
            continue
    return presets


def save(folder: Path, name: str, rules: Rules) -> None:
    """Keep `rules` under `name`, in place of what was kept there.

    Raises:
        PresetError: if that is no name for a file everywhere, or the usual rules' own.
        OSError: if the disk refuses.
    """
    if not name or len(name) > _LONGEST or not all(c.isalnum() or c in " -_" for c in name) or name != name.strip():
        raise PresetError(f"A name has 1 to {_LONGEST} letters, digits, spaces or hyphens.")
    if name.casefold() == USUAL:
        raise PresetError("The usual rules stay as they are; choose another name.")
    lines = [f"{option} = {as_toml(value)}" for option, value in rules.as_dict().items()]
    write_all_or_nothing(folder / f"{name}.toml", "\n".join(lines) + "\n")
