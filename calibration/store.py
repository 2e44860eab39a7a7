"""Profiles on disk: one TOML file each, saved all or nothing, found again by the camera's name."""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import tomli_w

from calibration.profile import Profile, ProfileError, from_data, to_data

_NAME = re.compile(r"[^\W_][\w -]{0,39}")


@dataclass(frozen=True, slots=True)
class Damaged:
    """A file that should be a profile, and cannot be used."""

    file: str
    """Its name, without the folder."""
    problem: str
    """What is wrong with it: a sentence."""
    camera: str | None = None
    """Whose profile it was, if that much can still be read."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """All profiles of a folder, and what is wrong with the files that are none."""

    profiles: tuple[Profile, ...] = ()
    """Newest first."""
    damaged: tuple[Damaged, ...] = ()

    @property
    def problems(self) -> tuple[str, ...]:
        """A sentence for each file that cannot be used."""
        return tuple(one.problem for one in self.damaged)

    def for_camera(self, camera: str) -> Profile | None:
        """The newest profile of the camera of that name (see `calibration.profile.camera_name`)."""
        return next((p for p in self.profiles if p.camera == camera), None)

    def named(self, name: str) -> Profile | None:
        """The profile of that name, however it is written."""
        return next((p for p in self.profiles if p.name.casefold() == name.casefold()), None)

    def find(self, name: str) -> Profile:
        """The profile of that name.

        Raises:
            ProfileError: there is none that can be used; the sentence says why, or which there are.
        """
        found = self.named(name)
        if found is not None:
            return found
        file = _file_name(name)
        broken = next((one for one in self.damaged if one.file.casefold() == file), None)
        if broken is not None:
            raise ProfileError(broken.problem)
        if self.profiles:
            raise ProfileError(f"There is no profile {name}; there are: {', '.join(p.name for p in self.profiles)}.")
        if self.damaged:
            raise ProfileError(f"There is no profile {name}, nor any other that can be used. {' '.join(self.problems)}")
        raise ProfileError(f"There is no profile {name}, and no other yet: `kismet calibrate` makes one.")

    def lacking(self, camera: str) -> str:
        """Why the camera of that name is read without a profile, if a file that may be its profile cannot be used."""
        if self.for_camera(camera) is not None:
            return ""
        files = [one.file for one in self.damaged if one.camera in (None, camera)]
        if not files:
            return ""
        what = f"profile {files[0]}" if len(files) == 1 else f"profiles {', '.join(files[:-1])} and {files[-1]}"
        return f"The camera {what} cannot be used, so dice are read without one; `kismet doctor` says what is wrong."


def path_of(folder: Path, name: str) -> Path:
    """The file of the profile `name` in `folder`.

    Raises:
        ProfileError: no file can be called so.
    """
    if not _NAME.fullmatch(name):
        raise ProfileError(f"A profile cannot be called {name!r}: use up to 40 letters, digits, spaces and hyphens.")
    return folder / _file_name(name)


def _file_name(name: str) -> str:
    return f"{name.casefold().replace(' ', '-')}.toml"


def save(folder: Path, profile: Profile) -> Path:
    """Write a profile, in the place of an older one of the same name; returns its file.

    Raises:
        ProfileError: the name is none, or the disk refuses; an older file is then as it was.
    """
    path = path_of(folder, profile.name)
    text = tomli_w.dumps(to_data(profile))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=folder, prefix=f".{path.stem}-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(part).replace(path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ProfileError(f"The profile {profile.name} cannot be saved in {folder}: {_reason(error)}.") from error
    return path


def load(path: Path) -> Profile:
    """Read the profile at `path`.

    Raises:
        ProfileError: there is none, or something in it is wrong; the sentence names the file.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return from_data(data)
    except OSError as error:
        raise ProfileError(f"The profile {path} cannot be opened: {_reason(error)}.") from error
    except UnicodeDecodeError:
        raise ProfileError(f"The profile {path} is not a text file.") from None
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"The profile {path} is not valid TOML: {error}.") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, or brackets in brackets in brackets
        raise ProfileError(f"The profile {path} holds something that is too long to be read.") from None
    except ProfileError as error:
        raise ProfileError(f"The profile {path} cannot be used. {error}") from None


def shelf(folder: Path) -> Shelf:
    """All profiles of `folder`; an empty shelf if there is no such folder."""
    profiles, damaged = [], []
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
        try:
            profiles.append(load(path))
        except ProfileError as error:
            damaged.append(Damaged(path.name, str(error), _camera_in(path)))
    return Shelf(tuple(sorted(profiles, key=lambda p: p.made, reverse=True)), tuple(damaged))


def _camera_in(path: Path) -> str | None:
    """Whose profile a file that cannot be used is, if it says so."""
    try:
        camera = tomllib.loads(path.read_text(encoding="utf-8")).get("camera")
    except (OSError, ValueError, RecursionError):
        return None
    return camera if isinstance(camera, str) else None


def free_name(taken: Iterable[str], wanted: str) -> str:
    """A name near `wanted`, a camera's or a file's, that can be saved and is not taken yet."""
    if "://" not in wanted and ("/" in wanted or "\\" in wanted):
        wanted = re.split(r"[/\\]", wanted.rstrip("/\\"))[-1].partition(".")[0]
    plain = re.sub(r"[^\w -]+|_", " ", wanted).strip(" -")
    plain = re.sub(r"\s+", " ", plain)[:32].strip() or "table"
    used = {name.casefold() for name in taken}
    return next(name for n in range(1, 10_000) if (name := plain if n == 1 else f"{plain} {n}").casefold() not in used)


def _reason(error: OSError) -> str:
    text = error.strerror or "the system does not say why"
    return text[0].lower() + text[1:]
